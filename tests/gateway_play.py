"""A gateway in this process: real HTTP on loopback, its loop in a thread, the models and game that a test gives."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from turn_scenarios import BREAD, Scenario

from mcgod import config
from mcgod.gateway import address
from mcgod.gateway.app import build
from mcgod.gateway.calls import Calls
from mcgod.gateway.engines import Plain
from mcgod.gateway.server import Server
from mcgod.gateway.sessions import Sessions
from mcgod.gateway.stategraph import Graphs
from mcgod.gateway.work import Work
from mcgod.llm.port import Completion
from mcgod.store.files import FileStore
from mcgod.store.requests import FileRequests

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TOKEN = "a-token-of-the-tests"
PRAYER = {"role": "user", "text": "I am hungry"}


class Answering:
    """A model that answers by a function of the question document; several threads may ask."""

    def __init__(self, answer: Callable[[dict[str, Any]], str], name: str = "scripted/1") -> None:
        self.name = name
        self._answer = answer
        self.asked: list[dict[str, Any]] = []

    def chat(self, messages, *, tools=(), schema=None, on_delta=None, cancel=None):
        """Answer the last message."""
        document = json.loads(messages[-1].content)
        self.asked.append(document)
        text = self._answer(document)
        if on_delta:
            on_delta(text)
        return Completion(text, self.name)


class Api(httpx.Client):
    """A caller with the token. ``world`` is for what a test keeps beside it; ``stop`` asks the gateway to end."""

    world: Any
    stop: Callable[[], object]

    def start(self, player: str = "Steve", mode: str = "god") -> str:
        """Begin a session and return its id."""
        return (
            self.post("/v1/session/start", json={"player": player, "mode": mode})
            .raise_for_status()
            .json()["session_id"]
        )

    def say(self, session: str, text: str = "I am hungry", *, key: str = "", **more: Any) -> httpx.Response:
        """Send a message."""
        headers = {"Idempotency-Key": key} if key else {}
        return self.post(f"/v1/session/{session}/message", json={**PRAYER, "text": text, **more}, headers=headers)


def services_of(folder: Path, **parts: Any) -> Any:
    """Services whose models say nothing but a blessing, unless ``parts`` has others."""
    blank: dict[str, Any] = {
        "command_model": Answering(lambda _: '{"reason":"","commands":[]}'),
        "message_model": Answering(lambda _: "Be well."),
        "requests": FileRequests(folder / "requests"),
    }
    return Scenario("").services(folder, **(blank | parts))


@contextmanager
def gateway_on(folder: Path, services: Any, *, engine: Any = None, settings: dict[str, str] | None = None,
               **limits: Any) -> Iterator[Api]:  # fmt: skip
    """Serve for the block, and give a caller. ``settings`` are environment variables."""
    chosen = config.load(folder / "config.toml", environ=settings or {}, cwd=folder)
    calls = Calls(folder / "gateway" / "calls")
    sessions = Sessions(chosen, services.store)
    work = Work(chosen, services, sessions=sessions, calls=calls, engine=engine or Plain())
    asked: dict[str, Any] = {"token": TOKEN, "resolve": lambda item, **how: {"query": item} | how, "drain": 5.0}
    ready, loops = threading.Event(), []
    server = Server(build(work, **(asked | limits)), drain=30.0, started=ready.set)

    async def main() -> None:
        loops.append(asyncio.get_running_loop())
        await server.serve(sockets=[door])

    with address.listen("127.0.0.1", 0) as door:
        thread = threading.Thread(target=lambda: asyncio.run(main()), daemon=True)
        thread.start()
        try:
            assert ready.wait(30)
            head = {"Authorization": f"Bearer {TOKEN}"}
            url = f"http://127.0.0.1:{door.getsockname()[1]}"
            with Api(base_url=url, headers=head, timeout=60, trust_env=False) as api:
                api.stop = lambda: loops[0].call_soon_threadsafe(server.stop)
                yield api
        finally:
            loops[0].call_soon_threadsafe(server.stop)
            thread.join(30)
            assert not thread.is_alive()


def events_of(text: str) -> list[dict[str, Any]]:
    """Return the records of a stream of server-sent events."""
    blocks = [block for block in text.split("\n\n") if block and not block.startswith(":")]
    records = [json.loads(block.split("\ndata: ", 1)[1]) for block in blocks]
    assert [block.split("\n")[0] for block in blocks] == [f"event: {one['event']}" for one in records]
    return records


class Slow(Answering):
    """A model that takes ``seconds`` for each answer, and grants bread."""

    def __init__(self, seconds: float) -> None:
        super().__init__(lambda asked: BREAD if asked["task"] == "commands" else "Eat, child.")
        self._seconds = seconds

    def chat(self, messages, **how):
        """Answer after a while, and keep no record of it."""
        time.sleep(self._seconds)
        self.asked.clear()
        return super().chat(messages, **how)


def slow_services(folder: Path, seconds: float) -> Any:
    """Services with such a model, no game, and a clock that goes."""
    model = Slow(seconds)
    parts = {"command_model": model, "message_model": model, "game": None, "tools": None}
    return services_of(folder, **parts, clock=time.time, timer=time.perf_counter, store=FileStore(folder / "sessions"))


if __name__ == "__main__":  # FOLDER SECONDS ENGINE: a gateway in a process of its own, until standard input ends
    place, engine = Path(sys.argv[1]), Plain() if sys.argv[3] == "plain" else Graphs(Path(sys.argv[1]) / "turns.sqlite")
    with gateway_on(place, slow_services(place, float(sys.argv[2])), engine=engine) as caller:
        print(caller.base_url, flush=True)
        sys.stdin.read()
