"""``mcgod replay``: recorded turns on the command line."""

import json

import pytest
from fake_ollama import FakeOllama, Say
from replay_play import turn, verdict


@pytest.fixture
def prayed(mcgod):
    """Two prayers of Steve's; the token of their session."""
    mcgod("pray", "I need wood", "--as", "Steve")
    return json.loads(mcgod("pray", "five torches", "--as", "Steve", "--json").stdout)["session"]


def records(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_session_is_replayed_without_a_verb_and_as_json_lines_into_a_pipe(mcgod, prayed):
    done = mcgod("replay", prayed)
    assert (done.exit_code, done.stderr) == (0, "")
    assert [record["stage"] for record in records(done)][:3] == ["input", "observed", "request"]
    assert {record["session"] for record in records(done)} == {prayed}
    assert mcgod("replay", "show", prayed[:4]).stdout == done.stdout
    assert mcgod("replay", "--as", "Steve").stdout == done.stdout


def test_one_turn_for_people(mcgod, prayed):
    done = mcgod("replay", prayed, "--turn", 2, "--pretty")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("turn 2  ")
    assert "asked     five torches" in done.stdout
    assert "I need wood" not in done.stdout
    assert "You decide what happens" in mcgod("replay", prayed, "--pretty", "--full").stdout


def test_every_turn_has_a_row(mcgod, prayed):
    mcgod("pray", "a bed", "--as", "Alex")
    rows = records(mcgod("replay", "--list", "--all"))
    assert [(row["owner"], row["turn"], row["text"]) for row in rows] == [
        ("Alex", 1, "a bed"), ("Steve", 1, "I need wood"), ("Steve", 2, "five torches"),
    ]  # fmt: skip
    assert [row["player"] for row in records(mcgod("replay", "--list", "--all", "--as", "Alex"))] == ["Alex"]
    shown = mcgod("replay", "--list", prayed, "--pretty").stdout.splitlines()
    assert shown[0].split()[:2] == [prayed, "1"]
    assert shown[1].endswith("1 allowed, 0 refused    five torches")


def test_a_file_is_replayed_and_text_from_outside_cannot_drive_the_terminal(mcgod, tmp_path):
    path = tmp_path / "turns.jsonl"
    path.write_bytes(b"".join(turn(1, verdict("time set day"), text="\x1b[2J wood")))
    done = mcgod("replay", path, "--pretty")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert "accepted  time set day" in done.stdout


def test_a_damaged_log_is_shown_up_to_the_damage_and_is_65(mcgod, tmp_path):
    path = tmp_path / "turns.jsonl"
    path.write_bytes(b"".join([*turn(1), *turn(2)])[:-20])
    done = mcgod("replay", path, "--pretty")
    assert done.exit_code == 65
    assert done.stdout.count("turn ") == 2
    assert done.stderr.splitlines()[0] == f"mcgod: {path}:14: the line is cut short"
    assert len(records(mcgod("replay", path, "--list"))) == 2
    assert mcgod("replay", path, "--list").exit_code == 65


def test_damage_in_one_session_leaves_the_others(mcgod, prayed, home):
    mcgod("pray", "a bed", "--as", "Alex")
    (broken,) = (home / "sessions" / "+alex").glob("*.turns.jsonl")
    with broken.open("ab") as file:
        file.write(b"{\n")
    done = mcgod("replay", "--list", "--all")
    assert done.exit_code == 65
    assert [row["text"] for row in records(done)] == ["a bed", "I need wood", "five torches"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["zzzz"], 66),
        (["no/such.jsonl"], 66),
        (["show"], 66),
        (["--all", "zzzz"], 2),
        (["--speed", "fast", "--all"], 2),
        (["--turn", "0"], 2),
        (["--list", "--all"], 1),
    ],
)
def test_what_is_not_there(mcgod, words, code):
    done = mcgod("replay", *words)
    assert (done.exit_code, done.stdout) == (code, "")
    assert done.stderr


