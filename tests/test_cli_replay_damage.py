"""Damaged traces and those of older versions, in every way in which turns are replayed."""

import json
import re

import pytest
from replay_play import GOLDEN, turns

LINES = (GOLDEN / "good.jsonl").read_bytes().splitlines(keepends=True)
SECOND = len(turns("good")[0]) + 2  # lines before the damage: the first turn, and two stages of the second
WAYS = {
    "show": ("--json",),
    "show people": ("--pretty",),
    "list": ("--list", "--json"),
    "list people": ("--list", "--pretty"),
    "rules": ("--rules-only", "--json"),
    "rules people": ("--rules-only", "--pretty"),
    "against": ("--against", "oracle", "--json"),
    "against people": ("--against", "oracle", "--pretty"),
    "world": ("--against", "oracle", "--world", "--json"),
    "report": ("--html", "-"),
}
DAMAGES = {
    "is cut short": [*LINES[:SECOND], LINES[SECOND][:40]],
    "does not parse": [*LINES[:SECOND], b'{"v":1,"request\n', *LINES[SECOND:]],
    "does not parse either": [*LINES[:SECOND], b"\x00\xff\xfe\n", *LINES[SECOND:]],
    "is no stage of a turn": [*LINES[:SECOND], b"[1]\n", *LINES[SECOND:]],
}
# What the first traces did not hold yet.
LATER = ("newcomer", "confirmed", "max_commands", "tools", "position", "yes_to", "soul", "event")


def words(way, path):
    return ("replay", *(("report",) if way == "report" else ()), path, *WAYS[way])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("damage", DAMAGES)
def test_what_stands_before_the_damage_is_replayed_and_it_is_65(mcgod, tmp_path, way, damage):
    path, sound = tmp_path / "turns.jsonl", tmp_path / "sound" / "turns.jsonl"
    path.write_bytes(b"".join(DAMAGES[damage]))
    sound.parent.mkdir()
    sound.write_bytes(b"".join(LINES[:SECOND]))
    done, whole = mcgod(*words(way, path)), mcgod(*words(way, sound))
    fault = f"{path}:{SECOND + 1}: the line {damage.removesuffix(' either')}"
    assert (done.exit_code, whole.exit_code in (0, 1), fault in done.stderr) == (65, True, True)
    # A page says that something is missing, too.
    assert re.sub('<p class="damage">.*</p>\n', "", done.stdout) == whole.stdout != ""


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_turn_before_the_damage_is_frozen_and_a_later_one_is_65(mcgod, tmp_path, damage):
    path = tmp_path / "turns.jsonl"
    path.write_bytes(b"".join(DAMAGES[damage]))
    assert mcgod("replay", "freeze", path, "--turn", 1).exit_code == 0
    for number in (2, 3):
        assert mcgod("replay", "freeze", path, "--turn", number).exit_code == 65


@pytest.mark.parametrize("name", ["good", "hostile", "oracle", "sloppy", "tools"])
@pytest.mark.parametrize("way", WAYS)
def test_a_trace_of_an_older_version_still_replays(mcgod, tmp_path, way, name):
    path = tmp_path / "turns.jsonl"
    records = [json.loads(line) for line in (GOLDEN / f"{name}.jsonl").read_bytes().splitlines()]
    older = [{key: value for key, value in one.items() if key not in LATER} for one in records]
    path.write_bytes(b"".join(json.dumps(one).encode() + b"\n" for one in older))
    done = mcgod(*words(way, path))
    differs = name != "oracle" and "oracle" in WAYS[way]
    assert (done.exit_code, done.stderr) == (1 if differs else 0, "")
    assert done.stdout


@pytest.mark.parametrize(("stage", "place"), [("verdicts", 5), ("end", 10)])
@pytest.mark.parametrize("way", ["show", "show people", "list", "against", "report"])
def test_a_stage_of_another_shape_is_named_by_its_line(mcgod, tmp_path, way, stage, place):
    path = tmp_path / "turns.jsonl"
    field = {"verdicts": "verdicts", "end": "ms"}[stage]
    records = [json.loads(line) for line in LINES]
    broken = next(one for one in records if one["stage"] == stage)
    broken[field] = [3]
    path.write_bytes(b"".join(json.dumps(one).encode() + b"\n" for one in records))
    done = mcgod(*words(way, path))
    assert done.exit_code == 65
    lines = done.stdout.count("\n")
    assert lines >= place - 1 if "show" in way else lines == 0
    assert f"{path}:{place}: the line is no sound '{stage}' stage" in done.stderr
