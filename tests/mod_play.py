"""What a bridge's journal tells of an interface mod."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.bridge.client import Wish, follow
from mcgod.bridge.files import FileEvents

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path


def heard(home: Path, *types: str) -> Generator[dict[str, Any], None, None]:
    """Return an endless stream of the journal's events of these types, from its start."""
    return follow(home / "run", FileEvents(home / "events"), since=0, wish=Wish(types))


def up(home: Path) -> dict[str, Any]:
    """Return the first mod_up event, once it is there."""
    stream = heard(home, "mod_up")
    event = next(stream)
    stream.close()
    return event