def test_a_turn_that_is_not_there_is_1(mcgod, prayed):
    done = mcgod("replay", prayed, "--turn", 9, "--pretty")
    assert (done.exit_code, done.stdout, done.stderr) == (1, "", "mcgod: no turns\n")


def test_the_same_rules_make_no_difference_and_others_are_1(mcgod, prayed, tmp_path):
    done = mcgod("replay", "--rules-only", "--all")
    assert (done.exit_code, done.stderr) == (0, "")
    assert records(done)[0]["summary"]["turns"] == 2
    strict = tmp_path / "strict.toml"
    strict.write_text("[god]\nitems = 16\n")
    done = mcgod("replay", prayed, "--rules-only", "--rules", strict)
    row, summary = records(done)
    assert (done.exit_code, done.stderr, row["turn"], row["text"]) == (1, "", 1, "I need wood")
    assert row["differences"][0]["now"] == {"command": None, "reason": "count-cap"}
    assert summary["summary"]["kinds"]["newly-refused"] == 1
    shown = mcgod("replay", prayed, "--rules-only", "--rules", strict, "--pretty").stdout
    assert shown == (
        f"{prayed}  turn 1  Steve: I need wood\n"
        "  newly refused  give Steve minecraft:oak_log 64\n"
        "      was give Steve minecraft:oak_log 64\n"
        "      now refused, count-cap\n"
        "2 turns, 2 commands; 1 turns differ: 0 newly allowed, 1 newly refused, 0 other command, 0 other reason\n"
    )


def test_damage_is_judged_up_to_and_counts_more_than_a_difference(mcgod, tmp_path):
    path = tmp_path / "turns.jsonl"
    path.write_bytes(b"".join(turn(1, verdict("op Steve"))) + b"{\n")
    done = mcgod("replay", path, "--rules-only")
    assert done.exit_code == 65
    assert [*map(len, records(done))] == [9, 1]
    assert "damaged-trace" in done.stderr


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--rules", "x.toml"], 2),
        (["--mc", "1.21.4"], 2),
        (["--rules-only", "--list"], 2),
        (["--rules-only", "--against", "oracle"], 2),
        (["--soul", "grumble"], 2),
        (["--prompt", "file"], 2),
        (["--rules-only", "--world"], 2),
        (["--against", "oracle", "--prompt", "no/such"], 66),
        (["--against", "oracle", "--prompt", "/dev/null"], 65),
        (["--against", "oracle", "--soul", "nobody"], 66),
        (["--against", "qwen3:8b"], 2),
        (["--against", "ollama/"], 2),
        (["--against", "oracle/1"], 2),
        (["--against", "scripted:no/such.jsonl"], 66),
        (["--rules-only", "--rules", "no/such.toml"], 78),
    ],
)
def test_how_judging_is_not_asked_for(mcgod, words, code):
    done = mcgod("replay", "--all", *words)
    assert (done.exit_code, done.stdout) == (code, "")
    assert done.stderr


def test_another_soul_changes_what_is_said_and_nothing_else(mcgod, prayed):
    done = mcgod("replay", prayed, "--turn", 1, "--against", "oracle", "--soul", "Grumble")
    row, summary = records(done)
    assert (done.exit_code, done.stderr, row["message_changed"]) == (1, "", True)
    assert (row["added"], row["missing"], summary["summary"]["messages_changed"]) == ([], [], 1)


def test_another_prompt_is_what_the_model_is_told(mcgod, prayed, tmp_path, monkeypatch):
    task = tmp_path / "task.txt"
    task.write_text("Grant nothing but bread.\n")
    say = Say('{"reason": "bread", "commands": []}'), Say("Bread is enough.")
    with FakeOllama(*say) as fake:
        monkeypatch.setenv("OLLAMA_HOST", fake.url)
        done = mcgod("replay", prayed, "--turn", 1, "--against", "ollama/qwen3:8b", "--prompt", task)
        asked = [body["messages"][0]["content"] for body in fake.requests]
    assert (done.exit_code, records(done)[0]["missing"]) == (1, ["give Steve minecraft:oak_log 64"])
    assert "Grant nothing but bread." in asked[0]


