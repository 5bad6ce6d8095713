"""A client of the bridge, for programs that wait: calls, and a stream of events that survives a restart.

Blocking, with plain sockets; a bridge that goes away raises BridgeDown from
a call, while ``follow`` waits for it to come back and goes on where it was.
"""

from __future__ import annotations

import json
import socket
import time
from collections import deque
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from mcgod.bridge import address, wire
from mcgod.bridge.address import BridgeDown

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from pathlib import Path

    from mcgod.bridge.port import Events


class Bridge:
    """One connection to the bridge of a home. Not for several threads at once.

    With ``looks`` the bridge itself refuses whatever does more than look.
    """

    def __init__(self, run_root: Path, *, timeout: float = 10.0, looks: bool = False) -> None:
        self._address = address.read(run_root)
        self._token = self._address.read_token if looks else self._address.token
        self._ids = count(1)
        try:
            self._sock = socket.create_connection((self._address.host, self._address.port), timeout=timeout)
        except OSError as error:
            raise BridgeDown(
                f"the bridge does not answer: {error.strerror or error}", hint="mcgod bridge serve"
            ) from error
        self._lines: deque[bytes] = deque()
        self._rest = b""  # of a line that has not ended yet

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def stream(self) -> str:
        """The name of the stream that the bridge writes."""
        return self._address.stream

    def close(self) -> None:
        """Hang up."""
        self._sock.close()

    def settimeout(self, seconds: float | None) -> None:
        """Bound how long a call or a read may take; None for no bound."""
        self._sock.settimeout(seconds)

    def call(self, method: str, **params: Any) -> Any:
        """Call ``method`` and return its result. Raises the bridge's own error, or BridgeDown."""
        return self.answer(self.ask(method, params))

    def ask(self, method: str, params: dict[str, Any]) -> str:
        """Send a call, and return what to wait for its ``answer`` with. Raises BridgeDown."""
        request_id = str(next(self._ids))
        self._send(wire.request(request_id, method, params, self._token))
        return request_id

    def answer(self, request_id: str) -> Any:
        """Return the result of a call. Raises as ``call`` does, or TimeoutError, after which one may wait on."""
        while True:
            told = self.read()
            if told.get("type") == "response" and told.get("id") == request_id:
                if told["ok"]:
                    return told["result"]
                raise wire.raised(told["error"])

    def read(self) -> dict[str, Any]:
        """Return the next thing that the bridge says. Raises BridgeDown, or TimeoutError, after which one may go on."""
        while not self._lines:
            try:
                data = self._sock.recv(1 << 18)
            except TimeoutError:
                raise
            except OSError as error:
                raise _gone(error) from error
            if not data:
                raise BridgeDown("the bridge went away", hint="mcgod bridge status")
            *whole, self._rest = (self._rest + data).split(b"\n")
            self._lines.extend(whole)
        told: dict[str, Any] = json.loads(self._lines.popleft())
        return told

    def _send(self, data: bytes) -> None:
        try:
            self._sock.sendall(data)
        except OSError as error:
            raise _gone(error) from error


def _gone(error: OSError) -> BridgeDown:
    return BridgeDown(f"the bridge went away: {error.strerror or error}", hint="mcgod bridge status")


class Wish(NamedTuple):
    """Which events somebody wants: of these types (``god.*`` takes all that begin so), of this player; or all."""

    types: tuple[str, ...] = ()
    player: str = ""

    def takes(self, event: dict[str, Any]) -> bool:
        """Whether ``event`` is wanted."""
        name = event["type"]
        if self.types and name not in self.types and f"{name.partition('.')[0]}.*" not in self.types:
            return False
        return not self.player or str(event.get("player") or "").lower() == self.player.lower()


def follow(
    run_root: Path,
    events: Events,
    *,
    since: int | None,
    wish: Wish = Wish(),  # noqa: B008 - a tuple
    sleep: Callable[[float], None] = time.sleep,
    idle: Callable[[], None] = lambda: None,
    patience: float = 1.0,
) -> Generator[dict[str, Any], None, None]:
    """Yield events after ``since`` (None: from now on) for ever, each once, over restarts and gaps.

    While no bridge runs it waits for one. ``idle`` is called every
    ``patience`` seconds that nothing happens; what it raises ends the stream.
    """
    cursor = since
    while True:
        try:
            with Bridge(run_root) as bridge:
                if cursor is None:
                    cursor = bridge.call("status")["events"]["last"]
                bridge.call("subscribe", since=cursor, types=list(wish.types), player=wish.player)
                bridge.settimeout(patience)
                for event in _pushed(bridge, events, wish, idle):
                    cursor = event["seq"]
                    yield event
        except BridgeDown:
            idle()
            sleep(0.2)


def _pushed(bridge: Bridge, events: Events, wish: Wish, idle: Callable[[], None]) -> Iterator[dict[str, Any]]:
    while True:
        try:
            told = bridge.read()
        except TimeoutError:
            idle()
            continue
        if told.get("type") == "event":
            yield told["event"]
        elif told.get("type") == "gap":
            yield from _missed(bridge, events, wish, told["since"], told["resume"])


def _missed(bridge: Bridge, events: Events, wish: Wish, since: int, resume: int) -> Iterator[dict[str, Any]]:
    """Yield from the journal what this client was too slow for."""
    for line in events.read(bridge.stream, since):
        event = json.loads(line)
        if event["seq"] >= resume:
            return
        if wish.takes(event):
            yield event
