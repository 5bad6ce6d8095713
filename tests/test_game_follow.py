"""A log that grows, is emptied, replaced, or not there yet; every line once, in order."""

import os
import threading

import pytest

from mcgod.errors import BadInput, BadUsage
from mcgod.game.follow import Follower, Position
from mcgod.game.loglines import LogReader

HOLDS = pytest.mark.parametrize("hold", [True, False], ids=["held open", "opened for each poll"])


def write(path, text, mode="ab"):
    with path.open(mode) as file:
        file.write(text.encode() if isinstance(text, str) else text)


def texts(follower):
    """What arrives until the log is silent."""
    found = []
    while lines := follower.poll():
        found += [line.text for line in lines]
    return found


@pytest.fixture
def log(tmp_path):
    return tmp_path / "latest.log"


@HOLDS
def test_B034_new_lines_arrive_with_the_next_poll_by_size_alone(log, hold):
    write(log, "one\n")
    follower = Follower(log, start="beginning", hold=hold)
    assert texts(follower) == ["one"]
    assert texts(follower) == []
    for moment in (2_000_000_000, 1, 1):  # times of files jump about on network folders
        write(log, "more\n")
        os.utime(log, (moment, moment))
        assert texts(follower) == ["more"]
    follower.close()


@HOLDS
def test_B050_half_a_line_is_held_back(log, hold):
    write(log, "[11:06:00] [Server thread/INFO]: Steve joi")
    follower = Follower(log, start="beginning", hold=hold)
    assert texts(follower) == []
    write(log, "ned the game\n")
    reader = LogReader()
    events = [event.type for text in texts(follower) for event in reader.feed(text)]
    assert events == ["join"]
    follower.close()


@HOLDS
def test_B031_a_log_that_the_server_makes_anew_at_start_is_read_from_its_beginning(log, hold):
    write(log, "[12:00:00] [Server thread/INFO]: Stopping the server\n")
    follower = Follower(log, hold=hold)
    assert texts(follower) == []
    log.unlink()
    assert texts(follower) == []
    write(log, "[12:01:00] [Server thread/INFO]: Starting minecraft server version 1.21.4\n")
    reader = LogReader()
    assert [event.type for text in texts(follower) for event in reader.feed(text)] == ["server_starting"]
    follower.close()


def test_what_was_written_to_a_deleted_log_is_still_read_when_it_was_held_open(log):
    write(log, "one\n")
    follower = Follower(log, start="beginning", hold=True)
    assert texts(follower) == ["one"]
    with log.open("ab") as old:
        log.unlink()
        old.write(b"last words\nno line end")
    write(log, "new\n")
    assert texts(follower) == ["last words", "no line end", "new"]
    follower.close()


@HOLDS
def test_an_emptied_log_is_read_from_its_beginning(log, hold):
    write(log, "one\ntwo\n")
    follower = Follower(log, start="beginning", hold=hold)
    assert texts(follower) == ["one", "two"]
    write(log, "three\n", "wb")
    assert texts(follower) == ["three"]
    write(log, "longer than all that was there before\nfive\n", "wb")
    assert texts(follower) == ["longer than all that was there before", "five"]
    assert follower.lost == 2
    follower.close()


@HOLDS
def test_a_torn_last_line_that_is_cut_off_does_not_damage_the_next(log, hold):
    write(log, "one\nhalf a li")
    follower = Follower(log, start="beginning", hold=hold)
    assert texts(follower) == ["one"]
    os.truncate(log, 4)
    write(log, "two\n")
    assert texts(follower) == ["two"]
    assert follower.lost == 0
    follower.close()


@HOLDS
@pytest.mark.parametrize("start", ["end", "beginning"])
def test_a_log_that_is_not_there_yet_is_read_whole_when_it_comes(tmp_path, start, hold):
    log = tmp_path / "logs" / "latest.log"
    follower = Follower(log, start=start, hold=hold)
    assert texts(follower) == []
    log.parent.mkdir()
    write(log, "one\n")
    assert texts(follower) == ["one"]
    follower.close()


