"""The oracle as a model: second calls, interventions, honest messages, and any text at all."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle_questions import ORACLE, ask, commands, message, propose

from mcgod.errors import BadInput, Cancelled
from mcgod.llm.oracle import Oracle
from mcgod.llm.port import Message

FAMILIES = {"give", "effect", "weather", "time", "teleport", "summon", "experience", "difficulty", "gamemode"}
BREAD, TORCH = "give Steve minecraft:bread 8", "give Steve minecraft:torch 16"


def test_rejected_commands_are_left_out():
    rejected = [{"command": BREAD, "reason": "count", "hint": ""}]
    assert commands("I am starving and it is dark", rejected=rejected) == [TORCH]


def test_when_all_is_rejected_something_harmless_is_offered_once():
    rejected = [{"command": "teleport Steve Alex", "reason": "family"}]
    assert commands("teleport me to Alex", rejected=rejected) == ["give Steve minecraft:compass 1"]
    rejected.append({"command": "give Steve minecraft:compass 1", "reason": "family"})
    assert commands("teleport me to Alex", rejected=rejected) == []
    assert commands("teleport me to Alex", "sudo", rejected=rejected) == []
    friend = [{"command": "give Alex minecraft:bread 8", "reason": "target-other"}]
    assert commands("bread for Alex", rejected=friend) == []


@pytest.mark.parametrize(("most", "count"), [(1, 1), (0, 0), (None, 4), ("x", 4)])
def test_max_commands_is_kept(most: Any, count: int):
    assert len(commands("armor please", max_commands=most)) == count


@pytest.mark.parametrize("event", ["first_login", "death", "advancement", "random"])
def test_interventions_are_gifts(event: str):
    given_ = commands("", "god_system", event=event)
    assert given_
    assert {command.split()[0] for command in given_} <= {"give", "effect", "experience"}
    said = message("", dict.fromkeys(given_, "accepted"), event=event)
    assert "oracle" not in said.casefold()


def test_reason_names_what_was_heard_and_refused():
    assert propose("bread and 1000000 diamonds")["reason"] == "heard: bread, diamonds; refused: diamonds"


def test_message_claims_only_what_was_accepted():
    said = message("bread and torches", {BREAD: "accepted", TORCH: "rejected"})
    assert "8 loaves of bread" in said
    assert said.index("bread") < said.index("torches")
    assert message("bread", {BREAD: "rejected"}).startswith(("But", "Yet"))
    assert "bread" not in message("bread", {}).casefold() or "oracle" in message("bread", {})


def test_message_says_why_not():
    assert "Bob is not here" in message("give Bob bread")
    assert "earned" in message("a diamond sword", {"give Steve minecraft:iron_sword 1": "repaired"})
    assert "less" in message("give me 1000000 diamonds")


@pytest.mark.parametrize("prayer", ["Bitte gib mir Brot", "你好，我饿了", "zorgle blarg", ""])
def test_unknown_words_are_answered_with_what_it_understands(prayer: str):
    said = message(prayer)
    assert "plain English" in said
    assert "food" in said


@pytest.mark.parametrize("topic", ["hello", "thanks!", "who are you", "what can you do?", "sorry", "you idiot", "bye"])
def test_small_talk_has_an_answer_of_its_own(topic: str):
    assert "plain English" not in message(topic)


def test_souls_speak_differently_and_the_same_prayer_alike():
    voices = {soul: message("bread", {BREAD: "accepted"}, soul=soul) for soul in ("default", "grumble", "iris", "x")}
    assert voices["default"] != voices["grumble"]
    assert all("bread" in said for said in voices.values())
    assert "small one" in message("hello?", soul="grumble") + message("help", soul="grumble")
    assert message("bread", {BREAD: "accepted"}) == voices["default"]


def test_message_call_that_knows_less_does_not_contradict_the_command_call():
    horse = {"summon minecraft:horse 12 64 -4": "accepted", "give Steve minecraft:saddle 1": "accepted"}
    assert "cannot see" in message("a horse please")
    assert "cannot see" not in message("a horse please", horse, server=None)
    assert "not here" not in message("give Alex bread", {"give Alex minecraft:bread 8": "accepted"}, server=None)
    assert "Bob is not here" in message("give Bob bread", server=None, reason="heard: bread; refused: Bob")


def test_unknown_commands_are_not_read_aloud():
    assert "tellraw" not in message("hi", {'tellraw @a {"text":"x"}': "accepted"})


def test_plain_text_is_taken_for_a_prayer():
    schema = {"type": "object", "properties": {"commands": {}, "reason": {}}}
    assert json.loads(ORACLE.chat([Message("user", "make it day")], schema=schema).text)["commands"] == ["time set day"]
    assert "message" in json.loads(ORACLE.chat([Message("user", "hello")], schema={"type": "object"}).text)
    assert ORACLE.chat([Message("user", "hello")]).text.endswith(".")
    assert "plain English" in ORACLE.chat([]).text


def test_port_details():
    heard: list[str] = []
    answer = ORACLE.chat([Message("user", "hello")], on_delta=heard.append)
    assert ("".join(heard), answer.model, answer.finish) == (answer.text, "oracle/1", "stop")
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        ORACLE.chat([Message("user", "hello")], cancel=cancel)


def test_items_are_loaded_once_a_version_and_an_unknown_one_is_survived():
    asked: list[str] = []

    def items(version: str) -> list[str]:
        asked.append(version)
        raise BadInput("no data")

    oracle = Oracle(items)
    question = {"task": "commands", "player": "Steve", "prayer": "bread, acacia door", "version": "0.1"}
    answers = {oracle.chat([Message("user", json.dumps(question))]).text for _ in range(2)}
    assert [json.loads(answer)["commands"] for answer in answers] == [[BREAD]]
    assert asked == ["0.1"]


def test_a_huge_prayer_is_read_at_its_beginning_only():
    assert commands("bread please. " + "zorgle, " * 130_000) == ["give Steve minecraft:bread 8"]
    assert commands("x" * 1_000_000) == []


VOCABULARY = """give me Alex no bread torches and but to for 64 a rain night kill everyone teleport home dont stack
million spawn my , . op horse {player}"""
WORDS = st.lists(st.sampled_from(VOCABULARY.split()), max_size=14).map(" ".join)


@given(st.text(max_size=200) | WORDS, st.sampled_from(["god", "sudo", "god_system"]))
def test_any_text_gives_commands_of_known_families(prayer: str, mode: str):
    answer = propose(prayer, mode)
    assert {command.split()[0] for command in answer["commands"]} <= FAMILIES
    assert len(answer["commands"]) <= 8
    assert not any(mark in command for command in answer["commands"] for mark in "\n/{")
    assert message(prayer, dict.fromkeys(answer["commands"], "accepted"), mode=mode)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
FIELDS = [
    "task",
    "mode",
    "player",
    "prayer",
    "version",
    "server",
    "player_state",
    "event",
    "rejected",
    "commands",
    "soul",
]


@given(st.dictionaries(st.sampled_from([*FIELDS, "max_commands"]), JSON), st.sampled_from(["commands", "message"]))
def test_any_document_is_answered(question: dict[str, Any], task: str):
    assert set(ask({**question, "task": task})) == ({"commands", "reason"} if task == "commands" else {"message"})
