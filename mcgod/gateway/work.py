"""One message taken through its turn, in a thread of its own, with every step of its fate on disk."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadUsage, McgodError
from mcgod.gateway import faults, observed
from mcgod.gateway.sent import NotedGame
from mcgod.gateway.tickets import question_json
from mcgod.god.title import entitle
from mcgod.god.turn import Request
from mcgod.god.wording import worded
from mcgod.tools.port import LaidAside

if TYPE_CHECKING:
    from mcgod.config import Config
    from mcgod.gateway.calls import Call, Calls, Order
    from mcgod.gateway.engines import Engine
    from mcgod.gateway.sessions import Sessions
    from mcgod.gateway.tickets import Ticket
    from mcgod.god.turn import Services
    from mcgod.store.requests import Running
    from mcgod.store.session import Session


class Work:
    """Performs messages with ``services``; several threads use one."""

    def __init__(self, config: Config, services: Services, *, sessions: Sessions, calls: Calls, engine: Engine) -> None:
        self._triggers: list[str] = config["god.triggers"]
        self._services = services
        self.sessions = sessions
        self.calls = calls
        self.engine = engine

    def perform(self, ticket: Ticket) -> dict[str, Any]:
        """Return the result of a turn, the earlier one for a message that was repeated.

        Raises whatever ended it, and LaidAside when it waits for an answer.
        """
        order = ticket.order
        goes_on = ticket.resumed or ticket.again is not None
        if not goes_on and (earlier := self._earlier(order)):
            return earlier
        request = self._request(order, *self.sessions.open(order.session_id))
        services = self._for(ticket, request)
        self._write(order, "running")
        try:
            if goes_on:
                sent = self.calls.sent(request.id)
                result = self.engine.resume(request, services, sent=sent, answer=ticket.again)
            else:
                result = self.engine.run(request, services)
        except LaidAside as aside:
            self._write(order, "waiting", question=question_json(aside.question))
            raise
        except McgodError as error:
            self._end(order, "failed", error=faults.body_of(error)["error"])
            raise
        self._end(order, "done", result=result)
        return result

    @property
    def gives_titles(self) -> bool:
        """Whether a model writes titles."""
        return self._services.summary_model is not None

    def entitle(self, result: dict[str, Any], order: Order) -> None:
        """Give the session a title where a model writes them."""
        entitle(self._services, result, order.text)

    def settle(self, call: Call) -> bool:
        """Look after a call that an earlier process left; return whether its turn is to be gone on with.

        What cannot be gone on with is not done again: it is unknown when
        something was sent, else interrupted, and may be sent again then.
        """
        sent = [one for one in self.calls.sent(call.order.request_id) if one.ran is not False]
        if self.engine.durable and (self.engine.knows(call.order.request_id) or not sent):
            return True
        if sent:
            told: McgodError = faults.OutcomeUnknown(
                "the gateway died while commands were run, and does not run them again",
                hint=f"GET /v1/requests/{call.order.request_id} lists what was sent",
            )
        else:
            told = faults.Interrupted("the gateway died before anything was run", hint="send the message again")
        state = "unknown" if sent else "interrupted"
        self._write(call.order, state, error=faults.body_of(told)["error"])
        return False

    def left_over(self) -> list[Call]:
        """Return the calls of an earlier process that are to be gone on with; the others are settled."""
        found = [call for call in list(self.calls.open()) if self.settle(call)]
        self.engine.forget_all_but({call.order.request_id for call in found})
        return found

    def call(self, request_id: str) -> Call | None:
        """Return what became of a request, None where nobody knows it. Raises StoreFailed, BadInput."""
        return self.calls.read(request_id) if re.fullmatch(r"[0-9a-f]{16}", request_id) else None

    def running_elsewhere(self, here: set[str]) -> list[dict[str, Any]]:
        """Return the requests that other processes run on this home."""
        return [_elsewhere(one) for one in self._current() if one.id not in here]

    def stop_elsewhere(self, request_id: str) -> dict[str, Any] | None:
        """Ask for the end of another process' request, and return it; None when there is none."""
        for one in self._current():
            if one.id == request_id and self._services.requests:
                self._services.requests.stop(one)
                return _elsewhere(one) | {"state": "stopping"}
        return None

    def _current(self) -> list[Running]:
        return self._services.requests.current() if self._services.requests else []

    def close(self) -> None:
        """Let go of the game, the tools and the engine's own."""
        self.engine.close()
        for held in (self._services.game, self._services.tools):
            if held:
                held.close()

    def _earlier(self, order: Order) -> dict[str, Any] | None:
        """Return the result that the same message had, None when it is to be run. Raises its error, or KeyReused."""
        call = self.calls.read(order.request_id) if order.keyed else None
        if call is None:
            return None
        if call.order.digest != order.digest:
            raise faults.KeyReused("this idempotency key came with another message before", hint="use a key once")
        if call.state == "done":
            return call.result
        acted = any(one.ran is not False for one in self.calls.sent(order.request_id))
        if acted and call.error:
            raise faults.of_json({"error": call.error})
        return None  # nothing was run, so that nothing is run twice

    def _request(self, order: Order, owner: str, found: Session) -> Request:
        """Return what is asked. Raises BadUsage and BadInput."""
        if (found.mode == "god_system") != (order.event is not None):
            raise BadUsage("event is for sessions of the mode god_system, which need one", hint="such as first_login")
        text = order.text if order.event else self._said(order.text, found.mode)
        return Request(
            text,
            owner=owner,
            mode=found.mode,
            player=found.player,
            session=found.id,
            event=order.event,
            dry_run=not order.execute,
            seen=observed.seen(order.context, found.player),
            id=order.request_id,
        )

    def _said(self, text: str, mode: str) -> str:
        """Return ``text`` without the word of the chat that called the god; it chooses no mode here."""
        words = self._triggers[2:3] if mode == "sudo" else [*self._triggers[:1], *self._triggers[3:]]
        found = re.match(r"\s*(\S+?)[:,!.]?(?:\s+|\Z)", text)
        called = found is not None and found[1].lower() in {word.lower() for word in words}
        rest = text[found.end() :] if found and called else text
        return worded(rest if rest.strip() or mode == "sudo" or not called else "help")

    def _for(self, ticket: Ticket, request: Request) -> Services:
        """Return the services of one turn."""
        order, common = ticket.order, self._services
        steps = common.max_tool_steps if order.max_tool_steps is None else order.max_tool_steps
        noted = None
        if common.game and order.execute:
            noted = NotedGame(common.game, self.calls.sent_path(request.id))
        return replace(
            common,
            game=noted or common.game,
            before_act=noted.begin if noted else common.before_act,
            tools=common.tools if order.allow_tools and steps else None,
            max_tool_steps=min(steps, common.max_tool_steps),
            emit=ticket.emit,
            cancel=ticket.cancel,
            ask=None if request.event else ticket.ask,
        )

    def _end(self, order: Order, state: str, **fields: Any) -> None:
        self._write(order, state, **fields)
        self.engine.forget(order.request_id)

    def _write(self, order: Order, state: str, **fields: Any) -> None:
        self.calls.write(order, state, durable=order.keyed or order.execute or self.engine.durable, **fields)


def _elsewhere(one: Running) -> dict[str, Any]:
    return {
        "request_id": one.id,
        "session_id": None,
        "state": "running",
        "text": one.text,
    }
