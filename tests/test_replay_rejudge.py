"""Recorded proposals before other rules: exactly what a changed rule changes is seen, and nothing else."""

from pathlib import Path

import pytest
from replay_play import game_data, turn, verdict

from mcgod.replay import trace
from mcgod.replay.rejudge import WANTED, Rejudge
from mcgod.rules.policy import overridden, shipped

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.jsonl"))


def judge(lines, version=None, **limits):
    """The differences of all turns under ``limits`` of god, and the summary."""
    again = Rejudge(game_data, overridden(shipped(), {"god": limits} if limits else {}, "test"), version)
    found = [one for stages in trace.turns(trace.stages(lines, "t", WANTED)) for one in again.turn(stages)]
    return found, again.summary()


def golden(name):
    return next(path for path in GOLDEN if path.stem == name).read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_same_rules_judge_the_same(path):
    found, summary = judge(path.read_bytes().splitlines(keepends=True))
    assert found == []
    assert summary["turns"] in (1, 3)
    assert summary["commands"] >= 3


def test_one_changed_rule_makes_exactly_its_differences():
    found, summary = judge(golden("good"), items=16)
    assert [one.to_json() for one in found] == [
        {
            "kind": "newly-refused",
            "attempt": 1,
            "proposed": "give Steve minecraft:oak_log 64",
            "was": {"command": "give Steve minecraft:oak_log 64", "reason": None},
            "now": {"command": None, "reason": "count-cap"},
        }
    ]
    assert summary == {
        "turns": 3,
        "commands": 3,
        "differing_turns": 1,
        "kinds": {"newly-allowed": 0, "newly-refused": 1, "other-command": 0, "other-reason": 0},
    }


def test_a_wider_rule_newly_allows_and_a_refusal_may_change_its_reason():
    found, _ = judge(golden("hostile"), extra_families=["kill"])
    assert {(one.kind, one.proposed) for one in found} <= {
        (kind, command) for kind in ("newly-allowed", "other-reason") for command in ("kill @a", "kill @e")
    }
    assert found
    wider, _ = judge(golden("sloppy"), items=10_000)
    assert [(one.kind, one.attempt, one.proposed) for one in wider] == [
        ("newly-allowed", 1, "give Steve diamond 10000")
    ]


def test_what_is_repaired_otherwise_is_another_command():
    found, _ = judge(turn(1, verdict("give Steve bread 3", "give Steve minecraft:bread 4", repairs=[("x", "3", "4")])))
    assert [(one.kind, one.now["command"]) for one in found] == [("other-command", "give Steve minecraft:bread 3")]


def test_it_is_judged_for_whoever_was_online():
    given = verdict("give Alex minecraft:bread 1", reason="target-offline")
    assert judge(turn(1, given))[0] == []
    both = {"server": {"online": ["Steve", "Alex"]}}
    assert [one.now["reason"] for one in judge(turn(1, given, observed=both))[0]] == ["target-other"]


def test_distances_are_measured_from_the_very_place_and_from_the_block_where_a_trace_has_no_more():
    cow = verdict("summon minecraft:cow 100.3 64 0")
    near = turn(1, cow, observed={"position": [36.4, 64.0, 0.0], "player": {"position": [36, 64, 0]}})
    older = turn(1, cow, observed={"player": {"position": [36, 64, 0]}})
    assert judge(near)[0] == []
    assert [(one.kind, one.now["reason"]) for one in judge(older)[0]] == [("newly-refused", "distance-cap")]


def test_a_newcomers_turn_is_judged_as_one():
    taken = verdict("teleport Steve 10 64 0")
    as_new = judge(turn(1, taken, newcomer=True))[0]
    assert judge(turn(1, taken, newcomer=False, event="first_login"))[0] == []
    assert judge(turn(1, taken, event="first_login"))[0] == as_new
    assert [one.kind for one in as_new] == ["newly-refused"]


def test_what_an_admin_said_yes_to_is_still_allowed_and_nothing_else():
    asked = verdict("ban Alex")
    lines = turn(1, asked, mode="sudo", observed={"server": None})
    assert judge(lines)[0] == []  # an older trace, which does not tell
    said = [line.replace(b'"verdicts":[', b'"yes_to":["ban Alex"],"verdicts":[') for line in lines]
    silent = [line.replace(b'"verdicts":[', b'"yes_to":[],"verdicts":[') for line in lines]
    assert judge(said)[0] == []
    assert [(one.kind, one.now["reason"]) for one in judge(silent)[0]] == [("newly-refused", "needs-yes")]


def test_another_version_has_another_grammar():
    found, _ = judge(turn(1, verdict("give Steve minecraft:mace 1")), version="1.16.5")
    assert [(one.kind, one.now["reason"]) for one in found] == [("newly-refused", "unknown-id")]


@pytest.mark.parametrize(
    "spoilt", [{"mode": "tyrant"}, {"version": None, "max_commands": "x"}, {"observed": {"server": {"online": 3}}}]
)
def test_a_turn_that_cannot_be_judged_is_damage(spoilt):
    with pytest.raises(trace.Damaged):
        judge(turn(1, verdict("time set day"), **spoilt))


def test_a_turn_whose_beginning_is_lost_is_damage():
    with pytest.raises(trace.Damaged):
        judge(turn(1, verdict("time set day"))[1:])
