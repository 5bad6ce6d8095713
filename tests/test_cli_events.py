"""``mcgod events`` and ``mcgod bridge`` against a bridge in this process."""

import gzip
import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from bridge_play import bridge_on, call

from mcgod.game.port import FakeGame, PlayerState

LOG = """[10:00:00] [Server thread/INFO]: Starting minecraft server version 1.21.4
[10:00:01] [Server thread/INFO]: Steve joined the game
[10:00:02] [Server thread/INFO]: <Steve> pray I need wood
[10:00:03] [Server thread/INFO]: Preparing level "world"
[10:00:04] [Server thread/INFO]: Steve left the game
"""


def lines(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def marks(home):
    """A bridge with ten marks, numbered 2 to 11."""
    with bridge_on(home):
        for number in range(10):
            call(home, "mark", text=f"mark {number}")
        yield


def test_tail_begins_where_it_is_told(mcgod, marks):
    assert [event["seq"] for event in lines(mcgod("events", "tail", "--since", "8"))] == [9, 10, 11]
    assert [event["seq"] for event in lines(mcgod("events", "tail", "--since", "last:2"))] == [10, 11]
    assert len(lines(mcgod("events", "tail"))) == 10
    assert [event["text"] for event in lines(mcgod("events", "tail", "--since", "0", "--grep", "k [37]"))] == [
        "mark 3",
        "mark 7",
    ]
    assert len(lines(mcgod("events", "tail", "--since", "0", "--type", "mark", "--limit", "3"))) == 3
    assert lines(mcgod("events", "tail", "--since", "1h", "-t", "bridge_started"))[0]["seq"] == 1
    assert mcgod("events", "tail", "--since", "2099-01-01").exit_code == 1
    assert mcgod("events", "tail", "--since", "0", "--player", "Steve").exit_code == 1


def test_tail_follows_until_its_limit(marks, home):
    words = [
        Path(sys.executable).parent / "mcgod",
        "events",
        "tail",
        "-f",
        "--since",
        "last:1",
        "--limit",
        "2",
        "-t",
        "mark",
    ]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as tail:
        assert tail.stdout
        assert json.loads(tail.stdout.readline())["text"] == "mark 9"
        call(home, "mark", text="new")
        assert json.loads(tail.stdout.readline())["text"] == "new"
        assert tail.wait(30) == 0


def test_a_cursor_gives_each_event_once(mcgod, marks, home):
    first = lines(mcgod("events", "tail", "--cursor", "job", "--type", "mark"))
    assert len(first) == 10
    assert mcgod("events", "tail", "--cursor", "job").exit_code == 1
    call(home, "mark", text="new")
    assert [event["text"] for event in lines(mcgod("events", "tail", "--cursor", "job"))] == ["new"]
    assert mcgod("events", "cursor", "load", "job").stdout == "12\n"
    assert mcgod("events", "cursor", "save", "other", "5").stdout == "5\n"
    assert mcgod("events", "cursor", "load", "other").stdout == "5\n"
    assert mcgod("events", "cursor", "load", "never").stdout == "0\n"


def test_wait_finds_what_has_come_and_gives_up_in_time(mcgod, marks):
    done = mcgod("events", "wait", "--type", "mark", "--grep", "7", "--since", "0")
    assert (done.exit_code, lines(done)[0]["text"]) == (0, "mark 7")
    done = mcgod("events", "wait", "--type", "join", "--timeout", "0.05")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == "mcgod: nothing of the kind within 0.05 seconds\n"


def test_mark_and_stats(mcgod, marks):
    assert mcgod("events", "mark", "a", "word").stdout == "12\n"
    told = json.loads(mcgod("events", "stats", "--json").stdout)
    assert (told["events"], told["by_type"]["mark"]["count"], told["missed"]) == (12, 11, 0)
    assert "█" in mcgod("events", "stats").stdout


@pytest.mark.parametrize("words", [["tail", "--since", "soon"], ["tail", "--grep", "("], ["cursor", "keep", "x"]])
def test_wrong_words_are_2(mcgod, marks, words):
    done = mcgod("events", *words)
    assert (done.exit_code, done.stdout) == (2, "")


def test_without_a_journal_or_a_bridge(mcgod):
    assert mcgod("events", "tail").exit_code == 66
    assert mcgod("events", "mark", "x").exit_code == 69
    assert mcgod("bridge", "status").exit_code == 69


def test_parse_turns_logs_into_events(mcgod, tmp_path):
    (tmp_path / "2026-11-29-1.log").write_text(LOG)
    found = lines(mcgod("events", "parse", tmp_path / "2026-11-29-1.log"))
    assert [(event["type"], event["player"]) for event in found] == [
        ("server_starting", ""), ("join", "Steve"), ("chat", "Steve"), ("leave", "Steve"),
    ]  # fmt: skip
    assert found[2]["time"].startswith("2026-11-29T") or found[2]["time"].startswith("2026-11-28T")
    with gzip.open(tmp_path / "x.log.gz", "wt") as packed:
        packed.write(LOG)
    assert len(lines(mcgod("events", "parse", tmp_path / "x.log.gz", "--all"))) == 5
    assert len(lines(mcgod("events", "parse", "-", input=LOG))) == 4
    assert len(mcgod("events", "parse", "--no-json", input=LOG).stdout.splitlines()) == 4


def test_parse_finds_nothing_or_no_file(mcgod, tmp_path):
    assert mcgod("events", "parse", "-", input="nothing\n").exit_code == 1
    assert mcgod("events", "parse", tmp_path / "gone").exit_code == 66
    assert mcgod("events", "parse", "-", "--kind", "nonsense", input=LOG).exit_code == 2


def test_a_roster_makes_ranks_safe(mcgod):
    line = "[10:00:00] [Server thread/INFO]: [VIP] Steve: hello\n"
    assert lines(mcgod("events", "parse", "--roster", "Steve", input=line))[0]["player"] == "Steve"
    assert mcgod("events", "parse", input=line).exit_code == 1


def test_bridge_calls_from_the_shell(mcgod, home):
    game = FakeGame(players={"Steve": PlayerState("Steve")}, answer=lambda text: f"did {text}")
    with bridge_on(home, game=game):
        told = json.loads(mcgod("bridge", "call", "command", "command=list all").stdout)
        assert told["output"] == "did list all"
        assert json.loads(mcgod("bridge", "call", "events", "--args", '{"since": 0}', "limit=1").stdout)["next"] >= 1
        assert "rcon      up" in mcgod("bridge", "status").stdout
        assert mcgod("bridge", "discover").stdout.startswith("127.0.0.1:")
        assert mcgod("bridge", "call", "nothing").exit_code == 66
        assert mcgod("bridge", "call", "command", "x").exit_code == 2
        assert mcgod("bridge", "call", "command", "--args", "[").exit_code == 2
        token = json.loads((home / "run" / "bridge.json").read_text())["token"]
        shown = mcgod("bridge", "discover", "--json").stdout + mcgod("bridge", "status", "--json").stdout
        assert token not in shown
        assert mcgod("bridge", "stop").stdout == "stopping\n"


def test_a_bridge_that_reads_a_pipe_ends_while_the_pipe_is_open(mcgod, home):
    words = [str(Path(sys.executable).parent / "mcgod"), "bridge", "serve", "--log", "-"]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as bridge:
        assert bridge.stdin
        assert bridge.stdout
        bridge.stdout.readline()
        bridge.stdin.write("[12:00:00] [Server thread/INFO]: <Steve> hello\n")
        bridge.stdin.flush()
        found = mcgod("events", "wait", "--type", "chat", "--since", "0")
        assert json.loads(found.stdout)["text"] == "hello"
        bridge.terminate()  # the pipe is still open
        assert bridge.wait(60) == 0


def test_the_flags_of_serve_count_without_json_too(mcgod):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = mcgod("bridge", "serve", "--port", port)
    assert (done.exit_code, done.stdout) == (75, "")
    assert f"port {port} is taken" in done.stderr
