"""The adapter for Vertex against a loopback server: as it should go, and what servers do instead."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fake_vertex import Fail, FakeVertex, Say
from scripted_http import Raw

from mcgod.god.prompts import COMMAND_SCHEMA
from mcgod.llm.port import Message, ToolCall, Usage
from mcgod.llm.vertex import Vertex

ASK = [Message("system", "You are a god."), Message("user", "I am hungry")]
ANSWER = '{"reason":"hunger","commands":["give Steve minecraft:bread 3"]}'
LOOK = {
    "type": "function",
    "function": {
        "name": "look",
        "description": "Look there.",
        "parameters": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"at": {"type": ["string", "null"], "const": "sky"}},
        },
    },
}
KEY = "AIza/secret+123"


def call(name: str, args: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"functionCall": {"name": name, "args": args or {}}, **more}


def test_a_request_says_everything_in_googles_words():
    heard: list[str] = []
    thoughts = [{"text": "he is ", "thought": True}, {"text": "hungry", "thought": True}]
    with FakeVertex(Say("Eat, my child.", parts=thoughts)) as server:
        model = Vertex("gemini-3-pro", endpoint=server.url, key=KEY, max_tokens=99, think="low")
        answer = model.chat(ASK, tools=[LOOK], schema=COMMAND_SCHEMA, on_delta=heard.append)
        request, headers, path = server.requests[0], server.headers[0], server.paths[0]
    assert (answer.text, answer.thinking, answer.model) == ("Eat, my child.", "he is hungry", "vertex/gemini-3-pro")
    assert (answer.finish, answer.usage, answer.notes) == ("stop", Usage(12, 7), ())
    assert "".join(heard) == answer.text
    assert path == "/v1/publishers/google/models/gemini-3-pro:streamGenerateContent?alt=sse"
    assert headers["x-goog-api-key"] == KEY
    assert request["systemInstruction"] == {"parts": [{"text": "You are a god."}]}
    assert request["contents"] == [{"role": "user", "parts": [{"text": "I am hungry"}]}]
    at = {"type": "STRING", "nullable": True, "enum": ["sky"]}
    look = {"name": "look", "description": "Look there.", "parameters": {"type": "OBJECT", "properties": {"at": at}}}
    assert request["tools"] == [{"functionDeclarations": [look]}]
    assert request["toolConfig"] == {"functionCallingConfig": {"mode": "AUTO"}}
    assert request["generationConfig"] == {
        "maxOutputTokens": 99,
        "responseMimeType": "application/json",
        "responseSchema": {
            "type": "OBJECT",
            "properties": {
                "reason": {"type": "STRING", "maxLength": 300},
                "commands": {"type": "ARRAY", "maxItems": 12, "items": {"type": "STRING", "maxLength": 300}},
            },
            "required": ["reason", "commands"],
            "propertyOrdering": ["reason", "commands"],
        },
        "thinkingConfig": {"thinkingLevel": "LOW", "includeThoughts": True},
    }


@pytest.mark.parametrize(
    ("model", "path"),
    [
        ("tiny", "publishers/google/models/tiny"),
        ("projects/p/locations/l/models/tiny", "projects/p/locations/l/models/tiny"),
        ("/models/a?b#c", "models/a%3Fb%23c"),
    ],
)
def test_a_model_is_a_name_or_a_path(model: str, path: str):
    with FakeVertex(Say("Yes.")) as server:
        Vertex(model, endpoint=f"{server.url}/").chat(ASK)
        assert server.paths == [f"/v1/{path}:streamGenerateContent?alt=sse"]
        assert "x-goog-api-key" not in server.headers[0]
        assert "generationConfig" not in server.requests[0]


def test_an_address_without_a_scheme_is_not_asked_in_the_clear():
    assert Vertex("tiny", endpoint="europe-west1-aiplatform.googleapis.com/v1/").endpoint == (
        "https://europe-west1-aiplatform.googleapis.com/v1"
    )


@pytest.mark.parametrize("whole", ["object", "array"])
def test_an_answer_that_is_not_streamed_is_read_whole(whole: str):
    heard: list[str] = []
    with FakeVertex(Say(" Eat,\n my child.", whole=whole, parts=[call("look")], finish="")) as server:
        answer = Vertex("tiny", endpoint=server.url).chat(ASK, on_delta=heard.append)
    assert (answer.text, "".join(heard), answer.usage) == ("Eat,\n my child.",) * 2 + (Usage(12, 7),)
    assert answer.tool_calls == (ToolCall("call_0", "look", "{}"),)


def test_equal_calls_are_all_kept_and_signatures_go_back_verbatim():
    parts: list[dict[str, Any]] = [
        {"text": "hm", "thought": True, "thoughtSignature": "c2ln"},
        call("look", {"at": "Ünal"}, thoughtSignature="QUJD"),
        call("look", {"at": "Ünal"}),
        {"functionCall": {"name": "look", "args": {"at": 1}, "id": "x1"}},
        {"text": "", "thoughtSignature": "ZW5k"},
    ]
    with FakeVertex(Say(parts=parts), Say("Rain.")) as server:
        model = Vertex("tiny", endpoint=server.url)
        first = model.chat(ASK, tools=[LOOK])
        turn = Message("assistant", first.text, first.tool_calls, extra=first.extra)
        results = [Message("tool", told, tool_call_id=told) for told in ("x1", "call_1", "call_0")]
        second = model.chat([*ASK, turn, *results], tools=[LOOK])
        sent = server.requests[1]["contents"][1:]
    arguments = '{"at": "Ünal"}'
    assert first.tool_calls == (
        ToolCall("call_0", "look", arguments),
        ToolCall("call_1", "look", arguments),
        ToolCall("x1", "look", '{"at": 1}'),
    )
    assert (first.finish, first.text, first.thinking, second.text) == ("tool_calls", "", "hm", "Rain.")
    told = [{"name": "look", "response": {"result": name, "is_error": False}} for name in ("call_0", "call_1", "x1")]
    told[2]["id"] = "x1"
    assert sent == [
        {"role": "model", "parts": parts},
        {"role": "user", "parts": [{"functionResponse": response} for response in told]},
    ]


def test_the_pieces_of_a_text_become_one_part_and_signed_ones_stay_apart():
    signed = {"text": "Go.", "thoughtSignature": "QUJD"}
    with FakeVertex(Say("Eat, child. ", parts=[{"text": "Hm.", "thought": True}, signed])) as server:
        answer = Vertex("tiny", endpoint=server.url).chat(ASK)
    assert answer.extra == {"parts": [{"text": "Hm.", "thought": True}, signed, {"text": "Eat, child. "}]}


@pytest.mark.parametrize(
    ("refusals", "sent"),
    [
        (["Unknown name \"maxItems\" at 'generation_config.response_schema'"], ["schema", "mime"]),
        (["The specified schema produces a constraint", "JSON mode: response_mime_type"], ["schema", "mime", ""]),
        (["Unsupported response mime type"], ["schema", ""]),
    ],
)
def test_what_a_server_does_not_know_is_left_out_and_remembered(refusals: list[str], sent: list[str]):
    with FakeVertex(*(Fail(400, text) for text in refusals), Say(ANSWER)) as server:
        model = Vertex("tiny", endpoint=server.url)
        answer = model.chat(ASK, schema=COMMAND_SCHEMA)
        model.chat(ASK, schema=COMMAND_SCHEMA)
        configs = [request.get("generationConfig", {}) for request in server.requests]
    told = ["schema" if "responseSchema" in one else "mime" if "responseMimeType" in one else "" for one in configs]
    assert (told, answer.text) == ([*sent, sent[-1]], ANSWER)
    assert answer.notes == tuple(f"a field was refused: {text}" for text in refusals)


@pytest.mark.parametrize(
    ("name", "asked"), [("tiny", [(True, True), (True, False), (True, False)]), ("gemini-2.5-pro", [(True, False)] * 2)]
)
def test_where_tools_and_a_schema_exclude_each_other_tools_come_first(name: str, asked: list[tuple[bool, bool]]):
    refusal = Fail(400, "Function calling with a response mime type: 'application/json' is unsupported")
    with FakeVertex(*[refusal] * (len(asked) - 2), Say(ANSWER)) as server:
        model = Vertex(name, endpoint=server.url)
        assert [model.chat(ASK, tools=tools, schema=COMMAND_SCHEMA).text for tools in ([LOOK], [LOOK], [])] == [
            ANSWER
        ] * 3
        sent = [("tools" in one, "generationConfig" in one) for one in server.requests]
    assert sent == [*asked, (False, True)]


@pytest.mark.parametrize(
    ("refusal", "field"),
    [
        ("Developer instruction is not enabled for models/gemma", "systemInstruction"),
        ("Function calling is not enabled for models/gemma", "tools"),
        ("Unable to submit request because thinking is not supported by this model", "generationConfig"),
    ],
)
def test_each_other_field_may_be_refused(refusal: str, field: str):
    with FakeVertex(Fail(400, refusal), Say("Yes.")) as server:
        assert Vertex("tiny", endpoint=server.url, think="true").chat(ASK, tools=[LOOK]).text == "Yes."
        assert [field in request for request in server.requests] == [True, False]
        assert "You are a god." in json.dumps(server.requests[1])


def test_calls_of_another_model_get_a_mark_where_signatures_are_demanded():
    own = Message(
        "assistant", "", (ToolCall("b", "look", "{}"),), extra={"parts": [call("look", thoughtSignature="Q")]}
    )
    turns = [Message("user", "Look"), Message("assistant", "", (ToolCall("a", "look", "{}"),))]
    turns += [Message("tool", "rain", tool_call_id="a"), own, Message("tool", "sun", tool_call_id="b")]
    refused = [Fail(400, "Function call is missing a thought_signature"), Fail(400, "Corrupted thought signature.")]
    with FakeVertex(*refused, Say("Rain.")) as server:
        Vertex("tiny", endpoint=server.url).chat(turns)
        sent = [
            [part.get("thoughtSignature") for content in request["contents"] for part in content["parts"]]
            for request in server.requests
        ]
    mark = "skip_thought_signature_validator"
    assert sent == [[None, None, None, "Q", None], [None, mark, None, "Q", None], [None, mark, None, mark, None]]


@pytest.mark.parametrize(
    ("model", "think", "sent"),
    [
        ("gemini-2.5-flash", "true", {"includeThoughts": True}),
        ("gemini-2.5-flash", "low", {"thinkingBudget": 1024, "includeThoughts": True}),
        ("gemini-2.5-flash", "off", {"thinkingBudget": 0}),
        ("gemini-2.5-flash", "0", {"thinkingBudget": 0, "includeThoughts": False}),
        ("gemini-2.5-flash", "-1", {"thinkingBudget": -1, "includeThoughts": True}),
        ("gemini-3.1-pro-preview", "high", {"thinkingLevel": "HIGH", "includeThoughts": True}),
        ("gemini-3.1-pro-preview", "false", {"thinkingLevel": "LOW"}),
    ],
)
def test_thinking_is_a_switch_a_level_or_a_budget(model: str, think: str, sent: dict[str, Any]):
    with FakeVertex(Say("Yes.")) as server:
        Vertex(model, endpoint=server.url, think=think).chat(ASK)
        assert server.requests[0]["generationConfig"]["thinkingConfig"] == sent


def test_an_answer_that_stays_in_the_thoughts_is_asked_for_without_a_schema():
    lost = Say(parts=[{"text": ANSWER, "thought": True}])
    with FakeVertex(lost, Say(ANSWER)) as server:
        answer = Vertex("tiny", endpoint=server.url).chat(ASK, schema=COMMAND_SCHEMA)
        assert ["generationConfig" in request for request in server.requests] == [True, False]
    assert (answer.text, answer.notes) == (ANSWER, ("an answer had no content",))


def test_the_token_limit_and_a_cut_prompt_are_told():
    with FakeVertex(Say("Once upon", finish="MAX_TOKENS", usage=(10, 2, 0))) as server:
        answer = Vertex("tiny", endpoint=server.url).chat([Message("user", "x" * 500)])
    assert answer.finish == "length"
    assert answer.notes == (
        "the prompt was probably cut: 500 characters were sent, 10 tokens were read",
        "the answer was cut by the token limit",
    )


def test_a_stream_with_calls_may_be_split_anywhere():
    body = Say("Brot für Ünal – ja.", parts=[call("look", {"at": "Ü\u2028"}, thoughtSignature="QUJD")]).body()
    answers = [Raw([body[:at], body[at:]]) for at in range(1, len(body), 11)]
    answers.append(Raw([bytes([byte]) for byte in body]))
    with FakeVertex(*answers) as server:
        model = Vertex("tiny", endpoint=server.url)
        told = [model.chat(ASK) for _ in answers]
    assert {(one.text, one.tool_calls, one.usage) for one in told} == {
        ("Brot für Ünal – ja.", (ToolCall("call_0", "look", '{"at": "Ü\u2028"}'),), Usage(12, 7))
    }
    assert all(one.extra == told[0].extra for one in told)


def test_a_signed_call_of_a_tool_goes_back_signed_within_a_prayer(mcgod, monkeypatch):
    signed = {"functionCall": {"name": "no_such_tool", "args": {}, "id": "f1"}, "thoughtSignature": "QUJD"}
    answer = Say(json.dumps({"reason": "hungry", "commands": ["give Steve minecraft:bread 5"]}))
    with FakeVertex(Say(parts=[signed]), answer, Say("Eat.")) as server:
        monkeypatch.setenv("MCGOD_MODEL_PROVIDER", "vertex")
        monkeypatch.setenv("MCGOD_MODEL_ENDPOINT", server.url)
        monkeypatch.setenv("MCGOD_MODEL_COMMAND", "tiny")
        assert json.loads(mcgod("pray", "bread", "--as", "Steve", "--json").stdout)["message"] == "Eat."
        turn, results = server.requests[1]["contents"][-2:]
    assert turn == {"role": "model", "parts": [signed]}
    (result,) = (part["functionResponse"] for part in results["parts"])
    assert (result["name"], result["id"], result["response"]["is_error"]) == ("no_such_tool", "f1", True)


def test_a_prayer_is_answered_by_it(mcgod, monkeypatch):
    commands = Say(json.dumps({"reason": "hungry", "commands": ["give Steve bread 5", "op Steve"]}))
    with FakeVertex(commands, commands, Say("Eat, and see."), known=["tiny"]) as server:
        monkeypatch.setenv("MCGOD_MODEL_PROVIDER", "vertex")
        monkeypatch.setenv("MCGOD_MODEL_ENDPOINT", server.url)
        monkeypatch.setenv("MCGOD_MODEL_COMMAND", "tiny")
        monkeypatch.setenv("MCGOD_MODEL_KEY", KEY)
        monkeypatch.setenv("GOOGLE_API_KEY", "not-for-others")
        done = mcgod("pray", "I am starving", "--as", "Steve", "--json")
        checked = mcgod("doctor")
        monkeypatch.setenv("MCGOD_MODEL_MESSAGE", "large")
        missed = mcgod("doctor")
        assert {request["x-goog-api-key"] for request in server.headers} == {KEY}
    result = json.loads(done.stdout)
    assert result["message"] == "Eat, and see."
    assert result["model"] == {"command": "vertex/tiny", "message": "vertex/tiny"}
    assert [verdict["command"] for verdict in result["verdicts"] if verdict["command"]] == [
        "give Steve minecraft:bread 5"
    ]
    assert "takes the key and has tiny" in checked.stdout
    assert "model large was not found; its models cannot be listed" in " ".join(missed.stdout.split())
    assert KEY not in checked.stdout + checked.stderr + done.stdout + done.stderr + missed.stdout
