"""What it takes to craft a thing: the shaped and shapeless recipes of a game version.

Smelting, smithing and stonecutting are not in the data. Names come without
their ``minecraft:`` namespace.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from mcgod.grammar import packed, versions

if TYPE_CHECKING:
    from pathlib import Path

# How many come out, and ingredient -> how many go in; one for each way to make the thing.
Recipe = tuple[int, dict[str, int]]

_FOLDER = packed.VENDORED / "recipe"


@cache
def load(version: str, folder: Path | None = None) -> dict[str, list[Recipe]]:
    """Return result -> its recipes as they serve ``version``: imported in ``folder``, vendored, or the nearest older.

    The mapping is shared: do not change it. Raises BadInput for a broken imported file.
    """
    path = packed.imported(folder, "recipe", version)
    if path is None:
        path = _FOLDER / f"{versions.serving(version, packed.names(_FOLDER))}{packed.SUFFIX}"
    return {result: [(count, needs) for count, needs in ways] for result, ways in packed.read(path).items()}
