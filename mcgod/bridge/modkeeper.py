"""Keeps the interface mod: its events go into the journal as ours, its ups and downs are told as events.

A mod's event keeps its own fields under ``mod``, so that its chat's ``seq``
and our ``seq`` are two things:

    {"seq":41,"source":"mod","type":"chat","player":"Ann","text":"hi","mod":{"millis":1,"seq":7,"context_id":"ctx-1"}}

The mod writes its events from the game's own threads and waits for whoever
does not read. So the socket is always read at once, and it is here that events
wait for the disk; should that take too long, the oldest are dropped and
``mod_gap`` says how many.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter, deque
from typing import TYPE_CHECKING, Any

from mcgod.errors import StoreFailed
from mcgod.game.modlink import plain
from mcgod.game.modlink.failures import Lacking
from mcgod.game.modlink.link import Link
from mcgod.game.replies import strip_codes
from mcgod.names import is_player_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from mcgod.game.modlink.discovery import Found
    from mcgod.game.modlink.failures import ModFailure
    from mcgod.game.modlink.greeting import Greeting
    from mcgod.game.modlink.lines import Message
    from mcgod.game.modlink.link import Target

    Publish = Callable[[Sequence[Mapping[str, Any]]], Awaitable[object]]

_MOST = 20_000  # events that may wait for the disk
_BATCH = 500  # events in one write
_TYPE = re.compile(r"[a-z][a-z0-9_]{0,63}\Z")
# Types that this bridge gives a meaning of its own, so that a mod may not send them as such.
_OURS = re.compile(r"(?:bridge|rcon|mod|god)(?:_|\Z)")


class ModKeeper:
    """Owns the link to ``target``; None is no mod at all. ``publish`` journals a batch of events.

    ``log`` says that the server's log is heard too: then chat is told by the
    log, and what the mod knows of it besides is a ``mod.chat``, lest every
    prayer be heard twice.
    """

    def __init__(self, target: Target | None, publish: Publish, *, log: bool = False) -> None:
        self._publish = publish
        self._log = log
        self._link = Link(target, self) if target else None
        self._waiting: deque[dict[str, Any]] = deque()
        self._lost = 0
        self._news = asyncio.Event()
        self._publishing: asyncio.Task[None] | None = None
        self._marks: Counter[str] = Counter()

    @property
    def configured(self) -> bool:
        """Whether there is a mod to look for."""
        return self._link is not None

    @property
    def mod(self) -> Greeting | None:
        """The mod that is connected, if one is."""
        return self._link.mod if self._link else None

    @property
    def why_down(self) -> str:
        """Why no mod is connected."""
        return self._link.error.message if self._link else "no mod is configured"

    @property
    def failure(self) -> BaseException | None:
        """A defect or a full disk that ended the keeping; the daemon ends with it."""
        if self._link and self._link.defect:
            return self._link.defect
        task = self._publishing
        return task.exception() if task and task.done() and not task.cancelled() else None

    def start(self) -> None:
        """Begin to look for the mod, if there is to be one."""
        if self._link:
            self._publishing = asyncio.create_task(self._publish_all())
            self._link.start()

    async def stop(self) -> None:
        """Hang up; what was heard is journaled first."""
        if not self._link or not self._publishing:
            return
        await self._link.stop()
        self._publishing.cancel()
        await asyncio.gather(self._publishing, return_exceptions=True)
        while self._waiting:
            try:
                await self._publish_some()
            except StoreFailed:
                return

    async def ask(self, name: str, given: Mapping[str, Any] | None = None) -> Message:
        """Ask primitive ``name``; raises what Link.ask raises, and Lacking when there is to be no mod."""
        if self._link is None:
            raise Lacking(f"{name} needs the interface mod", hint="mcgod config set mod.vantage server")
        return await self._link.ask(name, given)

    async def mark(self, text: str) -> None:
        """Have the mod put ``text`` in its own records too; the event that it makes of it is ours already."""
        sent = " ".join(text.splitlines()).strip()
        self._marks[sent] += 1
        try:
            await self.ask("mark", {"text": sent})
        except BaseException:
            self._marks[sent] -= 1
            raise

    def status(self) -> dict[str, Any] | None:
        """Return how the link is, with how the port was searched for; None when there is to be no mod."""
        if not self._link:
            return None
        mod, found = self._link.mod, self._link.found
        return {
            "up": mod is not None,
            "error": "" if mod else self.why_down,
            "mod": mod.to_json() if mod else None,
            "discovery": found.to_json() if found else None,
            "lost": self._lost,
        }

    def came_up(self, mod: Greeting, found: Found) -> None:
        """Tell that the mod is there."""
        facts = {**mod.to_json(), "port": found.port, "source": found.source}
        self._put({"source": "mod", "type": "mod_up", "text": str(mod), "mod": facts})

    def went_down(self, error: ModFailure) -> None:
        """Tell that it is not."""
        self._marks.clear()
        self._put({"source": "mod", "type": "mod_down", "text": error.message})

    def hear(self, event: Message) -> None:
        """Take an event of the mod, but for the echo of a mark that is journaled already."""
        if event["type"] == "mark" and self._marks[text := str(event.get("text"))] > 0:
            self._marks[text] -= 1
            return
        self._put(journaled(event, "client" if self.mod and self.mod.vantage == "client" else "server", log=self._log))

    def _put(self, event: dict[str, Any]) -> None:
        if len(self._waiting) >= _MOST:
            self._waiting.popleft()
            self._lost += 1
        self._waiting.append(event)
        self._news.set()

    async def _publish_all(self) -> None:
        told = 0
        while True:
            await self._news.wait()
            self._news.clear()
            if self._lost > told:
                await self._publish([{"source": "mod", "type": "mod_gap", "text": f"{self._lost - told} events lost"}])
                told = self._lost
            while self._waiting:
                await self._publish_some()

    async def _publish_some(self) -> None:
        batch = [self._waiting.popleft() for _ in range(min(_BATCH, len(self._waiting)))]
        await self._publish(batch)


def journaled(event: Message, vantage: str, *, log: bool) -> dict[str, Any]:
    """Return a mod's event as the journal takes it: type, player and text on top, everything else under ``mod``."""
    own = {name: value for name, value in event.items() if name not in {"type", "event", "text"}}
    kind = event["type"]
    if not _TYPE.match(kind):
        own["type"], kind = kind, "mod.event"
    elif _OURS.match(kind) or (kind == "chat" and log):
        kind = f"mod.{kind}"
    made: dict[str, Any] = {"source": "mod", "type": kind}
    if player := _speaker(event, vantage):
        made["player"] = player
    if isinstance(event.get("text"), str):
        made["text"] = strip_codes(event["text"])
    return {**made, "mod": {**own, "vantage": vantage}}


def _speaker(event: Message, vantage: str) -> str:
    """Return who an event is about: a server names its players, a client hands on Java's printout of them."""
    said = event.get("sender")
    if not isinstance(said, str):
        return ""
    name = plain.sender(said) if vantage == "client" else said
    return name if is_player_name(name) else ""
