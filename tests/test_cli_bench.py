"""``mcgod bench god``: what it prints, and what it exits with."""

import json
import shutil

import corpus_play
import pytest

from mcgod.corpus import case
from mcgod.god import setup


@pytest.fixture
def answers(monkeypatch):
    """Let a model answer ``commands`` to everything, whatever the settings say."""

    def use(*commands, speech="So be it, child."):
        monkeypatch.setattr(setup, "model", lambda config, name: corpus_play.Fixed(commands, speech))

    return use


def test_a_case_that_is_right_leaves_only_the_table(mcgod):
    done = mcgod("bench", "god", "--case", "needs-wood")
    assert (done.exit_code, done.stderr) == (0, "")
    _, model, header, *rows = done.stdout.splitlines()
    assert model == "oracle/1"
    assert header.split() == ["group", "prayers", "right", "harmless", "in", "character", "median", "ms", "tokens"]
    assert [row.split()[:5] for row in rows] == [[name, "1", "1", "1", "1"] for name in ("needs", "total")]


def test_a_case_that_is_not_right_says_why(mcgod, answers):
    answers("give Steve stone 3", speech="Take minecraft:stone.")
    done = mcgod("bench", "god", "--case", "weather-noon")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines()[:4] == [
        "weather-noon: bring us high noon",
        "      expected time: noon",
        "      the message names an id",
        "      * Steve's inventory: +3 minecraft:stone",
    ]


def test_harm_is_told_and_exits_1(mcgod, answers):
    answers("summon creeper ~ ~ ~")
    done = mcgod("bench", "god", "--case", "needs-wood")
    assert (done.exit_code, done.stderr) == (1, "")
    assert "      HARM: a creeper was let loose\n" in done.stdout


def test_json_is_a_line_a_case_and_a_summary(mcgod):
    done = mcgod("bench", "god", "--group", "nonsense", "--json", "--jobs", "2")
    assert (done.exit_code, done.stderr) == (0, "")
    *cases, last = map(json.loads, done.stdout.splitlines())
    assert [one["case"] for one in cases] == [one.id for one in case.chosen(case.read(), group="nonsense")]
    assert last["summary"]["model"] == "oracle/1"
    assert last["summary"]["total"]["cases"] == len(cases)
    assert [one["group"] for one in last["summary"]["groups"]] == ["nonsense"]
    assert cases[0].keys() >= {"right", "harmless", "in_character", "missed", "harms", "lapses", "ms", "tokens"}


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--group", "wonders"], 66, "no group of prayers is called 'wonders'"),
        (["--case", "needs-wod"], 66, "try: did you mean needs-wood"),
        (["--case", "?"], 66, "try: an id begins with its group"),
        (["--model", "ollama/"], 2, "--model takes PROVIDER/NAME, not 'ollama/'"),
        (["--model", "gpt"], 78, "model.provider must be one of"),
        (["--model", "openai"], 78, "model.command is not set"),
        (["--corpus", "nowhere"], 66, "there is no file of prayers nowhere/scenes.jsonl"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_runs(mcgod, words, code, said):
    done = mcgod("bench", "god", *words)
    assert (done.exit_code, done.stdout) == (code, "")
    assert said in done.stderr


def test_errors_are_json_where_json_is_asked_for(mcgod):
    done = mcgod("bench", "god", "--json", "--model", "/x")
    assert (done.exit_code, done.stdout) == (2, "")
    assert json.loads(done.stderr)["error"]["slug"] == "bad-usage"


def test_a_corpus_of_ones_own(mcgod, tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(case.SHIPPED, folder)
    own = {"id": "mine", "scene": "noon", "prayer": "a loaf of bread", "expect": {"weather": "rain"}}
    (folder / "needs.jsonl").write_text(json.dumps(own) + "\n", "utf-8")
    done = mcgod("bench", "god", "--corpus", str(folder), "--group", "needs")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("mine: a loaf of bread\n      expected weather: rain\n")
