"""A version's command tree: its nodes, made from the packed form when somebody walks to them. Pure."""

from __future__ import annotations

from typing import Any

from mcgod.grammar import versions
from mcgod.grammar.pack import ARGUMENT, EXECUTABLE, LEVEL_SHIFT, LITERAL


class Node:
    """One word of a command: a literal, or an argument when ``parser`` is not empty.

    ``level`` is the permission level that the word asks for, ``limits`` the
    parser's properties, and ``canonical`` the root literal that an alias
    (``tp``) stands for.
    """

    __slots__ = ("_arguments", "_children", "_literals", "_redirect", "canonical", "executable", "level", "limits",
                 "name", "parser", "tree")  # fmt: skip

    def __init__(self, tree: Tree, row: list[Any]) -> None:
        name, flags, parser, redirect, children = row
        self.tree = tree
        self.name: str = name
        self.executable = bool(flags & EXECUTABLE)
        self.level: int = flags >> LEVEL_SHIFT
        self.parser, self.limits = tree.parser(parser) if flags & ARGUMENT else ("", _NO_LIMITS)
        self.canonical: str = redirect if flags & LITERAL and redirect and redirect != "execute" else name
        self._redirect: str | None = redirect
        self._children: list[int] = children
        self._literals: dict[str, Node] | None = None
        self._arguments: tuple[Node, ...] = ()

    @property
    def shown(self) -> str:
        """The word as usage lines show it: ``give`` or ``<targets>``."""
        return f"<{self.name}>" if self.parser else self.name

    @property
    def literals(self) -> dict[str, Node]:
        """The words that may follow, by name."""
        return self._open() if self._literals is None else self._literals

    @property
    def arguments(self) -> tuple[Node, ...]:
        """The arguments that may follow, in the order in which the game tries them."""
        if self._literals is None:
            self._open()
        return self._arguments

    @property
    def redirect(self) -> Node | None:
        """The node whose children follow instead of its own."""
        if self._redirect is None:
            return None
        return self.tree.root.literals[self._redirect] if self._redirect else self.tree.root

    def _open(self) -> dict[str, Node]:
        children = [self.tree.node(number) for number in self._children]
        self._literals = {child.name: child for child in children if not child.parser}
        self._arguments = tuple(child for child in children if child.parser)
        return self._literals


class Tree:
    """The grammar of game version ``version``; ``asked`` is the version that was wanted."""

    def __init__(self, packed: dict[str, Any], version: str, asked: str) -> None:
        self.version = version
        self.asked = asked
        self._packed = packed
        self._nodes: dict[int, Node] = {}
        self.root = self.node(packed["roots"][version])

    @property
    def exact(self) -> bool:
        """Whether the grammar is of the very version that was asked for."""
        return versions.key(self.version) == versions.key(self.asked)

    @property
    def commands(self) -> dict[str, int]:
        """Every root word with the permission level that it asks for."""
        return {name: node.level for name, node in self.root.literals.items()}

    def node(self, number: int) -> Node:
        """Return the node with ``number`` in the packed form, made once."""
        found = self._nodes.get(number)
        if found is None:
            found = self._nodes[number] = Node(self, self._packed["nodes"][number])
        return found

    def parser(self, number: int) -> tuple[str, dict[str, Any]]:
        """Return name and properties of a parser; the namespace ``minecraft:`` is left out."""
        name, *limits = self._packed["parsers"][number]
        return name.removeprefix("minecraft:"), limits[0] if limits else _NO_LIMITS


_NO_LIMITS: dict[str, Any] = {}
