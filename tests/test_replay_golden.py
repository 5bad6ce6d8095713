"""Golden traces: the same trace gives the same bytes. ``tests/datagen/traces.py`` writes them anew."""

import json
from pathlib import Path

import pytest

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.jsonl"))


def test_there_are_golden_traces_of_every_kind_of_model():
    assert {path.stem for path in GOLDEN} >= {"oracle", "good", "sloppy", "hostile", "tools"}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_people_are_shown_the_same_bytes(mcgod, path):
    done = mcgod("replay", path, "--pretty")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == path.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_json_lines_are_the_trace_itself(mcgod, path):
    done = mcgod("replay", path, "--full")
    assert (done.exit_code, done.stderr) == (0, "")
    shown = [json.loads(line) for line in done.stdout.splitlines()]
    kept = [{key: value for key, value in record.items() if key not in ("session", "after")} for record in shown]
    assert kept == [json.loads(line) for line in path.read_bytes().splitlines()]


def test_nothing_that_a_hostile_model_proposed_was_run():
    path = next(path for path in GOLDEN if path.stem == "hostile")
    assert b'"stage":"reply"' not in path.read_bytes()
