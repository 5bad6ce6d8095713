"""Between a model and the reader: first byte to first byte, long streams in small pieces, a stop, a tool."""

import json
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from costs import times
from fake_ollama import FakeOllama
from fake_openai import FakeOpenAI, Say, event
from fake_vertex import FakeVertex
from scripted_http import Hang, Raw

from mcgod.errors import Cancelled
from mcgod.llm.ollama import Ollama
from mcgod.llm.openai import OpenAI
from mcgod.llm.port import Message, ToolCall
from mcgod.llm.vertex import Vertex
from mcgod.tools.port import Context, Tool, ToolResult, parameters
from mcgod.tools.toolbox import Toolbox

MCGOD = str(Path(sys.executable).parent / "mcgod")
ASK = [Message("user", "hello")]
ROUNDS = 11
NOTHING = Say('{"reason":"","commands":[]}')


class Stamped(list):
    """The chunks of an answer; keeps when its first words left the server."""

    left = 0.0

    def __iter__(self):
        self.left = time.perf_counter()
        yield event({"choices": [{"delta": {"content": "Hail. "}}]})
        time.sleep(0.2)  # the rest is far away
        yield event({"choices": [{"delta": {}, "finish_reason": "stop"}]})


@pytest.mark.bench
def test_first_byte_of_the_provider_to_first_byte_on_stdout(home, monkeypatch):
    waits = []
    for _ in range(ROUNDS):
        words = Stamped()
        with FakeOpenAI(NOTHING, Raw(words)) as server:
            monkeypatch.setenv("MCGOD_MODEL_PROVIDER", "openai")
            monkeypatch.setenv("MCGOD_MODEL_ENDPOINT", server.url)
            monkeypatch.setenv("MCGOD_MODEL_COMMAND", "tiny")
            with subprocess.Popen([MCGOD, "pray", "x", "--stream"], stdout=subprocess.PIPE) as prayer:
                assert prayer.stdout
                for line in prayer.stdout:
                    if json.loads(line)["event"] == "DELTA":
                        waits.append(1000 * (time.perf_counter() - words.left))
                        break
                prayer.stdout.read()
    print(f"\nfirst byte to first byte: median {statistics.median(waits):.1f} ms, worst {max(waits):.1f} ms")
    assert statistics.median(waits) < 15


def _streams(size):
    """One answer of ``size`` bytes of speech for each provider, as bytes of its stream."""
    text = "word " * (size // 5)
    pieces = [text[at : at + 40] for at in range(0, len(text), 40)]
    openai = b"".join(event({"choices": [{"delta": {"content": piece}}]}) for piece in pieces)
    ollama = b"".join(
        json.dumps({"message": {"role": "assistant", "content": piece}, "done": False}).encode() + b"\n"
        for piece in pieces
    )
    parts = [{"candidates": [{"content": {"parts": [{"text": piece}]}}]} for piece in pieces]
    return {
        "openai": (FakeOpenAI, OpenAI, openai + event({"choices": [{"delta": {}, "finish_reason": "stop"}]})),
        "ollama": (
            FakeOllama,
            Ollama,
            ollama + b'{"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}\n',
        ),
        "vertex": (FakeVertex, Vertex, b"".join(map(event, parts)) + event({"candidates": [{"finishReason": "STOP"}]})),
    }


def _cost(provider, size, chunk):
    fake, adapter, stream = _streams(size)[provider]
    with fake(Raw([stream[at : at + chunk] for at in range(0, len(stream), chunk)])) as server:
        start = time.process_time()
        answer = adapter("tiny", endpoint=server.url, sleep=lambda _: None).chat(ASK)
        spent = time.process_time() - start
    assert len(answer.text) >= size - 5
    return spent, len(stream)


@pytest.mark.bench
@pytest.mark.parametrize("provider", ["openai", "ollama", "vertex"])
def test_a_stream_in_one_byte_chunks_costs_no_more_a_byte_when_it_is_longer(provider):
    found = []
    for size in (64_000, 256_000):
        spent, bytes_ = _cost(provider, size, 1)
        found.append(spent / bytes_)
        print(
            f"\n{provider}: {bytes_ / 1e6:.2f} MB byte by byte, server included: {1e6 * found[-1]:.1f} us CPU a byte",
            end="",
        )
    assert found[1] <= 1.6 * found[0]


@pytest.mark.bench
def test_a_single_line_in_one_byte_chunks_is_not_quadratic():
    found = []
    for size in (200_000, 800_000):
        body = json.dumps({"choices": [{"message": {"content": "x" * size}, "finish_reason": "stop"}]}).encode()
        with FakeOpenAI(Raw([b"data: ", *(body[at : at + 1] for at in range(len(body))), b"\n\n"])) as server:
            start = time.process_time()
            OpenAI("tiny", endpoint=server.url).chat(ASK)
            found.append((time.process_time() - start) / size)
    print(f"\none line: {1e6 * found[0]:.1f} and {1e6 * found[1]:.1f} us CPU a byte")
    assert found[1] <= 1.6 * found[0]


@pytest.mark.bench
def test_a_stop_reaches_the_server():
    waits = []
    for _ in range(ROUNDS):
        hang, cancel = Hang([event({"choices": [{"delta": {"content": "I"}}]})]), threading.Event()
        with FakeOpenAI(hang) as server:
            model = OpenAI("tiny", endpoint=server.url)
            ended = threading.Thread(target=lambda model=model, cancel=cancel: _stopped(model, cancel))
            ended.start()
            assert hang.reached.wait(30)
            start = time.perf_counter()
            cancel.set()
            assert hang.left.wait(30)
            waits.append(1000 * (time.perf_counter() - start))
            ended.join()
    print(f"\na stop to the closed socket: median {statistics.median(waits):.0f} ms, worst {max(waits):.0f} ms")
    assert statistics.median(waits) < 200


def _stopped(model, cancel):
    with pytest.raises(Cancelled):
        model.chat(ASK, cancel=cancel)


@pytest.mark.bench
def test_what_the_registry_adds_to_a_tool():
    schema = parameters({"query": {"type": "string"}, "count": {"type": "integer", "maximum": 10}}, ("query",))
    tool = Tool("look", "Look.", schema, lambda given, context: ToolResult("found"))
    box, context, given = Toolbox([tool]), Context(), {"query": "x", "count": 3}
    call = ToolCall("1", "look", json.dumps(given))
    box.answer(call, context)
    through = statistics.median(times(lambda: box.answer(call, context), [()] * 50))
    bare = statistics.median(times(lambda: tool.run(given, context), [()] * 50))
    print(f"\na call through the registry adds {through - bare:.3f} ms")
    assert through - bare < 0.2
