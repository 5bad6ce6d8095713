"""Times as people read them."""

from __future__ import annotations

import time


def local(milliseconds: int) -> str:
    """Return epoch ``milliseconds`` as local ``YYYY-MM-DD HH:MM:SS``, or ``-`` for never."""
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(milliseconds / 1000)) if milliseconds else "-"
