"""The records of assets in Redis: one document under ``mcgod:assets``, of the same shape as the file."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, TypeVar

from mcgod.errors import BadInput
from mcgod.store.assets import document_of, records_in
from mcgod.store.redis.link import PREFIX

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.store.redis.link import Link, Pipe

    Asset = dict[str, Any]

T = TypeVar("T")
_KEY = f"{PREFIX}assets"


class RedisAssets:
    """The AssetShelf behind ``link``; a document that does not parse is set aside under a key of its own."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def read(self) -> list[Asset]:
        """Return every record. Raises StoreFailed or BadInput."""
        return self._records(self._link.ask(lambda redis: redis.get(_KEY)))

    def update(self, change: Callable[[list[Asset]], T]) -> T:
        """Change the list; anew when others were quicker."""

        def write(pipe: Pipe) -> T:
            records = self._records(pipe.get(_KEY))
            done = change(records)
            pipe.multi()
            pipe.set(_KEY, document_of(records))
            return done

        return self._link.change([_KEY], write)

    def _records(self, data: bytes | None) -> list[Asset]:
        if data is None:
            return []
        if (records := records_in(data, _KEY)) is not None:
            return records
        aside = f"{_KEY}.corrupt-{int(time.time())}"

        def move(pipe: Pipe) -> None:
            same = pipe.get(_KEY) == data
            pipe.multi()
            if same:
                pipe.rename(_KEY, aside)

        self._link.change([_KEY], move)
        raise BadInput(f"{_KEY} did not parse and was set aside as {aside}")
