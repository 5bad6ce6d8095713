"""A recorded turn as a test case: its stages, and what should come of them, in one JSON file that a person can edit.

``{"v":1,"case":NAME,"expect":{…},"stages":[…]}``. All that ``expect`` names must hold, and what it leaves out is not
looked at: ``commands``, those that may run, in order; ``refused``, a list of ``{"proposed","reason"}``; ``message``,
word for word; ``message_has``, a list of texts that stand in it, whatever their case.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.errors import BadInput
from mcgod.llm import scripted
from mcgod.replay import compare, trace
from mcgod.replay.redact import Redactor

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mcgod.replay.trace import Stage

VERSION = 1
KINDS = ("commands", "refused", "message", "message_has")


class Case(NamedTuple):
    """One frozen turn."""

    name: str
    expect: dict[str, Any]
    stages: list[Stage]

    def model(self) -> scripted.Scripted:
        """Return a model that says what was said then. Raises Damaged."""
        return scripted.Scripted([_answer(stage) for stage in self.stages if stage.name == "response"], name="record")


def freeze(stages: Sequence[Stage], name: str, also: Iterable[str] = ()) -> dict[str, Any]:
    """Return a turn as a case, expecting what came of it then; the names in ``also`` are taken out too.

    Raises Damaged, and BadInput for a turn that has no outcome to expect.
    """
    was = compare.recorded(stages)
    if stages[-1].name != "end" or was["error"] is not None:
        raise BadInput(
            f"{stages[-1].place}: the turn did not come to its end, so nothing can be expected of it",
            hint="mcgod replay --list shows the state of each turn",
        )
    redactor = Redactor([*_names(stages), *also])
    expect = {**outcome(was), "message": was["message"]}
    frozen = {"expect": expect, "stages": [stage.record for stage in stages]}
    return {"v": VERSION, "case": name, **redactor.of(frozen)}


def outcome(result: dict[str, Any]) -> dict[str, Any]:
    """Return the commands that may run and those that are refused, out of what ``Rerun.turn`` returns."""
    return {
        "commands": [one["command"] for one in result["verdicts"] if one.get("command")],
        "refused": [
            {"proposed": one["proposed"], "reason": one["reason"]}
            for one in result["verdicts"]
            if not one.get("command")
        ],
    }


def read(text: str, where: str) -> Case:
    """Return the case in a file's text. Raises BadInput that names the file and the field."""
    try:
        case = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{where}: not JSON: {error}") from None
    if not isinstance(case, dict) or not isinstance(case.get("stages"), list) or not case["stages"]:
        raise BadInput(f"{where}: not a frozen turn", hint="mcgod replay freeze SESSION --turn N makes one")
    if case.get("v") != VERSION:
        raise BadInput(f"{where}: a case of version {case.get('v')!r}; this mcgod reads {VERSION}")
    _check(case.get("expect"), where)
    lines = (json.dumps(one).encode() + b"\n" for one in case["stages"])
    found = list(trace.stages(lines, f"{where}: stage"))
    if found[0].name != "input":
        raise BadInput(f"{where}: field stages: begins with {found[0].name!r} instead of 'input'")
    return Case(str(case.get("case") or where), case["expect"], found)


def failures(expect: dict[str, Any], result: dict[str, Any]) -> list[str]:
    """Return what does not hold, a line each; empty when the case passes. ``result`` is what ``Rerun.turn`` returns."""
    found = [] if result["error"] is None else [f"no answer: {result['error']}"]
    got = outcome(result)
    for kind, noun in (("commands", "command"), ("refused", "refused")):
        if kind in expect and expect[kind] != got[kind]:
            wanted, had = (Counter(map(_told, side[kind])) for side in (expect, got))
            found += [f"{noun} missing: {one}" for one in (wanted - had).elements()]
            found += [f"{noun} not expected: {one}" for one in (had - wanted).elements()]
            if wanted == had:
                found.append(f"{kind}: in another order: {', '.join(map(_told, got[kind]))}")
    if result["error"] is not None:
        return found  # nothing was said
    if "message" in expect and expect["message"] != result["message"]:
        found.append(f"message: expected {expect['message']!r}, got {result['message']!r}")
    said = result["message"].casefold()
    found += [
        f"message lacks {one!r}: {result['message']!r}"
        for one in expect.get("message_has", ())
        if one.casefold() not in said
    ]
    return found


def _names(stages: Sequence[Stage]) -> list[str]:
    """Return the players of a turn: first who prayed, then whose it is, then who was online."""
    told: list[Any] = []
    for stage in stages:
        told += [stage.record.get("player"), stage.record.get("owner")] if stage.name == "input" else []
        if stage.name == "observed":
            told += (stage.record.get("server") or {}).get("online") or ()
    return [str(name) for name in told if isinstance(name, str)]


def _answer(stage: Stage) -> scripted.Answer:
    try:
        return scripted.answer(stage.record, "record")
    except (AttributeError, KeyError, TypeError, ValueError):
        raise trace.misshapen(stage) from None


def _check(expect: Any, where: str) -> None:
    if not isinstance(expect, dict) or not expect:
        raise BadInput(f"{where}: field expect: names nothing to look at", hint=f"one of {', '.join(KINDS)}")
    if odd := sorted(expect.keys() - set(KINDS)):
        raise BadInput(f"{where}: field expect: {odd[0]!r} is unknown", hint=f"one of {', '.join(KINDS)}")
    for kind, value in expect.items():
        if not _sound(kind, value):
            raise BadInput(f"{where}: field expect.{kind}: {json.dumps(value)[:80]} is of another shape")


def _sound(kind: str, value: Any) -> bool:
    if kind == "message":
        return isinstance(value, str)
    if not isinstance(value, list):
        return False
    if kind == "refused":
        return all(isinstance(one, dict) and one.keys() == {"proposed", "reason"} for one in value)
    return all(isinstance(one, str) for one in value)


def _told(one: Any) -> str:
    return one if isinstance(one, str) else f"{one['proposed']} ({one['reason']})"
