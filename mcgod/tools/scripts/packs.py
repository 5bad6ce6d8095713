"""What a data pack looks like in each version of the game: its format number, its meta file, where functions lie. Pure.

Source: the game's version.json of each release, as the Minecraft Wiki lists
them under "Pack format"; the notes on 24w21a (``function`` without the s) and
on 25w31a (``min_format`` and ``max_format`` instead of ``pack_format``).
"""

from __future__ import annotations

import json
from typing import Any

from mcgod import jsonl
from mcgod.errors import BadConfig
from mcgod.grammar import versions

NAMESPACE = "mcgod"
_SINGULAR = 48  # since this format, of 1.21, the folder is called function
_RANGED = 88  # since this one, of 1.21.9, a pack names the formats from and up to which it works

# The first release with each format of data packs. Of formats with a minor number only the major stands here: as
# ``max_format`` a whole number means any minor.
_FORMATS = (
    ((1, 13), 4),
    ((1, 15), 5),
    ((1, 16, 2), 6),
    ((1, 17), 7),
    ((1, 18), 8),
    ((1, 18, 2), 9),
    ((1, 19), 10),
    ((1, 19, 4), 12),
    ((1, 20), 15),
    ((1, 20, 2), 18),
    ((1, 20, 3), 26),
    ((1, 20, 5), 41),
    ((1, 21), 48),
    ((1, 21, 2), 57),
    ((1, 21, 4), 61),
    ((1, 21, 5), 71),
    ((1, 21, 6), 80),
    ((1, 21, 7), 81),
    ((1, 21, 9), 88),
    ((1, 21, 11), 94),
    ((26, 1), 101),
    ((26, 2), 107),
    ((26, 3), 121),
)


def pack_format(version: str) -> int:
    """Return the format of data packs in game ``version``; a newer one than all counts as the newest. BadConfig."""
    asked = _key(version)
    found = [number for since, number in _FORMATS if since <= asked]
    if not found:
        raise BadConfig(f"Minecraft {version} has no data packs", hint="they came with 1.13; see server.version")
    return found[-1]


def functions_folder(version: str) -> str:
    """Return how the folder of functions is called in game ``version``. Raises BadConfig."""
    return "function" if pack_format(version) >= _SINGULAR else "functions"


def meta(version: str) -> bytes:
    """Return the ``pack.mcmeta`` for game ``version``. Raises BadConfig.

    Older formats get no ``supported_formats``: the folder of functions has
    another name on either side of 1.21, so a pack is for one version, and is
    written anew for the next.
    """
    return jsonl.document({"pack": {"description": "Functions that mcgod wrote", **_pack(version)}})


def fits(data: bytes | None, version: str) -> bool:
    """Tell whether ``data`` is a ``pack.mcmeta`` for game ``version``, whatever else an admin put into it."""
    try:
        told = json.loads(data or b"")["pack"]
        return all(told.get(key) == value for key, value in _pack(version).items())
    except (ValueError, TypeError, KeyError, AttributeError):
        return False


def _pack(version: str) -> dict[str, Any]:
    number = pack_format(version)
    return {"min_format": number, "max_format": number} if number >= _RANGED else {"pack_format": number}


def _key(version: str) -> tuple[int, ...]:
    return versions.key(version) or versions.key(versions.DEFAULT) or ()
