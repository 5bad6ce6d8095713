"""What can go wrong with Vertex: each is an error that says what to do, none is ever a text, none shows the key."""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import quote

import pytest
from fake_vertex import Fail, FakeVertex, Say, event
from scripted_http import Raw
from test_llm_vertex import ASK, KEY

from mcgod.errors import BadConfig, ModelUnreachable
from mcgod.llm.faults import ModelFailed, ModelGarbled, ModelWithheld
from mcgod.llm.vertex import Vertex

YES = {"candidates": [{"content": {"parts": [{"text": "Yes"}]}}]}


def part(value: Any) -> bytes:
    return event({"candidates": [{"content": {"parts": [value]}, "finishReason": "STOP"}]})


@pytest.mark.parametrize("reason", ["SAFETY", "RECITATION", "PROHIBITED_CONTENT", "OTHER", "SOMETHING_NEW"])
@pytest.mark.parametrize("text", ["", "Take the"])
def test_an_answer_that_is_broken_off_says_why_and_is_not_asked_for_again(reason: str, text: str):
    said = Say(text, finish=reason, extra={"finishMessage": "It was\nblocked."})
    with FakeVertex(said) as server, pytest.raises(ModelWithheld, match=f"broke off its answer: {reason}: It was bl"):
        Vertex("tiny", endpoint=server.url).chat(ASK)
    assert len(server.requests) == 1


@pytest.mark.parametrize("more", [{}, {"candidates": []}])
def test_a_prompt_that_is_blocked_says_why(more: dict[str, Any]):
    blocked = {
        "promptFeedback": {"blockReason": "PROHIBITED_CONTENT"},
        "usageMetadata": {"promptTokenCount": 4},
        **more,
    }
    with (
        FakeVertex(Raw([event(blocked)])) as server,
        pytest.raises(ModelWithheld, match="would not have the prompt: PROHIBITED_CONTENT") as caught,
    ):
        Vertex("tiny", endpoint=server.url).chat(ASK)
    assert "model.command" in caught.value.hint


def test_a_call_that_is_garbled_is_asked_for_once_more():
    garbled, waited = Say(finish="MALFORMED_FUNCTION_CALL"), list[float]()
    with FakeVertex(garbled, Say("Yes."), garbled) as server:
        model = Vertex("tiny", endpoint=server.url, sleep=waited.append)
        assert model.chat(ASK).text == "Yes."
        with pytest.raises(ModelGarbled, match="MALFORMED_FUNCTION_CALL"):
            model.chat(ASK)
        assert len(server.requests) == 4
    assert waited == [1.5, 1.5]


def test_an_error_in_mid_stream_fails_the_whole_answer():
    heard: list[str] = []
    stream = Raw([event(YES), event({"error": {"code": 503, "message": f"lost {KEY}"}})])
    with FakeVertex(stream) as server, pytest.raises(ModelFailed, match=r"answered 503: lost \*\*\*"):
        Vertex("tiny", endpoint=server.url, key=KEY).chat(ASK, on_delta=heard.append)
    assert (heard, len(server.requests)) == (["Yes"], 1)


def test_an_error_before_a_word_in_a_stream_is_waited_out():
    exhausted = Raw([event({"error": {"code": 429, "message": "Resource exhausted", "status": "RESOURCE_EXHAUSTED"}})])
    with FakeVertex(exhausted, Say("Yes.")) as server:
        assert Vertex("tiny", endpoint=server.url, sleep=lambda _: None).chat(ASK).text == "Yes."


def test_the_pause_may_be_named_in_the_body_and_the_header_wins():
    details, waited = [{"@type": "RetryInfo", "retryDelay": "7.5s"}], list[float]()
    busy = [Fail(429, "slow", details=details, listed=True), Fail(429, "slow", {"Retry-After": "2"}, details)]
    with FakeVertex(*busy, Say("Yes.")) as server:
        assert Vertex("tiny", endpoint=server.url, sleep=waited.append).chat(ASK).text == "Yes."
    assert waited == [7.5, 2.0]


