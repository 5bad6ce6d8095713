"""From settings to what is kept, in files or in Redis: sessions, requests and assets."""

from __future__ import annotations

import time
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.config import Config
    from mcgod.paths import Paths
    from mcgod.store.assets import Assets
    from mcgod.store.port import Requests, Store
    from mcgod.store.redis.link import Link


def sessions(config: Config, paths: Paths, on_aside: Callable[[str], None] = lambda _: None) -> Store:
    """Return the sessions; ``on_aside`` hears of what did not parse and was set aside. Raises BadConfig."""
    if shared := link(config):
        from mcgod.store.redis.sessions import RedisStore  # noqa: PLC0415 - one adapter a run

        return RedisStore(shared, on_aside=on_aside)
    from mcgod.store.files import FileStore  # noqa: PLC0415 - one adapter a run

    return FileStore(paths.sessions, on_aside=on_aside)


def requests(config: Config, paths: Paths) -> Requests:
    """Return the requests that run or may be tried again. Raises BadConfig."""
    if shared := link(config):
        from mcgod.store.redis.requests import RedisRequests  # noqa: PLC0415 - one adapter a run

        return RedisRequests(shared)
    from mcgod.store.requests import FileRequests  # noqa: PLC0415 - one adapter a run

    return FileRequests(paths.requests)


def assets(config: Config, paths: Paths) -> Assets:
    """Return the records of what was made in the world. Raises BadConfig."""
    from mcgod.store.assets import AssetFile, Assets  # noqa: PLC0415 - most prayers make nothing

    if shared := link(config):
        from mcgod.store.redis.assets import RedisAssets  # noqa: PLC0415 - one adapter a run

        return Assets(RedisAssets(shared), clock=time.time)
    return Assets(AssetFile(paths.assets / "global.json"), clock=time.time)


def link(config: Config) -> Link | None:
    """Return the connection to the Redis of ``store.url``, one for the whole process; None for files.

    Raises BadConfig.
    """
    url = config["store.url"]
    if not url:
        return None
    return _link(url, config.secret("store.password"), config["store.patience"], config["store.replicas"])


@cache
def _link(url: str, password: str, patience: float, replicas: int) -> Link:
    from mcgod.store.redis import address  # noqa: PLC0415 - most homes keep files
    from mcgod.store.redis.link import Link  # noqa: PLC0415

    return Link(address.read(url, password), patience=patience, replicas=replicas)
