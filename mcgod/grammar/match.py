"""Holds a command against a version's grammar, as the server itself would. Pure, and never raises.

Source: Brigadier's CommandDispatcher.parseNodes (MIT) and the game's
Commands.getParseException: which of several possible faults is reported is
part of what a server says.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.grammar import registry as registries
from mcgod.grammar import trees
from mcgod.grammar.dialect import Dialect
from mcgod.grammar.errors import Misread
from mcgod.grammar.parsers import READERS
from mcgod.grammar.reader import Reader
from mcgod.grammar.spans import Match, Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcgod.grammar.nodes import Node, Tree
    from mcgod.grammar.registry import Registry

UNKNOWN_COMMAND = "Unknown or incomplete command, see below for error"
UNKNOWN_ARGUMENT = "Incorrect argument for command"
SEPARATOR = "Expected whitespace to end one argument, but found trailing data"

LONGEST = 32_500  # characters; what a command block takes


class _Step(NamedTuple):
    """One word on the way, linked to the one before it; ``reading`` is None for a literal."""

    before: _Step | None
    node: Node
    start: int
    end: int
    reading: tuple[str, Any] | None


class _Way(NamedTuple):
    """How far one way through the tree went; ``node`` is where it stopped."""

    node: Node
    last: _Step | None
    cursor: int
    faults: list[Misread]


def match(command: str, tree: Tree | str, registry: Registry | None = None) -> Match:
    """Hold ``command`` (without a slash) against ``tree``, or the vendored tree of a version.

    ``registry`` holds the ids that exist; by default those of the tree's
    version, or the nearest older ones. No text raises.
    """
    if isinstance(tree, str):
        tree = trees.load(tree)
    if len(command) > LONGEST:
        message = f"Command is too long ({len(command)} > maximum {LONGEST} characters)"
        return _verdict(command, _Way(tree.root, None, LONGEST, []), message)
    reader = Reader(command, _dialect(tree.asked, registry or registries.load(tree.asked)))
    way = _follow(tree.root, reader, None)
    if way.cursor < len(command):
        if len(way.faults) == 1:
            fault = way.faults[0]
            return _verdict(command, way._replace(cursor=fault.cursor), fault.message)
        return _verdict(command, way, UNKNOWN_ARGUMENT if way.last else UNKNOWN_COMMAND)
    complete = way.last and way.last.node.executable
    return _verdict(command, way, "" if complete else UNKNOWN_COMMAND)


@lru_cache(maxsize=8)
def _dialect(version: str, registry: Registry) -> Dialect:
    return Dialect(version, registry)


def _follow(node: Node, reader: Reader, last: _Step | None) -> _Way:
    """Follow the text from the children of ``node`` on.

    Where one child fits, which is nearly everywhere, the loop goes on from it,
    so that a long ``execute`` chain needs no deep stack. Only where several
    fit is each of them followed, and the best one taken.
    """
    text = reader.text
    while True:
        fitting, faults = _fitting(node, reader, last)
        if not fitting:
            return _Way(node, last, reader.cursor, faults)
        if len(fitting) > 1:
            # A way that reached the end wins, then one without faults, then the first.
            ways = [_continue(step, reader) for step in fitting]
            return min(ways, key=lambda way: (way.cursor < len(text), bool(way.faults)))
        last = fitting[0]
        if not _goes_on(last, text):
            return _Way(last.node, last, last.end, [])
        node = last.node.redirect or last.node
        reader.cursor = last.end + 1


def _continue(step: _Step, reader: Reader) -> _Way:
    if not _goes_on(step, reader.text):
        return _Way(step.node, step, step.end, [])
    reader.cursor = step.end + 1
    return _follow(step.node.redirect or step.node, reader, step)


def _goes_on(step: _Step, text: str) -> bool:
    """Tell whether there is something to read after ``step``; a lone blank at the end only counts after a redirect."""
    return step.end + (1 if step.node.redirect else 2) <= len(text)


def _fitting(node: Node, reader: Reader, last: _Step | None) -> tuple[list[_Step], list[Misread]]:
    """Return a step for each child of ``node`` that reads the next word, and the faults of the others."""
    start, text = reader.cursor, reader.text
    if node.literals:
        end = text.find(" ", start)
        end = len(text) if end < 0 else end
        if literal := node.literals.get(text[start:end]):
            return [_Step(last, literal, start, end, None)], []
    fitting: list[_Step] = []
    faults: list[Misread] = []
    for child in node.arguments:
        reader.cursor = start
        try:
            reading = _read(child, reader)
            if reader.more and reader.peek() != " ":
                raise reader.fail(SEPARATOR)
        except Misread as fault:
            faults.append(fault)
            continue
        step = _Step(last, child, start, reader.cursor, reading)
        if child.redirect and _goes_on(step, text):
            return [step], []
        fitting.append(step)
    reader.cursor = start
    return fitting, faults


def _read(child: Node, reader: Reader) -> tuple[str, Any]:
    read = READERS.get(child.parser)
    if not read:  # from a report of a newer game
        raise reader.fail(f"Arguments of type {child.parser} are not known here")
    return read(reader, child.limits)


def _verdict(command: str, way: _Way, message: str) -> Match:
    steps = list(_steps(way.last))[::-1]
    spans = tuple(
        Span(step.reading[0], step.node.name, step.start, step.end, step.reading[1]) for step in steps if step.reading
    )
    path = tuple(step.node.shown if step.node.parser else step.node.canonical for step in steps)
    # The innermost command starts after the last step that leads back to the root.
    inner = max(
        (number + 1 for number, step in enumerate(steps) if step.node.redirect is step.node.tree.root), default=0
    )
    inner_at = min(steps[inner - 1].end + 1, len(command)) if inner else 0
    level = max((step.node.level for step in steps), default=0)
    expected = _expected(way.node) if message else ()
    return Match(not message, message, way.cursor, expected, path, spans, level, path[inner:], inner_at)


def _steps(last: _Step | None) -> Iterable[_Step]:
    while last:
        yield last
        last = last.before


def _expected(node: Node) -> tuple[str, ...]:
    node = node.redirect or node
    return (*sorted(node.literals), *(child.shown for child in node.arguments))
