"""The calls about what is around: entities near a player or in the whole world, and facts about the world."""

from __future__ import annotations

from collections import Counter
from math import dist
from typing import TYPE_CHECKING, Any

from mcgod.bridge.methods import modstate, nearby, worldfacts
from mcgod.bridge.methods.means import Call
from mcgod.bridge.methods.modded import asked
from mcgod.bridge.methods.params import length, names, number
from mcgod.errors import BadInput, NotFound, Unreachable
from mcgod.game.modlink.failures import Lacking
from mcgod.game.replies import failure
from mcgod.names import player_name

if TYPE_CHECKING:
    from mcgod.bridge.methods.means import Means

_FARTHEST, _MOST = 1000.0, 500  # blocks, entities in one answer


def calls(means: Means) -> dict[str, Call]:
    """Return ``entities`` and ``world``."""

    async def world(params: dict[str, Any]) -> dict[str, Any]:
        """Tell facts about the world; with ``level`` have a client's mod open the world of that name."""
        if params.get("level") is not None:
            return await asked(means, "world", params, looks=False)
        return await worldfacts.facts(means, names(params, "gamerules", worldfacts.USUAL))

    return {
        "entities": Call(_Entities(means).entities, looks=True, needs="entities", rcon=True),
        "world": Call(world, looks=True, acts_with="level", needs="command", rcon=True),
    }


class _Entities:
    def __init__(self, means: Means) -> None:
        self._means = means

    async def entities(self, params: dict[str, Any]) -> dict[str, Any]:
        """List what is near ``player``, the nearest first, or everything that the mod sees.

        Answers ``{"via","origin","radius","total","counts","entities","truncated"}``;
        ``counts`` is by type, ``origin`` null when there is no player to measure from.
        """
        kinds = tuple(nearby.type_id(one) for one in names(params, "types"))
        limit = max(1, min(number(params, "limit", 40), _MOST))
        player = player_name(params["player"]) if params.get("player") else ""
        radius = length(params, "radius", 64.0 if player else 0.0, _FARTHEST)

        async def over_rcon() -> dict[str, Any]:
            return await self._near(player, radius, limit, kinds)

        async def over_mod() -> dict[str, Any]:
            return await self._seen(player, radius, limit, kinds)

        if player:
            return await self._means.rcon_first("entities", over_rcon, over_mod)
        if self._means.mod.mod is None and self._means.keeper.has_game:
            raise Lacking("entities of the whole world need the interface mod", hint="name a player to look around")
        return await over_mod()

    async def _near(self, player: str, radius: float, limit: int, kinds: tuple[str, ...]) -> dict[str, Any]:
        said = await self._ask(nearby.count(player, radius))
        total = nearby.read_count(said)
        if total is None and failure(said) == "syntax":
            raise Unreachable(f"this server cannot list entities by command: {said.splitlines()[0]}")
        if total is None:  # the player is near too, so there is nobody to look around
            raise NotFound(f"no player {player} is online")
        here = nearby.read_places(await self._ask(nearby.place(player)))
        found: list[dict[str, Any]] = []
        for kind in kinds or ("",):
            places = nearby.read_places(await self._ask(nearby.listing(player, radius, limit, kind)))
            found += [{"type": kind or None, **one} for one in places]
        counts: dict[str, int] = {}
        for kind in kinds or nearby.guesses(found):
            # A guess that is no type is refused by the server, and counts as none.
            counts[kind] = nearby.read_count(await self._ask(nearby.count(player, radius, kind))) or 0
        total = sum(counts.values()) if kinds else total
        origin = here[0]["pos"] if here else None
        return _told(found, limit, via="rcon", origin=origin, radius=radius, total=total, counts=counts)

    async def _ask(self, question: str) -> str:
        reply, _ = await self._means.command(question)
        return reply.text

    async def _seen(self, player: str, radius: float, limit: int, kinds: tuple[str, ...]) -> dict[str, Any]:
        origin, dimension = await self._origin(player) if player else (None, None)
        answer = await self._means.mod.ask("entities", self._reach(player, radius))
        seen = answer.get("dimension")
        if dimension and seen and dimension != seen:
            raise Unreachable(f"the mod lists {seen} only, and {player} is in {dimension}")
        records = [one for one in answer.get("entities") or () if isinstance(one, dict)]
        found = [{**one, "pos": modstate.place(one)} for one in records if not kinds or one.get("type") in kinds]
        if origin:
            found = [one for one in found if one["pos"] and (not radius or dist(origin, one["pos"]) <= radius)]
        counts = Counter(str(one.get("type")) for one in found)
        told = _told(found, limit, via="mod", origin=origin, radius=radius, total=len(found), counts=counts)
        return {**told, "dimension": seen, "tick": answer.get("tick")}

    def _reach(self, player: str, radius: float) -> dict[str, Any]:
        """Return the arguments of the request; around a player it is measured here, since the mod picks its own centre.

        Mods from 0.9 on list whole dimensions, and refuse a radius.
        """
        mod = self._means.mod.mod
        if player or not radius:
            return {}
        if mod and mod.capabilities and "entities:nbt" in mod.capabilities:
            raise BadInput("this mod does not measure distances", hint="name a player to measure from")
        return {"radius": radius}

    async def _origin(self, player: str) -> tuple[list[float], str | None]:
        found = modstate.player(await self._means.mod.ask("player", {"player": player}), view=False)
        if found is None or found["position"] is None:
            raise NotFound(f"no player {player} is online")
        return found["position"], found["dimension"]


def _told(
    found: list[dict[str, Any]],
    limit: int,
    *,
    via: str,
    origin: list[float] | None,
    radius: float,
    total: int,
    counts: dict[str, int],
) -> dict[str, Any]:
    """Return the answer with ``limit`` of what was found; what has a distance comes in its order."""
    if origin:
        measured = [{**one, "distance": round(dist(origin, one["pos"]), 2)} for one in found]
        found = sorted(measured, key=lambda one: one["distance"])
    return {
        "via": via,
        "origin": origin,
        "radius": radius,
        "total": total,
        "counts": {kind: number for kind, number in sorted(counts.items()) if number},
        "entities": found[:limit],
        "truncated": total > len(found[:limit]),
    }
