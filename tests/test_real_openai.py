"""The adapter for OpenAI-compatible servers against llama-server. Marked ``real``; a small model tests form alone."""

import json
import threading

import pytest

from mcgod.errors import Cancelled, ModelUnreachable
from mcgod.god.prompts import COMMAND_SCHEMA
from mcgod.llm import answers
from mcgod.llm.openai import OpenAI
from mcgod.llm.port import Message

pytestmark = pytest.mark.real

KEY = "sk-local-1f09ab3c"
SHORT = [Message("user", "Say a short greeting to Steve.")]
LONG = [Message("user", "Count from one to a thousand, in words.")]


@pytest.fixture(scope="module")
def model():
    from rigs.small_model import openai_like

    with openai_like(KEY) as address:
        yield OpenAI("smollm2:135m", endpoint=address, key=KEY, timeout=120, total=300)


def test_a_server_that_is_loading_is_waited_for_and_the_answer_is_streamed_and_counted(model):
    pieces = []
    answer = model.chat(SHORT, on_delta=pieces.append)
    assert answer.text
    assert "".join(pieces) == answer.text
    assert answer.usage.input > 0
    assert answer.usage.output > 0


def test_a_schema_gives_a_readable_proposal(model):
    asked = 'Answer with JSON only: {"reason": "...", "commands": ["give Steve minecraft:bread 3"]}. Steve is hungry.'
    answer = model.chat([Message("user", asked)], schema=COMMAND_SCHEMA)
    proposal = answers.proposal(answer.text, finish=answer.finish)
    assert all(isinstance(command, str) for command in proposal.commands)


def test_a_tool_is_offered_without_harm(model):
    tool = {"type": "function", "function": {"name": "look", "parameters": {"type": "object", "properties": {}}}}
    answer = model.chat(SHORT, tools=[tool])
    assert answer.text or answer.tool_calls


def test_a_stop_in_mid_stream_ends_the_call(model):
    stop = threading.Event()
    with pytest.raises(Cancelled):
        model.chat(LONG, on_delta=lambda _: stop.set(), cancel=stop)
    assert model.chat(SHORT).text, "the server is free again"


def test_a_prompt_that_is_too_long_is_an_error_that_says_so(model):
    with pytest.raises(ModelUnreachable, match="context"):
        model.chat([Message("user", "wood and bread " * 5000)])


def test_the_models_are_listed(model):
    assert "smollm2:135m" in model.models()


def test_a_wrong_key_is_refused_and_not_shown(model):
    wrong = OpenAI("smollm2:135m", endpoint=model.endpoint, key="sk-wrong-key", timeout=120)
    with pytest.raises(ModelUnreachable, match="answered 401") as caught:
        wrong.chat(SHORT)
    assert "model.key" in caught.value.hint
    assert "sk-wrong-key" not in f"{caught.value.message}{caught.value.hint}"


def test_a_prayer_with_tools_and_a_schema_is_answered_and_judged(mcgod, model, monkeypatch):
    for name, value in {
        "PROVIDER": "openai", "ENDPOINT": model.endpoint, "COMMAND": "smollm2:135m", "KEY": KEY, "TIMEOUT": "300",
        "MAX_TOKENS": "300", "TOTAL_TIMEOUT": "600",
    }.items():  # fmt: skip
        monkeypatch.setenv(f"MCGOD_MODEL_{name}", value)
    done = mcgod("pray", "I am starving and it is dark", "--as", "Steve", "--json")
    assert done.exit_code == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["message"]
    assert {verdict["verdict"] for verdict in result["verdicts"]} <= {"accepted", "repaired", "rejected"}
