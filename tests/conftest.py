"""Every test has a home of its own and an environment without a trace of the developer's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings
from typer.testing import CliRunner

# A busy machine is no reason to fail. `pytest --hypothesis-profile=default` looks at more examples.
settings.register_profile("mcgod", max_examples=60, deadline=None)
settings.load_profile("mcgod")

_GONE = ("NO_COLOR", "FORCE_COLOR", "OLLAMA_HOST", "TERM", "COLUMNS")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """The folder that MCGOD_HOME names; it does not exist yet."""
    for name in [*os.environ]:
        if name.startswith("MCGOD_") or name in _GONE:
            monkeypatch.delenv(name)
    folder = tmp_path / "home"
    monkeypatch.setenv("MCGOD_HOME", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture(autouse=True)
def _no_waiting_for_the_disk(monkeypatch):
    """Let nobody wait for the disk: what a killed process has written is there without it, and power does not fail."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory):
    """A real Redis, started when the first test wants it."""
    from redis_server import redis_on

    with redis_on(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def redis_link(redis_server, monkeypatch, home):
    """A connection to that Redis, empty, which the environment names as the store."""
    from redis_server import PASSWORD

    from mcgod.store.redis import address
    from mcgod.store.redis.link import Link

    with redis_server.client() as client:
        client.flushdb()
    monkeypatch.setenv("MCGOD_STORE_URL", redis_server.url)
    monkeypatch.setenv("MCGOD_STORE_PASSWORD", PASSWORD)
    link = Link(address.read(redis_server.url, PASSWORD))
    yield link
    link.close()


@pytest.fixture
def mcgod():
    """Run the command in this process: ``mcgod("session", "list", input="…")``. Nothing is swallowed."""
    from mcgod.commands.main import app  # pyright: ignore[reportMissingImports]

    def run(*words, input=None):
        return CliRunner().invoke(app, [str(word) for word in words], input=input, catch_exceptions=False)

    return run


@pytest.fixture
def shell():
    """Run a bash line with the real ``mcgod`` on the path; returns the CompletedProcess with text streams."""
    scripts = Path(sys.executable).parent

    def run(line, *, timeout=60, **environ):
        return subprocess.run(
            ["bash", "-c", line],
            env={**os.environ, "PATH": f"{scripts}:{os.environ['PATH']}", **environ},
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )

    return run
