"""Decompression that stops where it is told to: a few bytes from outside may stand for gigabytes."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from mcgod.errors import WebUnreachable

if TYPE_CHECKING:
    from zlib import _Decompress

ACCEPTED = "gzip, deflate"
_GZIP, _ZLIB, _BARE = 31, 15, -15  # window bits, as zlib counts them


class Inflater:
    """Undoes the Content-Encoding ``encoding``. Raises WebUnreachable for one that was not asked for."""

    def __init__(self, encoding: str) -> None:
        name = encoding.strip().lower()
        if name not in ("", "identity", "gzip", "x-gzip", "deflate"):
            raise WebUnreachable(f"the answer is packed as {name[:40]!r}, which was not asked for")
        self._name = name
        self._inner: _Decompress | None = zlib.decompressobj(_GZIP) if "gzip" in name else None

    def feed(self, data: bytes, most: int) -> bytes:
        """Return what ``data`` stands for, at most ``most`` bytes; the rest is dropped. Raises WebUnreachable."""
        if self._name in ("", "identity") or most <= 0:
            return data[: max(most, 0)]
        if self._inner is None:
            # Two forms go by the name of deflate; only the first byte tells them apart. Source: RFC 1950 and 1951.
            self._inner = zlib.decompressobj(_ZLIB if data[:1] and data[0] & 0x0F == 8 else _BARE)
        try:
            return self._inner.decompress(data, most)
        except zlib.error:
            raise WebUnreachable(f"the answer says that it is {self._name}, and is not") from None
