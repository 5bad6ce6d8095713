"""Calls under way: each in a thread of its own, since tools wait, with a way back to whoever has to be asked.

A question to the person at the client is answered in one of two ways. Either
the client is asked at once, over the connection; or, where the protocol has no
way back, it gets the question as the answer to its call, and calls again with
the person's answer. Between the two the call waits here, under a name that
nobody can guess.
"""

from __future__ import annotations

import asyncio
import queue
import secrets
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.errors import BadUsage, Busy, Cancelled

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.tools.port import ToolResult

_MOST = 32  # calls at a time
PATIENCE = 300.0  # seconds that a person may take to answer


class Form(NamedTuple):
    """A question to a person: ``message``, and the JSON schema of a flat object that the answer is."""

    message: str
    schema: dict[str, Any]


class Asked:
    """A question that was put. Each is answered by itself: a late answer to one is none to the next."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self._answers: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()

    def answer(self, content: dict[str, Any] | None) -> None:
        """Give the person's answer; None when the person would not."""
        self._answers.put(content)

    def wait(self) -> dict[str, Any] | None:
        """Return the answer, None after ``PATIENCE`` seconds."""
        try:
            return self._answers.get(timeout=PATIENCE)
        except queue.Empty:
            return None


class News(NamedTuple):
    """What a call tells: ``progress`` with an event, ``asked`` with a question, ``done`` with a result, ``failed``."""

    kind: str
    value: Any


class Job:
    """One call. ``cancel`` is set once nobody wants it any more; the thread then ends at its next look.

    ``outside``: its result holds words that nobody vouches for.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.cancel = threading.Event()
        self.outside = False
        self.thread: threading.Thread
        self._loop = loop
        self._news: asyncio.Queue[News] = asyncio.Queue()
        self._asked: Asked | None = None

    async def next(self) -> News:
        """Return what the call tells next."""
        return await self._news.get()

    def stop(self) -> None:
        """Ask for the end."""
        self.cancel.set()
        if asked := self._asked:
            asked.answer(None)

    def tell(self, kind: str, value: Any) -> None:
        """Tell something, from the call's own thread; nobody may be left to hear it."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._news.put_nowait, News(kind, value))

    def ask(self, form: Form) -> dict[str, Any] | None:
        """Ask a person, from the call's own thread, and wait. Raises Cancelled."""
        self._asked = asked = Asked(form)
        self.tell("asked", asked)
        content = None if self.cancel.is_set() else asked.wait()
        if self.cancel.is_set():
            raise Cancelled("the call was cancelled")
        return content


class Calls:
    """All calls of a server, on its loop."""

    def __init__(self) -> None:
        self._jobs: set[Job] = set()
        self._waiting: dict[str, tuple[str, Job, Asked]] = {}

    def begin(self, work: Callable[[Job], ToolResult]) -> Job:
        """Start ``work`` in a thread. Raises Busy when too many calls are under way."""
        if len(self._jobs) >= _MOST:
            raise Busy(f"{_MOST} calls are under way", hint="wait for one of them")
        loop = asyncio.get_running_loop()
        job = Job(loop)

        def run() -> None:
            try:
                job.tell("done", work(job))
            except BaseException as error:  # noqa: BLE001 - whoever called is told of it
                job.tell("failed", error)
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._ended, job)

        # A daemon: a tool that waits for somebody else's server must not keep the process from ending.
        job.thread = threading.Thread(target=run, name="mcgod-serve-call", daemon=True)
        self._jobs.add(job)
        job.thread.start()
        return job

    def park(self, job: Job, asked: Asked, what: str) -> str:
        """Let ``job`` wait for its call to come again, and return the name to call for; ``what`` says which call."""
        name = secrets.token_urlsafe(24)
        self._waiting[name] = (what, job, asked)
        return name

    def resume(self, name: str, what: str, content: dict[str, Any] | None) -> Job:
        """Answer the question that waits under ``name``, once, and return its job. Raises BadUsage."""
        found, job, asked = self._waiting.get(name, ("", None, None))
        if job is None or asked is None or found != what:
            raise BadUsage("that question is not open any more", hint="call again from the start")
        del self._waiting[name]
        asked.answer(content)
        return job

    async def close(self, patience: float) -> None:
        """Ask every call to end, and wait ``patience`` seconds for those that do something."""
        until, jobs = time.monotonic() + patience, [*self._jobs]
        for job in jobs:
            job.stop()
        for job in jobs:
            await asyncio.to_thread(job.thread.join, max(0.0, until - time.monotonic()))

    def _ended(self, job: Job) -> None:
        self._jobs.discard(job)
        self._waiting = {name: pair for name, pair in self._waiting.items() if pair[1] is not job}
