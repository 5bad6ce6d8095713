"""Packed data files: where the vendored and the imported ones lie, and how one is read and made.

Vendored files are part of the package and made by ``tests/datagen``;
imported ones come from a server's own reports and lie in a folder of the user.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

from mcgod.errors import BadInput

VENDORED = Path(__file__).parent / "data"
SUFFIX = ".json.gz"


def read(path: Path) -> Any:
    """Return the JSON document in the gzip file ``path``. Raises BadInput for a broken one, OSError for none."""
    # zlib instead of gzip, and a path instead of importlib.resources: 20 ms of start-up.
    try:
        return json.loads(zlib.decompress(path.read_bytes(), 31))
    except (ValueError, zlib.error) as error:
        raise BadInput(f"{path} is broken: {error}", hint="import the server's reports again") from None


def pack(record: Any) -> bytes:
    """Gzip ``record`` as compact JSON under a fixed header, so that equal input gives equal bytes."""
    text = json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
    return squeeze.compress(text) + squeeze.flush()


def names(folder: Path) -> list[str]:
    """Return the versions that have a packed file in ``folder``, in no order; none for a folder that is not there."""
    return [path.name.removesuffix(SUFFIX) for path in folder.glob(f"*{SUFFIX}")]


def imported(folder: Path | None, kind: str, version: str) -> Path | None:
    """Return the file of ``kind`` that was imported for exactly ``version``, or None."""
    if folder is None or not version or "/" in version or "\\" in version:
        return None
    path = folder / kind / f"{version}{SUFFIX}"
    return path if path.is_file() else None
