"""``mcgod replay freeze`` and ``test`` on the command line."""

import json
from xml.etree import ElementTree as ET

import pytest


@pytest.fixture
def case(mcgod, tmp_path):
    """A folder with one frozen prayer of Steve's."""
    mcgod("pray", "I need wood", "--as", "Steve")
    done = mcgod("replay", "freeze", "--as", "Steve", "--turn", 1)
    assert (done.exit_code, done.stderr) == (0, "")
    path = tmp_path / "cases" / "wood.json"
    path.parent.mkdir()
    path.write_text(done.stdout)
    return path


def records(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_frozen_prayer_passes_and_fails_under_other_limits(mcgod, case, tmp_path):
    done = mcgod("replay", "test", case.parent, "--json")
    row, summary = records(done)
    assert (done.exit_code, done.stderr) == (0, "")
    assert (row["case"], row["passed"], summary["summary"]) == ("turn-1", True, {"cases": 1, "failed": 0})
    strict = tmp_path / "strict.toml"
    strict.write_text("[god]\nitems = 16\n")
    report = tmp_path / "report.xml"
    done = mcgod("replay", "test", case, "--rules", strict, "--junit", report, "--json")
    row, summary = records(done)
    assert (done.exit_code, done.stderr, summary["summary"]["failed"]) == (1, "", 1)
    assert "refused not expected: give Player1 minecraft:oak_log 64 (count-cap)" in row["failures"]
    assert ET.fromstring(report.read_bytes()).get("failures") == "1"


def test_what_a_person_edited_is_what_is_expected_of_any_model(mcgod, case):
    edited = json.loads(case.read_text())
    edited["expect"] = {"commands": edited["expect"]["commands"], "message_has": ["oak logs"]}
    case.write_text(json.dumps(edited))
    done = mcgod("replay", "test", case.parent, "--against", "oracle")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "1 case, none failed"


def test_a_broken_case_is_65_and_the_others_are_run(mcgod, case):
    case.with_name("broken.json").write_text("{")
    done = mcgod("replay", "test", case.parent, "--json")
    broken, sound, summary = records(done)
    assert done.exit_code == 65
    assert "broken.json: not JSON" in done.stderr
    assert (broken["passed"], sound["passed"], summary["summary"]) == (False, True, {"cases": 2, "failed": 1})


def test_a_turn_that_comes_out_otherwise_today_is_printed_with_1(mcgod, home, case):
    (path,) = (home / "sessions" / "+steve").glob("*.turns.jsonl")
    (line,) = (row for row in path.read_text().splitlines() if '"stage":"message"' in row)
    told = json.loads(line)["text"]
    path.write_text(path.read_text().replace(line, line.replace(told, "Never.")))
    done = mcgod("replay", "freeze", "--as", "Steve")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["expect"]["message"] == "Never."
    assert "it no longer comes out so: message: expected 'Never.'" in done.stderr


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["freeze", "--turn", "9", "--as", "Steve"], 66),
        (["freeze", "zzzz"], 66),
        (["freeze", "--turn", "0"], 2),
        (["test", "no/such"], 66),
        (["test"], 2),
    ],
)
def test_what_is_not_there(mcgod, case, words, code):
    done = mcgod("replay", *words)
    assert (done.exit_code, done.stdout) == (code, "")
    assert done.stderr


def test_a_name_that_the_record_does_not_know_can_be_taken_out_too(mcgod):
    mcgod("pray", "Herobrine hunts me, I need wood", "--as", "Steve")
    assert "Herobrine" in mcgod("replay", "freeze", "--as", "Steve").stdout
    done = mcgod("replay", "freeze", "--as", "Steve", "--redact", "Herobrine")
    assert "Herobrine" not in done.stdout
    assert "Player2 hunts me" in done.stdout
