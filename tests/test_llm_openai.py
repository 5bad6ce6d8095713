"""The adapter for OpenAI-compatible servers against a loopback one: as it should go, and what servers do instead."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fake_openai import Fail, FakeOpenAI, Say
from scripted_http import Raw

from mcgod.llm.faults import ModelFailed
from mcgod.llm.openai import OpenAI
from mcgod.llm.port import Message, ToolCall, Usage

ASK = [Message("system", "You are a god."), Message("user", "I am hungry")]
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"commands": {"type": "array"}}}
ANSWER = '{"commands":["give Steve minecraft:bread 3"],"reason":"hunger"}'
TOOL = {"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}
KEY = "sk-secret-123"


def calls(*deltas: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"tool_calls": [delta]} for delta in deltas]


def test_answer_is_streamed_and_counted():
    heard: list[str] = []
    with FakeOpenAI(Say("Eat, my child.", deltas=[{"reasoning_content": "he is "}, {"reasoning": "hungry"}])) as server:
        answer = OpenAI("tiny", endpoint=server.url, key=KEY).chat(ASK, on_delta=heard.append)
        request, headers = server.requests[0], server.headers[0]
    assert (answer.text, answer.thinking, answer.model) == ("Eat, my child.", "he is hungry", "openai/tiny")
    assert (answer.finish, answer.usage, answer.notes) == ("stop", Usage(12, 7), ())
    assert "".join(heard) == answer.text
    assert len(heard) > 1
    assert request["messages"] == [{"role": message.role, "content": message.content} for message in ASK]
    assert (request["model"], request["stream"], request["stream_options"]) == ("tiny", True, {"include_usage": True})
    assert headers["Authorization"] == f"Bearer {KEY}"


def test_without_a_key_no_header_is_sent():
    with FakeOpenAI(Say("Yes.")) as server:
        OpenAI("tiny", endpoint=server.url).chat(ASK)
        assert "Authorization" not in server.headers[0]


def test_an_answer_that_is_not_streamed_is_read_whole():
    heard: list[str] = []
    with FakeOpenAI(Say("Eat, my child.", whole=True)) as server:
        answer = OpenAI("tiny", endpoint=server.url).chat(ASK, on_delta=heard.append)
    assert (answer.text, "".join(heard), answer.usage) == ("Eat, my child.",) * 2 + (Usage(12, 7),)


@pytest.mark.parametrize(
    ("deltas", "expected"),
    [
        (
            calls(
                {"index": 0, "id": "a", "function": {"name": "look", "arguments": ""}},
                {"index": 0, "function": {"arguments": '{"at":'}},
                {"index": 1, "id": "b", "function": {"name": "look", "arguments": "{}"}},
                {"index": 0, "function": {"arguments": '"sky"}'}},
            ),
            (ToolCall("a", "look", '{"at":"sky"}'), ToolCall("b", "look", "{}")),
        ),
        (  # ids that are missing or the same, no indexes, arguments as an object or not at all
            calls(
                {"function": {"name": "look", "arguments": {"at": "sky"}}},
                {"id": "x", "function": {"name": "look"}},
                {"id": "x", "function": {"name": "look", "arguments": '{"a"'}},
                {"function": {"arguments": ":1}"}},
            ),
            (
                ToolCall("call_0", "look", '{"at": "sky"}'),
                ToolCall("x", "look", "{}"),
                ToolCall("call_2", "look", '{"a":1}'),
            ),
        ),
    ],
)
def test_tool_calls_are_put_together(deltas: list[dict[str, Any]], expected: tuple[ToolCall, ...]):
    with FakeOpenAI(Say(deltas=deltas, finish="tool_calls")) as server:
        answer = OpenAI("tiny", endpoint=server.url).chat(ASK, tools=[TOOL])
        assert server.requests[0]["tools"] == [TOOL]
    assert (answer.tool_calls, answer.finish, answer.text) == (expected, "tool_calls", "")


def test_tool_turns_go_out_with_their_ids():
    turns = [*ASK, Message("assistant", "", (ToolCall("a", "look", "{}"),)), Message("tool", "rain", tool_call_id="a")]
    with FakeOpenAI(Say("Rain.")) as server:
        OpenAI("tiny", endpoint=server.url).chat(turns)
        sent = server.requests[0]["messages"][2:]
    assert sent == [
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "a", "type": "function", "function": {"name": "look", "arguments": "{}"}}],
        },
        {"role": "tool", "content": "rain", "tool_call_id": "a"},
    ]


@pytest.mark.parametrize(
    ("refusals", "sent"),
    [
        (["response_format json_schema is not supported"], ["json_schema", "json_object"]),
        (["unknown field: response_format"] * 3, ["json_schema", "json_object", "json_object", None]),
    ],
)
def test_what_a_server_does_not_know_is_left_out_and_remembered(refusals: list[str], sent: list[str | None]):
    with FakeOpenAI(*(Fail(400, text) for text in refusals), Say(ANSWER)) as server:
        model = OpenAI("tiny", endpoint=server.url)
        answer = model.chat(ASK, schema=SCHEMA)
        model.chat(ASK, schema=SCHEMA)
        asked = [request.get("response_format", {}).get("type") for request in server.requests]
    assert answer.text == ANSWER
    assert asked == [*sent, sent[-1]]
    assert answer.notes == tuple(f"a field was refused: {text}" for text in refusals)


@pytest.mark.parametrize(
    ("refusal", "field"),
    [
        ("Unrecognized request argument supplied: stream_options", "stream_options"),
        ("Unsupported parameter: reasoning_effort", "reasoning_effort"),
        ("tools param requires --jinja flag", "tools"),
    ],
)
def test_each_other_field_may_be_refused(refusal: str, field: str):
    with FakeOpenAI(Fail(500 if field == "tools" else 400, refusal), Say("Yes.")) as server:
        model = OpenAI("tiny", endpoint=server.url, think="high", sleep=lambda _: None)
        assert model.chat(ASK, tools=[TOOL]).text == "Yes."
        assert [field in request for request in server.requests] == [True, False]


def test_a_schema_holds_only_where_no_tools_are_sent():
    with FakeOpenAI(Fail(400, "this model has no tools"), Say(ANSWER), Say("{}")) as server:
        model = OpenAI("tiny", endpoint=server.url)
        assert model.chat(ASK, tools=[TOOL], schema=SCHEMA).text == ANSWER
        sent = [("tools" in request, "response_format" in request) for request in server.requests]
    assert sent == [(True, False), (False, True)]


def test_the_limit_goes_by_the_name_that_the_server_takes():
    refusal = (
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    )
    with FakeOpenAI(Fail(400, refusal), Say("Yes.")) as server:
        model = OpenAI("tiny", endpoint=server.url, max_tokens=99)
        model.chat(ASK)
        model.chat(ASK)
        names = ("max_tokens", "max_completion_tokens")
        assert [[request.get(name) for name in names] for request in server.requests] == [[99, None], *[[None, 99]] * 2]


@pytest.mark.parametrize(("think", "sent"), [("high", "high"), ("true", "medium"), ("off", "minimal"), ("", None)])
def test_thinking_is_an_effort(think: str, sent: str | None):
    with FakeOpenAI(Say("Yes.")) as server:
        OpenAI("tiny", endpoint=server.url, think=think).chat(ASK)
        assert server.requests[0].get("reasoning_effort") == sent


def test_an_answer_that_stays_in_the_reasoning_is_asked_for_without_a_schema():
    lost = Say(deltas=[{"reasoning_content": ANSWER}])
    with FakeOpenAI(lost, Say(ANSWER)) as server:
        answer = OpenAI("tiny", endpoint=server.url).chat(ASK, schema=SCHEMA)
        assert ["response_format" in request for request in server.requests] == [True, False]
    assert (answer.text, answer.notes) == (ANSWER, ("an answer had no content",))


def test_silence_ends_as_empty_text_with_a_note():
    with FakeOpenAI(Say()) as server:
        assert OpenAI("tiny", endpoint=server.url).chat(ASK).notes == ("an answer had no content",)
        assert len(server.requests) == 1


def test_the_token_limit_and_a_cut_prompt_are_told():
    with FakeOpenAI(Say("Once upon", finish="length", usage=(10, 2))) as server:
        answer = OpenAI("tiny", endpoint=server.url).chat([Message("user", "x" * 500)])
    assert answer.finish == "length"
    assert answer.notes == (
        "the prompt was probably cut: 500 characters were sent, 10 tokens were read",
        "the answer was cut by the token limit",
    )


def test_inline_thinking_is_never_heard():
    heard: list[str] = []
    with FakeOpenAI(Say(pieces=["<thi", "nk>hm</th", "ink>", "Eat"])) as server:
        answer = OpenAI("tiny", endpoint=server.url).chat(ASK, on_delta=heard.append)
    assert (answer.text, answer.thinking, "".join(heard)) == ("Eat", "hm", "Eat")


def test_the_stream_may_be_split_anywhere():
    body = Say("Brot für Ünal – ja.", deltas=calls({"index": 0, "id": "a", "function": {"name": "look"}})).body()
    answers = [Raw([body[:at], body[at:]]) for at in range(1, len(body), 7)]
    answers.append(Raw([bytes([byte]) for byte in body]))
    with FakeOpenAI(*answers) as server:
        model = OpenAI("tiny", endpoint=server.url)
        told = [model.chat(ASK) for _ in answers]
    assert {(one.text, one.tool_calls, one.usage) for one in told} == {
        ("Brot für Ünal – ja.", (ToolCall("a", "look", "{}"),), Usage(12, 7))
    }


def test_the_models_are_listed():
    with FakeOpenAI(models=["tiny", "large"]) as server:
        assert OpenAI("tiny", endpoint=server.url).models() == ["tiny", "large"]
        with pytest.raises(ModelFailed, match="404"):
            OpenAI("tiny", endpoint=server.url.removesuffix("/v1")).models()


def test_a_prayer_is_answered_by_it(mcgod, monkeypatch):
    commands = Say(json.dumps({"reason": "hungry", "commands": ["give Steve bread 5", "op Steve"]}))
    with FakeOpenAI(commands, commands, Say("Eat, and see."), models=["tiny"]) as server:
        monkeypatch.setenv("MCGOD_MODEL_PROVIDER", "openai")
        monkeypatch.setenv("MCGOD_MODEL_ENDPOINT", server.url)
        monkeypatch.setenv("MCGOD_MODEL_COMMAND", "tiny")
        monkeypatch.setenv("MCGOD_MODEL_MAX_TOKENS", "500")
        monkeypatch.setenv("MCGOD_MODEL_KEY", KEY)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-not-for-others")
        done = mcgod("pray", "I am starving", "--as", "Steve", "--json")
        checked = mcgod("doctor")
        headers = {request["Authorization"] for request in server.headers}
        limits = {request["max_tokens"] for request in server.requests}
    result = json.loads(done.stdout)
    assert result["message"] == "Eat, and see."
    assert result["model"] == {"command": "openai/tiny", "message": "openai/tiny"}
    assert [verdict["command"] for verdict in result["verdicts"] if verdict["command"]] == [
        "give Steve minecraft:bread 5"
    ]
    assert (headers, limits) == ({f"Bearer {KEY}"}, {500})
    assert "has tiny" in checked.stdout
    assert KEY not in checked.stdout + checked.stderr + done.stdout + done.stderr