def test_the_oracle_against_itself_is_the_same_and_another_model_is_not(mcgod, prayed, tmp_path):
    done = mcgod("replay", prayed, "--against", "oracle")
    *rows, last = records(done)
    assert (done.exit_code, done.stderr) == (0, "")
    assert [(row["turn"], row["differs"], row["same"]) for row in rows] == [
        (1, False, ["give Steve minecraft:oak_log 64"]), (2, False, ["give Steve minecraft:torch 5"]),
    ]  # fmt: skip
    assert (last["summary"]["model"], last["summary"]["same"], last["summary"]["differing_turns"]) == ("oracle", 2, 0)
    script = tmp_path / "model.jsonl"
    said = ['{"reason":"","commands":["op Steve"]}'] * 2 + ["No."]
    script.write_text("".join(json.dumps({"text": text}) + "\n" for text in said))
    words = ("replay", prayed, "--turn", 1, "--against", "oracle", "--against", f"scripted:{script}")
    both = mcgod(*words)
    assert (both.exit_code, both.stderr) == (1, "")
    assert [row["differs"] for row in records(both)[:2]] == [False, True]
    assert records(both)[1]["missing"] == ["give Steve minecraft:oak_log 64"]
    assert both.stdout == mcgod(*words).stdout
    shown = mcgod(*words, "--pretty").stdout
    assert "  oracle: the same\n    = give Steve minecraft:oak_log 64\n" in shown
    assert "    - give Steve minecraft:oak_log 64\n" in shown
    assert "0 accepted, 0 repaired, 1 rejected; 0 tokens in" in shown


def test_a_model_that_never_answers_is_69_after_the_rows(mcgod, prayed, tmp_path):
    script = tmp_path / "model.jsonl"
    script.write_text("")
    done = mcgod("replay", prayed, "--against", f"scripted:{script}")
    assert done.exit_code == 69
    assert [row["error"] is None for row in records(done)[:2]] == [False, False]
    assert "no answer left" in done.stderr
    assert [row["message_changed"] for row in records(done)[:2]] == [False, False]


def test_a_model_that_has_not_answered_thrice_is_given_up(mcgod, tmp_path):
    script, path = tmp_path / "model.jsonl", tmp_path / "turns.jsonl"
    script.write_text("")
    path.write_bytes(b"".join(line for number in range(1, 9) for line in turn(number)))
    done = mcgod("replay", path, "--against", f"scripted:{script}", "--pretty")
    assert done.exit_code == 69
    assert done.stdout.count("no answer: ") == 3
    assert "3 of 3 turns differ, 3 without answer" in done.stdout


def test_a_model_is_named_with_its_provider_or_by_the_configured_ones_names(mcgod, prayed, monkeypatch):
    say = [Say('{"reason":"","commands":["give Steve oak_log 64"]}'), Say("Wood.")]
    with FakeOllama(*say, *say) as fake:
        monkeypatch.setenv("OLLAMA_HOST", fake.url)
        named = mcgod("replay", prayed, "--turn", 1, "--against", "ollama/qwen3:8b")
        monkeypatch.setenv("MCGOD_MODEL_PROVIDER", "ollama")
        bare = mcgod("replay", prayed, "--turn", 1, "--against", "qwen3:8b")
    for done, model in ((named, "ollama/qwen3:8b"), (bare, "qwen3:8b")):
        row, summary = records(done)
        assert (done.exit_code, done.stderr) == (1, "")
        assert (row["model"], row["same"], row["now"]["repaired"]) == (model, ["give Steve minecraft:oak_log 64"], 1)
        assert summary["summary"]["now"]["output"] > 0
    assert [request["model"] for request in fake.requests] == ["qwen3:8b"] * 4
