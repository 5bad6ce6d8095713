"""Traces for tests of replay: golden ones, and such as are written stage by stage as the flow writes them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from mcgod.grammar import registry, trees
from mcgod.replay import trace

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("good", "hostile", "oracle", "sloppy", "tools")
START = datetime(2026, 11, 30, 12, tzinfo=UTC)


@cache
def game_data(version):
    """The ids and the grammar of a game version, as a re-run wants them."""
    return registry.load(version), trees.load(version)


def turns(name):
    """The turns of a golden trace."""
    lines = (GOLDEN / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
    return list(trace.turns(trace.stages(lines, name)))


def verdict(proposed, command=None, *, reason=None, repairs=()):
    """A verdict as a trace holds it: rejected for ``reason``, else accepted, or repaired."""
    kind = "rejected" if reason else "repaired" if repairs else "accepted"
    return {
        "proposed": proposed,
        "command": None if reason else command or proposed,
        "verdict": kind,
        "repairs": [dict(zip(("rule", "before", "after"), one, strict=True)) for one in repairs],
        "reason": reason,
        "hint": "not that" if reason else None,
        "output": None,
        "ran": False,
        "ok": None,
    }


def turn(number=1, *verdicts, text="I need wood", gap=100, observed=None, **asked):
    """The lines of one turn, ``gap`` milliseconds between its stages."""
    base = {"text": text, "mode": "god", "event": None, "owner": "Steve", "player": "Steve", "soul": "default"}
    usage = {"usage": {"input": 7, "output": 3}}
    prompt = [{"role": "system", "content": "You decide."}, {"role": "user", "content": text}]
    seen = {"server": {"online": ["Steve"], "max_players": 20, "daytime": 6000, "difficulty": "easy"}, "player": None}
    stages = [
        ("input", base | {"dry_run": False, "version": "1.21.4"} | asked),
        ("observed", seen | {"known": []} | (observed or {})),
        ("request", {"role": "command", "attempt": 1, "model": "scripted/1", "messages": prompt}),
        ("response", {"role": "command", "attempt": 1, "text": "{}", "thinking": "", "finish": "stop", **usage}),
        ("verdicts", {"reason": "heard", "verdicts": list(verdicts)}),
        ("message", {"text": "Take it."}),
        ("end", {"state": "done", "ms": {"total": 6 * gap}, "notes": []}),
    ]
    return [
        line(
            {
                "v": 1,
                "request_id": f"{number:016x}",
                "turn": number,
                "at": (START + timedelta(milliseconds=gap * place)).isoformat(timespec="milliseconds"),
                "stage": name,
                **fields,
            }
        )
        for place, (name, fields) in enumerate(stages)
    ]


def line(record):
    """One line of a trace."""
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"
