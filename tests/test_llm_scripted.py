"""The scripted model: answers in order, errors raised, questions kept, files read."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from mcgod.errors import BadInput, Cancelled, ModelUnreachable, NotFound
from mcgod.llm.port import Completion, Message, ToolCall, Usage
from mcgod.llm.scripted import Scripted

if TYPE_CHECKING:
    from pathlib import Path

    from mcgod.llm.port import Model

ASK = [Message("user", "hi")]


def test_answers_come_in_order_and_calls_are_kept():
    model = Scripted(["one", Completion("two", "x/y", finish="length"), ModelUnreachable("down")])
    heard: list[str] = []
    port: Model = model
    assert port.chat(ASK, on_delta=heard.append) == Completion("one", "scripted/1")
    assert port.chat(ASK, schema={"type": "object"}).finish == "length"
    with pytest.raises(ModelUnreachable, match="down"):
        port.chat(ASK)
    with pytest.raises(ModelUnreachable, match="no answer left for call 4"):
        port.chat(ASK)
    assert heard == ["one"]
    assert [call.schema for call in model.calls] == [None, {"type": "object"}, None, None]
    assert model.calls[0].messages == tuple(ASK)


def test_cancelled_call_uses_no_answer():
    cancel = threading.Event()
    cancel.set()
    model = Scripted(["one"])
    with pytest.raises(Cancelled):
        model.chat(ASK, cancel=cancel)
    assert model.chat(ASK).text == "one"


def test_answers_are_read_from_a_file(tmp_path: Path):
    path = tmp_path / "answers.jsonl"
    path.write_text(
        '{"text":"Eat.","thinking":"hm","usage":{"input":3,"output":1},"notes":["n"]}\n\n'
        '{"text":"","tool_calls":[{"id":"1","name":"look","arguments":"{}"}]}\n{"error":"down"}\n'
    )
    model = Scripted.load(path)
    expected = Completion("Eat.", "scripted/1", thinking="hm", usage=Usage(3, 1), notes=("n",))
    assert model.chat(ASK) == expected
    call = model.chat(ASK)
    assert (call.tool_calls, call.finish) == ((ToolCall("1", "look", "{}"),), "tool_calls")
    with pytest.raises(ModelUnreachable, match="down"):
        model.chat(ASK)


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"txt":1}', '{"text":"","tool_calls":[{}]}', '{"text":"","usage":{"input":"x"}}']
)
def test_broken_file_is_named_with_its_line(tmp_path: Path, line: str):
    path = tmp_path / "answers.jsonl"
    path.write_text(f'{{"text":"ok"}}\n{line}\n')
    with pytest.raises(BadInput, match=r"answers\.jsonl:2: not a recorded answer"):
        Scripted.load(path)


def test_missing_file_is_not_found(tmp_path: Path):
    with pytest.raises(NotFound):
        Scripted.load(tmp_path / "none.jsonl")
