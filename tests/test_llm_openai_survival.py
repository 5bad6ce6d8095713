"""What servers do that only look like OpenAI's, such as Python's ``llama_cpp.server``: each thing is survived."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from fake_openai import Fail, FakeOpenAI, Say, event
from scripted_http import Raw
from test_llm_openai import ANSWER, ASK, SCHEMA, TOOL

from mcgod.errors import ModelUnreachable
from mcgod.llm.faults import ModelFailed, ModelRefused
from mcgod.llm.openai import OpenAI
from mcgod.llm.port import Message, ToolCall

if TYPE_CHECKING:
    from scripted_http import Hang

BUSY = Fail(500, b"Internal Server Error")
NOTHING = Raw([])


def asked(*answers: Say | Fail | Raw | Hang, **how: Any) -> tuple[Any, list[dict[str, Any]]]:
    """Return what comes of one call, and the requests that it took."""
    with FakeOpenAI(*answers) as server:
        completion = OpenAI("tiny", endpoint=server.url, sleep=lambda _: None).chat(ASK, **how)
    return completion, server.requests


def test_a_stream_that_a_second_request_cuts_is_asked_for_again_unless_words_were_heard():
    cut = event({"choices": [{"delta": {"role": "assistant", "content": None}}]})
    answer, requests = asked(Raw([cut], cut=True), Say("Yes.", usage=None))
    assert (answer.text, answer.usage.input, len(requests)) == ("Yes.", 0, 2)
    with pytest.raises(ModelUnreachable, match="broke"):
        asked(Raw([cut, event({"choices": [{"delta": {"content": "Ye"}}]})], cut=True), Say("Yes."))


def test_a_schema_that_only_makes_it_fail_is_asked_for_in_its_own_way():
    answer, requests = asked(BUSY, BUSY, BUSY, Say(ANSWER), schema=SCHEMA)
    assert answer.text == ANSWER
    assert [request["response_format"]["type"] for request in requests] == ["json_schema"] * 3 + ["json_object"]
    assert requests[-1]["response_format"]["schema"] == SCHEMA
    assert "asked in a plainer form" in answer.notes[-1]


def test_a_server_that_is_really_down_is_still_an_error():
    with pytest.raises(ModelFailed, match="answered 500"):
        asked(BUSY, schema=SCHEMA, tools=[TOOL])
    with pytest.raises(ModelFailed, match="answered 429"):
        asked(Fail(429, "slow down"), schema=SCHEMA)


def test_tools_that_lead_to_an_empty_body_are_left_out_and_the_schema_holds_again():
    answer, requests = asked(NOTHING, NOTHING, NOTHING, Say(ANSWER), tools=[TOOL], schema=SCHEMA)
    assert answer.text == ANSWER
    assert [("tools" in request, "response_format" in request) for request in requests] == [
        (True, False), (True, False), (True, False), (False, True),
    ]  # fmt: skip


def test_that_tools_were_in_the_way_was_a_guess_for_one_answer():
    with FakeOpenAI(Say(""), Say("Yes."), Say("Yes.")) as server:
        model = OpenAI("tiny", endpoint=server.url, sleep=lambda _: None)
        assert model.chat(ASK, tools=[TOOL]).text == "Yes."
        model.chat(ASK, tools=[TOOL])
    assert ["tools" in request for request in server.requests] == [True, False, True]


def test_names_that_come_again_in_every_delta_are_not_strung_together():
    call = {"index": 0, "id": "call__0_look", "function": {"name": "look", "arguments": ""}}
    deltas = [
        {"tool_calls": [{**call, "function": {"name": "look", "arguments": piece}}]} for piece in ('{"at"', ":1}")
    ]
    answer, _ = asked(Say(deltas=deltas, finish="tool_calls"), tools=[TOOL])
    assert answer.tool_calls == (ToolCall("call__0_look", "look", '{"at":1}'),)


def test_a_turn_of_calls_goes_out_with_a_text_and_never_with_null():
    with FakeOpenAI(Say("Yes.")) as server:
        turns = [*ASK, Message("assistant", "", (ToolCall("a", "look", "{}"),)), Message("tool", "x", tool_call_id="a")]
        OpenAI("tiny", endpoint=server.url).chat(turns)
    assert server.requests[0]["messages"][-2]["content"] == ""


@pytest.mark.parametrize("code", ["exceed_context_size_error", "context_length_exceeded"])
def test_a_prompt_that_is_too_long_is_said_to_be(code: str):
    told = f"the request exceeds the available context size ({code})"
    with pytest.raises(ModelFailed, match=r"answered 400: the request exceeds"):
        asked(Fail(400, told))


def test_a_wrong_key_without_an_error_object_is_told_with_its_cure():
    with pytest.raises(ModelFailed, match="Invalid API key") as caught:
        asked(Fail(401, b'{"detail":"Invalid API key"}'))
    assert "model.key" in caught.value.hint


def test_a_server_that_is_loading_is_waited_for():
    answer, requests = asked(Fail(503, "Loading model"), Say("Yes."))
    assert (answer.text, len(requests)) == ("Yes.", 2)
    with FakeOpenAI() as server:
        pass  # nobody listens there any more
    with pytest.raises(ModelRefused):
        OpenAI("tiny", endpoint=server.url, sleep=lambda _: None).chat(ASK)


def test_a_call_that_the_server_could_not_read_is_asked_for_again():
    answer, requests = asked(Fail(500, "The model output does not match the expected peg-native format"), Say("Yes."))
    assert (answer.text, len(requests)) == ("Yes.", 2)


def test_a_call_that_was_cut_reaches_the_caller_as_it_is():
    deltas = [{"tool_calls": [{"index": 0, "id": "a", "function": {"name": "look", "arguments": '{"at": "th'}}]}]
    answer, _ = asked(Say(deltas=deltas, finish="length"), tools=[TOOL])
    assert (answer.tool_calls[0].arguments, answer.finish) == ('{"at": "th', "length")


def test_an_error_in_plain_text_is_told():
    with pytest.raises(ModelFailed, match="answered 400: bad request: no messages"):
        asked(Fail(400, b"bad request: no messages"))
