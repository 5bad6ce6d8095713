"""Older logs beside a log: which there are, and which came after which. Reads names and first bytes only.

Source: ``latest.log`` is rolled to ``YYYY-MM-DD-N.log.gz`` (for a moment without
``.gz``), Forge's ``debug.log`` to ``debug-N.log.gz``, both with N rising;
logrotate makes ``server.log.N(.gz)`` with N falling towards the present.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.game.follow.files import holds

if TYPE_CHECKING:
    from pathlib import Path

    from mcgod.game.follow.position import Position

_DATED = re.compile(r"(?P<day>\d{4}-\d\d-\d\d)-(?P<number>\d{1,6})\.log(?:\.gz)?", re.ASCII)


def older(log: Path) -> list[Path]:
    """Return the rolled logs of ``log``, oldest first; a log that is there plain and packed counts once, plain."""
    numbered = re.compile(rf"{re.escape(log.stem)}-(?P<number>\d{{1,6}}){re.escape(log.suffix)}(?:\.gz)?", re.ASCII)
    rotated = re.compile(rf"{re.escape(log.name)}\.(?P<number>\d{{1,6}})(?:\.gz)?", re.ASCII)
    found: dict[tuple[str, int], Path] = {}
    try:
        names = sorted(path.name for path in log.parent.iterdir())  # `x.log` comes before `x.log.gz`
    except OSError:
        return []
    for name in names:
        if log.name == "latest.log" and (dated := _DATED.fullmatch(name)):
            key = (dated["day"], int(dated["number"]))
        elif match := numbered.fullmatch(name):
            key = ("", int(match["number"]))
        elif match := rotated.fullmatch(name):
            key = ("", -int(match["number"]))
        else:
            continue
        found.setdefault(key, log.parent / name)
    return [found[key] for key in sorted(found)]


def since(log: Path, position: Position) -> list[Path] | None:
    """Return the rolled log that ``position`` lies in and all that came after it; None when it is gone."""
    if not position.head_size:
        return None
    for _ in range(2):  # a log that is packed while it is looked for has its new name the second time
        paths = older(log)
        for index in range(len(paths) - 1, -1, -1):  # it is nearly always the newest
            if holds(paths[index], position):
                return paths[index:]
    return None
