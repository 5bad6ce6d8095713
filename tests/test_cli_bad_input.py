"""Bad input: one clear line, the right exit code, nothing lost."""

import json
import subprocess
from contextlib import suppress

import pytest

from mcgod.god.wording import LONGEST


def one_line(done, code, text):
    """Assert an empty stdout, the exit code, and one error line with perhaps a hint."""
    assert (done.exit_code, done.stdout) == (code, "")
    first, *rest = done.stderr.splitlines()
    assert first.startswith("mcgod: ")
    assert text in first
    assert len(rest) <= 1
    assert all(line.startswith("try: ") for line in rest)


@pytest.mark.parametrize("words", [["pray", ""], ["pray", "   "], ["sudo", ""], ["session", "message", "abcd", " "]])
def test_empty_words(mcgod, words):
    one_line(mcgod(*words), 2, "an empty")


def test_empty_standard_input(mcgod):
    one_line(mcgod("pray", input=""), 2, "an empty prayer")
    one_line(mcgod("pray", "-", input="\n"), 2, "an empty prayer")


def test_a_megabyte_of_prayer(mcgod, home):
    one_line(mcgod("pray", "x" * 1_000_000), 65, "1000000 characters long, at most 4000")
    one_line(mcgod("pray", "-", input="é" * 1_000_000), 65, f"at most {LONGEST}")
    assert not home.exists()


@pytest.mark.parametrize("data", [b"\xff\xfe\x00binary", b"\x89PNG\r\n\x1a\n\x00", b"ok\x00then", b"\xc3\x28"])
def test_binary_on_standard_input(mcgod, data):
    one_line(mcgod("pray", "-", input=data), 65, "the prayer")


@pytest.mark.parametrize("name", ["../x", "..", "a/b", "@a", 'a"b', "x" * 33, "a\nb"])
def test_what_is_no_player(mcgod, name, home):
    for words in (
        ["pray", "wood", "--as", name],
        ["session", "start", "--as", name],
        ["soul", "use", "default", "--as", name],
    ):
        one_line(mcgod(*words), 2, "is not a player name")
    assert not home.exists()


def test_b109_session_names_do_not_leave_the_folder(mcgod, home):
    for name in ("../../tmp/x", "/etc/x", "..", ""):
        done = mcgod("session", "show", name, "--as", "Steve")
        assert done.exit_code == 66
    assert not home.exists()


def test_an_unknown_soul(mcgod):
    one_line(mcgod("pray", "wood", "--soul", "nobody"), 66, "there is no soul 'nobody'")
    one_line(mcgod("soul", "show", "../../etc/passwd"), 66, "there is no soul")


def test_an_unreadable_config_names_the_line_and_the_key(mcgod, home):
    home.mkdir()
    (home / "config.toml").write_text("[rcon]\nhost = 'h'\nport = 'x'\n")
    one_line(mcgod("pray", "wood"), 78, f"{home}/config.toml, line 3: rcon.port must be a whole number")


def test_errors_in_json_are_one_json_line(mcgod):
    done = mcgod("pray", "wood", "--soul", "nobody", "--json")
    assert done.stdout == ""
    body = json.loads(done.stderr.splitlines()[-1])["error"]
    assert (body["slug"], body["exit"], body["hint"]) == ("not-found", 66, "one of default, grumble")


def test_a_server_that_does_not_answer_is_69(mcgod, monkeypatch):
    monkeypatch.setenv("MCGOD_RCON_HOST", "127.0.0.1")
    monkeypatch.setenv("MCGOD_RCON_PORT", "1")
    monkeypatch.setenv("MCGOD_RCON_PASSWORD", "hunter2")
    done = mcgod("pray", "wood", "--as", "Steve")
    one_line(done, 69, "127.0.0.1:1")
    assert "hunter2" not in done.stderr


def test_a_server_without_a_password_is_78(mcgod, monkeypatch):
    monkeypatch.setenv("MCGOD_RCON_HOST", "127.0.0.1")
    one_line(mcgod("pray", "wood"), 78, "no RCON password")


@pytest.fixture
def small_disk(tmp_path):
    """A tmpfs of 64 kB, whom even root cannot fill beyond that; ``remount`` makes it read-only."""
    folder = tmp_path / "small"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], check=True)

    def read_only():
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)

    yield folder, read_only
    subprocess.run(["umount", folder], check=True)


def fill(path):
    """Write to ``path`` until the disk is full."""
    with path.open("wb", buffering=0) as ballast, suppress(OSError):
        while True:
            ballast.write(b"x" * 4096)


def test_a_full_disk_loses_nothing(mcgod, small_disk, monkeypatch):
    folder, _ = small_disk
    monkeypatch.setenv("MCGOD_HOME", str(folder))
    token = mcgod("session", "start", "--as", "Steve").stdout.strip()
    fill(folder / "ballast")
    before = {path: path.read_bytes() for path in folder.rglob("*.json*")}
    one_line(mcgod("pray", "wood", "--as", "Steve"), 74, "No space left on device")
    assert {path: path.read_bytes() for path in folder.rglob("*.json*") if path in before} == before
    (folder / "ballast").unlink()
    assert mcgod("pray", "wood", "--as", "Steve").exit_code == 0
    assert mcgod("session", "list", "--as", "Steve").stdout.count(token[:4]) == 1


def test_a_read_only_home(mcgod, small_disk, monkeypatch):
    folder, read_only = small_disk
    monkeypatch.setenv("MCGOD_HOME", str(folder / "home"))
    read_only()
    one_line(mcgod("session", "start"), 74, "Read-only file system")
    one_line(mcgod("config", "set", "rcon.port", "1"), 74, "Read-only file system")
    assert mcgod("session", "list").exit_code == 1


def test_wrong_usage_in_json_is_one_json_line(shell):
    done = shell("mcgod pray wood --json --bogus")
    assert (done.returncode, done.stdout) == (2, "")
    assert json.loads(done.stderr)["error"]["slug"] == "bad-usage"
    done = shell("mcgod pray wood --bogus")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Usage: mcgod pray")
