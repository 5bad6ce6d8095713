"""Named cursors: how far a script has come in the event stream, so that each event is dealt with once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from mcgod import fsio, jsonl
from mcgod.errors import StoreFailed
from mcgod.paths import safe_name

if TYPE_CHECKING:
    from pathlib import Path

VERSION = 1


def save(events: Path, name: str, stream: str, seq: int) -> None:
    """Remember ``seq`` of ``stream`` under ``name``. Raises StoreFailed."""
    fsio.make_folder(events / "cursors")
    fsio.replace_file(_path(events, name), jsonl.document({"v": VERSION, "stream": stream, "seq": seq}))


def load(events: Path, name: str, stream: str) -> int | None:
    """Return what was saved under ``name``; None when nothing was, or the stream is another one by now."""
    path = _path(events, name)
    try:
        saved = json.loads(path.read_bytes())
        return int(saved["seq"]) if saved["stream"] == stream else None
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        fsio.set_aside(path)
        return None
    except OSError as error:
        raise StoreFailed(f"cannot read {path}: {error.strerror}") from error


def _path(events: Path, name: str) -> Path:
    return events / "cursors" / f"{safe_name(name)}.json"
