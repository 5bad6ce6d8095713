"""Reading what models say: each fault of known outputs, and that no text at all brings another error."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod.llm.answers import Proposal, Unreadable, proposal, speech

PROMPT = "You are the god of this world. Speak in the voice of thunder, never of rules. " * 6
BREAD = '{"commands":["give Steve minecraft:bread 3"],"reason":"hunger"}'
GIVE = ("give Steve minecraft:bread 3",)


@pytest.mark.parametrize(
    "text",
    [
        BREAD,
        f"  {BREAD}\n",
        f"```json\n{BREAD}\n```",
        f"```\n{BREAD}",
        f"Here you are:\n```json\n{BREAD}\n```\nBless him!",
        f"[sighs] As {{player}} wishes: {BREAD} So be it.",
        f"<think>maybe ```json\n{{}}```</think>{BREAD}",
        f"he is hungry</think>\n{BREAD}",
        '["give Steve minecraft:bread 3"]',
        '"give Steve minecraft:bread 3"',
        '{"command":"give Steve minecraft:bread 3"}',
        '{"Commands":[{"command":"give Steve minecraft:bread 3"}]}',
        '{"commands":[{"cmd":" give Steve minecraft:bread 3 "},7,null]}',
        '{"commands":["give Steve minecraft:bread 3",],}',
        "{commands:['give Steve minecraft:bread 3']}",
        f'{BREAD}\n{{"commands":[]}}',
    ],
)
def test_commands_are_found(text: str):
    assert proposal(text).commands == GIVE


def test_lines_with_slashes_are_commands_without_json():
    assert proposal("/give A bread\n\n /kill B").commands == ("/give A bread", "/kill B")


def test_text_is_split_at_line_breaks_only():
    assert proposal('{"commands":"give A bread; kill B\\nsay x"}').commands == ("give A bread; kill B", "say x")


def test_b053_thinking_is_kept_apart():
    read = proposal('<think>he needs food</think>{"speech":"Eat.","commands":[]}')
    assert read == Proposal(speech="Eat.", thinking="he needs food")
    assert speech('<think>he needs food</think>{"speech":"Eat.","commands":[]}') == "Eat."


@pytest.mark.parametrize("read", [proposal, speech])
def test_b054_cut_while_thinking_has_its_own_reason(read: Any):
    with pytest.raises(Unreadable) as caught:
        read('<think>he needs food {"speech":"x"')
    assert caught.value.reason == "cut while thinking"
    with pytest.raises(Unreadable) as caught:
        read("", finish="length", reasoning="he needs food")
    assert caught.value.reason == "cut while thinking"


def test_b056_fence_that_is_not_closed():
    text = '```json\n{"speech":"Rise.","commands":[]}'
    assert (proposal(text).speech, speech(text)) == ("Rise.", "Rise.")
    assert speech('````json\n{"speech":"Rise.","commands":[]} ````') == "Rise."


@pytest.mark.parametrize("tail", ["", "```"])
def test_b058_valid_text_is_never_touched(tail: str):
    text = '{"speech":"wait, ] then go, } now","commands":[]}' + tail
    assert proposal(text) == Proposal(speech="wait, ] then go, } now")
    assert speech(text) == "wait, ] then go, } now"


def test_b058_repair_leaves_strings_alone():
    read = proposal('{"speech":"wait, ] then go, } now","commands":["say a,}",],}')
    assert (read.speech, read.commands) == ("wait, ] then go, } now", ("say a,}",))


def test_b059_inner_quotes_give_the_whole_sentence():
    text = '{"speech":"He said "pray", so I came.","commands":[]}'
    assert proposal(text).speech == speech(text) == 'He said "pray", so I came.'


@pytest.mark.parametrize(
    "text",
    [
        '{"speech":"He came." // pray\n,"commands":[]}',
        '{"speech":""}pray{","commands":[]}',
        '{"speech":"He said"} pray","commands":[]}',
        '{"speech":"He said"} pray"}',
    ],
)
def test_b059_what_repair_would_lose_is_rejected(text: str):
    with pytest.raises(Unreadable):
        proposal(text)


@given(st.lists(st.sampled_from(['"', ",", "pray", " ", "}", "]", ":", "came", '\\"', "{", "x"]), max_size=12))
def test_b059_repair_never_loses_a_word_in_silence(parts: list[str]):
    said = "".join(parts)
    text = f'{{"speech":"{said}","commands":[]}}'
    try:
        read = proposal(text)
    except Unreadable:
        return
    for word in ("pray", "came"):
        assert (read.speech + "".join(read.commands)).count(word) == said.count(word)


@pytest.mark.parametrize(
    ("cut", "kept"),
    [
        ('"give Al', 1),
        ('"give Alex torch 8"', 2),
        ('"give Alex torch 8",', 2),
        ('{"command":"give Al', 1),
        ('{"command":"give Alex torch 8"', 2),
        ("", 1),
    ],
)
def test_b060_cut_list_loses_the_unfinished_command_only(cut: str, kept: int):
    read = proposal('{"speech":"Take this","commands":["give Alex bread 3",' + cut, finish="length")
    assert (read.speech, len(read.commands), read.commands[0]) == ("Take this", kept, "give Alex bread 3")
    assert read.truncated
    assert "the answer was cut" in read.notes


def test_quoted_word_in_a_command_does_not_become_a_command():
    for text in ('{"commands":["say "kill @e", he said"]}', '{"commands":["give A bread","say "kill @e'):
        try:
            commands = proposal(text).commands
        except Unreadable:
            commands = ()
        assert "kill @e" not in commands


def test_b060_cut_after_the_list_loses_nothing():
    read = proposal('{"commands":["give Alex bread 3"],"reason":"he is hu')
    assert (read.commands, read.truncated) == (("give Alex bread 3",), True)


@pytest.mark.parametrize("read", [proposal, speech])
@pytest.mark.parametrize("text", ["", " \n", "<think>x</think>"])
def test_b063_empty_answer_is_named(read: Any, text: str):
    with pytest.raises(Unreadable, match=r"empty answer|only thinking"):
        read(text)


@pytest.mark.parametrize("read", [proposal, speech])
def test_b064_invented_tool_call_runs_nothing(read: Any):
    with pytest.raises(Unreadable, match="bread"):
        read('{"name":"bread","parameters":{"item":{"type":"function","name":"bread"}}}')


def test_b067_single_quotes_are_accepted_or_named():
    assert proposal("{'commands': ['give Steve bread 3'], 'reason': 'he begs'}") == Proposal(
        ("give Steve bread 3",), "he begs", notes=("broken JSON was mended",)
    )
    with pytest.raises(Unreadable, match=r"starts with \"!act\('build a house'\)\""):
        proposal("!act('build a house')")


def test_b069_prompt_echo_is_not_spoken():
    for text in (PROMPT[:200], json.dumps({"message": "Sure! " + PROMPT[:200].upper()})):
        with pytest.raises(Unreadable, match="prompt echo"):
            speech(text, prompt=PROMPT)
    assert speech("Speak in the voice of thunder!", prompt=PROMPT) == "Speak in the voice of thunder!"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"message":"Eat."}', "Eat."),
        ('"Eat."', "Eat."),
        ("Eat, my child.", "Eat, my child."),
        ("```\nEat.\n```", "Eat."),
        ("42", "42"),
        ("I see {player}, and [you] too", "I see {player}, and [you] too"),
        ('My answer: {"message":"Eat."}', "Eat."),
        ('{"message":"two\nlines"}', "two\nlines"),
        ('{"message":"Eat. Then sle', "Eat."),
        ('{"message":"Eat then sle', "Eat then sle…"),
    ],
)
def test_speech_is_found(text: str, said: str):
    assert speech(text) == said


@pytest.mark.parametrize("text", ['{"commands":["kill @e"]}', '["kill"]', '{"message":3}', "{"])
def test_what_is_no_message_is_not_spoken(text: str):
    with pytest.raises(Unreadable):
        speech(text)


PIECES = st.lists(
    st.sampled_from(
        [
            *["{", "}", "[", "]", '"', "'", ",", ":", "\\", "commands", "speech", "```", "```json\n", "<think>"],
            *["</think>", "x", "\n", "1", "null", "\\u00e9", "\ud800", '{"commands":[', '"message":"'],
        ]
    ),
    max_size=25,
).map("".join)


@given(st.text() | PIECES, st.sampled_from(["stop", "length"]))
def test_no_text_brings_another_error(text: str, finish: str):
    for read in (lambda: proposal(text, finish=finish), lambda: speech(text, finish=finish, prompt=PROMPT)):
        fault = Unreadable("none")
        try:
            assert read()
        except Unreadable as error:
            fault = error
        assert fault.reason
        assert "\n" not in fault.message


@given(st.lists(st.text().map(str.strip).filter(bool)), st.text())
def test_valid_answers_come_back_as_they_were(commands: list[str], reason: str):
    read = proposal(json.dumps({"commands": commands, "reason": reason}))
    assert (list(read.commands), read.reason) == ([c.strip() for c in commands], reason)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 50_000, '"' * 30_000, '{"commands":["' + '\\"' * 20_000])
def test_hostile_nesting_and_length_is_refused(text: str):
    with pytest.raises(Unreadable):
        proposal(text)
