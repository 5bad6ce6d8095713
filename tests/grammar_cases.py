"""What the grammar's tests share: reading one argument by itself, cases in files, and a tree as a report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcgod.grammar import registry
from mcgod.grammar.dialect import Dialect
from mcgod.grammar.errors import Misread
from mcgod.grammar.parsers import READERS
from mcgod.grammar.reader import Reader

if TYPE_CHECKING:
    from mcgod.grammar.nodes import Node

DATA = Path(__file__).parent / "data"
# One version for each way in which arguments are spelled.
OLD, MIDDLE, NEW, NEWEST = "1.16.5", "1.20.4", "1.21.4", "26.1"
VERSIONS = (OLD, MIDDLE, NEW, NEWEST)


def read(parser: str, text: str, version: str = NEW, **limits: Any) -> Any:
    """Return the value of ``text`` as an argument of type ``parser``; raise Misread also when something is left."""
    reader = Reader(text, Dialect(version, registry.load(version)))
    _, value = READERS[parser](reader, limits)
    if reader.more and reader.peek() != " ":
        raise reader.fail("something is left")
    if reader.more:
        raise reader.fail("a blank ends it")
    return value


def fault(parser: str, text: str, version: str = NEW, **limits: Any) -> str:
    """Return what is wrong with ``text``; empty when nothing is."""
    try:
        read(parser, text, version, **limits)
    except Misread as misread:
        return misread.message
    return ""


def rows(name: str) -> list[list[str]]:
    """Return the cells of a file in ``tests/data``, without its comments."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def as_report(node: Node) -> dict[str, Any]:
    """Write a tree as the server's own report does: nothing for a redirect to the root."""
    found: dict[str, Any] = {"type": "argument" if node.parser else "literal" if node.name else "root"}
    children = [*node.literals.values(), *node.arguments]
    if children:
        found["children"] = {child.name: as_report(child) for child in children}
    if node.executable:
        found["executable"] = True
    if node.level:
        found["required_level"] = node.level
    if node.parser:
        found["parser"] = node.parser if ":" in node.parser else f"minecraft:{node.parser}"
    if node.limits:
        found["properties"] = node.limits
    if node.redirect and node.redirect.name:
        found["redirect"] = [node.redirect.name]
    return found
