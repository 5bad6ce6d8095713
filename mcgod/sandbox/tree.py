"""The command tree and how a command finds its way through it. Knows no command.

Source: Brigadier's CommandDispatcher.parseNodes and the game's
Commands.getParseException: which of several possible faults is reported is
part of what the game says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from mcgod.sandbox.reader import SEPARATOR, UNKNOWN_ARGUMENT, UNKNOWN_COMMAND, Reader, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from mcgod.sandbox.source import Source

    Run = Callable[..., None]
    Fork = Callable[..., Iterable[Source]]


class Argument(Protocol):
    """A kind of argument: how its text is read, and what it means for who asks."""

    def parse(self, reader: Reader, source: Source, /) -> Any:
        """Take the argument's text; raise Refusal where it is malformed."""
        ...

    def resolve(self, source: Source, value: Any, /) -> Any:
        """Turn what ``parse`` returned into what the command gets; raise Refusal where nothing is meant."""
        ...


@dataclass(slots=True)
class Node:
    """One word of a command: a literal, or an argument when ``argument`` is set.

    ``key`` is the name under which the command gets the value. ``redirect``
    goes on at another node; with ``fork``, for each source that it returns;
    after a ``silent`` one failures are not told.
    """

    name: str
    key: str = ""
    argument: Argument | None = None
    level: int = 0
    literals: dict[str, Node] = field(default_factory=dict)
    arguments: dict[str, Node] = field(default_factory=dict)
    run: Run | None = None
    fork: Fork | None = None
    silent: bool = False
    redirect: Node | None = None

    def children(self) -> list[Node]:
        """Return all nodes that may follow."""
        return [*self.literals.values(), *self.arguments.values()]


class Step(NamedTuple):
    """A node on the way, and the value that was read for it."""

    node: Node
    value: Any


class Found(NamedTuple):
    """How far a command was understood."""

    reader: Reader
    path: tuple[Step, ...]
    refusals: list[Refusal]

    def end(self) -> Node:
        """Return the node to run; raise the Refusal that the game would print."""
        if self.reader.can_read():
            if len(self.refusals) == 1:
                raise self.refusals[0]
            raise self.reader.fail(UNKNOWN_ARGUMENT if self.path else UNKNOWN_COMMAND)
        if not self.path or not self.path[-1].node.run:
            raise self.reader.fail(UNKNOWN_COMMAND)
        return self.path[-1].node


def find(root: Node, text: str, source: Source) -> Found:
    """Follow ``text`` (without a slash) from ``root`` as far as it goes."""
    return _follow(root, Reader(text), (), source)


def perform(root: Node, text: str, source: Source) -> None:
    """Run one command. Raises Refusal with the game's words.

    Once ``execute`` has forked the source, a failure is silent, as it is in the game.
    """
    found = find(root, text, source)
    last = found.end()
    sources, values, forked = [source], list[Step](), False
    for step in found.path:
        if step.node.key:
            values.append(step)
        # A condition may also be the end of its command; then it runs, and nothing is forked.
        if step.node.redirect and step is not found.path[-1]:
            if fork := step.node.fork:
                forked = forked or step.node.silent
                sources = [new for old in sources for new in _call(fork, values, old, forked) or ()]
            values = []
    assert last.run, "end() returns nodes that run"
    for one in sources:
        _call(last.run, values, one, forked)


def _call(function: Callable[..., Any], values: list[Step], source: Source, forked: bool) -> Any:
    try:
        return function(source, **{node.key: _resolve(node, value, source) for node, value in values})
    except Refusal:
        if forked:
            return None
        raise


def _resolve(node: Node, value: Any, source: Source) -> Any:
    return node.argument.resolve(source, value) if node.argument else value


def _follow(node: Node, reader: Reader, path: tuple[Step, ...], source: Source) -> Found:
    refusals: list[Refusal] = []
    found: list[Found] = []
    for child in _candidates(node, reader, source):
        ahead = reader.fork()
        try:
            value = _read(child, ahead, source)
        except Refusal as refusal:
            refusals.append(refusal)
            continue
        here = (*path, Step(child, value))
        if not ahead.can_read(1 if child.redirect else 2):
            found.append(Found(ahead, here, []))
            continue
        ahead.cursor += 1
        if child.redirect:
            return _follow(child.redirect, ahead, here, source)
        found.append(_follow(child, ahead, here, source))
    if len(found) == 1:
        return found[0]
    if found:
        return min(found, key=lambda one: (one.reader.can_read(), bool(one.refusals)))
    return Found(reader, path, refusals)


def _candidates(node: Node, reader: Reader, source: Source) -> Iterable[Node]:
    """Return what may come next; a literal that fits excludes all arguments."""
    if node.literals and (literal := node.literals.get(reader.word_ahead())):
        return [literal] if literal.level <= source.level else []
    return node.arguments.values()


def _read(node: Node, reader: Reader, source: Source) -> Any:
    if not node.argument:
        reader.cursor += len(node.name)  # the candidate was found by its whole word
        return node.name
    value = node.argument.parse(reader, source)
    if reader.can_read() and reader.peek() != " ":
        raise reader.fail(SEPARATOR)
    return value
