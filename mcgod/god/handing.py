"""Doing something with an asset in the game: give it to a player, or bring the player to it.

Every command passes the rules of the caller's mode.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.errors import BadConfig, BadUsage, NotFound, Refused
from mcgod.grammar.dialect import Dialect
from mcgod.names import in_command
from mcgod.store.assets import is_uuid
from mcgod.tools.commands import run_judged
from mcgod.tools.dynamic import making
from mcgod.tools.dynamic.slots import of_id

if TYPE_CHECKING:
    from mcgod.rules.verdict import Verdict
    from mcgod.store.assets import Asset, Assets
    from mcgod.tools.dynamic.store import Slots
    from mcgod.tools.port import Context

_NUMBERS = re.compile(r"\[(-?[\d.]+(?:E-?\d+)?)d?, ?(-?[\d.]+(?:E-?\d+)?)d?, ?(-?[\d.]+(?:E-?\d+)?)d?\]")
_DIMENSION = re.compile(r'"([a-z0-9_.-]+:[a-z0-9_./-]+)"')


def give(asset: Asset, player: str, context: Context, slots: Slots) -> Verdict:
    """Give one of ``asset`` to ``player``, with all that makes it special: never a plain one instead.

    A content id of dynamic content means what its slot in ``slots`` holds.
    Raises BadUsage for what cannot be given, NotFound for a slot that is not
    active, and Refused when the rules or the server refuse.
    """
    if asset["category"] == "items_blocks_fluids":
        what = asset.get("contentId") or ""
    elif asset["category"] == "special_items":
        what = f"{asset.get('specialItemId') or ''}{asset.get('specialItemNbt') or ''}"
    else:
        raise BadUsage(f"{asset['name']} is no item: it is of {asset['category']}", hint="mcgod asset list")
    if not what:
        raise BadUsage(f"the record of {asset['name']} names no item", hint="set content_id or special_item_id")
    if asset["category"] == "items_blocks_fluids" and (slot := of_id(what)):
        if context.rules is None:
            raise BadConfig("no rules are at hand to judge a command")
        ids = context.rules.registry
        return _run(making.give(slots.get(*slot), in_command(player), Dialect(ids.asked, ids)), context)
    return _run(f"give {in_command(player)} {what} 1", context)


def teleport(asset: Asset, player: str, assets: Assets, context: Context) -> Verdict:
    """Bring ``player`` to the entity of ``asset``; where it is not loaded, to where it was last seen.

    What was found out of its place is recorded. Raises BadUsage for what is
    no entity, NotFound when nobody knows where it is, and Refused.
    """
    uuid = asset.get("entityUuid") or ""
    if asset["category"] != "entities" or not is_uuid(uuid):  # a file of other hands may hold anything
        raise BadUsage(f"{asset['name']} is no entity with a UUID", hint="mcgod asset show ID")
    target = in_command(player)
    if place := _seek(uuid, context):
        x, y, z, dimension = place
        position = {"entityX": x, "entityY": y, "entityZ": z, "entityDimension": dimension}
        if not context.dry_run:
            assets.upsert(position, asset["id"])
        return _run(f"execute at {uuid} run teleport {target} ~ ~ ~", context)
    if asset.get("entityDimension") and all(asset.get(key) is not None for key in ("entityX", "entityY", "entityZ")):
        where = " ".join(f"{asset[key]:.3f}" for key in ("entityX", "entityY", "entityZ"))
        return _run(f"execute in {asset['entityDimension']} run teleport {target} {where}", context)
    raise NotFound(f"nobody knows where {asset['name']} is", hint="it is not loaded, and was never seen before")


def _seek(uuid: str, context: Context) -> tuple[float, float, float, str] | None:
    """Ask the server where the entity is; None when it is not loaded."""
    if context.game is None:
        return None
    told = context.game.command(f"data get entity {uuid} Pos")
    found = _NUMBERS.search(told.text) if told.ok else None
    if not found:
        return None
    # A version that does not tell the dimension of an entity is one where only players have it.
    dimension = _DIMENSION.search(context.game.command(f"data get entity {uuid} Dimension").text)
    x, y, z = (float(number) for number in found.groups())
    return x, y, z, dimension[1] if dimension else "minecraft:overworld"


def _run(command: str, context: Context) -> Verdict:
    verdict = run_judged(command, context)
    if verdict.command is None:
        raise Refused(f"the rules refuse {command!r}: {verdict.hint}", hint=f"mcgod rules show {verdict.reason}")
    if verdict.ok is False:
        raise Refused(f"the server refuses {verdict.command!r}: {verdict.output}")
    return verdict
