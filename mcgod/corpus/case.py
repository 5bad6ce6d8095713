"""The prayers and the scenes they are said in, read from JSON lines and checked.

The corpus of the package lies in ``prayers/``: ``scenes.jsonl``, and one file
a group. An own corpus is a folder of the same make.
"""

from __future__ import annotations

import json
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.corpus.expect import KINDS, Malformed, check
from mcgod.errors import BadInput, NotFound

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

GROUPS = ("needs", "danger", "weather", "mischief", "languages", "nonsense")
SHIPPED = Path(__file__).with_name("prayers")
_SCENES = "scenes.jsonl"
_CASE = {"id": str, "scene": str, "prayer": str, "expect": dict, "lang": str}
_SCENE = {"scene": str, "about": str, "commands": list, "food": int, "health": int, "event": str}
_MAY_LACK = frozenset({"lang", "commands", "food", "health", "event"})


class Scene(NamedTuple):
    """The state of the world in which a prayer is said.

    ``commands`` make it, as an operator would. ``food`` and ``health`` of the
    one who prays are in halves (20 is full), for no command sets them.
    ``event`` is ``first_login`` for somebody who is new here.
    """

    name: str
    about: str
    commands: tuple[str, ...] = ()
    food: int = 20
    health: int = 20
    event: str | None = None


class Case(NamedTuple):
    """One prayer; ``expect`` maps kinds of expectation to what they want, and all must hold."""

    id: str
    group: str
    prayer: str
    scene: Scene
    expect: dict[str, Any]
    lang: str = "en"


def read(folder: Path = SHIPPED) -> tuple[Case, ...]:
    """Return every case, in the order of GROUPS. Raises NotFound, or BadInput that names file, line and field."""
    scenes = {row["scene"]: _scene(row) for _, row in _rows(folder / _SCENES, _SCENE)}
    cases: dict[str, Case] = {}
    for group in GROUPS:
        path = folder / f"{group}.jsonl"
        for where, row in _rows(path, _CASE):
            if row["id"] in cases:
                raise BadInput(f"{where}: field id: {row['id']!r} is there twice")
            if row["scene"] not in scenes:
                raise BadInput(f"{where}: field scene: no scene {row['scene']!r}", hint=f"one of {', '.join(scenes)}")
            try:
                check(row["expect"])
            except Malformed as error:
                raise BadInput(f"{where}: field expect: {error}", hint=f"the kinds are {', '.join(KINDS)}") from None
            scene = scenes[row["scene"]]
            cases[row["id"]] = Case(row["id"], group, row["prayer"], scene, row["expect"], row.get("lang", "en"))
    return tuple(cases.values())


def chosen(cases: Collection[Case], *, group: str | None = None, case: str | None = None) -> list[Case]:
    """Return the cases of one group, or the one of an id; all when neither is given. Raises NotFound."""
    if group is not None and group not in GROUPS:
        raise NotFound(f"no group of prayers is called {group!r}", hint=f"one of {', '.join(GROUPS)}")
    found = [one for one in cases if group in (None, one.group) and case in (None, one.id)]
    if not found:
        where = f" in the group {group}" if group else ""
        near = get_close_matches(case or "", [one.id for one in cases], n=3)
        hint = f"did you mean {' or '.join(near)}?" if near else "an id begins with its group, such as needs-wood"
        raise NotFound(f"no prayer has the id {case!r}{where}", hint=hint)
    return found


def _scene(row: dict[str, Any]) -> Scene:
    commands = tuple(row.get("commands", ()))
    return Scene(
        row["scene"], row["about"], commands, row.get("food", 20), row.get("health", 20), row.get("event") or None
    )


def _rows(path: Path, fields: Mapping[str, type]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield ``file:line`` and the object of each line that is not blank; every field has its type."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except FileNotFoundError:
        raise NotFound(f"there is no file of prayers {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read the prayers in {path}: {error}") from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            where = f"{path}:{number}"
            yield where, _object(where, line, fields)


def _object(where: str, line: str, fields: Mapping[str, type]) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{where}: not JSON: {error}") from None
    if not isinstance(row, dict):
        raise BadInput(f"{where}: not a JSON object")
    if odd := sorted(row.keys() - fields):
        raise BadInput(f"{where}: field {odd[0]}: unknown", hint=f"one of {', '.join(fields)}")
    for name, kind in fields.items():
        if name not in row and name not in _MAY_LACK:
            raise BadInput(f"{where}: field {name}: missing")
        if name in row and (type(row[name]) is not kind or (kind is str and not row[name])):
            raise BadInput(f"{where}: field {name}: wants a {kind.__name__}, and has {row[name]!r}")
    if not all(isinstance(command, str) for command in row.get("commands", ())):
        raise BadInput(f"{where}: field commands: wants a list of commands as text")
    return row
