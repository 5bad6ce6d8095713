"""Where messages wait: one after another for each owner, a limited number of turns at once, all of them to be seen."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadUsage, Cancelled, McgodError, NotFound
from mcgod.gateway import faults, handles
from mcgod.gateway.tickets import Ticket, question_json
from mcgod.tools.port import Answer, LaidAside

if TYPE_CHECKING:
    from mcgod.gateway.calls import Call, Order
    from mcgod.gateway.metrics import Metrics
    from mcgod.gateway.work import Work


class _Lane:
    """The messages of one owner: in the order in which they came, one at a time."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.tickets = 0
        self.current: Ticket | None = None


class Desk:
    """Takes orders to ``work``, at most ``at_once`` at a time; ``most`` more may wait. Lives in one loop.

    When it stops, what runs has ``drain`` seconds to end by itself.
    """

    def __init__(self, work: Work, metrics: Metrics, *, at_once: int, most: int, drain: float) -> None:
        self.work = work
        self.stopping = False
        self._metrics = metrics
        self._most = most
        self._drain = drain
        self._slots = asyncio.Semaphore(at_once)
        self._pool = ThreadPoolExecutor(at_once, thread_name_prefix="turn")
        self._lanes: dict[str, _Lane] = {}
        self._tickets: dict[str, Ticket] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def tickets(self) -> list[Ticket]:
        """The messages that are on their way, in the order in which they came."""
        return list(self._tickets.values())

    @property
    def counts(self) -> dict[str, int]:
        """How many are ``running``, ``queued`` and ``waiting``."""
        found = Counter(ticket.state for ticket in self._tickets.values())
        return {state: found[state] for state in ("running", "queued", "waiting")}

    def submit(self, order: Order) -> Ticket:
        """Put a message at the end of its owner's; the same again is the one that is on its way.

        Raises NotFound, Stopping, Crowded, Waiting and KeyReused.
        """
        if there := self._tickets.get(order.request_id):
            if there.order.digest != order.digest:
                raise faults.KeyReused("this idempotency key came with another message before", hint="use a key once")
            return there
        self._check_room(order)
        return self._admit(Ticket(order))

    def recover(self, call: Call) -> None:
        """Go on with a turn that an earlier process left, or wait on for its answer."""
        ticket = self._admit(Ticket(call.order, resumed=True), serve=call.question is None)
        if call.question:
            left = call.at + call.question["seconds"] - time.time()
            self._await_answer(ticket, call.question, max(left, 0.0))

    def find(self, request_id: str) -> Ticket | None:
        """Return a message that is on its way."""
        return self._tickets.get(request_id)

    def answer(self, request_id: str, answer: Answer) -> Ticket:
        """Give the answer to the question of a request. Raises NotFound, and BadUsage when there is none."""
        ticket = self._tickets.get(request_id)
        if ticket is None:
            raise NotFound(f"no request {request_id[:40]!r} is on its way", hint="GET /v1/requests")
        if ticket.question is None:
            raise BadUsage("the request asks nothing just now", hint=f"GET /v1/requests/{request_id}")
        ticket.go_on()
        if self.work.engine.durable:
            ticket.again = answer
            self._serve_later(ticket)
        else:
            ticket.answers.put(answer)
        return ticket

    def cancel(self, ticket: Ticket) -> None:
        """Stop a message: its model call is hung up, and no further command is run."""
        ticket.cancel.set()
        if ticket.question:
            self.answer(ticket.order.request_id, Answer(skipped="the request was stopped"))

    def stop(self) -> None:
        """Take nothing more, and let nothing begin; what runs may end, and is told to when the time is over."""
        if self.stopping:
            return
        self.stopping = True
        asyncio.get_running_loop().call_later(self._drain, self._hurry)
        for ticket in self.tickets:
            if ticket.question and self.work.engine.durable:  # whoever comes next goes on with it
                ticket.end(faults.Stopping("the gateway stops; the question waits on", hint="ask again in a moment"))
            elif ticket.question:
                self.answer(ticket.order.request_id, Answer(skipped="the gateway stops"))

    async def close(self) -> None:
        """Stop, wait for what runs, and end the threads."""
        self.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._pool.shutdown)

    def _hurry(self) -> None:
        for ticket in self.tickets:
            ticket.cancel.set()

    async def aside(self, call: Any, *arguments: Any) -> Any:
        """Run something short that touches the disk, in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(None, call, *arguments)

    def _check_room(self, order: Order) -> None:
        if self.stopping:
            raise faults.Stopping("the gateway stops", hint="send it again in a moment")
        lane = self._lanes.get(handles.read(order.session_id).digest)
        if lane and lane.current and lane.current.question:
            other = lane.current.order.request_id
            raise faults.Waiting("a question waits for its answer", hint=f"POST /v1/requests/{other}/answer")
        if self.counts["queued"] >= self._most:
            raise faults.Crowded(f"{self._most} messages wait already", hint="try again in a moment")

    def _admit(self, ticket: Ticket, *, serve: bool = True) -> Ticket:
        self._tickets[ticket.order.request_id] = ticket
        self._lane(ticket).tickets += 1
        if serve:
            self._serve_later(ticket)
        return ticket

    def _lane(self, ticket: Ticket) -> _Lane:
        return self._lanes.setdefault(handles.read(ticket.order.session_id).digest, _Lane())

    def _serve_later(self, ticket: Ticket) -> None:
        # Tasks begin in the order in which they were made, and a lock is handed on in the order of its waiters.
        task = asyncio.create_task(self._serve(ticket))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, ticket: Ticket) -> None:
        try:
            self._done(ticket, await self._performed(ticket))
        except LaidAside as aside:
            question = question_json(aside.question)
            self._await_answer(ticket, question, question["seconds"])
        except McgodError as error:
            self._done(ticket, error)
        except Exception as error:  # noqa: BLE001 - a defect of one turn must not leave its caller without an answer
            self._done(ticket, McgodError(f"internal error: {type(error).__name__}: {error}"))

    async def _performed(self, ticket: Ticket) -> dict[str, Any]:
        lane = self._lane(ticket)
        async with lane.turn, self._slots:
            if self.stopping:
                raise faults.Stopping("the gateway stops", hint="send it again in a moment")
            if ticket.cancel.is_set() and not ticket.again:
                raise Cancelled("the request was stopped")
            ticket.state, lane.current, start, state = "running", ticket, time.monotonic(), "failed"
            try:
                loop = asyncio.get_running_loop()
                result: dict[str, Any] = await loop.run_in_executor(self._pool, self.work.perform, ticket)
                state = "done"
            except LaidAside:
                state = "waiting"
                raise
            finally:
                self._metrics.ended(state, time.monotonic() - start)
            return result

    def _await_answer(self, ticket: Ticket, question: dict[str, Any], seconds: float) -> None:
        self._lane(ticket).current = ticket
        ticket.wait(question)
        late = Answer(skipped="no answer in time")
        ticket.expiry = asyncio.get_running_loop().call_later(seconds, self.answer, ticket.order.request_id, late)

    def _done(self, ticket: Ticket, outcome: dict[str, Any] | McgodError) -> None:
        del self._tickets[ticket.order.request_id]
        lane = self._lane(ticket)
        lane.tickets -= 1
        lane.current = None
        if not lane.tickets:
            del self._lanes[handles.read(ticket.order.session_id).digest]
        ticket.end(outcome)
        if self.work.gives_titles and isinstance(outcome, dict) and not self.stopping:
            self._pool.submit(self.work.entitle, outcome, ticket.order)
