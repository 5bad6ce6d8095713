"""An admin's own cases for the rules: read from TOML, judged, compared."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadInput, NotFound
from mcgod.rules.catalogue import find
from mcgod.rules.judge import judge
from mcgod.rules.verdict import ACCEPTED, REJECTED, REPAIRED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcgod.rules.context import Context

_FIELDS = frozenset({"command", "expect", "result", "mode", "player", "online", "mc"})


def run_cases(file: str, context: Callable[..., Context]) -> Iterator[dict[str, Any]]:
    """Yield ``{"command","expected","got","as_expected","result"}`` for each case. Raises BadInput or NotFound."""
    for number, case in enumerate(_cases(file), start=1):
        _check(case, number)
        verdict = judge(
            case["command"],
            context(
                mode=case.get("mode", "god"),
                player=case.get("player"),
                online=",".join(case["online"]) if "online" in case else None,
                minecraft=case.get("mc"),
            ),
        )
        expected = case["expect"]
        got = verdict.verdict if expected in (ACCEPTED, REPAIRED, REJECTED) else verdict.reason or verdict.verdict
        same = got == expected and case.get("result") in (None, verdict.command)
        yield {
            "command": case["command"],
            "expected": expected if "result" not in case else f"{expected}: {case['result']}",
            "got": got if verdict.command is None else f"{got}: {verdict.command}",
            "as_expected": same,
            "result": verdict.command,
        }


def _cases(file: str) -> list[Any]:
    import tomllib

    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
        cases = tomllib.loads(text).get("case")
    except FileNotFoundError:
        raise NotFound(f"there is no file {file}") from None
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot read the cases in {file}: {error}") from error
    if not isinstance(cases, list) or not cases:
        raise BadInput(f"{file} holds no [[case]]")
    return cases


def _check(case: Any, number: int) -> None:
    if (
        not isinstance(case, dict)
        or not isinstance(case.get("command"), str)
        or not isinstance(case.get("expect"), str)
    ):
        raise BadInput(f"case {number} needs a command and what to expect")
    if unknown := set(case) - _FIELDS:
        raise BadInput(f"case {number} has a field {min(unknown)!r}", hint=f"one of {', '.join(sorted(_FIELDS))}")
    if case["expect"] not in (ACCEPTED, REPAIRED, REJECTED) and find(case["expect"]) is None:
        raise BadInput(f"case {number} expects {case['expect']!r}, which no rule is called", hint="mcgod rules list")
