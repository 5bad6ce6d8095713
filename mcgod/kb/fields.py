"""The fields that pages and memories share, each with the check that it must pass. Pure.

``title``, ``type``, ``author`` and ``source`` are texts; ``tags`` and
``aliases`` lists of them, tags in lower case and each once; ``created`` and
``updated`` ISO 8601 times; ``confidence`` is 0 to 1; ``position`` is
``[x, y, z]`` in blocks, and ``dimension`` where: ``minecraft:overworld``.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadInput
from mcgod.kb.port import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOST_TAGS = 50
_DEEPEST = 16  # lists in lists: what reads and writes them later calls itself
LONGEST_TEXT = 400  # characters of a title, an author, a source
_FARTHEST = 3e7  # blocks: the border of a world. Source: https://minecraft.wiki/w/World_border
_DIMENSION = re.compile(r"(?:[a-z0-9_.-]+:)?[a-z0-9_./-]+\Z")
_SHORT = {"nether": "the_nether", "end": "the_end"}
_TYPE = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}\Z")


def check(name: str, value: Any) -> Any:
    """Return ``value`` as the field ``name`` keeps it; others take what JSON does. Raises BadInput."""
    if value is None:
        return None
    if name not in _CHECKS:
        _shallow(name, value, _DEEPEST)
        return value
    return _CHECKS[name](name, value)


def is_text(name: str) -> bool:
    """Whether the field holds texts, so that ``no`` is a word in it."""
    return name in _CHECKS and name not in ("confidence", "position")


def order(name: str) -> tuple[int, str]:
    """Sort fields as a page's head has them; those that are not known come last, by name."""
    return _ORDER.get(name, len(_ORDER)), name


def where(fields: Mapping[str, Any]) -> Place | None:
    """Return the place that ``position`` and ``dimension`` name, or None."""
    if not fields.get("position"):
        return None
    x, y, z = fields["position"]
    return Place(x, y, z, fields["dimension"]) if fields.get("dimension") else Place(x, y, z)


def placed(place: Place | None) -> dict[str, Any]:
    """Return the fields that ``where`` reads, none for no place."""
    return {"position": list(place[:3]), "dimension": place.dimension} if place else {}


def epoch(text: str) -> float:
    """Return a checked ISO time in epoch seconds; one without a zone is taken as UTC."""
    from datetime import UTC, datetime  # noqa: PLC0415 - a listing needs no times

    read = datetime.fromisoformat(text)
    return round((read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp(), 3)


def iso(seconds: float) -> str:
    """Return epoch ``seconds`` as a UTC time in milliseconds, ``2026-01-02T03:04:05.678Z``."""
    from datetime import UTC, datetime  # noqa: PLC0415 - as above

    return datetime.fromtimestamp(round(seconds, 3), UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _shallow(name: str, value: Any, left: int) -> None:
    if left < 0:
        raise BadInput(f"{name} is nested deeper than {_DEEPEST} levels")
    if isinstance(value, list | tuple | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            _shallow(name, inner, left - 1)


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise BadInput(f"{name} must be a text")
    text = value.strip()
    if len(text) > LONGEST_TEXT:
        raise BadInput(f"{name} is {len(text)} characters long, at most {LONGEST_TEXT}")
    return text


def _type(name: str, value: Any) -> str:
    if not isinstance(value, str) or not _TYPE.match(value):
        raise BadInput(f"{name} must be one word in lower case, such as landmark, not {str(value)[:40]!r}")
    return value


def _texts(name: str, value: Any) -> list[str]:
    given = [part for part in value.split(",") if part.strip()] if isinstance(value, str) else value
    if not isinstance(given, list | tuple) or not all(isinstance(one, str) for one in given):
        raise BadInput(f"{name} must be a list of texts, such as [one, two]")
    return list(dict.fromkeys(_text(name, one) for one in given))


def _tags(name: str, value: Any) -> list[str]:
    tags = list(dict.fromkeys(tag.lower() for tag in _texts(name, value)))
    if len(tags) > MOST_TAGS:
        raise BadInput(f"{name} are {len(tags)}, at most {MOST_TAGS}")
    return tags


def _time(name: str, value: Any) -> str:
    try:
        epoch(value)
    except (TypeError, ValueError, OverflowError, OSError):
        raise BadInput(f"{name} must be a time such as 2026-01-02T03:04:05Z, not {str(value)[:40]!r}") from None
    return str(value)


def _confidence(name: str, value: Any) -> float:
    if not _number(value) or not 0 <= value <= 1:
        raise BadInput(f"{name} must be 0 to 1, not {str(value)[:40]}")
    return float(value)


def _position(name: str, value: Any) -> list[float]:
    if not isinstance(value, list | tuple) or len(value) != 3 or not all(map(_number, value)):
        raise BadInput(f"{name} must be three numbers, such as [120, 64, -300], not {str(value)[:40]}")
    if any(abs(one) > _FARTHEST for one in value):
        raise BadInput(f"{name} lies outside of any world: {str(value)[:60]}")
    return [float(one) for one in value]


def _dimension(name: str, value: Any) -> str:
    if not isinstance(value, str) or not _DIMENSION.match(value.strip().lower()):
        raise BadInput(f"{name} must be an id such as minecraft:the_nether, not {str(value)[:40]!r}")
    bare = value.strip().lower()
    return bare if ":" in bare else f"minecraft:{_SHORT.get(bare, bare)}"


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


_CHECKS: dict[str, Callable[[str, Any], Any]] = {
    "title": _text,
    "type": _type,
    "tags": _tags,
    "aliases": _texts,
    "position": _position,
    "dimension": _dimension,
    "author": _text,
    "source": _text,
    "confidence": _confidence,
    "created": _time,
    "updated": _time,
}
_ORDER = {name: number for number, name in enumerate(_CHECKS)}
