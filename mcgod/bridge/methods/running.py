"""The calls about the bridge itself: is it there, how is it, end it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from mcgod.bridge.methods.means import Call

if TYPE_CHECKING:
    from mcgod.bridge.methods.means import Means


def calls(means: Means) -> dict[str, Call]:
    """Return ``ping``, ``status`` and ``stop``."""

    async def ping(_params: dict[str, Any]) -> dict[str, Any]:
        return {"pong": time.time()}

    async def status(_params: dict[str, Any]) -> dict[str, Any]:
        return means.status()

    async def stop(_params: dict[str, Any]) -> dict[str, Any]:
        means.stop()
        return {"stopping": True}

    return {"ping": Call(ping, looks=True), "status": Call(status, looks=True), "stop": Call(stop)}
