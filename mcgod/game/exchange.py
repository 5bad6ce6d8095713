"""When a reply is complete, by the kind of server. Sans-I/O: fed with packets, it says what to do next.

Nothing in the protocol marks the end of a reply. Minecraft cuts every 4096
characters, Source servers a little earlier, rcon-fake never, and Cuberite
answers with two packets of type 2, of which one is empty. A packet of type 0
sent after a reply is answered by all but Cuberite (which hangs up), and that
answer marks the end. Two packets in one segment make Minecraft hang up, so
such a probe leaves only once the reply has begun.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from mcgod.game.codec import ANSWER, COMMAND, DENIED, LAST_ID, FrameError, encode

if TYPE_CHECKING:
    from mcgod.game.codec import Packet

# A first packet below this is the whole reply on every server we know; probing
# from here on, well below any cut, costs one round trip where replies are long.
PROBE_FROM = 1024  # bytes
# A packet below this is the last one of a server that ignores probes.
CUT_FROM = 4000  # bytes
LONGEST_REPLY = 16 << 20  # bytes


class Step(Enum):
    """What the owner of the socket does next."""

    DONE = auto()
    PROBE = auto()  # send Exchange.probe(), then ask again
    WAIT = auto()  # more must come
    LISTEN = auto()  # more may come: a short silence means the end


@dataclass(slots=True)
class Dialect:
    """What has been learnt of one server; it outlives connections. ``probes`` is None until known."""

    probes: bool | None = None
    last_id: int = 0
    _ignored: int = 0

    def number(self) -> int:
        """Return the next request id: positive, increasing, 31 bits."""
        self.last_id = self.last_id % LAST_ID + 1
        return self.last_id

    def ignores(self, probe_id: int) -> None:
        """Note that a probe got no answer."""
        self.probes, self._ignored = False, probe_id

    def stray(self, packet: Packet) -> None:
        """Look at a packet that nobody waits for: a late answer to a probe is worth knowing of."""
        if self._ignored and packet.id == self._ignored:
            self.probes, self._ignored = True, 0


class Exchange:
    """One reply in the making."""

    def __init__(self, dialect: Dialect, request_id: int) -> None:
        self._dialect = dialect
        self._request = request_id
        self._probe = 0
        self._pieces: list[bytes] = []
        self._size = 0
        self._kind = ANSWER
        self._ended = False
        self.denied = False

    @property
    def body(self) -> bytes:
        """The reply so far."""
        return b"".join(self._pieces)

    def take(self, packet: Packet) -> None:
        """Add one packet; those of other requests are dropped. Raises FrameError on a reply without end."""
        if packet.id == self._request:
            self._kind = packet.kind
            self._pieces.append(packet.body)
            self._size += len(packet.body)
            if self._size > LONGEST_REPLY:
                raise FrameError(f"a reply went on past {LONGEST_REPLY} bytes")
        elif packet.id == self._probe:
            self._dialect.probes = True
            self._ended = True
        elif packet.id == DENIED:
            self.denied = True
        else:
            self._dialect.stray(packet)

    def step(self, *, partial: bool) -> Step:
        """Say what is next, once no whole packet is left to take; ``partial``: the start of one has arrived."""
        if self._ended:
            return Step.DONE
        if partial or not self._pieces:
            return Step.WAIT
        if self._kind == COMMAND:
            return self._step_of_pair()
        if self._probe:
            return Step.WAIT if self._dialect.probes else Step.LISTEN
        if self._dialect.probes is False:
            return Step.DONE if len(self._pieces[-1]) < CUT_FROM else Step.LISTEN
        return Step.DONE if self._size < PROBE_FROM else Step.PROBE

    def _step_of_pair(self) -> Step:
        if len(self._pieces) >= 2:
            return Step.DONE
        return Step.LISTEN if self._pieces[0] else Step.WAIT

    def probe(self) -> bytes:
        """Return the packet whose answer will mark the end."""
        self._probe = self._dialect.number()
        return encode(self._probe, ANSWER, b"")

    def silence(self) -> None:
        """Take note that the server fell silent, or hung up, while we listened."""
        if self._probe and not self._ended:
            self._dialect.ignores(self._probe)
