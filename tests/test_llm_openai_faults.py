"""What can go wrong with an OpenAI-compatible server: each is an error that says what to do, none is ever a text."""

from __future__ import annotations

import pytest
from fake_openai import Fail, FakeOpenAI, event
from scripted_http import Raw
from test_llm_openai import ASK, KEY

from mcgod.errors import ModelUnreachable
from mcgod.llm.faults import ModelFailed
from mcgod.llm.openai import OpenAI


def test_an_error_in_mid_stream_fails_the_whole_answer():
    heard: list[str] = []
    stream = Raw([event({"choices": [{"delta": {"content": "Yes"}}]}), event({"error": {"message": f"lost {KEY}"}})])
    with FakeOpenAI(stream) as server, pytest.raises(ModelFailed, match=r"in the middle of its answer: lost \*\*\*"):
        OpenAI("tiny", endpoint=server.url, key=KEY).chat(ASK, on_delta=heard.append)
    assert heard == ["Yes"]


@pytest.mark.parametrize(
    "answer",
    [
        Raw([event({"choices": [{"delta": {"content": "Yes"}}]})]),
        Raw([event({"choices": [{"delta": {"content": "Yes"}}]})], cut=True),
        Raw([b"data: nonsense\n\n"]),
        Raw([b"data: [1]\n\n"]),
        Raw([event({"choices": "x"})]),
        Raw([event({"choices": [{"delta": {"tool_calls": [5]}}]})]),
        Raw([b"<html>hello</html>"]),
    ],
)
def test_an_answer_that_is_not_whole_is_an_error(answer: Raw):
    with FakeOpenAI(answer) as server, pytest.raises(ModelUnreachable):
        OpenAI("tiny", endpoint=server.url, sleep=lambda _: None).chat(ASK)


@pytest.mark.parametrize(
    ("status", "error", "hint"),
    [
        (401, f"Incorrect API key: {KEY}", "model.key"),
        (403, b"no", "model.key"),
        (404, b"", "/v1"),
        (400, "too long", ""),
    ],
)
def test_what_is_wrong_is_told_with_its_cure_and_without_the_key(status: int, error: str | bytes, hint: str):
    with FakeOpenAI(Fail(status, error)) as server, pytest.raises(ModelFailed) as caught:
        OpenAI("tiny", endpoint=server.url, key=KEY).chat(ASK)
    assert hint in caught.value.hint
    assert str(status) in caught.value.message
    assert KEY not in repr(caught.value)
    assert KEY not in repr(vars(caught.value))
