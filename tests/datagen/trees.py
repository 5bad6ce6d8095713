"""The command tree of every game version, with permission levels.

Source: PyPI ``mecha`` 0.107.0 (MIT), which carries the servers' own reports.
Reports name levels since 1.21.6; no level of a command changed from there to
26.3, so an older tree takes the level of the same words in 1.21.6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.grammar import pack, versions

if TYPE_CHECKING:
    from sources import Wheel

FIRST_WITH_LEVELS = "1.21.6"
# Of the commands that 1.21.6 no longer has (replaceitem, locatebiome, placefeature ...) all asked for level 2.
GONE = 2


def trees(wheel: Wheel) -> dict[str, dict]:
    """Return version -> root node, oldest first."""
    found = dict(sorted(wheel.trees(), key=lambda row: versions.key(row[0]) or ()))
    donor = found[FIRST_WITH_LEVELS]
    older = list(found)[: list(found).index(FIRST_WITH_LEVELS)]
    for version in older:
        for name, node in found[version]["children"].items():
            lend(node, donor["children"].get(name, {"required_level": GONE}))
    return found


def lend(node, donor) -> None:
    """Give ``node`` and what is below it the levels of the same words in ``donor``."""
    if found := pack.level(donor):
        node["required_level"] = found
    for name, child in node.get("children", {}).items():
        if below := donor.get("children", {}).get(name):
            lend(child, below)
