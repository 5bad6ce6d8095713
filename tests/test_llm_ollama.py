"""The Ollama adapter against a loopback server: the good ways, and the fields that some models refuse."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fake_ollama import Fail, FakeOllama, Say
from scripted_http import Raw

from mcgod.llm.faults import ModelFailed
from mcgod.llm.ollama import Ollama
from mcgod.llm.port import Message, ToolCall, Usage

ASK = [Message("system", "You are a god."), Message("user", "I am hungry")]
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"commands": {"type": "array"}}}
ANSWER = '{"commands":["give Steve minecraft:bread 3"],"reason":"hunger"}'


def line(**fields: Any) -> bytes:
    return json.dumps(fields).encode() + b"\n"


def test_answer_is_streamed_and_counted():
    heard: list[str] = []
    with FakeOllama(Say("Eat, my child.", thinking="he is hungry")) as server:
        answer = Ollama("tiny:1b", endpoint=server.url).chat(ASK, on_delta=heard.append)
    assert (answer.text, answer.thinking, answer.model) == ("Eat, my child.", "he is hungry", "ollama/tiny:1b")
    assert (answer.finish, answer.usage, answer.notes) == ("stop", Usage(12, 7), ())
    assert "".join(heard) == answer.text
    assert len(heard) > 1


def test_b088_keep_alive_num_ctx_and_schema_are_sent():
    with FakeOllama(Say(ANSWER)) as server:
        model = Ollama("tiny:1b", endpoint=server.url, keep_alive="45m", num_ctx=2048, num_predict=99)
        model.chat(ASK, schema=SCHEMA)
        request = server.requests[0]
    assert request["keep_alive"] == "45m"
    assert request["options"] == {"num_ctx": 2048, "num_predict": 99}
    assert request["format"] == SCHEMA
    assert [message["role"] for message in request["messages"]] == ["system", "user"]


def test_b088_cold_start_is_told():
    with FakeOllama(Say("Yes.", extra={"load_duration": 3_200_000_000})) as server:
        answer = Ollama("tiny:1b", endpoint=server.url).chat(ASK)
    assert answer.notes == ("the model was loaded first, which took 3.2 s",)


def test_inline_thinking_split_over_pieces_is_never_heard():
    heard: list[str] = []
    with FakeOllama(Say(pieces=["<th", "ink>he ", "lies</thi", "nk>\n", "\nEat", " <", "3"])) as server:
        answer = Ollama("tiny:1b", endpoint=server.url).chat(ASK, on_delta=heard.append)
    assert (answer.text, "".join(heard), answer.thinking) == ("Eat <3", "Eat <3", "he lies")


@pytest.mark.parametrize("where", [{"thinking": ANSWER}, {"reasoning": ANSWER}])
def test_b089_answer_in_the_wrong_field_is_asked_for_again_without_thinking(where: dict[str, str]):
    lost = Raw([line(message={"role": "assistant", "content": "", **where}), line(message={"role": "a"}, done=True)])
    heard: list[str] = []
    with FakeOllama(lost, Say(ANSWER)) as server:
        model = Ollama("qwen3:8b", endpoint=server.url)
        answer = model.chat(ASK, on_delta=heard.append)
        model.chat(ASK)
        thinks = [request.get("think") for request in server.requests]
    assert answer.text == "".join(heard) == ANSWER
    assert thinks == [None, False, False], "what worked is remembered"
    assert answer.notes == ("an answer had no content",)


def test_b090_gpt_oss_takes_a_level_and_no_format():
    with FakeOllama(Say(thinking="hm"), Say(ANSWER)) as server:
        answer = Ollama("gpt-oss:20b", endpoint=server.url, think=False).chat(ASK, schema=SCHEMA)
        sent = [(request["think"], "format" in request) for request in server.requests]
    assert answer.text == ANSWER
    assert sent == [("low", True), ("low", False)]


@pytest.mark.parametrize(
    ("think", "sent"), [(True, "medium"), ("high", "high"), (False, "low"), ("off", "low"), (None, None)]
)
def test_b090_think_value_of_gpt_oss(think: Any, sent: Any):
    with FakeOllama(Say("Yes.")) as server:
        Ollama("gpt-oss:20b", endpoint=server.url, think=think).chat(ASK)
        assert server.requests[0].get("think") == sent


def test_b091_think_refused_is_left_out_and_remembered():
    refusal = Fail(400, '"tiny:1b" does not support thinking')
    with FakeOllama(refusal, Say("Yes.")) as server:
        model = Ollama("tiny:1b", endpoint=server.url, think=True)
        assert model.chat(ASK).text == "Yes."
        assert model.chat(ASK).text == "Yes."
        assert [request.get("think") for request in server.requests] == [True, None, None]


def test_b092_empty_content_with_think_and_format_falls_back_step_by_step():
    with FakeOllama(Say(), Say(), Say(ANSWER)) as server:
        answer = Ollama("qwen3:8b", endpoint=server.url, think=True).chat(ASK, schema=SCHEMA)
        sent = [(request["think"], "format" in request) for request in server.requests]
    assert (answer.text, sent) == (ANSWER, [(True, True), (False, True), (False, False)])


def test_b063_answer_without_content_ends_as_empty_text_with_a_note():
    with FakeOllama(Say()) as server:
        answer = Ollama("tiny:1b", endpoint=server.url).chat(ASK, schema=SCHEMA)
        assert [request.get("think") for request in server.requests] == [None, False, False]
    assert answer.text == ""
    assert answer.notes[-1] == "an answer had no content"


def test_refusing_thinking_after_silence_does_not_loop():
    refusal = Fail(400, '"tiny:1b" does not support thinking')
    with FakeOllama(Say(), refusal, Say()) as server:
        assert Ollama("tiny:1b", endpoint=server.url).chat(ASK).text == ""
        assert len(server.requests) == 2


def test_b093_length_is_reported_as_truncation():
    with FakeOllama(Say('{"commands":["gi', done_reason="length")) as server:
        answer = Ollama("qwen3:8b", endpoint=server.url, num_predict=200).chat(ASK)
    assert answer.finish == "length"
    assert answer.notes == ("the answer was cut by the token limit",)


def test_b093_thinking_that_eats_the_limit_is_switched_off():
    with FakeOllama(Say(thinking="long " * 50, done_reason="length"), Say(ANSWER)) as server:
        assert Ollama("qwen3:8b", endpoint=server.url, num_predict=200).chat(ASK).text == ANSWER
        assert server.requests[1]["think"] is False


@pytest.mark.parametrize(("read", "characters"), [(2048, 9000), (1000, 9000)])
def test_b097_prompt_cut_by_the_server_is_noted(read: int, characters: int):
    with FakeOllama(Say("Yes.", extra={"prompt_eval_count": read})) as server:
        answer = Ollama("tiny:1b", endpoint=server.url, num_ctx=2048).chat([Message("user", "x" * characters)])
    assert len(answer.notes) == 1
    assert answer.notes[0].startswith("the prompt was probably cut")


def test_tools_go_out_and_calls_come_back():
    tool = {"type": "function", "function": {"name": "look", "description": "Look.", "parameters": {"type": "object"}}}
    said = Message("assistant", "", (ToolCall("call_0", "look", '{"at":"sky"}'),))
    call = {"function": {"name": "look", "arguments": {"at": "häuser"}}}
    with FakeOllama(Say(tool_calls=[call, call])) as server:
        turns = [*ASK, said, Message("tool", "blue", tool_call_id="call_0")]
        answer = Ollama("tiny:1b", endpoint=server.url).chat(turns, tools=[tool])
        request = server.requests[0]
    assert answer.finish == "tool_calls"
    assert answer.tool_calls == (
        ToolCall("call_0", "look", '{"at": "häuser"}'),
        ToolCall("call_1", "look", '{"at": "häuser"}'),
    )
    assert request["tools"][0]["function"]["name"] == "look"
    assert request["messages"][2]["tool_calls"] == [{"function": {"name": "look", "arguments": {"at": "sky"}}}]
    assert request["messages"][3] == {"role": "tool", "content": "blue", "tool_name": "look"}


def test_model_without_tools_is_asked_without_them():
    tool = {"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}
    with FakeOllama(Fail(400, "tiny:1b does not support tools"), Say("Yes.")) as server:
        answer = Ollama("tiny:1b", endpoint=server.url).chat(ASK, tools=[tool])
        assert "tools" not in server.requests[1] or not server.requests[1]["tools"]
    assert "does not support tools" in answer.notes[0]


def test_a_schema_holds_only_where_no_tools_are_sent():
    tool = {"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}
    with FakeOllama(Fail(400, "tiny:1b does not support tools"), Say("{}")) as server:
        Ollama("tiny:1b", endpoint=server.url).chat(ASK, tools=[tool], schema={"type": "object"})
        sent = [(bool(request.get("tools")), bool(request.get("format"))) for request in server.requests]
    assert sent == [(True, False), (False, True)]


def test_refusal_of_a_field_that_was_not_sent_is_an_error():
    with FakeOllama(Fail(400, "tiny:1b does not support tools")) as server, pytest.raises(ModelFailed):
        Ollama("tiny:1b", endpoint=server.url).chat(ASK)
