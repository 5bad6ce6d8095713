"""The calls about the bridge itself: is it there, how is it, end it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from mcgod.bridge.methods.means import Call
from mcgod.bridge.methods.params import text
from mcgod.names import player_name

if TYPE_CHECKING:
    from mcgod.bridge.methods.means import Means


def calls(means: Means) -> dict[str, Call]:
    """Return ``ping``, ``status``, ``identify`` and ``stop``."""

    async def ping(_params: dict[str, Any]) -> dict[str, Any]:
        return {"pong": time.time()}

    async def status(_params: dict[str, Any]) -> dict[str, Any]:
        return means.status()

    async def identify(params: dict[str, Any]) -> dict[str, Any]:
        return means.identify(player_name(text(params, "player")))

    async def stop(_params: dict[str, Any]) -> dict[str, Any]:
        means.stop()
        return {"stopping": True}

    return {
        "ping": Call(ping, looks=True),
        "status": Call(status, looks=True),
        "identify": Call(identify, looks=True),
        "stop": Call(stop),
    }
