"""A small Minecraft world with a faithful RCON server and log: for demos, tests and dry replays.

``Sandbox`` is the whole of it in this process, ``remote`` drives one in
another process; neither costs the import of the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcgod.sandbox.server import Sandbox

__all__ = ["Sandbox"]


def __getattr__(name: str) -> Any:
    if name != "Sandbox":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mcgod.sandbox.server import Sandbox  # noqa: PLC0415 - 60 ms that remote saves

    return Sandbox
