"""mcgod sandbox, as a process: what it prints, how it ends, and two of them at once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MCGOD = (sys.executable, "-m", "mcgod", "sandbox")
PATIENCE = 60


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("MCGOD_")}
    return {**inherited, "MCGOD_HOME": str(tmp_path / "home")}


@contextmanager
def serving(env: dict[str, str], folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A served sandbox, and the line that it printed when it was ready."""
    command = (*MCGOD, "serve", "--dir", str(folder), *options)
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            yield server, server.stdout.readline()
        finally:
            server.kill()


def run(env: dict[str, str], *words: str) -> tuple[str, str, int]:
    done = subprocess.run((*MCGOD, *words), env=env, capture_output=True, text=True, timeout=PATIENCE, check=False)
    return done.stdout, done.stderr, done.returncode


def finish(server: subprocess.Popen[str]) -> tuple[str, str, int]:
    out, err = server.communicate(timeout=PATIENCE)
    return out, err, server.returncode


if os.name != "nt":  # where one process can send another a signal that it may catch

    def test_serve_says_where_and_ends_cleanly_on_sigterm(env, tmp_path):
        folder = tmp_path / "box"
        with serving(env, folder) as (server, ready):
            card = json.loads((folder / "sandbox.json").read_bytes())
            assert ready == f"RCON on 127.0.0.1:{card['rcon_port']}, {folder}\n"
            assert run(env, "join", "Steve", "--dir", str(folder)) == ("Steve joined\n", "", 0)
            server.send_signal(signal.SIGTERM)
            assert finish(server) == ("", "", 0)
        assert not (folder / "sandbox.json").exists()
        assert (folder / "logs" / "latest.log").read_text().endswith("Saving worlds\n")
        assert (
            json.loads((folder / "world" / "sandbox.json").read_bytes())["world"]["players"]["Steve"]["online"] is False
        )

    def test_serve_ends_with_130_on_sigint(env, tmp_path):
        with serving(env, tmp_path / "box") as (server, _):
            server.send_signal(signal.SIGINT)
            assert finish(server) == ("", "", 130)
        assert (tmp_path / "box" / "logs" / "latest.log").read_text().endswith("Saving worlds\n")


def test_playing_in_it(env, tmp_path):
    folder = tmp_path / "box"
    where = ("--dir", str(folder))
    with serving(env, folder, "--freeze", "--json") as (server, ready):
        facts: dict[str, Any] = json.loads(ready)
        assert facts == facts | {"host": "127.0.0.1", "dir": str(folder), "version": "1.21.4"}
        assert run(env, "join", "Steve", *where) == ("Steve joined\n", "", 0)
        assert run(env, "chat", "Steve", "pray", "for", "rain", *where) == ("<Steve> pray for rain\n", "", 0)
        assert run(env, "chat", "Steve", "/list", *where) == (
            "There are 1 of a max of 20 players online: Steve\n", "", 0,
        )  # fmt: skip
        assert run(env, "join", "Steve", *where) == ("", "mcgod: Steve is already online\n", 77)
        assert run(env, "leave", "Bob", *where) == (
            "", "mcgod: Bob is not in this sandbox\ntry: mcgod sandbox join Bob\n", 66,
        )  # fmt: skip
        out, err, code = run(env, "state", *where)
        assert (json.loads(out)["players"]["Steve"]["position"], err, code) == ([0.5, 64.0, 0.5], "", 0)
        assert run(env, "serve", *where) == (
            "", f"mcgod: a sandbox already runs in {folder}\ntry: give another --dir\n", 75,
        )  # fmt: skip
        assert run(env, "leave", "Steve", "--json", *where) == ('{"do": "leave", "name": "Steve"}\n', "", 0)
        assert run(env, "stop", *where) == ("stopping\n", "", 0)
        assert finish(server) == ("", "", 0)


def test_without_a_sandbox(env, tmp_path):
    folder = tmp_path / "box"
    nobody = f"mcgod: no sandbox runs in {folder}\ntry: mcgod sandbox serve --dir {folder}\n"
    for words in (("join", "Steve"), ("leave", "Steve"), ("chat", "Steve", "hi"), ("state",), ("stop",)):
        assert run(env, *words, "--dir", str(folder)) == ("", nobody, 69)
    out, err, code = run(env, "join", "Steve", "--dir", str(folder), "--json")
    assert (out, json.loads(err)["error"]["slug"], code) == ("", "game-unreachable", 69)


def test_the_folder_may_come_from_the_settings(env, tmp_path):
    out, err, code = run(env, "join", "Steve")
    assert (out, err, code) == ("", "mcgod: which sandbox?\ntry: give --dir DIR, or set server.dir\n", 2)
    out, err, code = run({**env, "MCGOD_SERVER_DIR": str(tmp_path)}, "join", "Steve")
    assert (out, code) == ("", 69)
    assert err.startswith(f"mcgod: no sandbox runs in {tmp_path}\n")


def test_a_broken_world_is_told_of_on_stderr(env, tmp_path):
    (tmp_path / "world").mkdir()
    (tmp_path / "world" / "sandbox.json").write_text("{")
    with serving(env, tmp_path) as (server, ready):
        assert ready.startswith("RCON on ")
        run(env, "stop", "--dir", str(tmp_path))
        out, err, code = finish(server)
    assert (out, code) == ("", 0)
    assert err.startswith("mcgod: sandbox.json did not load")
