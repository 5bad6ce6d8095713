"""What a client may call, and what each call needs: a scope, a game, an interface mod."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.bridge.methods import around, modded, playing, records, running, surface
from mcgod.errors import NotFound, Refused

if TYPE_CHECKING:
    from mcgod.bridge.methods.means import Call, Means


class Methods:
    """The calls of one bridge, served with ``means``."""

    def __init__(self, means: Means) -> None:
        self._table: dict[str, Call] = {
            **running.calls(means),
            **records.calls(means),
            **playing.calls(means),
            **around.calls(means),
            **modded.calls(means),
        }
        self._table |= surface.calls(means, self._table)

    async def call(self, method: str, params: dict[str, Any], scope: str) -> Any:
        """Answer one call. Raises NotFound for an unknown one, Refused for one that the token may not do."""
        if method not in self._table:
            raise NotFound(f"the bridge has no method {method!r}", hint=f"one of {', '.join(sorted(self._table))}")
        call = self._table[method]
        if scope != "full" and not call.only_looks(params):
            raise Refused(f"this token may only look, and {method} does more")
        return await call.run(params)
