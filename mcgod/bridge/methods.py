"""What a client may call, and what each call needs: a scope, a game, an interface mod."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

from mcgod.bridge import journal
from mcgod.errors import BadInput, NotFound, Refused
from mcgod.game.speech import tellraw
from mcgod.names import player_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from mcgod.bridge.hub import Hub
    from mcgod.bridge.keeper import Keeper

    Method = Callable[[dict[str, Any]], Awaitable[Any]]

_PAGE = 1000  # events in one answer
_READ = frozenset({"ping", "status", "capabilities", "events", "state", "player", "wait"})


class Methods:
    """The calls of one bridge. ``status`` tells the daemon's own facts, ``stop`` asks it to end."""

    def __init__(
        self, hub: Hub, keeper: Keeper, *, status: Callable[[], dict[str, Any]], stop: Callable[[], None]
    ) -> None:
        self._hub = hub
        self._keeper = keeper
        self._status = status
        self._stop = stop
        self._claims = _Claims()
        self._table: dict[str, Method] = {
            "ping": self._ping,
            "status": self._tell_status,
            "capabilities": self._capabilities,
            "events": self._events,
            "command": self._command,
            "say": self._say,
            "state": self._state,
            "player": self._player,
            "mark": self._mark,
            "publish": self._publish,
            "claim": self._claim,
            "wait": self._wait,
            "stop": self._end,
        }

    async def call(self, method: str, params: dict[str, Any], scope: str) -> Any:
        """Answer one call. Raises NotFound for an unknown one, Refused for one that the token may not do."""
        if method not in self._table:
            raise NotFound(f"the bridge has no method {method!r}", hint=f"one of {', '.join(sorted(self._table))}")
        if scope != "full" and method not in _READ:
            raise Refused(f"this token may only look, and {method} does more")
        return await self._table[method](params)

    async def _ping(self, _params: dict[str, Any]) -> dict[str, Any]:
        return {"pong": time.time()}

    async def _tell_status(self, _params: dict[str, Any]) -> dict[str, Any]:
        return self._status()

    async def _capabilities(self, _params: dict[str, Any]) -> dict[str, Any]:
        supported = sorted(name for name in self._table if name in _NEEDS_NO_GAME or self._keeper.has_game)
        missing = dict.fromkeys(sorted(set(self._table) - set(supported)), "no server is configured")
        return {"supported": supported, "missing": missing}

    async def _events(self, params: dict[str, Any]) -> dict[str, Any]:
        """Page through events: ``next`` fed back loses nothing and repeats nothing."""
        since, limit = _number(params, "since", 0), min(_number(params, "limit", 200), _PAGE)
        types = frozenset(params.get("types") or ())
        stream = self._hub.journal.stream
        first = self._hub.journal.first
        dropped = max(0, first - since - 1)
        if since + 1 >= self._hub.ring.first:
            lines = [(entry.seq, entry.line) for entry in self._hub.ring.after(since, _PAGE)]
        else:
            lines = await asyncio.to_thread(self._from_disk, stream, since)
        events: list[Any] = []
        upto = since
        for seq, line in lines:
            event = json.loads(line)
            if len(events) >= limit:
                break
            upto = seq
            if not types or event["type"] in types:
                events.append(event)
        return {"events": events, "next": upto, "dropped": dropped, "stream": stream}

    def _from_disk(self, stream: str, since: int) -> list[tuple[int, bytes]]:
        found = []
        for number, line in enumerate(journal.read(self._hub.journal.folder, stream, since)):
            if number >= _PAGE:
                break
            found.append((json.loads(line)["seq"], line))
        return found

    async def _command(self, params: dict[str, Any]) -> dict[str, Any]:
        """Run a command as it is; who asked stands in the journal."""
        text, by = _text(params, "command"), str(params.get("by") or "client")
        reply = await self._keeper.command(text)
        told = {"text": text, "by": by, "output": reply.text, "ok": reply.ok, "known": reply.known}
        await self._hub.publish([{"source": "bridge", "type": "bridge_command", **told}])
        return {"command": text, "output": reply.text, "raw": reply.raw, "ok": reply.ok, "known": reply.known}

    async def _say(self, params: dict[str, Any]) -> dict[str, Any]:
        """Show a text to a player, or to everybody: encoded, so that nothing in it is a command."""
        text = _text(params, "text")
        player = player_name(params["player"]) if params.get("player") else None
        commands = tellraw(player, text)
        for command in commands:
            await self._keeper.command(command)
        await self._hub.publish([{"source": "bridge", "type": "bridge_say", "player": player or "", "text": text}])
        return {"lines": len(commands)}

    async def _state(self, _params: dict[str, Any]) -> dict[str, Any]:
        return (await self._keeper.state()).to_json()

    async def _player(self, params: dict[str, Any]) -> dict[str, Any] | None:
        found = await self._keeper.player(player_name(_text(params, "player")))
        if found is None:
            return None
        return {
            "name": found.name,
            "position": list(found.position) if found.position else None,
            "dimension": found.dimension,
            "health": found.health,
            "food": found.food,
            "gamemode": found.gamemode,
            "inventory": found.inventory,
        }

    async def _mark(self, params: dict[str, Any]) -> dict[str, Any]:
        seqs = await self._hub.publish([{"source": "bridge", "type": "mark", "text": _text(params, "text")}])
        return {"seq": seqs[0]}

    async def _publish(self, params: dict[str, Any]) -> dict[str, Any]:
        """Journal what the god tells of itself: types that begin with ``god.``, nothing else."""
        event = params.get("event")
        if not isinstance(event, dict) or not str(event.get("type", "")).startswith("god."):
            raise BadInput("only events of a type god.… may be published")
        seqs = await self._hub.publish([{**event, "source": "god", "time": ""}])
        return {"seq": seqs[0]}

    async def _claim(self, params: dict[str, Any]) -> dict[str, Any]:
        """Claim an event for one worker, once and for all: it is in the journal before this answers."""
        seq, by = _number(params, "seq", 0), _text(params, "by")
        if not self._claims.take(seq, self._hub):
            return {"claimed": False}
        await self._hub.publish([{"source": "god", "type": "god.claim", "of": seq, "by": by}])
        return {"claimed": True}

    async def _wait(self, params: dict[str, Any]) -> dict[str, Any]:
        seconds = min(_number(params, "ticks", 0) / 20, 3600)
        await asyncio.sleep(seconds)
        return {"waited": seconds}

    async def _end(self, _params: dict[str, Any]) -> dict[str, Any]:
        self._stop()
        return {"stopping": True}


_NEEDS_NO_GAME = frozenset({"ping", "status", "capabilities", "events", "mark", "publish", "claim", "wait", "stop"})


class _Claims:
    """Which events are taken; learnt from the journal at the first claim."""

    def __init__(self) -> None:
        self._taken: set[int] | None = None

    def take(self, seq: int, hub: Hub) -> bool:
        """Take ``seq`` unless somebody has; atomic, since nothing is awaited."""
        if self._taken is None:
            lines = journal.read(hub.journal.folder, hub.journal.stream)
            self._taken = {json.loads(line).get("of", 0) for line in lines if b'"type":"god.claim"' in line}
        if seq in self._taken:
            return False
        self._taken.add(seq)
        return True


def _text(params: dict[str, Any], name: str) -> str:
    value = params.get(name)
    if not isinstance(value, str) or not value.strip():
        raise BadInput(f"{name} is a text")
    return value


def _number(params: dict[str, Any], name: str, default: int) -> int:
    value = params.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadInput(f"{name} is a whole number, not below 0")
    return value
