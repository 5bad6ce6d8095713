"""Change a TOML settings file in place: comments and order stay, the file is replaced atomically."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod import fsio
from mcgod.config import read_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def edit(path: Path, changes: Mapping[str, Any]) -> None:
    """Set each ``table.key`` of ``changes`` in the file; None removes it.

    Raises BadConfig when the file does not parse (it is then left alone),
    StoreFailed when it cannot be written.
    """
    import tomlkit  # noqa: PLC0415 - 40 ms, and only for an edit

    fsio.make_folder(path.parent)
    with fsio.locked(path.with_name(f".{path.name}.lock")):
        read_file(path)
        document = tomlkit.parse(path.read_text("utf-8")) if path.exists() else tomlkit.document()
        for name, value in changes.items():
            *tables, key = name.split(".")
            place: Any = document
            for table in tables:
                if table not in place:
                    place[table] = tomlkit.table()
                place = place[table]
            if value is None:
                place.pop(key, None)
            else:
                place[key] = value
        fsio.replace_file(path, tomlkit.dumps(document).encode())
