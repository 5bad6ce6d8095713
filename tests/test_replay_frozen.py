"""Turns frozen into test cases: nobody's names in them, and what fails when something comes out otherwise."""

import json
from xml.etree import ElementTree as ET

import pytest
from replay_play import NAMES, game_data, turn, turns, verdict

from mcgod.errors import BadInput
from mcgod.god.souls import Souls
from mcgod.replay import frozen, junit, trace
from mcgod.replay.redact import Redactor
from mcgod.replay.rerun import Rerun
from mcgod.rules.policy import shipped


def outcome(case, tmp_path):
    rerun = Rerun(case.model(), game_data, shipped(), Souls(tmp_path / "souls"), lambda: 0.0)
    return rerun.turn(case.stages)


@pytest.mark.parametrize("name", NAMES)
def test_every_golden_turn_comes_out_as_frozen_and_names_nobody(tmp_path, name):
    for stages in turns(name):
        text = json.dumps(frozen.freeze(stages, "a case"))
        case = frozen.read(text, "case.json")
        assert frozen.failures(case.expect, outcome(case, tmp_path)) == []
        assert "steve" not in text.lower()
        assert "alex" not in text.lower()
        assert "Player1" in text


def test_freezing_is_the_same_to_the_byte():
    (stages, *_) = turns("sloppy")
    assert json.dumps(frozen.freeze(stages, "a")) == json.dumps(frozen.freeze(stages, "a"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Steve, steve and STEVE", "Player1, player1 and Player1"),
        ("Steven is another, so is Steve_2", "Steven is another, so is Steve_2"),
        ('{"prayer": "hello\\nSteve"}', '{"prayer": "hello\\nPlayer1"}'),
        ("tell:Steve", "tell:Player1"),
        ("Steve_B and Steve", "Player2 and Player1"),
        ("give Stone minecraft:stone", "give Player3 minecraft:stone"),
        ("from 10.1.2.3 to 10.1.2.3 and 8.8.8.8", "from 192.0.2.1 to 192.0.2.1 and 192.0.2.2"),
        ("version 1.21.4 at 12:30:05", "version 1.21.4 at 12:30:05"),
        ("2a02:8108::4f:1", "2001:db8::1"),
        ("Bearer abc.def-12345", "Bearer KEY1"),
        ("sk-proj-0123456789abcdefABCDEF", "KEY1"),
        ("AIzaSyA0123456789abcdefghij", "KEY1"),
        ("069a79f4-44e9-4726-a5be-fca90e38aaf5", "00000000-0000-0000-0000-000000000001"),
    ],
)
def test_what_is_taken_out_and_what_stays(text, expected):
    assert Redactor(["Steve", "Steve_B", "Stone"]).text(text) == expected


def test_the_same_stand_in_everywhere_in_keys_too():
    redactor = Redactor(["Steve"])
    assert redactor.of({"Steve": ["10.0.0.1", 3, None, {"to": "Steve 10.0.0.2"}], "from": "10.0.0.2"}) == {
        "Player1": ["192.0.2.1", 3, None, {"to": "Player1 192.0.2.2"}],
        "from": "192.0.2.2",
    }


def test_what_does_not_hold_is_told_line_by_line(tmp_path):
    (stages, *_) = turns("hostile")
    case = frozen.read(json.dumps(frozen.freeze(stages, "a")), "case.json")
    got = outcome(case, tmp_path)
    (command,) = (one["proposed"] for one in got["verdicts"])
    expect = {
        "commands": ["time set day"],
        "refused": [{"proposed": command, "reason": "count-cap"}],
        "message": "Rise.",
        "message_has": ["BOW", "rise"],
    }
    assert frozen.failures(expect, got) == [
        "command missing: time set day",
        f"refused missing: {command} (count-cap)",
        f"refused not expected: {command} (never)",
        "message: expected 'Rise.', got 'Bow.'",
        "message lacks 'rise': 'Bow.'",
    ]
    assert frozen.failures({"message_has": ["bow"]}, got) == []


def test_an_order_matters(tmp_path):
    result = {"verdicts": [verdict("time set day"), verdict("weather clear")], "message": "", "error": None}
    found = frozen.failures({"commands": ["weather clear", "time set day"]}, result)
    assert found == ["commands: in another order: time set day, weather clear"]


def test_a_turn_without_an_end_cannot_be_frozen():
    lines = turn(1)[:-1]
    with pytest.raises(BadInput, match="did not come to its end"):
        frozen.freeze(list(trace.stages(lines, "t")), "a")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"v": 9}, "a case of version 9"),
        ({"stages": []}, "not a frozen turn"),
        ({"stages": [{"turn": 1}]}, "stage:1: the line is no stage"),
        ({"expect": {}}, "field expect: names nothing"),
        ({"expect": {"comands": []}}, "field expect: 'comands' is unknown"),
        ({"expect": {"commands": "time set day"}}, "field expect.commands"),
        ({"expect": {"refused": [{"proposed": "op"}]}}, "field expect.refused"),
        ({"expect": {"message": 3}}, "field expect.message"),
    ],
)
def test_a_case_of_another_shape_names_what_is_wrong(change, fault):
    case = frozen.freeze(turns("good")[0], "a") | change
    with pytest.raises(BadInput, match=fault):
        frozen.read(json.dumps(case), "case.json")


def test_the_xml_holds_whatever_was_said():
    outcomes = [
        junit.Outcome("fine", "a.json"),
        junit.Outcome("<odd>", "b.json", ["got \x1b[2J & 'more'", "second"]),
        junit.Outcome("broken", "c.json", error="not JSON"),
    ]
    suite = ET.fromstring(junit.written(outcomes))
    assert suite.attrib == {"name": "mcgod replay test", "tests": "3", "failures": "1", "errors": "1"}
    fine, odd, broken = suite
    assert (len(fine), odd.get("name")) == (0, "<odd>")
    assert odd[0].text == "got \N{REPLACEMENT CHARACTER}[2J & 'more'\nsecond"
    assert (broken[0].tag, broken[0].get("message")) == ("error", "not JSON")
