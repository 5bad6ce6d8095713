"""Which commands a game version knows: loads its command tree.

One vendored file holds the trees of every release from 1.14 to 26.3; a tree
that was imported from the server's own reports wins for its exact version.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from mcgod.grammar import packed, versions
from mcgod.grammar.nodes import Tree

if TYPE_CHECKING:
    from pathlib import Path

_FILE = packed.VENDORED / f"grammar{packed.SUFFIX}"


def known() -> tuple[str, ...]:
    """Return the versions that have a vendored tree, oldest first."""
    return tuple(sorted(_vendored()["roots"], key=lambda name: versions.key(name) or ()))


@cache
def load(version: str, folder: Path | None = None) -> Tree:
    """Return the tree that serves ``version``: imported in ``folder``, vendored, or the nearest older one.

    Raises BadInput for a broken imported file.
    """
    if path := packed.imported(folder, "grammar", version):
        return Tree(packed.read(path), version, version)
    return Tree(_vendored(), versions.serving(version, known()), version)


@cache
def _vendored() -> dict[str, Any]:
    found: dict[str, Any] = packed.read(_FILE)
    return found
