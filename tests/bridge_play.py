"""A bridge in this process: its loop runs in a thread, so that tests may talk to it as any client does."""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from mcgod.bridge.client import Bridge
from mcgod.bridge.daemon import Daemon, Options
from mcgod.bridge.files import FileEvents
from mcgod.bridge.redis.events import RedisEvents

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mcgod.bridge.port import Events


# What bridges are served with where a test does not say otherwise, such as a Redis.
defaults: dict[str, Any] = {}
_loops: dict[Daemon, asyncio.AbstractEventLoop] = {}


@contextmanager
def bridge_on(home: Path, **options) -> Iterator[Daemon]:
    """Serve a bridge on ``home`` for the block."""
    ready, failure = threading.Event(), []
    box: list[Daemon] = []

    async def serve() -> None:
        daemon = Daemon(Options(events=home / "events", run=home / "run", **{**defaults, **options}))
        daemon._on_signals = lambda: None  # only the main thread may
        box.append(daemon)
        loop.append(asyncio.get_running_loop())
        _loops[daemon] = loop[0]
        await daemon.serve(lambda _: ready.set())

    def run() -> None:
        try:
            asyncio.run(serve())
        except BaseException as error:  # noqa: BLE001 - the test raises it
            failure.append(error)
        finally:
            ready.set()

    loop: list[asyncio.AbstractEventLoop] = []
    thread = threading.Thread(target=run)
    thread.start()
    assert ready.wait(30)
    if failure:
        thread.join()
        raise failure[0]
    try:
        yield box[0]
    finally:
        with suppress(RuntimeError):  # a test that asked it to stop has ended its loop already
            loop[0].call_soon_threadsafe(box[0].request_stop)
        thread.join(30)
        assert not thread.is_alive()
        if failure:
            raise failure[0]


def events_of(home: Path) -> Events:
    """Return the events of the bridge on ``home``, wherever they are kept."""
    if defaults.get("redis"):
        return RedisEvents(defaults["redis"], "default", home / "events")
    return FileEvents(home / "events")


def publish(daemon: Daemon, events) -> None:
    """Publish a batch from outside the daemon's loop."""
    asyncio.run_coroutine_threadsafe(daemon._hub.publish(events), _loops[daemon]).result(30)


def call(home: Path, method: str, **params):
    """Call one method on a connection of its own."""
    with Bridge(home / "run", timeout=30) as bridge:
        return bridge.call(method, **params)
