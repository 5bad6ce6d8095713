"""A command tree as a server's report writes it, into the packed form that ``trees`` reads. Pure.

    {"format": 1, "roots": {"1.21.4": 17, ...}, "parsers": [["brigadier:integer", {"min": 1}], ...],
     "nodes": [[name, flags, parser, redirect, [child, ...]], ...]}

Equal nodes are stored once, children before their parents, so 48 versions
take little more room than one. ``flags`` holds LITERAL, ARGUMENT, EXECUTABLE
and, from LEVEL_SHIFT on, the permission level; ``parser`` is an index or -1;
``redirect`` is None, the name of a root literal, or empty for the root itself.
Source: ``reports/commands.json`` of the vanilla server.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT = 1
LITERAL, ARGUMENT, EXECUTABLE, LEVEL_SHIFT = 1, 2, 4, 4

# What a report since 1.21.11 calls the levels that earlier ones number.
_LEVELS = {"all": 0, "moderators": 1, "gamemasters": 2, "admins": 3, "owners": 4}


def pack(trees: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Merge the reports of several versions (version -> root node) into one packed grammar."""
    store = _Store()
    roots = {version: store.add("", root) for version, root in trees.items()}
    return {"format": FORMAT, "roots": roots, "parsers": store.parsers, "nodes": store.nodes}


def level(node: Mapping[str, Any]) -> int:
    """Return the permission level that a report's node asks for; 0 when it names none."""
    if "required_level" in node:
        return int(node["required_level"])
    permission = node.get("permissions", {}).get("permission", {})
    return _LEVELS.get(str(permission.get("level", "all")).removeprefix("minecraft:"), 4)


class _Store:
    """Nodes and parsers so far, each numbered by its content."""

    def __init__(self) -> None:
        self.nodes: list[list[Any]] = []
        self.parsers: list[list[Any]] = []
        self._numbers: dict[str, int] = {}

    def add(self, name: str, node: Mapping[str, Any]) -> int:
        """Store ``node`` with all below it and return its number."""
        children = [self.add(child, below) for child, below in node.get("children", {}).items()]
        flags = {"literal": LITERAL, "argument": ARGUMENT}.get(node["type"], 0)
        if node.get("executable"):
            flags |= EXECUTABLE
        flags |= level(node) << LEVEL_SHIFT
        return self._number(self.nodes, [name, flags, self._parser(node), _redirect(node), children])

    def _parser(self, node: Mapping[str, Any]) -> int:
        if "parser" not in node:
            return -1
        properties = node.get("properties")
        return self._number(
            self.parsers, [node["parser"], dict(sorted(properties.items()))] if properties else [node["parser"]]
        )

    def _number(self, table: list[list[Any]], row: list[Any]) -> int:
        # Nodes have five columns and parsers at most two, so one index serves both.
        key = json.dumps(row)
        if key not in self._numbers:
            self._numbers[key] = len(table)
            table.append(row)
        return self._numbers[key]


def _redirect(node: Mapping[str, Any]) -> str | None:
    """Return where ``node`` leads; a dead end in a report is a redirect to the root, which it does not write."""
    if redirect := node.get("redirect"):
        return str(redirect[0])
    dead_end = not node.get("children") and not node.get("executable") and node["type"] != "root"
    return "" if dead_end else None
