"""The Ollama adapter and a whole prayer against a real model. Marked ``real``; a 135M model tests form, not sense."""

import json

import pytest

from mcgod.god.prompts import COMMAND_SCHEMA
from mcgod.llm import answers
from mcgod.llm.ollama import Ollama
from mcgod.llm.port import Message

pytestmark = pytest.mark.real


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory):
    from rigs.small_model import ollama_like

    with ollama_like(tmp_path_factory.mktemp("proxy")) as address:
        yield address


@pytest.fixture
def model(endpoint):
    from rigs.small_model import MODEL

    return Ollama(MODEL, endpoint=endpoint, timeout=120, total=300, num_ctx=4096, num_predict=200)


def test_streamed_pieces_join_to_the_text(model):
    pieces = []
    answer = model.chat([Message("user", "Say a short greeting to Steve.")], on_delta=pieces.append)
    assert answer.text
    assert "".join(pieces) == answer.text
    assert answer.finish in ("stop", "length")


def test_a_schema_gives_a_readable_proposal(model):
    asked = 'Answer with JSON only: {"reason": "...", "commands": ["give Steve minecraft:bread 3"]}. Steve is hungry.'
    answer = model.chat([Message("user", asked)], schema=COMMAND_SCHEMA)
    proposal = answers.proposal(answer.text, finish=answer.finish)
    assert all(isinstance(command, str) for command in proposal.commands)


def test_the_models_are_listed(model):
    from rigs.small_model import MODEL

    assert MODEL in model.models()


def test_a_prayer_is_answered_and_whatever_it_proposes_is_judged(mcgod, endpoint, monkeypatch):
    from rigs.small_model import MODEL

    monkeypatch.setenv("MCGOD_MODEL_PROVIDER", "ollama")
    monkeypatch.setenv("MCGOD_MODEL_ENDPOINT", endpoint)
    monkeypatch.setenv("MCGOD_MODEL_COMMAND", MODEL)
    monkeypatch.setenv("MCGOD_MODEL_TIMEOUT", "300")
    monkeypatch.setenv("MCGOD_MODEL_TOTAL_TIMEOUT", "600")
    done = mcgod("pray", "I am starving and it is dark", "--as", "Steve", "--json")
    assert done.exit_code == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["message"]
    assert {verdict["verdict"] for verdict in result["verdicts"]} <= {"accepted", "repaired", "rejected"}
