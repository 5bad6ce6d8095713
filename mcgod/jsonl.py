"""JSON text as mcgod writes it: one compact line a record, and whole documents for people to read.

Pure but for ``read``; writing is fsio's. Readers treat a torn last line as
not written, and count lines in the middle that do not parse.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path


class Lines(NamedTuple):
    """What a JSONL file held: its objects in order, and how many lines were skipped as broken."""

    records: list[dict[str, Any]]
    bad: int


def line(record: Any) -> bytes:
    """Encode ``record`` as one UTF-8 line without its newline. A lone surrogate becomes ``?``."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def document(record: Any) -> bytes:
    """Encode ``record`` as an indented UTF-8 document that ends in a newline."""
    return (json.dumps(record, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "replace")


def parse(data: bytes) -> Lines:
    """Decode JSON lines; anything after the last newline is a torn write and is ignored."""
    records, bad = [], 0
    for raw in data[: data.rfind(b"\n") + 1].split(b"\n")[:-1]:
        try:
            record = json.loads(raw)
        except ValueError:
            bad += 1
            continue
        if isinstance(record, dict):
            records.append(record)
        else:
            bad += 1
    return Lines(records, bad)


def read(path: Path) -> Lines:
    """Read the JSONL file ``path``; a missing file is empty. Raises OSError for other faults."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Lines([], 0)
    return parse(data)
