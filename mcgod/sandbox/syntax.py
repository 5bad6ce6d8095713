"""Command declarations: a usage line above the function that does the work.

    @FAMILY.command("give <targets:players> <item:item> [<count:int 1>]")
    def give(source, targets, item, count=1): ...

Words are literals; ``(unit:points|levels)`` is a literal of several that the
function gets under a name; ``<name:kind limits>`` is an argument
(``<name=shown:kind>`` where ``help`` shows another word); a ``[`` means that
the command may end before it. ``level`` is the permission level
that a root word needs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from mcgod.sandbox.tree import Node

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from mcgod.sandbox.tree import Argument

    Kinds = Mapping[str, Callable[..., Argument]]

_PART = re.compile(r"(\[?)(?:<(\w+)(?:=(\w+))?:([^>]+)>|\((\w+):([^)]+)\)|([^\s\[\]]+))\]?")
Declared = TypeVar("Declared", bound="Callable[..., Any]")


@dataclass(frozen=True, slots=True)
class Usage:
    """One usage line with its function; ``onward`` is the path at which the command goes on."""

    line: str
    function: Callable[..., Any]
    level: int
    onward: str | None = None
    silent: bool = False


@dataclass(slots=True)
class Family:
    """A set of usage lines that belong together."""

    usages: list[Usage] = field(default_factory=list)
    aliases: dict[str, str] = field(default_factory=dict)

    def command(self, line: str, *, level: int = 2) -> Callable[[Declared], Declared]:
        """Declare the decorated function as what ``line`` does."""
        return self._declare(line, level)

    def fork(self, line: str, *, onward: str, level: int = 2, silent: bool = True) -> Callable[[Declared], Declared]:
        """Declare a function that returns the sources for which the command goes on at ``onward``.

        ``onward`` is a root word, or empty for the root. With ``silent`` a later failure is not told.
        """
        return self._declare(line, level, onward, silent=silent)

    def alias(self, name: str, target: str) -> None:
        """Let the root word ``name`` mean ``target``."""
        self.aliases[name] = target

    def _declare(
        self, line: str, level: int, onward: str | None = None, *, silent: bool = False
    ) -> Callable[[Declared], Declared]:
        def keep(function: Declared) -> Declared:
            self.usages.append(Usage(line, function, level, onward, silent))
            return function

        return keep


def build(families: list[Family], kinds: Kinds) -> Node:
    """Grow the command tree from all ``families``."""
    root = Node("")
    for usage in (usage for family in families for usage in family.usages):
        _plant(root, usage, kinds)
    for family in families:
        for name, target in family.aliases.items():
            old = root.literals[target]
            root.literals[name] = Node(name, level=old.level, redirect=old)
    return root


def _plant(root: Node, usage: Usage, kinds: Kinds) -> None:
    ends = [root]
    for bracket, key, shown, kind, choice, names, word in _PART.findall(usage.line):
        if bracket:
            _make_end(ends, usage, root)
        if kind:
            ends = [_argument(end, key, shown or key, kinds, kind) for end in ends]
        else:
            ends = [_literal(end, name, choice) for end in ends for name in (word or names).split("|")]
    _make_end(ends, usage, root)
    root.literals[usage.line.split()[0]].level = usage.level


def _make_end(ends: list[Node], usage: Usage, root: Node) -> None:
    for end in ends:
        if usage.onward is None:
            end.run = usage.function
        else:
            end.fork = usage.function
            end.silent = usage.silent
            end.redirect = root.literals[usage.onward] if usage.onward else root


def _literal(parent: Node, name: str, key: str) -> Node:
    return parent.literals.setdefault(name, Node(name, key))


def _argument(parent: Node, key: str, shown: str, kinds: Kinds, kind: str) -> Node:
    name, *limits = kind.split()
    argument = kinds[name](*(float(limit) if "." in limit else int(limit) for limit in limits))
    return parent.arguments.setdefault(key, Node(shown, key, argument))
