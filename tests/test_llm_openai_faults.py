"""What can go wrong with an OpenAI-compatible server: each is an error that says what to do, none is ever a text."""

from __future__ import annotations

import threading

import pytest
from fake_openai import Fail, FakeOpenAI, Say, event
from scripted_http import Hang, Raw
from test_llm_openai import ASK, KEY

from mcgod.errors import Cancelled, ModelUnreachable
from mcgod.llm.faults import ModelFailed, ModelRefused, ModelTimedOut
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
        OpenAI("tiny", endpoint=server.url).chat(ASK)


@pytest.mark.parametrize(
    ("headers", "pauses"), [({}, [1.5, 3.0]), ({"Retry-After": "7"}, [7.0, 7.0]), ({"Retry-After": "soon"}, [1.5, 3.0])]
)
@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_server_that_is_busy_is_asked_again(status: int, headers: dict[str, str], pauses: list[float]):
    waited: list[float] = []
    with FakeOpenAI(*[Fail(status, "busy", headers)] * 2, Say("Yes.")) as server:
        assert OpenAI("tiny", endpoint=server.url, sleep=waited.append).chat(ASK).text == "Yes."
    assert waited == pauses


def test_a_server_that_stays_busy_is_given_up():
    with FakeOpenAI(Fail(503, "loading model")) as server, pytest.raises(ModelFailed, match="503: loading model"):
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


def test_nobody_listens():
    with FakeOpenAI() as server:
        url = server.url
    with pytest.raises(ModelRefused, match="refused the connection"):
        OpenAI("tiny", endpoint=url).chat(ASK)


def test_a_silent_server_times_out():
    with FakeOpenAI(Hang()) as server, pytest.raises(ModelTimedOut):
        OpenAI("tiny", endpoint=server.url, timeout=0.05).chat(ASK)


def test_cancel_closes_the_connection():
    hang, cancel, faults = Hang([event({"choices": [{"delta": {"content": "Yes"}}]})]), threading.Event(), []
    with FakeOpenAI(hang) as server:

        def ask() -> None:
            try:
                OpenAI("tiny", endpoint=server.url).chat(ASK, cancel=cancel)
            except Cancelled as error:
                faults.append(error)

        thread = threading.Thread(target=ask)
        thread.start()
        assert hang.reached.wait(30)
        cancel.set()
        assert hang.left.wait(30)
        thread.join(30)
    assert len(faults) == 1


def test_an_error_of_the_listener_stays_its_own():
    def broken(_: str) -> None:
        raise KeyError("mine")

    with FakeOpenAI(Say("Yes.")) as server, pytest.raises(KeyError, match="mine"):
        OpenAI("tiny", endpoint=server.url).chat(ASK, on_delta=broken)
