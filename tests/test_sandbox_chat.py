"""What is said and shown: say, me, msg, tellraw, title, sounds and particles."""

from __future__ import annotations

import pytest
from sandbox_play import Play


@pytest.fixture
def play() -> Play:
    return Play("Steve", "Alex")


@pytest.mark.parametrize(
    ("command", "logged"),
    [
        ("say hello", "[Not Secure] [Rcon] hello"),
        ("say hello @a and mail@home", "[Not Secure] [Rcon] hello Steve, Alex and mail@home"),
        ("me waves", "[Not Secure] * Rcon waves"),
        ("execute as Steve run say hi", "[Not Secure] [Steve] hi"),
    ],
)
def test_what_is_announced_stands_in_the_log_and_answers_nothing(play, command, logged):
    assert (play(command), play.logged) == ("", [logged])


def test_a_player_without_rights_cannot_name_everybody(play):
    play.realm.command("me greets @a", play.realm.player_source(play.world.players["Steve"]))
    assert play.logged == ["[Not Secure] * Steve greets @a"]


def test_say_takes_256_characters_B024(play):
    assert play("say " + "a" * 300) == "Chat message was too long (300 > maximum 256 characters)"
    assert play.logged == []
    assert play("say " + "a" * 256) == ""


@pytest.mark.parametrize("word", ["msg", "tell", "w"])
def test_whispers_are_not_logged(play, word):
    assert play(f"{word} Steve psst") == "You whisper to Steve: psst"
    assert play(f"{word} @a psst") == "You whisper to Steve: psstYou whisper to Alex: psst"
    assert play.logged == []


@pytest.mark.parametrize(
    "component",
    ['{"text":"Hello","color":"red"}', '"hi"', '["",{"text":"a"},{"selector":"@a"}]', '{"translate":"a.b"}', "5"],
)
def test_tellraw_takes_components_and_answers_nothing(play, component):
    assert (play(f"tellraw @a {component}"), play.logged) == ("", [])


@pytest.mark.parametrize(
    ("component", "problem"),
    [
        ("Hello everyone", "setStrictness(Strictness.LENIENT) to accept malformed JSON at line 1 column 1 path $"),
        ("NaN", "to accept malformed JSON"),
        ('{"color":"red"}', """Don't know how to turn {"color": "red"} into a Component"""),
        ("[]", "Don't know how to turn [] into a Component"),
        ('{"text":"a","extra":[null]}', "Don't know how to turn null into a Component"),
    ],
)
def test_tellraw_refuses_what_is_no_component(play, component, problem):
    answer = play(f"tellraw @a {component}")
    assert answer.startswith("Invalid chat component: ")
    assert problem in answer
    assert answer.endswith(f"{component}<--[HERE]")


def test_tellraw_tells_of_a_component_that_is_cut_off(play):
    assert play('tellraw @a {"text":"a"') == (
        'Invalid chat component: End of input at line 1 column 12 path $..."text":"a"<--[HERE]'
    )


def test_since_1_21_5_components_are_snbt():
    play = Play("Steve", version="1.21.5")
    assert play("tellraw @a {text:'hi',bold:true}") == ""
    assert play("tellraw @a {text:'hi'") == "Expected '}'...{text:'hi'<--[HERE]"


def test_titles(play):
    assert play.run(
        'title Steve title {"text":"x"}', 'title @a subtitle "y"', 'title Steve actionbar "z"', "title Steve clear",
        "title @a reset", "title Steve times 10 70 1s",
    ) == [
        "Showing new title for Steve",
        "Showing new subtitle for 2 players",
        "Showing new actionbar title for Steve",
        "Cleared titles for Steve",
        "Reset title options for 2 players",
        "Changed title display times for Steve",
    ]  # fmt: skip
    assert play.logged[0] == "[Rcon: Showing new title for Steve]"


def test_sounds_carry_sixteen_blocks(play):
    sound = "playsound minecraft:block.bell.use master @a"
    assert play(sound) == "Played sound minecraft:block.bell.use to 2 players"
    play("tp Alex 100 64 100")
    assert play(sound) == "Played sound minecraft:block.bell.use to Steve"
    assert play(f"{sound} ~ ~ ~ 10") == "Played sound minecraft:block.bell.use to 2 players"
    assert play("playsound minecraft:block.bell.use master Alex") == "The sound is too far away to be heard"
    assert play("stopsound @a") == "Stopped all sounds"


def test_particles_are_seen_from_thirty_two_blocks(play):
    assert play("particle minecraft:flame ~ ~ ~ 1 1 1 0.1 20") == "Displaying particle minecraft:flame"
    assert play("particle dust{color:[1,0,0],scale:1} 0 64 0") == "Displaying particle minecraft:dust"
    assert play("particle flame 100 64 0") == "The particle was not visible for anybody"
    assert play("particle flame 100 64 0 1 1 1 0 1 force") == "Displaying particle minecraft:flame"
    assert play("particle flam") == "Unknown particle: minecraft:flam...ticle flam<--[HERE]"


def test_feedback_stays_out_of_the_log_when_the_rule_says_so(play):
    play("gamerule logAdminCommands false")
    play.logged.clear()
    assert play("give Steve bread") == "Gave 1 [Bread] to Steve"
    assert play.logged == []


def test_feedback_stays_out_of_the_log_without_broadcasts(play):
    play.realm.broadcasts = False
    assert play("give Steve bread") == "Gave 1 [Bread] to Steve"
    assert play.logged == []
