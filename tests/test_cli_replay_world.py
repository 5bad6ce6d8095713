"""``mcgod replay --against … --world``: judged by what commands change, on the command line."""

import json

import pytest
from replay_play import turn, verdict

ORDERED = "give Steve minecraft:bread 4"


@pytest.fixture
def against(mcgod, tmp_path):
    """Replay one turn, in which bread was given, against a model that orders ``commands``."""

    def run(*commands, words=("--world",)):
        path, script = tmp_path / "turns.jsonl", tmp_path / "model.jsonl"
        path.write_bytes(b"".join(turn(1, verdict(ORDERED), text="bread")))
        said = json.dumps({"reason": "", "commands": commands}), "Take it."
        script.write_text("".join(json.dumps({"text": text}) + "\n" for text in said))
        return mcgod("replay", path, "--against", f"scripted:{script}", *words)

    return run


def test_other_words_with_the_same_effect_are_0(against):
    commands = ("give Steve bread 1", "give Steve bread 3")
    done = against(*commands)
    row, summary = (json.loads(line) for line in done.stdout.splitlines())
    assert (done.exit_code, done.stderr, row["judged"], row["differs"]) == (0, "", "same effect", False)
    assert (row["missing"], row["effect"]["same"]) == ([ORDERED], ["Steve has: +4 minecraft:bread"])
    assert (summary["summary"]["same_effect_turns"], summary["summary"]["effects"]["same"]) == (1, 1)
    by_words = against(*commands, words=())
    assert by_words.exit_code == 1
    assert json.loads(by_words.stdout.splitlines()[0])["effect"] is None


def test_another_effect_is_1_and_shown_to_people(against):
    done = against("give Steve bread 1", "time set day", words=("--world", "--pretty"))
    assert (done.exit_code, done.stderr) == (1, "")
    assert done.stdout.endswith(
        ": differs\n" + SHOWN.replace("MODEL", done.stdout.split("\n")[1].split(": ")[0].strip())
    )


SHOWN = """\
    + give Steve minecraft:bread 1
    + time set day
    - give Steve minecraft:bread 4
      + daytime: 6000 -> 1000
      + Steve has: +1 minecraft:bread
      - Steve has: +4 minecraft:bread
MODEL: 1 of 1 turns differ, 0 without answer
  effects: 0 same, 2 added, 1 missing; 0 turns with other words and the same effect
  commands: 0 same, 2 added, 1 missing; messages changed: 0
  was: 1 accepted, 0 repaired, 0 rejected; 7 tokens in, 3 out; 0 ms
  now: 1 accepted, 1 repaired, 0 rejected; 0 tokens in, 0 out; 0 ms
"""
