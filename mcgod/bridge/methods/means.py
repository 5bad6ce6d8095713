"""What calls are served with: the journal's hub, the game over RCON, and the interface mod; RCON goes first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from mcgod.errors import BadInput, GameUnreachable
from mcgod.game.modlink.failures import ModFailure
from mcgod.game.modlink.primitives import PRIMITIVES
from mcgod.game.port import Reply
from mcgod.game.replies import failed, strip_codes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from mcgod.bridge.claims import Claims
    from mcgod.bridge.hub import Hub
    from mcgod.bridge.keeper import Keeper
    from mcgod.bridge.modkeeper import ModKeeper

    Method = Callable[[dict[str, Any]], Awaitable[Any]]

T = TypeVar("T")


class Call(NamedTuple):
    """One method. ``looks``: a token that may only look may call it, unless it gives the parameter ``acts_with``.

    ``needs`` is the mod's primitive that serves it, empty for none; ``rcon``:
    RCON serves it as well.
    """

    run: Method
    looks: bool = False
    acts_with: str = ""
    needs: str = ""
    rcon: bool = False

    def only_looks(self, params: dict[str, Any]) -> bool:
        """Whether a call with ``params`` changes nothing."""
        return self.looks and params.get(self.acts_with) is None


class Means(NamedTuple):
    """Everything a method may use. ``level`` names the world's folder, ``log``: the server's log is heard.

    ``claims`` tell who answers what, ``status`` the daemon's own facts,
    ``identify`` who a player is; ``stop`` asks it to end.
    """

    hub: Hub
    keeper: Keeper
    mod: ModKeeper
    claims: Claims
    status: Callable[[], dict[str, Any]]
    stop: Callable[[], None]
    identify: Callable[[str], dict[str, Any]]
    level: str = ""
    log: bool = False

    async def command(self, text: str) -> tuple[Reply, str]:
        """Run a command once; return the reply and whether it went over ``rcon`` or ``mod``."""

        async def over_rcon() -> tuple[Reply, str]:
            return await self.keeper.command(text), "rcon"

        async def over_mod() -> tuple[Reply, str]:
            return await self._mod_command(text), "mod"

        return await self.rcon_first("command", over_rcon, over_mod)

    async def rcon_first(
        self, primitive: str, over_rcon: Callable[[], Awaitable[T]], over_mod: Callable[[], Awaitable[T]]
    ) -> T:
        """Serve a call over RCON where there is RCON, else by the mod.

        A mod on the server stands in for an RCON that is down, which raises
        only when nothing was done; a client's may be in another game.
        """
        if self.keeper.has_game:
            try:
                return await over_rcon()
            except GameUnreachable:
                mod = self.mod.mod
                if mod is None or mod.vantage != "server" or PRIMITIVES[primitive].lacking(mod):
                    raise
        elif not self.mod.configured:
            return await over_rcon()  # it says that no server is configured
        return await over_mod()

    async def _mod_command(self, text: str) -> Reply:
        if any(char in text for char in "\r\n\0"):
            raise BadInput("a command is one line")
        try:
            ack = await self.mod.ask("command", {"command": text})
        except ModFailure as error:
            if error.sent:
                return Reply(text, "", ok=False, known=False)
            raise
        if not isinstance(ack.get("output"), list):
            return Reply(text, "", known=False)  # a client only knows that it was sent
        raw = "\n".join(map(str, ack["output"]))
        return Reply(text, strip_codes(raw), raw, ok=not failed(raw))
