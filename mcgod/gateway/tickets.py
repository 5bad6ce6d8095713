"""A message on its way: what its callers are told as it goes, and how it is stopped or answered."""

from __future__ import annotations

import asyncio
import queue
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.errors import Cancelled
from mcgod.tools.port import Answer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.errors import McgodError
    from mcgod.gateway.calls import Order
    from mcgod.tools.port import Question

_LOOK = 0.1  # seconds between two looks for a wish to stop


class News(NamedTuple):
    """What callers are told: an ``event`` by its name, that a question is ``waiting``, or the ``end``, or its error."""

    kind: str
    name: str = ""
    data: Any = None


class Ticket:
    """One message. Its methods belong to the loop's thread, but for ``emit``, ``ask`` and what they read.

    ``again`` is the answer with which a turn that was laid aside goes on, and
    ``resumed`` tells that a process before this one began it.
    """

    def __init__(self, order: Order, *, resumed: bool = False) -> None:
        self.order = order
        self.resumed = resumed
        self.state = "queued"
        self.question: dict[str, Any] | None = None
        self.again: Answer | None = None
        self.cancel = threading.Event()
        self.answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        self.expiry: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._watchers: set[asyncio.Queue[News]] = set()

    @contextmanager
    def watched(self) -> Iterator[asyncio.Queue[News]]:
        """Hear the news for the block; first of a question that waits already."""
        watcher: asyncio.Queue[News] = asyncio.Queue()
        if self.question:
            watcher.put_nowait(News("waiting", data=self.question))
        self._watchers.add(watcher)
        try:
            yield watcher
        finally:
            self._watchers.discard(watcher)

    def tell(self, news: News) -> None:
        """Tell whoever watches."""
        for watcher in self._watchers:
            watcher.put_nowait(news)

    def end(self, result: dict[str, Any] | McgodError) -> None:
        """Tell how it ended."""
        self.tell(News("end", data=result))

    def wait(self, question: dict[str, Any]) -> None:
        """Let it be known that an answer is waited for."""
        self.state, self.question = "waiting", question
        self.tell(News("waiting", data=question))

    def go_on(self) -> None:
        """Take note that the answer is there."""
        self.state, self.question = "running", None
        if self.expiry:
            self.expiry.cancel()
            self.expiry = None

    def emit(self, name: str, data: Any) -> None:
        """Tell a stream event, out of the turn's thread."""
        if self._watchers:
            self._loop.call_soon_threadsafe(self.tell, News("event", name, data))

    def ask(self, question: Question) -> Answer:
        """Wait in the turn's thread until the question is answered, or its time is over. Raises Cancelled."""
        self._loop.call_soon_threadsafe(self.wait, question_json(question))
        looks = max(1, round(question.seconds / _LOOK))
        try:
            for _ in range(looks):
                if self.cancel.is_set():
                    raise Cancelled("the request was stopped")
                try:
                    return self.answers.get(timeout=_LOOK)
                except queue.Empty:
                    continue
            return Answer(skipped="no answer in time")
        finally:
            self._loop.call_soon_threadsafe(self.go_on)


def question_json(question: Question) -> dict[str, Any]:
    """Return ``{"text","options","seconds"}``."""
    return {"text": question.text, "options": list(question.options), "seconds": question.seconds}
