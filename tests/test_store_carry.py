"""A session goes on under another provider, and a history that no provider would take is mended."""

from copy import deepcopy
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod.store import contents
from mcgod.store.carry import carry_on, repair
from mcgod.store.session import HISTORIES, Session

CALL = {"id": "a", "name": "execute-command", "arguments": '{"command": "time set day"}'}
TURN = [
    {"role": "user", "content": "day"},
    {"role": "assistant", "content": None, "toolCalls": [CALL]},
    {"role": "tool", "content": "Set the time to 1000", "toolCallId": "a"},
    {"role": "assistant", "content": "So be it."},
]
SIGNED = [
    {"role": "user", "parts": [{"text": "day"}]},
    {
        "role": "model",
        "parts": [
            {"text": "hm", "thought": True},
            {"text": "Let me "},
            {"text": "see."},
            {"functionCall": {"name": "execute-command", "args": {"command": "x"}}, "thoughtSignature": "c2ln"},
            {"functionCall": {"name": "execute-command", "args": {"command": "x"}}},
        ],
    },
    {
        "role": "user",
        "parts": [
            {"functionResponse": {"name": "execute-command", "response": {"result": "one", "is_error": False}}},
            {"functionResponse": {"name": "execute-command", "response": {"result": "ERROR: two", "is_error": True}}},
        ],
    },
    {"role": "model", "parts": [{"text": "So be it."}]},
]


def turn(text, answer):
    return [{"role": "user", "content": text}, {"role": "assistant", "content": answer}]


def told(session, name):
    return [(entry["role"], entry["content"]) for entry in session.entries(name)]


def test_vertex_contents_are_read_as_entries():
    user, model, one, two, said = contents.entries(SIGNED)
    assert (user["content"], model["content"], said["content"]) == ("day", "Let me see.", "So be it.")
    assert [call["name"] for call in model["toolCalls"]] == ["execute-command"] * 2
    assert [one["toolCallId"], two["toolCallId"]] == [call["id"] for call in model["toolCalls"]]
    assert (one["content"], two["content"]) == ("one", "ERROR: two")


def test_signatures_survive_word_for_word():
    assert contents.contents(contents.entries(SIGNED)) == SIGNED


def test_a_signature_does_not_outlive_a_call_without_its_result():
    cut = [*SIGNED[:2], {"role": "user", "parts": SIGNED[2]["parts"][:1]}, SIGNED[3]]
    mended, _ = repair(contents.entries(cut))
    model = contents.contents(mended)[1]["parts"]
    assert len([part for part in model if "functionCall" in part]) == 1


@pytest.mark.parametrize("name", HISTORIES)
@pytest.mark.parametrize("source", HISTORIES)
def test_a_session_goes_on_under_any_provider(source, name):
    session = Session("k3f9")
    session.set_entries(source, TURN)
    session.last_history = source
    assert carry_on(session, name) == (0 if source == name else 1)
    assert told(session, name) == [(entry["role"], entry["content"]) for entry in TURN]
    calls = [call for entry in session.entries(name) for call in entry.get("toolCalls") or ()]
    assert [(call["name"], call["arguments"]) for call in calls] == [(CALL["name"], CALL["arguments"])]
    assert carry_on(session, name) == 0


def test_back_and_forth_doubles_nothing_and_loses_nothing():
    session = Session("k3f9")
    for number, name in enumerate([*HISTORIES, *HISTORIES, "openAiHistory"]):
        carry_on(session, name)
        session.set_entries(name, [*session.entries(name), *turn(f"prayer {number}", f"answer {number}")])
        session.last_history = name
    expected = [pair for n in range(7) for pair in (("user", f"prayer {n}"), ("assistant", f"answer {n}"))]
    assert told(session, "openAiHistory") == expected


def test_the_mods_two_histories_are_joined_rather_than_one_lost():
    session = Session("k3f9")
    session.set_entries("openAiHistory", [*turn("one", "1"), *turn("two", "2")])
    session.set_entries("vertexHistory", turn("three", "3"))
    assert carry_on(session, "vertexHistory") == 2
    assert [text for _, text in told(session, "vertexHistory")] == ["three", "3", "one", "1", "two", "2"]


def test_a_system_prompt_is_not_carried_over():
    session = Session("k3f9")
    session.set_entries("openAiHistory", [{"role": "system", "content": "You are"}, *TURN])
    carry_on(session, "vertexHistory")
    assert told(session, "vertexHistory") == [(entry["role"], entry["content"]) for entry in TURN]


def test_a_sound_history_is_left_alone():
    assert repair([*TURN, *turn("more", "yes")]) == ([*TURN, *turn("more", "yes")], 0)


@pytest.mark.parametrize(
    ("entries", "kept"),
    [
        (TURN[:2], [TURN[0]]),  # a call without its result
        ([TURN[0], TURN[2], TURN[3]], [TURN[0], TURN[3]]),  # a result without its call
        ([TURN[0], *TURN], TURN),  # a prayer that failed and was said again
        ([TURN[0]], [TURN[0]]),  # the last prayer may still be answered
    ],
)
def test_what_no_provider_would_take_goes(entries, kept):
    mended, changes = repair(entries)
    assert (mended, changes > 0) == (kept, entries != kept)


def test_calls_get_ids_of_their_own_and_their_results_follow():
    twice = [*TURN, *deepcopy(TURN)]
    mended, changes = repair(twice)
    calls = [entry["toolCalls"][0]["id"] for entry in mended if entry.get("toolCalls")]
    answers = [entry["toolCallId"] for entry in mended if entry["role"] == "tool"]
    assert calls == answers
    assert len(set(calls)) == 2
    assert changes == 2
    nameless = [TURN[0], {**TURN[1], "toolCalls": [{**CALL, "id": None}]}, {**TURN[2], "toolCallId": None}, TURN[3]]
    mended, _ = repair(nameless)
    assert mended[2]["toolCallId"] == mended[1]["toolCalls"][0]["id"]


PARTS = st.lists(
    st.one_of(
        st.fixed_dictionaries({"text": st.text(max_size=5)}),
        st.fixed_dictionaries({"functionCall": st.fixed_dictionaries({"name": st.text(max_size=3)})}),
        st.fixed_dictionaries({"functionResponse": st.fixed_dictionaries({"response": st.integers()})}),
        st.fixed_dictionaries({"inlineData": st.none()}),
    ),
    max_size=4,
)
CONTENTS = st.lists(
    st.fixed_dictionaries({"role": st.sampled_from(["user", "model", "x"]), "parts": PARTS}), max_size=6
)


@given(CONTENTS)
def test_whatever_a_file_holds_the_mended_history_pairs_every_call_in_order(raw):
    mended, _ = repair(contents.entries(raw))
    written = contents.contents(mended)
    for content, following in pairwise([{"role": "user", "parts": []}, *written, {"role": "user", "parts": []}]):
        asked = sum("functionCall" in part for part in content["parts"]) if content["role"] == "model" else 0
        answered = sum("functionResponse" in part for part in following["parts"])
        assert asked == (answered if following["role"] == "user" else 0)
