"""The Ollama adapter when the server, the network or the caller lets it down."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from fake_ollama import Fail, FakeOllama, Say
from scripted_http import Hang, Raw
from test_llm_ollama import ASK, line

from mcgod.errors import ModelUnreachable
from mcgod.llm.faults import ModelFailed, ModelMissing, ModelRefused, ModelTimedOut
from mcgod.llm.ollama import Ollama

MISSING = Fail(404, 'model "tiny:1b" not found, try pulling it first')


def closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_b085_model_that_is_not_pulled_is_named_with_the_cure():
    with FakeOllama(MISSING, models=["qwen3:8b", "llama3.2:3b"]) as server, pytest.raises(ModelMissing) as caught:
        Ollama("tiny:1b", endpoint=server.url).chat(ASK)
    assert "installed: qwen3:8b, llama3.2:3b" in caught.value.message
    assert caught.value.hint == "ollama pull tiny:1b"


def test_b086_a_loaded_model_that_is_denied_once_is_asked_again():
    with FakeOllama(Say("One."), MISSING, Say("Two.")) as server:
        model = Ollama("tiny:1b", endpoint=server.url)
        assert [model.chat(ASK).text, model.chat(ASK).text] == ["One.", "Two."]
        assert len(server.requests) == 3


@pytest.mark.parametrize("name", ["ollama/tiny:1b", "openrouter/tiny:1b"])
def test_b101_name_with_a_prefix_gets_the_name_without_it(name: str):
    with FakeOllama(MISSING, models=["tiny:1b"]) as server, pytest.raises(ModelMissing) as caught:
        Ollama(name, endpoint=server.url).chat(ASK)
    assert caught.value.hint == "give the name without its prefix: tiny:1b"


def test_b095_error_inside_a_stream_fails_the_whole_answer():
    said = line(message={"role": "assistant", "content": "Yes"}, done=False)
    heard: list[str] = []
    with (
        FakeOllama(Raw([said, line(error="an error was encountered")])) as server,
        pytest.raises(ModelFailed, match="in the middle of its answer: an error was encountered"),
    ):
        Ollama("tiny:1b", endpoint=server.url).chat(ASK, on_delta=heard.append)
    assert heard == ["Yes"]
    assert len(server.requests) == 1, "what was heard must not be said twice"


def test_b099_transport_error_is_never_a_text():
    pauses: list[float] = []
    with FakeOllama(Fail(500, "llama runner process has terminated")) as server:
        model = Ollama("tiny:1b", endpoint=server.url, sleep=pauses.append)
        with pytest.raises(ModelFailed, match="answered 500: llama runner process has terminated"):
            model.chat(ASK)
        assert len(server.requests) == 3
    assert pauses == [1.5, 3.0]


@pytest.mark.parametrize(("headers", "pause"), [({}, 1.5), ({"Retry-After": "7"}, 7.0), ({"Retry-After": "soon"}, 1.5)])
def test_rate_limit_is_waited_out(headers: dict[str, str], pause: float):
    pauses: list[float] = []
    with FakeOllama(Fail(429, "slow down", headers), Say("Yes.")) as server:
        assert Ollama("tiny:1b", endpoint=server.url, sleep=pauses.append).chat(ASK).text == "Yes."
    assert pauses == [pause]


def test_b100_refused_says_so_with_the_time_it_took():
    with pytest.raises(ModelRefused, match=r"refused the connection after \d+\.\d s") as caught:
        Ollama("tiny:1b", endpoint=f"http://127.0.0.1:{closed_port()}", sleep=lambda _: None).chat(ASK)
    assert not isinstance(caught.value, ModelTimedOut)
    assert caught.value.hint == "start it with: ollama serve"


@pytest.mark.parametrize("headers", [True, False])
def test_b100_timed_out_says_so_with_the_time_it_took(headers: bool):
    with (
        FakeOllama(Hang(headers=headers)) as server,
        pytest.raises(ModelTimedOut, match=r"timed out after \d+\.\d s: it said nothing"),
    ):
        Ollama("tiny:1b", endpoint=server.url, timeout=0.05).chat(ASK)


def test_b102_unknown_fields_are_ignored_and_the_version_is_known():
    extra: dict[str, Any] = {"message": {"role": "assistant", "content": "Yes.", "mood": 3}, "v2": [1]}
    with FakeOllama(Raw([line(**extra), line(**{**extra, "done": True})]), models=["tiny:1b"]) as server:
        model = Ollama("tiny:1b", endpoint=server.url)
        assert model.chat(ASK).text == "Yes.Yes."
        assert (model.version(), model.models()) == ("0.99.0", ["tiny:1b"])


def test_lines_may_be_split_anywhere_and_blank():
    nel = "a\u0085b\u2028c\u2029d é €"
    data = line(message={"role": "assistant", "content": nel}) + b"\r\n\n"
    raw = data.replace(b"\\u0085", b"\xc2\x85").replace(b"\\u2028", "\u2028".encode()).replace(b"\\u20ac", "€".encode())
    chunks = [bytes([byte]) for byte in raw + line(message={"role": "assistant", "content": ""}, done=True)]
    with FakeOllama(Raw(chunks)) as server:
        assert Ollama("tiny:1b", endpoint=server.url).chat(ASK).text == nel


@pytest.mark.parametrize(
    "chunks",
    [[b"<html>not a model</html>\n"], [b"[1]\n"], [b'{"done":true}\n'], [b'{"error":{"code":1}}\n'], [b'"busy"\n'], []],
)
def test_strangers_protocol_is_an_error_of_ours(chunks: list[bytes]):
    with FakeOllama(Raw(chunks)) as server, pytest.raises(ModelUnreachable):
        Ollama("tiny:1b", endpoint=server.url, sleep=lambda _: None).chat(ASK)
