"""From settings to the events of a server, and the way to its bridge."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.bridge.port import Events, Line
    from mcgod.config import Config
    from mcgod.paths import Paths


def events(_config: Config, paths: Paths) -> Events:
    """Return the events, to read."""
    from mcgod.bridge.files import FileEvents  # noqa: PLC0415 - one adapter a run

    return FileEvents(paths.events)


def dial(_config: Config, paths: Paths, *, timeout: float = 10.0) -> Callable[[], Line]:
    """Return what makes a line to the bridge. Calling it raises BridgeDown when none runs."""
    from mcgod.bridge.client import Bridge  # noqa: PLC0415 - one adapter a run

    return partial(Bridge, paths.run_root, timeout=timeout)
