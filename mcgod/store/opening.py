"""From settings to what is kept: sessions, requests and assets."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.config import Config
    from mcgod.paths import Paths
    from mcgod.store.assets import Assets
    from mcgod.store.port import Requests, Store


def sessions(_config: Config, paths: Paths, on_aside: Callable[[str], None] = lambda _: None) -> Store:
    """Return the sessions; ``on_aside`` hears of what did not parse and was set aside."""
    from mcgod.store.files import FileStore  # noqa: PLC0415 - one adapter a run

    return FileStore(paths.sessions, on_aside=on_aside)


def requests(_config: Config, paths: Paths) -> Requests:
    """Return the requests that run or may be tried again."""
    from mcgod.store.requests import FileRequests  # noqa: PLC0415 - one adapter a run

    return FileRequests(paths.requests)


def assets(_config: Config, paths: Paths) -> Assets:
    """Return the records of what was made in the world."""
    from mcgod.store.assets import AssetFile, Assets  # noqa: PLC0415 - most prayers make nothing

    return Assets(AssetFile(paths.assets / "global.json"), clock=time.time)