@pytest.mark.parametrize(
    "answer",
    [
        Raw([event(YES)]),
        Raw([event({"candidates": []})]),
        Raw([event({"usageMetadata": {"promptTokenCount": 3}})]),
        Raw([]),
        Raw([b"data: nonsense\n\n"]),
        Raw([b"data: [1]\n\n"]),
        Raw([event({"candidates": "x"})]),
        Raw([part(5)]),
        Raw([part({"text": 5})]),
        Raw([part({"functionCall": "x"})]),
        Raw([b"<html>hello</html>"]),
        Say(whole="array", finish=""),
    ],
)
def test_an_answer_that_is_not_whole_is_an_error(answer: Any):
    with FakeVertex(answer) as server, pytest.raises(ModelUnreachable):
        Vertex("tiny", endpoint=server.url, sleep=lambda _: None).chat(ASK)


def test_silence_ends_as_empty_text_with_a_note():
    with FakeVertex(Say()) as server:
        answer = Vertex("tiny", endpoint=server.url).chat(ASK)
    assert (answer.text, answer.extra, answer.notes) == ("", None, ("an answer had no content",))


@pytest.mark.parametrize(
    ("status", "error", "hint"),
    [
        (401, f"Request had invalid authentication credentials: {KEY}", "model.key"),
        (403, f"denied: http://x/?key={quote(KEY, safe='')}".encode(), "model.key"),
        (400, "API key not valid. Please pass a valid API key.", "model.key"),
        (404, "Publisher Model was not found", "model.endpoint"),
        (400, "Request contains an invalid argument.", ""),
    ],
)
@pytest.mark.parametrize("listed", [True, False])
def test_what_is_wrong_is_told_with_its_cure_and_without_the_key(
    status: int, error: str | bytes, hint: str, listed: bool
):
    with FakeVertex(Fail(status, error, listed=listed)) as server, pytest.raises(ModelFailed) as caught:
        Vertex("tiny", endpoint=server.url, key=KEY).chat(ASK)
    assert hint in caught.value.hint
    assert f"answered {status}" in caught.value.message
    told = repr(caught.value) + repr(vars(caught.value))
    assert KEY not in told
    assert quote(KEY, safe="") not in told
    assert [KEY in path or "key=" in path for path in server.paths] == (
        [False, True] if status in (401, 403) else [False]
    )


def test_a_server_that_knows_the_key_in_the_address_alone_gets_it_there_and_no_log_does(caplog):
    caplog.set_level(logging.DEBUG)
    with FakeVertex(Say("Yes."), Say("No."), models=["tiny", "large"], query=KEY) as server:
        model = Vertex("tiny", endpoint=server.url, key=KEY)
        assert [model.chat(ASK).text, model.chat(ASK).text] == ["Yes.", "No."]
        assert model.models() == ["tiny", "large"]
        model.check()
        assert ["key=" in path for path in server.paths] == [False, True, True, True, True]
        assert ["x-goog-api-key" in headers for headers in server.headers] == [True, False, False, False]
    assert "HTTP Request: POST" in caplog.text
    assert "AIza" not in caplog.text


def test_a_missing_model_does_not_undo_what_the_key_has_shown():
    with FakeVertex(models=["tiny"], known=["tiny"], query=KEY) as server:
        model = Vertex("large", endpoint=server.url, key=KEY)
        with pytest.raises(ModelFailed, match="answered 404: model large was not found"):
            model.check()
        assert model.models() == ["tiny"]
        assert ["key=" in path for path in server.paths] == [False, True, True]


@pytest.mark.parametrize("key", ["se cret", "secret\n", "schlüssel", "\x00"])
def test_a_key_that_no_header_can_carry_is_refused_without_showing_it(key: str):
    with pytest.raises(BadConfig, match=r"the model's key has") as caught:
        Vertex("tiny", key=key)
    assert key not in caught.value.message + caught.value.hint
