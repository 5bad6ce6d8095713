"""The turn trace: one line a stage, written as the turn runs, so that a crash leaves what had happened.

    {"v":1,"request_id":"…","turn":3,"at":"2026-11-30T12:00:00.123Z","stage":"verdicts",…}

Stages: ``input``, ``observed``, ``request``, ``response``, ``tool``,
``verdicts``, ``message``, ``reply``, ``end``. Together they hold all that the
rules judged by, so that ``mcgod.replay`` can judge again. Never a secret.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.store.port import Store

VERSION = 1


@dataclass(frozen=True, slots=True)
class Trace:
    """The trace of one turn of one session."""

    store: Store
    owner: str
    session_id: str
    request_id: str
    turn: int
    clock: Callable[[], float]

    def write(self, stage: str, **fields: Any) -> None:
        """Append one stage; it is durable when this returns. Raises StoreFailed or Busy."""
        head = {"v": VERSION, "request_id": self.request_id, "turn": self.turn, "at": moment(self.clock())}
        self.store.append_turns(self.owner, self.session_id, [{**head, "stage": stage, **fields}])


def moment(seconds: float) -> str:
    """Return epoch ``seconds`` as ``2026-11-30T12:00:00.123Z``."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
