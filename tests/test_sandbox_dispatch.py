"""How a command finds its way, and the words of the game for one that does not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sandbox_play import Play

HERE = "<--[HERE]"


@pytest.fixture(scope="module")
def play() -> Play:
    return Play("Steve", "Alex")


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("", f"Unknown or incomplete command, see below for error{HERE}"),
        ("foo", f"Unknown or incomplete command, see below for errorfoo{HERE}"),
        ("/foo bar", f"Unknown or incomplete command, see below for errorfoo bar{HERE}"),
        ("give", f"Unknown or incomplete command, see below for errorgive{HERE}"),
        ("give Steve", f"Unknown or incomplete command, see below for errorgive Steve{HERE}"),
        ("effect give Steve", f"Unknown or incomplete command, see below for error...give Steve{HERE}"),
        ("list foo", f"Incorrect argument for commandlist foo{HERE}"),
        ("list ", f"Incorrect argument for commandlist {HERE}"),
        ("give  Steve stone", f"Invalid name or UUIDgive  Steve stone{HERE}"),
        ("give Steve daimond_sword 1", f"Unknown item 'minecraft:daimond_sword'...ive Steve daimond_sword 1{HERE}"),
        ("give Steve Diamond", f"Unknown item 'minecraft:'...ive Steve Diamond{HERE}"),
        ("give Steve #logs", f"Tags aren't allowed here, only actual items...ive Steve #logs{HERE}"),
        ("give Steve diamond sword 1", f"Expected integer...e diamond sword 1{HERE}"),
        ("give diamond 1 Steve", f"Unknown item 'minecraft:1'...e diamond 1 Steve{HERE}"),
        ("give Steve diamond 0", f"Integer must not be less than 1, found 0...e diamond 0{HERE}"),
        ("give Steve diamond 1.5", f"Invalid integer '1.5'...e diamond 1.5{HERE}"),
        ("give Steve diamond 99999999999", f"Invalid integer '99999999999'...e diamond 99999999999{HERE}"),
        ("give @e diamond", ("Only players may be affected by this command, but the provided selector includes entities"
         f"give @e diamond{HERE}")),
        ("give @x diamond", f"Unknown selector type '@x'give @x diamond{HERE}"),
        ("give @ diamond", f"Missing selector typegive @ diamond{HERE}"),
        ("give a_name_that_is_too_long diamond", f"Invalid name or UUIDgive a_name_that_is_too_long diamond{HERE}"),
        ("data get entity @e", ("Only one entity is allowed, but the provided selector allows more than one"
         f"data get entity @e{HERE}")),
        ("experience query @a levels", ("Only one player is allowed, but the provided selector allows more than one"
         f"experience query @a levels{HERE}")),
        ("effect Steve 1 10", f"Incorrect argument for commandeffect Steve 1 10{HERE}"),
        ("effect give Steve minecraft:speeed 30",
         f"Can't find element 'minecraft:speeed' of type 'minecraft:mob_effect'...aft:speeed 30{HERE}"),
        ("effect give Steve strength 30 256",
         f"Integer must not be more than 255, found 256...rength 30 256{HERE}"),
        ("tp Steve 100 64", f"Incorrect argument for commandtp Steve 100 64{HERE}"),
        ("tp ^1 ~ ~", f"Incorrect argument for commandtp ^1 ~ ~{HERE}"),
        ("summon pig ^1 ~ ~", ("Cannot mix world & local coordinates (everything must either use ^ or not)"
         f"...ummon pig ^1 ~ ~{HERE}")),
        ("summon pig ~ ^1 ~", ("Cannot mix world & local coordinates (everything must either use ^ or not)"
         f"...mon pig ~ ^1 ~{HERE}")),
        ("setblock ~ ~ stone", f"Expected integer...block ~ ~ stone{HERE}"),
        ("setblock 1 2", f"Incomplete (expected 3 coordinates)setblock 1 2{HERE}"),
        ("setblock 1 64 1 oak_lug", f"Unknown block type 'minecraft:oak_lug'...ck 1 64 1 oak_lug{HERE}"),
        ("setblock 10 64 10 oak_log[axs=x]",
         f"Block minecraft:oak_log does not have property 'axs'...0 oak_log[axs=x]{HERE}"),
        ("setblock 10 64 10 oak_log[axis=w]",
         f"Block minecraft:oak_log does not accept 'w' for axis property..._log[axis=w]{HERE}"),
        ("setblock 10 64 10 oak_log[axis]",
         f"Expected value for property 'axis' on block minecraft:oak_log...k_log[axis]{HERE}"),
        ("setblock 10 64 10 oak_log[axis=x",
         f"Expected closing ] for block state properties...log[axis=x{HERE}"),
        ("execute @a ~ ~ ~ say hi", f"Incorrect argument for commandexecute @a ~ ~ ~ say hi{HERE}"),
        ("execute as @a run /say hi", f"Incorrect argument for command...as @a run /say hi{HERE}"),
        ("time set 25:00", f"Expected whitespace to end one argument, but found trailing data...ime set 25:00{HERE}"),
        ("time set day; weather clear", f"Expected floattime set day; weather clear{HERE}"),
        ("time set -1", f"Tick count must not be less than 0, found -1...ime set -1{HERE}"),
        ("time set 1x", f"Invalid unit...ime set 1x{HERE}"),
        ("weather rain 0", f"Tick count must not be less than 1, found 0...her rain 0{HERE}"),
        ("gamemode god Steve", f"Unknown game mode: god...memode god Steve{HERE}"),
        ("gamerule keepInventory maybe",
         f"Invalid boolean, expected 'true' or 'false' but found 'maybe'...Inventory maybe{HERE}"),
        ("kill @e[typ=zombie]", f"Unknown option 'typ'kill @e[typ=zombie]{HERE}"),
        ("summon zombi", f"Can't find element 'minecraft:zombi' of type 'minecraft:entity_type'...mmon zombi{HERE}"),
        ("summon zombie 0 64", f"Incomplete (expected 3 coordinates)...on zombie 0 64{HERE}"),
        ("playsound entity.player.levelup @a", f"Incorrect argument for command...r.levelup @a{HERE}"),
        ("give Steve stick[custom_nam='x']",
         f"Unknown item component 'minecraft:custom_nam'...eve stick[custom_nam='x']{HERE}"),
    ],
)  # fmt: skip
def test_refusals_in_the_words_of_the_game(play, command, answer):
    assert play(command) == answer
    assert play.logged == []


def test_message_and_echo_stick_together_B023(play):
    assert play("foo") == "Unknown or incomplete command, see below for errorfoo<--[HERE]"


@pytest.mark.parametrize(
    ("command", "answer"),
    [("tp @s ~ ~10 ~", "No entity was found"), ("give @s bread 1", "No player was found")],
    ids=["B075-tp", "B075-give"],
)
def test_rcon_has_no_body(play, command, answer):
    assert play(command) == answer


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("kill", "An entity is required to run this command here"),
        ("tp Alex", "An entity is required to run this command here"),
        ("clear", "A player is required to run this command here"),
        ("gamemode creative", "A player is required to run this command here"),
        ("give Nobody bread", "No player was found"),
        ("kill Nobody", "No entity was found"),
        ("kill 00000000-0000-4000-8000-000000000000", "No entity was found"),
    ],
)
def test_nobody_is_meant(play, command, answer):
    assert play(command) == answer


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_answered(text):
    play = Play("Steve")
    assert isinstance(play(text), str)


@settings(deadline=None)
@given(st.lists(st.sampled_from(
    ["give", "execute", "as", "at", "@a", "@e[limit=1]", "@s", "run", "if", "entity", "tp", "Steve", "~", "^1", "1",
     "stone", "stick[damage=1]", "{a:[1,{b:2}]}", '{"text":"x"}', "data", "get", "Pos[0]", "scoreboard", "players",
     "effect", "speed", "*", "title", "block", "positioned", "in", "minecraft:the_nether", "fill", "0", "64"],
), max_size=9))  # fmt: skip
def test_any_words_are_answered(words):
    play = Play("Steve")
    assert isinstance(play(" ".join(words)), str)


def test_a_level_hides_commands_from_players():
    play = Play("Steve")
    source = play.realm.player_source(play.world.players["Steve"])
    assert play.realm.command("give Steve stone", source) == (
        "Unknown or incomplete command, see below for errorgive Steve stone<--[HERE]"
    )
    play("op Steve")
    source = play.realm.player_source(play.world.players["Steve"])
    assert play.realm.command("give @s stone", source) == "Gave 1 [Stone] to Steve"


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("help give", "/give <targets> <item> [<count>]"),
        ("help weather", "/weather clear [<duration>]/weather rain [<duration>]/weather thunder [<duration>]"),
        ("help list", "/list [uuids]"),
        ("help effect give", "/effect give <targets> <effect> [infinite|<seconds>]"),
        ("help foo", "Unknown command or insufficient permissions"),
    ],
)
def test_help_of_one_command(play, command, answer):
    assert play(command) == answer


def test_help_lists_every_command(play):
    answer = play("help")
    for usage in ("/list [uuids]", "/tp -> teleport", "/seed", "/execute (", "/kill [<targets>]"):
        assert usage in answer
