"""The calls that only the interface mod can answer, and ``wait``, which it counts in the game's own ticks."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

from mcgod.bridge.methods.means import Call
from mcgod.bridge.methods.modstate import lacking
from mcgod.bridge.methods.params import number

if TYPE_CHECKING:
    from mcgod.bridge.methods.means import Means, Method

_LONGEST = 72_000  # ticks, an hour
_PAIR = re.compile(r"([A-Za-z]\w*)=(\S*)")
# Method -> whether it only looks.
_PLAIN = {
    "record_start": False,
    "record_stop": False,
    "screen": True,
    "connect": False,
    "lan": False,
    "context": True,
    "context_stats": True,
    "snapshot": False,
    "snapshots": True,
}


def calls(means: Means) -> dict[str, Call]:
    """Return ``wait`` and a call for each primitive that has no counterpart over RCON."""

    async def wait(params: dict[str, Any]) -> dict[str, Any]:
        """Wait for ticks: the game's own where a mod counts them, else twentieths of a second."""
        ticks = min(number(params, "ticks", 0), _LONGEST)
        mod = means.mod.mod
        if mod is None or lacking("wait", mod):
            await asyncio.sleep(ticks / 20)
            return {"waited": ticks / 20, "via": "clock"}
        await means.mod.ask("wait", {"ticks": ticks})
        return {"waited": ticks / 20, "via": "mod"}

    plain = {name: Call(_plain(means, name, looks=looks), looks, needs=name) for name, looks in _PLAIN.items()}
    return {"wait": Call(wait, looks=True), **plain}


def _plain(means: Means, name: str, *, looks: bool) -> Method:
    async def run(params: dict[str, Any]) -> dict[str, Any]:
        return await asked(means, name, params, looks=looks)

    return run


async def asked(means: Means, name: str, params: dict[str, Any], *, looks: bool) -> dict[str, Any]:
    """Ask the mod; who asked for what stands in the journal, unless it changes nothing.

    The pairs in an acknowledgement's ``detail`` are served as ``fields`` too.
    """
    answer = await means.mod.ask(name, params)
    if not looks:
        given = {key: value for key, value in params.items() if key != "by"}
        by = str(params.get("by") or "client")
        await means.hub.publish(
            [{"source": "bridge", "type": "bridge_request", "text": name, "by": by, "given": given}]
        )
    told = {key: value for key, value in answer.items() if key != "type"}
    if pairs := dict(_PAIR.findall(str(answer.get("detail") or ""))):
        told["fields"] = pairs
    return told
