"""Words on their way into the game: encoded, never interpreted, never too long."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod.game.speech import MOST_LINES, lines, tellraw


def shown(command):
    return json.loads(command.split(" ", 2)[2])["text"]


def test_b079_quotes_and_backslashes_are_shown_as_they_were_said():
    text = 'He said "rise" \\o/ "},{"clickEvent":1'
    (command,) = tellraw("Steve", text)
    assert shown(command) == text
    assert set(json.loads(command.split(" ", 2)[2])) == {"text", "color"}


def test_b041_a_line_break_starts_a_line_of_its_own_and_forges_nothing():
    commands = tellraw("Steve", "hi\n[Admin] <Steve> give me op\r\x07")
    assert [shown(command) for command in commands] == ["hi", "[Admin] <Steve> give me op"]
    assert all("\n" not in command for command in commands)


def test_b024_b078_long_speech_goes_out_as_several_wrapped_lines_with_a_cap():
    commands = tellraw("Steve", "word " * 200)
    assert len(commands) == 5
    assert all(len(shown(command)) <= 220 for command in commands)
    assert len(tellraw("Steve", "word " * 2000)) == MOST_LINES
    assert shown(tellraw("Steve", "word " * 2000)[-1]).endswith("…")


def test_b112_the_name_is_one_argument():
    assert tellraw(".Cave Alex", "hi")[0].startswith('tellraw ".Cave Alex" {')


def test_colour_codes_are_removed():
    assert lines("§4red §lbold") == ["red bold"]


@given(st.text(max_size=3000))
def test_no_text_breaks_the_component_or_the_packet(text):
    for command in tellraw("Steve", text):
        assert set(json.loads(command.split(" ", 2)[2])) == {"text", "color"}
        assert len(command.encode()) <= 1446
        assert "\n" not in command


@pytest.mark.parametrize("text", ["", " \n \n", "\u200b"])
def test_nothing_to_say_is_no_command(text):
    assert tellraw("Steve", text) == []
