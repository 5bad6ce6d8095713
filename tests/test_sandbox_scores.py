"""scoreboard and trigger."""

from __future__ import annotations

import pytest
from sandbox_play import Play

from mcgod.sandbox import people


@pytest.fixture
def play() -> Play:
    return Play("Steve", "Alex")


def test_objectives(play):
    assert play.run(
        "scoreboard objectives list", "scoreboard objectives add kills playerKillCount",
        'scoreboard objectives add hp health {"text":"Hit Points"}', "scoreboard objectives add kills dummy",
        "scoreboard objectives list", "scoreboard objectives remove kills", "scoreboard objectives remove kills",
        "scoreboard objectives add x fun", "scoreboard objectives add mined minecraft.mined:minecraft.stone",
    ) == [
        "There are no objectives",
        "Created new objective [kills]",
        "Created new objective [Hit Points]",
        "An objective already exists by that name",
        "There are 2 objective(s): [kills], [Hit Points]",
        "Removed objective [kills]",
        "Unknown scoreboard objective 'kills'",
        "Unknown criterion 'fun'...ves add x fun<--[HERE]",
        "Created new objective [mined]",
    ]  # fmt: skip


def test_scores(play):
    play("scoreboard objectives add p dummy")
    assert play.run(
        "scoreboard players set Steve p 5", "scoreboard players add Steve p 3", "scoreboard players remove Steve p 1",
        "scoreboard players get Steve p", "scoreboard players get Alex p", "scoreboard players set @a p 1",
        "scoreboard players add #god p 2", "scoreboard players add * p 1", "scoreboard players list",
        "scoreboard players list Steve", "scoreboard players list Eve", "scoreboard players reset #god p",
        "scoreboard players reset @a", "scoreboard players list", "scoreboard players set * p 1",
        "scoreboard players set Steve nope 1", "scoreboard players add Steve p -1",
    ) == [
        "Set [p] for Steve to 5",
        "Added 3 to [p] for Steve (now 8)",
        "Removed 1 from [p] for Steve (now 7)",
        "Steve has 7 [p]",
        "Can't get value of p for Alex; none is set",
        "Set [p] for 2 entities to 1",
        "Added 2 to [p] for #god (now 2)",
        "Added 1 to [p] for 3 entities",
        "There are 3 tracked entity/entities: #god, Alex, Steve",
        "Steve has 1 score(s):[p]: 2",
        "Eve has no scores to show",
        "Reset [p] for #god",
        "Reset all scores for 2 entities",
        "There are no tracked entities",
        "No relevant score holders could be found",
        "Unknown scoreboard objective 'nope'",
        "Integer must not be less than 0, found -1...d Steve p -1<--[HERE]",
    ]  # fmt: skip


def test_scores_wrap_like_javas_and_some_are_read_only(play):
    play.run("scoreboard objectives add p dummy", "scoreboard objectives add hp health")
    play("scoreboard players set Steve p 2147483647")
    assert play("scoreboard players add Steve p 1") == "Added 1 to [p] for Steve (now -2147483648)"
    assert play("scoreboard players set Steve hp 1") == "Scoreboard objective 'hp' is read-only"


def test_a_trigger_works_once_it_is_enabled(play):
    play("scoreboard objectives add pray trigger")
    assert play.run(
        "trigger pray", "execute as Steve run trigger pray", "scoreboard players enable Steve pray",
        "scoreboard players enable Steve pray",
    ) == [
        "A player is required to run this command here",
        "",
        "Enabled trigger [pray] for Steve",
        "Nothing changed. That trigger is already enabled",
    ]  # fmt: skip
    assert people.chat(play.realm, "Steve", "/trigger pray set 7") == "Triggered [pray] (set value to 7)"
    assert people.chat(play.realm, "Steve", "/trigger pray") == "You cannot trigger this objective yet"
    play("scoreboard players enable @a pray")
    assert people.chat(play.realm, "Steve", "/trigger pray add 2") == "Triggered [pray] (added 2 to value)"
    assert people.chat(play.realm, "Alex", "/trigger pray") == "Triggered [pray]"
    assert play.run("scoreboard players get Steve pray", "scoreboard players get Alex pray") == [
        "Steve has 9 [pray]", "Alex has 1 [pray]",
    ]  # fmt: skip


def test_only_triggers_are_triggered(play):
    play("scoreboard objectives add p dummy")
    assert play("scoreboard players enable Steve p") == "Enable only works on trigger-objectives"
    answer = people.chat(play.realm, "Steve", "/trigger p")
    assert answer == "You can only trigger objectives that are 'trigger' type"
