"""Run one turn for a command: who asks, in which session, and how the answer is shown."""

from __future__ import annotations

import signal
import sys
import threading
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ._output import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcgod.god.turn import Request, Services
    from mcgod.tools.port import Answer, Ask, Question

    from ._app import App
    from ._spinner import Spinner


def take_turn(
    app: App,
    request: Request,
    *,
    session: str | None,
    stream: bool | None,
    confirm: Callable[[list[str]], bool] | None = None,
) -> dict[str, Any]:
    """Run ``request`` and print its answer; return the result.

    ``confirm`` is asked before something is run that destroys. The owner is
    the player's, or the located session's. Raises whatever ended the turn.
    """
    return run_turn(app, placed(app, request, session), stream=stream, confirm=confirm)


def run_turn(
    app: App, request: Request, *, stream: bool | None, confirm: Callable[[list[str]], bool] | None = None
) -> dict[str, Any]:
    """Run a request that has its owner and session already, and print its answer; Ctrl-C stops it."""
    from mcgod.god import questions, runner, setup

    from ._spinner import Spinner

    services = setup.services(app.config, app.paths, app.store, note=app.out.note)
    services.confirm = confirm
    services.cancel = threading.Event()
    live = Live(app, request.id) if stream else None
    spinner = Spinner(app.out) if services.tools else None  # the oracle is quicker than the eye
    services.ask = _asker(app, spinner, services.cancel) or questions.of_turn(request, services)

    def emit(name: str, data: Any) -> None:
        if spinner:
            spinner.event(name, data)
        if live:
            live.event(name, data)

    services.emit = emit
    try:
        with _interruptible(services.cancel):
            result = runner.run(request, services)
    finally:
        if spinner:
            spinner.clear()
        _hang_up(services)
    if live:
        live.end_of_speech()
    if result["dry_run"] and not request.dry_run:
        app.out.note("no server is configured, so this is a dry run: nothing happens in a game")
    if live:
        live.result(result)
    else:
        app.out.emit(result, human(app, result), styled=True)
    if services.summary_model:
        from mcgod.god.title import entitle

        app.out.flush()  # nobody shall wait for a title
        entitle(services, result, request.text)
    return result


def _hang_up(services: Services) -> None:
    for held in (services.game, services.tools):
        if held:
            held.close()


def _asker(app: App, spinner: Spinner | None, cancel: threading.Event) -> Ask | None:
    """Return how tools ask at this terminal, with the turning line out of the way."""
    from ._ask import asker

    ask = asker(app.out, cancel)
    if ask is None or spinner is None:
        return ask

    def quietly(question: Question) -> Answer:
        spinner.clear()
        return ask(question)

    return quietly


@contextmanager
def _interruptible(cancel: threading.Event) -> Iterator[None]:
    """Let the first Ctrl-C ask for an end, so that the turn is closed as it should be; a second one cannot wait."""
    if threading.current_thread() is not threading.main_thread():  # only there may handlers be set
        yield
        return
    before = signal.getsignal(signal.SIGINT)

    def wish(*_: Any) -> None:
        cancel.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, wish)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def placed(app: App, request: Request, reference: str | None) -> Request:
    """Give ``request`` its owner, player and session. Raises BadUsage or NotFound."""
    from mcgod.god import placing

    request = replace(request, player=request.player or app.owner_name)
    return placing.placed(request, reference or app.session_reference, app.config, app.store)


def human(app: App, result: dict[str, Any], *, speech: bool = True) -> str:
    """Return the answer as a person reads it: the speech, then a line for each command."""
    lines = [clean(result["message"])] if speech else []
    for verdict in result["verdicts"]:
        shown = verdict["command"] or verdict["proposed"].replace("\n", " ")
        if verdict["verdict"] == "rejected":
            lines.append(app.out.style(f"  refused  {clean(shown)}  ({verdict['hint']})", "red"))
        elif verdict["ran"] is None:
            lines.append(app.out.style(f"  unknown  {clean(shown)}  (the server went away)", "yellow"))
        else:
            done = "would run" if not verdict["ran"] else "ran" if verdict["ok"] else "failed"
            said = f"  ({clean(verdict['output'])})" if verdict["output"] else ""
            lines.append(app.out.style(f"  {done:<8} {clean(shown)}{said}", "green" if done == "ran" else "dim"))
    return "\n".join(lines)


class Live:
    """Show a turn while it runs: the text as it comes on a terminal, JSON lines anywhere else."""

    def __init__(self, app: App, request_id: str) -> None:
        self._app = app
        self._request_id = request_id
        self._as_lines = app.out.json or not sys.stdout.isatty()
        self._spoken = False

    def event(self, name: str, data: Any) -> None:
        """Show one stream event."""
        if self._as_lines:
            from mcgod.god.streaming import event_line

            self._app.out.record(event_line(name, self._request_id, data))
        elif name == "DELTA":
            self._spoken = True
            self._app.out.line(clean(str(data)), end="", flush=True)

    def end_of_speech(self) -> None:
        """End the line that was spoken on."""
        if self._spoken:
            self._app.out.line("", flush=True)

    def result(self, result: dict[str, Any]) -> None:
        """Show the end: the RESULT line, or what the commands did."""
        if self._as_lines:
            self._app.out.record({"event": "RESULT", "data": result})
            return
        rest = human(self._app, result, speech=not self._spoken)
        if rest:
            self._app.out.line(rest)
