"""The calls that act on the game and ask it: commands, words, the server's state and a player's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.bridge.methods import modstate
from mcgod.bridge.methods.means import Call
from mcgod.bridge.methods.params import text
from mcgod.errors import BadInput
from mcgod.game import speech
from mcgod.names import player_name

if TYPE_CHECKING:
    from mcgod.bridge.methods.means import Means


def calls(means: Means) -> dict[str, Call]:
    """Return ``command``, ``say``, ``chat``, ``state`` and ``player``."""
    playing = _Playing(means)
    return {
        "command": Call(playing.command, needs="command", rcon=True),
        "say": Call(playing.say, needs="command", rcon=True),
        "chat": Call(playing.chat, needs="command", rcon=True),
        "state": Call(playing.state, looks=True, needs="state", rcon=True),
        "player": Call(playing.player, looks=True, needs="player", rcon=True),
    }


class _Playing:
    def __init__(self, means: Means) -> None:
        self._means = means

    async def command(self, params: dict[str, Any]) -> dict[str, Any]:
        """Run a command as it is; who asked stands in the journal.

        ``of``: the event that it answers, which ``by`` must hold.
        """
        command, by = text(params, "command"), str(params.get("by") or "client")
        self._means.claims.check(params.get("of"), by)
        reply, via = await self._means.command(command)
        told = {"text": command, "by": by, "via": via, "output": reply.text, "ok": reply.ok, "known": reply.known}
        if isinstance(params.get("of"), int):
            told["of"] = params["of"]
        await self._means.hub.publish([{"source": "bridge", "type": "bridge_command", **told}])
        return {
            "command": command,
            "output": reply.text,
            "raw": reply.raw,
            "ok": reply.ok,
            "known": reply.known,
            "via": via,
        }

    async def say(self, params: dict[str, Any]) -> dict[str, Any]:
        """Show a text to a player, or to everybody: encoded, so that nothing in it is a command."""
        words = text(params, "text")
        player = player_name(params["player"]) if params.get("player") else None
        shown, _ = await self._show(player, words)
        await self._told(player, words)
        return {"lines": shown}

    async def chat(self, params: dict[str, Any]) -> dict[str, Any]:
        """Speak in the chat: as the player where a client's mod is there, else shown to everybody as ``say`` does."""
        words = text(params, "text")
        lines = speech.lines(words)
        if not lines or any(line.lstrip().startswith("/") for line in lines):
            raise BadInput("chat takes words", hint="a command goes through `command`")
        mod = self._means.mod.mod
        if mod is None or mod.vantage != "client" or modstate.lacking("chat", mod):
            shown, via = await self._show(None, words)
        else:
            for line in lines:
                await self._means.mod.ask("chat", {"text": line})
            shown, via = len(lines), "mod"
        await self._told(None, words)
        return {"lines": shown, "via": via}

    async def _show(self, player: str | None, words: str) -> tuple[int, str]:
        commands, via = speech.tellraw(player, words), "rcon"
        for command in commands:
            _, via = await self._means.command(command)
        return len(commands), via

    async def _told(self, player: str | None, words: str) -> None:
        await self._means.hub.publish(
            [{"source": "bridge", "type": "bridge_say", "player": player or "", "text": words}]
        )

    async def state(self, _params: dict[str, Any]) -> dict[str, Any]:
        """Ask for the server's state; what a mod knows besides stands under ``mod``."""

        async def over_rcon() -> dict[str, Any]:
            return (await self._means.keeper.state()).to_json()

        async def over_mod() -> dict[str, Any]:
            return modstate.state(await self._means.mod.ask("state"))

        return await self._means.rcon_first("state", over_rcon, over_mod)

    async def player(self, params: dict[str, Any]) -> dict[str, Any] | None:
        """Ask for an online player's state, None when nobody is called so; with ``view`` also what they look at."""
        name = player_name(text(params, "player"))

        async def over_rcon() -> dict[str, Any] | None:
            found = await self._means.keeper.player(name)
            return modstate.shown(found) if found else None

        async def over_mod() -> dict[str, Any] | None:
            return modstate.player(await self._means.mod.ask("player", {"player": name}), view=bool(params.get("view")))

        if params.get("view"):
            return await over_mod()
        return await self._means.rcon_first("player", over_rcon, over_mod)
