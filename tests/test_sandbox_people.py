"""Players: who is there, how they fare, and how they come and go."""

from __future__ import annotations

import pytest
from sandbox_play import Play

from mcgod.errors import BadInput, NotFound, Refused
from mcgod.sandbox import people
from mcgod.sandbox.world import offline_uuid


@pytest.fixture
def play() -> Play:
    return Play("Steve", "Alex")


def test_offline_uuids_are_the_games():
    assert offline_uuid("Steve") == "5627dd98-e6be-3c21-b8a8-e92344183641"
    assert offline_uuid("Alex") == "36532b5e-c442-3dbb-a24c-c7e55d0f979a"


def test_list(play):
    assert play("list") == "There are 2 of a max of 20 players online: Steve, Alex"
    assert play("list uuids") == (
        "There are 2 of a max of 20 players online: Steve (5627dd98-e6be-3c21-b8a8-e92344183641), "
        "Alex (36532b5e-c442-3dbb-a24c-c7e55d0f979a)"
    )
    assert Play()("list") == "There are 0 of a max of 20 players online: "
    assert play.logged == []


def test_joining_is_logged_as_the_game_does():
    play = Play()
    people.join(play.realm, "Steve", address="127.0.0.1:50000")
    assert play.logged == [
        "UUID of player Steve is 5627dd98-e6be-3c21-b8a8-e92344183641",
        "Steve[/127.0.0.1:50000] logged in with entity id 1 at (0.5, 64.0, 0.5)",
        "Steve joined the game",
    ]
    assert play.asked == ["lists"]


def test_leaving_and_coming_back(play):
    play("give Steve bread 3")
    play.logged.clear()
    people.leave(play.realm, "steve")
    assert play.logged == ["Steve lost connection: Disconnected", "Steve left the game"]
    assert play("list") == "There are 1 of a max of 20 players online: Alex"
    people.join(play.realm, "Steve")
    assert play("clear Steve bread 0") == "Found 3 matching item(s) on player Steve"


@pytest.mark.parametrize("name", ["", "a" * 17, "two words", "é", "a\n"])
def test_a_bad_name_is_refused(play, name):
    with pytest.raises(BadInput, match="is no player name"):
        people.join(play.realm, name)


def test_nobody_joins_twice_or_leaves_twice(play):
    with pytest.raises(Refused, match="already online"):
        people.join(play.realm, "Steve")
    people.leave(play.realm, "Steve")
    with pytest.raises(NotFound, match="Steve is not in this sandbox"):
        people.leave(play.realm, "Steve")


def test_a_closed_door_is_logged(play):
    play.run("ban Bob Griefing", "whitelist on")
    play.logged.clear()
    with pytest.raises(Refused, match="Bob may not join: You are banned from this server"):
        people.join(play.realm, "Bob", address="127.0.0.1:1")
    with pytest.raises(Refused, match="not white-listed"):
        people.join(play.realm, "Eve", address="127.0.0.1:2")
    play.world.max_players = 2
    play("whitelist add Eve")
    with pytest.raises(Refused, match="full"):
        people.join(play.realm, "Eve", address="127.0.0.1:3")
    assert play.logged == [
        "Disconnecting Bob (/127.0.0.1:1): You are banned from this server.\nReason: Griefing",
        "Bob (/127.0.0.1:1) lost connection: You are banned from this server.\nReason: Griefing",
        "Disconnecting Eve (/127.0.0.1:2): You are not white-listed on this server!",
        "Eve (/127.0.0.1:2) lost connection: You are not white-listed on this server!",
        "[Rcon: Added Eve to the whitelist]",
        "Disconnecting Eve (/127.0.0.1:3): The server is full!",
        "Eve (/127.0.0.1:3) lost connection: The server is full!",
    ]


