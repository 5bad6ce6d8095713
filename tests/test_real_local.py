"""A real model in this process: SmolLM2-135M by llama.cpp. Marked ``real``; a small model tests form alone."""

import json
import subprocess
import sys
import threading
import time

import pytest

from mcgod.errors import Cancelled, ModelUnreachable
from mcgod.god.prompts import COMMAND_SCHEMA
from mcgod.llm import answers
from mcgod.llm.engine import weights
from mcgod.llm.local import Local
from mcgod.llm.port import Message

pytestmark = pytest.mark.real

SHORT = [Message("user", "Say a short greeting to Steve.")]
LONG = [Message("user", "Count from one to a thousand, in words.")]


@pytest.fixture(scope="module")
def model():
    return Local(weights(""), threads=2, window=4096, max_tokens=60, timeout=300, total=600)


def test_an_answer_is_streamed_and_counted(model):
    pieces = []
    answer = model.chat(SHORT, on_delta=pieces.append)
    assert answer.text
    assert "".join(pieces) == answer.text
    assert answer.usage.input > 0
    assert 0 < answer.usage.output <= 60


def test_a_schema_holds_the_answer(model):
    asked = 'Answer with JSON only: {"reason": "...", "commands": ["give Steve minecraft:bread 3"]}. Steve is hungry.'
    roomy = Local(model.path, threads=2, window=4096, max_tokens=None, timeout=300, total=600)
    answer = roomy.chat([Message("user", asked)], schema=COMMAND_SCHEMA)
    proposal = answers.proposal(answer.text, finish=answer.finish)
    assert all(isinstance(command, str) for command in proposal.commands)


def test_a_stop_in_mid_stream_ends_the_call_soon(model):
    stop, when = threading.Event(), []

    def stop_it(_):
        when.append(time.monotonic())
        stop.set()

    with pytest.raises(Cancelled):
        model.chat(LONG, on_delta=stop_it, cancel=stop)
    print(f"\n  from the stop to the end: {(time.monotonic() - when[-1]) * 1000:.0f} ms")
    assert model.chat(SHORT).text, "the model is free again"


def test_a_stop_while_a_prompt_is_read_ends_the_call_soon(model):
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    with pytest.raises(Cancelled):
        model.chat([Message("user", "wood and bread " * 600)], cancel=stop)


def test_a_prompt_that_is_too_long_is_an_error_that_says_so(model):
    with pytest.raises(ModelUnreachable, match="context") as caught:
        model.chat([Message("user", "wood and bread " * 5000)])
    assert "model.num_ctx" in caught.value.hint


def test_a_schema_that_is_none_is_an_error(model):
    with pytest.raises(ModelUnreachable, match="cannot answer"):
        model.chat(SHORT, schema={"type": "nope"})


def test_a_file_that_is_no_model_is_an_error(tmp_path):
    (tmp_path / "no.gguf").write_text("no")
    with pytest.raises(ModelUnreachable, match=r"no\.gguf cannot be used"):
        Local(tmp_path / "no.gguf", threads=1, window=512, max_tokens=1, timeout=60, total=60).load()


def test_nothing_but_the_answer_is_printed_and_leaving_early_does_no_harm(tmp_path):
    script = (
        "import threading\nfrom mcgod.llm.engine import weights\nfrom mcgod.llm.local import Local\n"
        "from mcgod.llm.port import Message\nfrom mcgod.errors import Cancelled\n"
        "stop = threading.Event()\n"
        "model = Local(weights(''), threads=2, window=1024, max_tokens=200, timeout=300, total=600)\n"
        "try: model.chat([Message('user', 'Count to a thousand.')], on_delta=lambda _: stop.set(), cancel=stop)\n"
        "except Cancelled: print('left')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("left\n", "", 0)


def test_a_prayer_is_answered_without_any_server(shell, tmp_path):
    done = shell(
        "mcgod pray bread --as Steve --provider local --json",
        timeout=1200,
        MCGOD_MODEL_MAX_TOKENS="60",
        MCGOD_MODEL_TIMEOUT="300",
    )
    told = json.loads(done.stdout)
    assert told["model"]["command"].startswith("local/SmolLM2")
    assert all(verdict["verdict"] in ("accepted", "rejected") for verdict in told["verdicts"])
    assert "llama" not in done.stderr