@pytest.mark.parametrize(
    ("already", "expected"), [("", []), ("one\n", []), ("one\ntwo", ["two!"]), ("half", ["half!"])]
)
def test_from_the_end_only_what_comes_is_read_but_no_half_line(log, already, expected):
    write(log, already)
    follower = Follower(log)
    write(log, "!\nnew\n" if expected else "new\n")
    assert texts(follower) == [*expected, "new"]
    follower.close()


def test_line_ends_of_windows_and_a_byte_order_mark_are_dropped(log):
    write(log, "\ufeffone\r\ntwo\r\r\n\r\n")
    write(log, "\ufeffthree\n")
    follower = Follower(log, start="beginning")
    assert texts(follower) == ["one", "two\r", "", "\ufeffthree"]
    follower.close()


def test_bytes_that_are_no_utf8_are_replaced(log):
    write(log, b"a\xffb\n\xe6\xbc\xa2\n")
    follower = Follower(log, start="beginning")
    assert texts(follower) == ["a\ufffdb", "漢"]
    follower.close()


def test_an_encoding_of_choice(log):
    write(log, "§aготово\n".encode("cp1251"))
    follower = Follower(log, start="beginning", encoding="cp1251")
    assert texts(follower) == ["§aготово"]
    follower.close()


@pytest.mark.parametrize("encoding", ["utf-16", "klingon", "rot13"])
def test_an_encoding_that_has_no_lines_is_refused(log, encoding):
    with pytest.raises(BadUsage):
        Follower(log, encoding=encoding)


def test_a_line_that_never_ends_is_cut_and_counted(log):
    write(log, "short\n" + "漢" * 500_000 + "\nnext\n" + "x" * 10 + "\n" + "y" * 11 + "\n")
    follower = Follower(log, start="beginning", cap=10)
    lines = []
    while batch := follower.poll():
        lines += batch
    assert [(line.text, line.cut) for line in lines] == [
        ("short", False), ("漢漢漢", True), ("next", False), ("x" * 10, False), ("y" * 10, True),
    ]  # fmt: skip
    assert follower.cut == 2
    assert lines[-1].end == log.stat().st_size
    follower.close()


def test_a_large_log_comes_in_pieces(log):
    write(log, "".join(f"line {number}\n" for number in range(100_000)))
    follower = Follower(log, start="beginning")
    first = follower.poll()
    assert 1000 < len(first) < 100_000
    assert [*(line.text for line in first), *texts(follower)] == [f"line {number}" for number in range(100_000)]
    follower.close()


def test_lines_wait_only_when_the_log_is_silent_and_end_with_stop(log):
    write(log, "one\ntwo\n")
    stop = threading.Event()
    waits = []

    def wait(seconds):
        waits.append(seconds)
        if len(waits) == 2:
            stop.set()
        write(log, f"after {len(waits)}\n")

    follower = Follower(log, start="beginning")
    assert [line.text for line in follower.lines(stop, interval=0.25, wait=wait)] == ["one", "two", "after 1"]
    assert waits == [0.25, 0.25]
    follower.close()


def test_a_stop_in_another_thread_ends_the_wait(log):
    stop = threading.Event()
    got = []
    follower = Follower(log, start="beginning")
    thread = threading.Thread(target=lambda: got.extend(line.text for line in follower.lines(stop, interval=60)))
    thread.start()
    stop.set()
    thread.join(timeout=30)
    assert not thread.is_alive()
    follower.close()


@pytest.mark.parametrize(
    "record",
    [
        None,
        {},
        {"v": 2},
        {"v": 1, "inode": 1, "offset": -1, "head": "", "head_size": 0},
        {"v": 1, "inode": 1, "offset": 1},
    ],
)
def test_a_position_that_does_not_read_is_bad_input(record):
    with pytest.raises(BadInput):
        Position.from_json(record)
