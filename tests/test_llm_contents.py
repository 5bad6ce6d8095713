"""Turns between the port's shape and Vertex's contents: merged, in order, and with one response for each call."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from mcgod.llm.contents import incoming, outgoing, paired
from mcgod.llm.port import Message, ToolCall

CALLS = (ToolCall("a", "look", '{"at":"sky"}'), ToolCall("b", "look", "nonsense"))


def user(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"role": "user", "parts": list(parts)}


def model(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"role": "model", "parts": list(parts)}


def asked(name: str) -> dict[str, Any]:
    return {"functionCall": {"name": name, "args": {}}}


def told(name: str) -> dict[str, Any]:
    return {"functionResponse": {"name": name, "response": {"result": "x", "is_error": False}}}


def test_system_messages_are_one_instruction_and_neighbours_of_a_role_are_one_content():
    messages = [
        Message("system", "One."),
        Message("user", "a"),
        Message("user", "b"),
        Message("assistant", ""),
        Message("assistant", "c"),
        Message("system", "Two."),
    ]
    assert outgoing(messages) == ("One.\n\nTwo.", [user({"text": "a"}, {"text": "b"}), model({"text": "c"})])


def test_a_conversation_begins_with_a_user():
    assert outgoing([Message("assistant", "c")]) == ("", [user({"text": "…"}), model({"text": "c"})])
    assert outgoing([Message("system", "One.")]) == ("One.", [])


def test_results_go_in_the_order_of_their_calls_and_only_once():
    results = [Message("tool", text, tool_call_id=name) for name, text in (("b", "2"), ("a", "ERROR: 1"), ("b", "3"))]
    _, contents = outgoing([Message("user", "?"), Message("assistant", "hm", CALLS), *results, Message("user", "and?")])
    answers = [part["functionResponse"]["response"] for part in contents[2]["parts"]]
    assert answers == [{"result": "ERROR: 1", "is_error": True}, {"result": "2", "is_error": False}]
    assert [part["functionCall"]["args"] for part in contents[1]["parts"][1:]] == [{"at": "sky"}, {"input": "nonsense"}]
    assert contents[3] == user({"text": "and?"})


def test_calls_and_results_that_do_not_match_are_left_out():
    short = [Message("user", "?"), Message("assistant", "hm", CALLS), Message("tool", "1", tool_call_id="a")]
    assert outgoing([*short, Message("user", "!")])[1] == [
        user({"text": "?"}),
        model({"text": "hm"}),
        user({"text": "!"}),
    ]
    assert outgoing([Message("user", "?"), Message("tool", "1", tool_call_id="z")])[1] == [user({"text": "?"})]


def test_stored_contents_are_repaired_and_stay_as_they_are():
    stored = [
        user({"text": "?"}),
        model(asked("a"), asked("b")),
        user(told("a")),
        user(told("b"), told("c")),
        model(asked("d")),
        user({"text": "!"}),
        user(told("e")),
    ]
    before = repr(stored)
    assert paired(stored) == [
        user({"text": "?"}),
        model(asked("a"), asked("b")),
        user(told("a"), told("b")),
        user({"text": "!"}),
    ]
    assert repr(stored) == before


def test_parts_are_read_with_their_blanks_and_equal_calls():
    parts = [{"text": " a"}, {"text": "hm", "thought": True}, {"text": "\n b "}, asked("x"), asked("x")]
    assert incoming(parts) == (" a\n b ", "hm", (ToolCall("call_0", "x", "{}"), ToolCall("call_1", "x", "{}")))


PARTS = st.lists(st.sampled_from([{"text": "t"}, asked("a"), told("a")]), max_size=3)
CONTENTS = st.lists(
    st.builds(lambda role, parts: {"role": role, "parts": parts}, st.sampled_from(["user", "model"]), PARTS)
)


@given(CONTENTS)
def test_whatever_was_stored_every_call_has_its_response_and_repair_is_done_once(contents: list[dict[str, Any]]):
    mended = paired(contents)
    assert paired(mended) == mended
    assert not mended or mended[0]["role"] == "user"
    for at, content in enumerate(mended):
        calls = sum("functionCall" in part for part in content["parts"])
        after = mended[at + 1]["parts"] if at + 1 < len(mended) else []
        if content["role"] == "model":
            assert calls == sum("functionResponse" in part for part in after)
        assert content["parts"]
