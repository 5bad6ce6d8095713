"""The family of tools for dynamic content: names, schemas and what each is for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from mcgod.grammar.dialect import Dialect
from mcgod.tools.dynamic import telling
from mcgod.tools.dynamic.changing import Changing
from mcgod.tools.dynamic.properties import TABLE
from mcgod.tools.dynamic.slots import KINDS, MOST, kind_of
from mcgod.tools.dynamic.store import Slots
from mcgod.tools.port import Tool, parameters
from mcgod.tools.scripts.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from mcgod.game.folder import ServerFolder
    from mcgod.grammar.registry import Registry
    from mcgod.tools.dynamic.slots import Kind
    from mcgod.tools.port import Context, ToolResult

_SLOT = {"type": "integer", "minimum": 1, "maximum": MOST, "description": "its number"}
_ONE = {"item": "an item", "block": "a block", "fluid": "a fluid"}
_TYPES = ["all", *(name for kind in KINDS.values() for name in (kind.name, kind.plural))]


def tools(folder: ServerFolder | None, version: str, registry: Registry, path: Path, backups: Path) -> list[Tool]:
    """Return the tools for dynamic content on the server in ``folder``, of game ``version`` with ids of ``registry``.

    ``path`` is the file of the slots; what functions held before is kept below
    ``backups``, as of other scripts.
    """
    slots, dialect = Slots(path), Dialect(version, registry)
    changing = Changing(slots, Shelf(folder, version, backups), dialect)
    filling = [tool for kind in KINDS.values() for tool in _of(kind, changing)]
    return [*_looking(slots, version, dialect), *filling, _emptying(changing)]


def _emptying(changing: Changing) -> Tool:
    kind = {"type": "string", "description": "item, block or fluid"}
    return Tool(
        "unregister-dynamic-content",
        "Empty a slot of dynamic content and remove its functions. What players have of it stays.",
        parameters({"type": kind, "slot": _SLOT}, ("type", "slot")),
        changing.unregister,
        risk="write",
    )


def _looking(slots: Slots, version: str, dialect: Dialect) -> list[Tool]:
    def content(_: Mapping[str, Any], __: Context) -> ToolResult:
        found = {kind.name: slots.active(kind) for kind in KINDS.values()}
        return telling.content(found, enabled=slots.enabled)

    def properties(given: Mapping[str, Any], _: Context) -> ToolResult:
        wanted = given.get("type", "all")
        kinds = KINDS.values() if wanted == "all" else [kind_of(wanted)]
        return telling.properties(kinds, version, dialect)

    return [
        Tool(
            "list-dynamic-content",
            "List the dynamic items, blocks and fluids that were made, with their slots and properties.",
            parameters(),
            content,
        ),
        Tool(
            "list-dynamic-properties",
            "List what can be set on dynamic content: ranges, defaults, and what works without a mod.",
            parameters({"type": {"type": "string", "enum": _TYPES}}),
            properties,
        ),
    ]


def _of(kind: Kind, changing: Changing) -> list[Tool]:
    """Return the two tools that fill and change slots of a kind."""
    given: dict[str, Any] = {name: _schema(kind, name) for name in TABLE[kind.name]}
    more = " A function place puts it down in the world." if kind.name == "block" else ""
    return [
        Tool(
            f"register-dynamic-{kind.name}",
            f"Make {_ONE[kind.name]} of the server's own, of a vanilla one: a function of a data pack gives it.{more} "
            "What cannot be done without a mod is told. Call reload-game afterwards.",
            parameters({"slot": {**_SLOT, "description": "its number; the first free one when not given"}, **given})
            | {"required": ["name"]},
            partial(changing.register, kind),
            risk="write",
        ),
        Tool(
            f"update-dynamic-{kind.name}",
            f"Change a dynamic {kind.name}; what is not given stays. Call reload-game afterwards.",
            parameters({"slot": _SLOT, **given}, ("slot",)),
            partial(changing.update, kind),
            risk="write",
        ),
    ]


def _schema(kind: Kind, name: str) -> dict[str, Any]:
    one = TABLE[kind.name][name]
    told = "; ".join(part for part in (f"default {one.usual}" if one.usual else "", one.note) if part)
    return {**one.schema, "description": told} if told else dict(one.schema)
