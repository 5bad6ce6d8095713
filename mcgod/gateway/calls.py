"""Messages that were taken, and what became of each: one file a message, which a restart finds again.

    gateway/calls/d0c8779b88ac0c98.json
    {"v":1,"state":"done","at":1796040000.0,"order":{"request_id":"d0c8779b88ac0c98","session_id":"sess_…","text":"wood",…},
     "question":null,"result":{…},"error":null}
    gateway/calls/d0c8779b88ac0c98.sent.jsonl      what was sent to the game; see mcgod.gateway.sent

States: ``running``, ``waiting`` (for an answer), ``done``, ``failed``,
``unknown`` (the process died, and what was sent may have run) and
``interrupted`` (it died before anything was sent). They are kept for a day.
Those that need not outlive the process are kept in it, the last thousand.
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod import fsio, jsonl
from mcgod.errors import BadInput, StoreFailed
from mcgod.gateway import sent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

VERSION = 1
KEPT = 86_400.0  # seconds
PASSING = 1000
OPEN = frozenset({"running", "waiting"})


@dataclass(frozen=True, slots=True)
class Order:
    """A message as it was taken.

    ``context`` is the caller's, as it came. ``keyed``: the caller gave a key,
    which ``request_id`` is made of, and may repeat the message.
    """

    request_id: str
    session_id: str
    text: str
    context: dict[str, Any] = field(default_factory=dict)
    allow_tools: bool = True
    max_tool_steps: int | None = None
    execute: bool = False
    event: str | None = None
    keyed: bool = False

    @property
    def digest(self) -> str:
        """What is the same for two messages that ask for the same."""
        return sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()


def id_of(session_id: str, key: str) -> str:
    """Return the request id of a message with a key: the same for the same key in the same session."""
    return sha256(f"{session_id}\0{key}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


class Call(NamedTuple):
    """What became of an order. ``at`` is when this was written, in epoch seconds."""

    order: Order
    state: str
    at: float
    question: dict[str, Any] | None = None
    result: dict[str, Any] | None = None
    error: dict[str, Any] | None = None


class Calls:
    """The calls in ``folder``. Thread-safe."""

    def __init__(self, folder: Path, *, clock: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._clock = clock
        self._passing: OrderedDict[str, Call] = OrderedDict()
        fsio.make_folder(folder)

    def write(self, order: Order, state: str, *, durable: bool, **fields: Any) -> Call:
        """Say what has become of ``order``; a ``durable`` call outlives process and power. Raises StoreFailed."""
        call = Call(order, state, self._clock(), **fields)
        if not durable:
            self._passing[order.request_id] = call
            while len(self._passing) > PASSING:
                self._passing.popitem(last=False)
            return call
        record = {"v": VERSION, "state": state, "at": call.at, "order": asdict(order), "question": call.question,
                  "result": call.result, "error": call.error}  # fmt: skip
        fsio.replace_file(self._path(order.request_id), jsonl.line(record))
        return call

    def read(self, request_id: str) -> Call | None:
        """Return what became of a request, None when it is not known here. Raises StoreFailed, BadInput."""
        if call := self._passing.get(request_id):
            return call
        path = self._path(request_id)
        try:
            raw = json.loads(path.read_bytes())
            if raw["v"] <= VERSION:
                order = Order(**raw["order"])
                return Call(order, raw["state"], raw["at"], raw["question"], raw["result"], raw["error"])
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StoreFailed(f"cannot read {path}: {error.strerror}") from error
        except (ValueError, KeyError, TypeError):
            aside = fsio.set_aside(path)
            raise BadInput(f"{path} did not parse and was set aside as {aside.name}") from None
        raise BadInput(f"{path} is of version {raw['v']}, written by a newer mcgod")

    def sent(self, request_id: str) -> list[sent.Sent]:
        """Return what the request has sent to the game. Raises StoreFailed."""
        return sent.read(self.sent_path(request_id))

    def sent_path(self, request_id: str) -> Path:
        """Return where the notes of what was sent lie."""
        return self._folder / f"{request_id}.sent.jsonl"

    def open(self) -> Iterator[Call]:
        """Yield the calls that a process has left without an end, the oldest first."""
        found = [call for path in self._folder.glob("*.json") if (call := self.read(path.stem)) and call.state in OPEN]
        yield from sorted(found, key=lambda call: call.at)

    def purge(self) -> None:
        """Forget what has been kept for long enough."""
        for path in self._folder.glob("*.json"):
            try:
                old = self._clock() - path.stat().st_mtime > KEPT
            except OSError:
                continue
            if old and (call := self.read(path.stem)) and call.state not in OPEN:
                fsio.remove(self.sent_path(path.stem), durable=False)
                fsio.remove(path, durable=False)

    def _path(self, request_id: str) -> Path:
        return self._folder / f"{request_id}.json"
