"""How long a look-up may take, and how much of an answer is read."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """Seconds to be connected and for everything, redirects included; ``size`` in bytes of the unpacked answer."""

    connect: float = 12.0
    total: float = 20.0
    size: int = 2 * 1024 * 1024
