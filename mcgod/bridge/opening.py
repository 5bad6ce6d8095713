"""From settings to the events of a server, and the way to its bridge: by files and loopback, or through Redis."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from mcgod.store.opening import link

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from mcgod.bridge.files import FileEvents
    from mcgod.bridge.port import Events, Line
    from mcgod.bridge.redis.events import RedisEvents
    from mcgod.config import Config
    from mcgod.paths import Paths


def events(config: Config, paths: Paths) -> Events:
    """Return the events of ``server.name``, to read. Raises BadConfig."""
    return _shared_events(config, paths) or _file_events(paths)


def follow(config: Config, paths: Paths, **how: Any) -> Generator[dict[str, Any], None, None]:
    """Yield the events of ``server.name`` as they come: see ``client.follow``. Raises BadConfig."""
    if shared := _shared_events(config, paths):
        return shared.follow(**how)
    from mcgod.bridge.client import follow as followed  # noqa: PLC0415 - one adapter a run

    return followed(paths.run_root, _file_events(paths), **how)


def dial(config: Config, paths: Paths, *, timeout: float = 10.0) -> Callable[[], Line]:
    """Return what makes a line to the bridge of ``server.name``. Calling it raises BridgeDown when none runs here.

    Through Redis it is the call itself that finds no bridge. Raises BadConfig.
    """
    if shared := link(config):
        from mcgod.bridge.redis.line import RedisLine  # noqa: PLC0415 - one adapter a run

        return partial(RedisLine, shared, config["server.name"], timeout=timeout)
    from mcgod.bridge.client import Bridge  # noqa: PLC0415 - one adapter a run

    return partial(Bridge, paths.run_root, timeout=timeout)


def _shared_events(config: Config, paths: Paths) -> RedisEvents | None:
    """Return the events in Redis, None for a home that keeps files."""
    shared = link(config)
    if shared is None:
        return None
    from mcgod.bridge.redis.events import RedisEvents  # noqa: PLC0415 - one adapter a run

    return RedisEvents(shared, config["server.name"], paths.events)


def _file_events(paths: Paths) -> FileEvents:
    from mcgod.bridge.files import FileEvents  # noqa: PLC0415 - one adapter a run

    return FileEvents(paths.events)