def test_chat_is_logged_and_a_slash_runs_a_command(play):
    assert people.chat(play.realm, "Steve", "pray for rain") == ""
    assert people.chat(play.realm, "Steve", "/list") == "There are 2 of a max of 20 players online: Steve, Alex"
    assert play.logged == ["<Steve> pray for rain"]


@pytest.mark.parametrize("text", ["", "  ", "a\nb", "§cred", "x" * 257, "\x7f"])
def test_chat_takes_only_what_the_game_takes(play, text):
    with pytest.raises(BadInput):
        people.chat(play.realm, "Steve", text)
    assert play.logged == []


def test_kill_drops_the_inventory_and_wakes_the_player_at_the_spawn(play):
    play.run("give Steve bread 3", "xp add Steve 5 levels", "tp Steve 100 80 100", "effect give Steve speed")
    play("scoreboard objectives add deaths deathCount")
    play.logged.clear()
    assert play("kill Steve") == "Killed Steve"
    assert play.logged == ["Steve was killed", "[Rcon: Killed Steve]"]
    steve = play.world.players["Steve"]
    assert (steve.position, steve.health, steve.inventory, steve.levels, steve.effects) == (
        (0.5, 64.0, 0.5), 20.0, {}, 0, {},
    )  # fmt: skip
    assert [one.position for one in play.world.entities.values()] == [(100.5, 80.0, 100.5)]
    assert play("scoreboard players get Steve deaths") == "Steve has 1 [deaths]"


def test_with_keep_inventory_nothing_drops(play):
    play.run("gamerule keepInventory true", "give Steve bread 3", "xp add Steve 5 levels", "kill @a")
    assert play.world.entities == {}
    assert play("xp query Steve levels") == "Steve has 5 experience levels"
    assert play.logged[-1] == "[Rcon: Killed 2 entities]"


def test_spawnpoint(play):
    assert play("spawnpoint Steve 10 70 -5") == ("Set spawn point to 10, 70, -5 [0.0] in minecraft:overworld for Steve")
    play("kill Steve")
    assert play.world.players["Steve"].position == (10.5, 70.0, -4.5)


def test_gamemode(play):
    assert play.run("gamemode creative Steve", "gamemode creative Steve", "gamemode adventure @a") == [
        "Set Steve's game mode to Creative Mode",
        "",
        "Set Steve's game mode to Adventure ModeSet Alex's game mode to Adventure Mode",
    ]
    assert play("execute as Steve run gamemode survival") == "Set own game mode to Survival Mode"
    assert play.logged[-1] == "[Steve: Set own game mode to Survival Mode]"


def test_kick(play):
    assert play.run("kick Steve", "kick Alex be nice", "kick Alex") == [
        "Kicked Steve: Kicked by an operator",
        "Kicked Alex: be nice",
        "No player was found",
    ]
    assert play.logged == [
        "[Rcon: Kicked Steve: Kicked by an operator]",
        "Steve lost connection: Kicked by an operator",
        "Steve left the game",
        "[Rcon: Kicked Alex: be nice]",
        "Alex lost connection: be nice",
        "Alex left the game",
    ]


def test_experience(play):
    assert play.run(
        "xp add Steve 10 levels", "xp add Steve 30", "xp query Steve levels", "xp query Steve points",
        "experience set Steve 3 points", "xp set Steve 1000 points", "xp add Steve -31 points", "xp query Steve levels",
        "xp add @a 1 levels", "xp set Steve -1 levels",
    ) == [
        "Gave 10 experience levels to Steve",
        "Gave 30 experience points to Steve",
        "Steve has 11 experience levels",
        "Steve has 3 experience points",
        "Set 3 experience points on Steve",
        "Cannot set experience points above the maximum points for the player's current level",
        "Gave -31 experience points to Steve",
        "Steve has 9 experience levels",
        "Gave 1 experience levels to 2 players",
        "Integer must not be less than 0, found -1...set Steve -1 levels<--[HERE]",
    ]  # fmt: skip
