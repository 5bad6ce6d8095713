"""Logs that are rolled, packed, copied away, while somebody reads and while nobody does."""

import gzip
import itertools
import json
import shutil

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_game_follow import HOLDS, texts, write

from mcgod.game.follow import Follower, Position
from mcgod.game.follow.rolled import older


@pytest.fixture
def log(tmp_path):
    return tmp_path / "latest.log"


def roll(log, name, *, pack=True):
    """Roll ``log`` as the game does: to ``name``, then packed."""
    rolled = log.rename(log.with_name(name))
    if pack:
        rolled.with_name(f"{name}.gz").write_bytes(gzip.compress(rolled.read_bytes(), mtime=0))
        rolled.unlink()


def again(log, follower_or_line, **options):
    """A follower that goes on where one stopped, by what a file has kept of its position."""
    return Follower(
        log, start=Position.from_json(json.loads(json.dumps(follower_or_line.position.to_json()))), **options
    )


@HOLDS
@pytest.mark.parametrize("pack", [True, False], ids=["packed", "plain"])
def test_B030_a_log_that_is_rolled_at_midnight_is_followed(log, hold, pack):
    follower = Follower(log, start="beginning", hold=hold)
    write(log, "one\ntwo\n")
    assert texts(follower) == ["one", "two"]
    write(log, "three\n")
    roll(log, "2026-01-02-1.log", pack=pack)
    write(log, "four\nfive\n")
    assert texts(follower) == ["three", "four", "five"]
    assert texts(follower) == []
    assert follower.lost == 0
    follower.close()


@HOLDS
def test_no_line_is_lost_or_repeated_wherever_the_reader_stopped(log, hold):
    lines = [f"[00:00:{number:02}] line" for number in range(12)]
    for number, line in enumerate(lines):
        write(log, line + "\n")
        if number in (3, 7, 9):
            roll(log, f"2026-01-0{number}-1.log", pack=number != 7)
    follower = Follower(log, start=Position(0, 0, "", 0), hold=hold)
    assert texts(follower) == lines[10:]
    follower.close()
    first = log.with_name("2026-01-03-1.log")
    first.write_bytes(gzip.decompress(first.with_name("2026-01-03-1.log.gz").read_bytes()))
    whole = Follower(first, start="beginning")
    (start, *_) = whole.poll()
    whole.close()
    follower = again(log, start, hold=hold)
    rest = []
    while batch := follower.poll():
        rest += batch
    assert [line.text for line in rest] == lines[1:]
    follower.close()
    for number, line in enumerate(rest, 2):  # and from each of them on
        follower = again(log, line, hold=hold)
        assert texts(follower) == lines[number:]
        assert follower.lost == 0
        follower.close()


@HOLDS
def test_several_rotations_between_two_polls(log, hold):
    follower = Follower(log, start="beginning", hold=hold)
    write(log, "a1\n")
    assert texts(follower) == ["a1"]
    write(log, "a2\n")
    roll(log, "2026-01-02-1.log")
    write(log, "b1\n")
    roll(log, "2026-01-02-2.log")
    write(log, "c1\n")
    roll(log, "2026-01-02-10.log", pack=False)
    write(log, "d1\n")
    assert texts(follower) == ["a2", "b1", "c1", "d1"]
    follower.close()


@HOLDS
def test_a_rotation_while_older_logs_are_still_being_read(log, hold):
    write(log, "a1\na2\n")
    follower = Follower(log, start="beginning", hold=hold)
    line, *_ = follower.poll()
    follower.close()
    roll(log, "2026-01-02-1.log")
    write(log, "b1\n")
    follower = again(log, line, hold=hold)
    assert [line.text for line in follower.poll()] == ["a2"]
    roll(log, "2026-01-02-2.log")
    write(log, "c1\n")
    assert texts(follower) == ["b1", "c1"]
    follower.close()


@HOLDS
def test_a_log_that_is_copied_away_and_emptied(log, hold):
    follower = Follower(log, start="beginning", hold=hold)
    write(log, "one\n")
    assert texts(follower) == ["one"]
    write(log, "two\nhalf a line ")
    assert texts(follower) == ["two"]
    write(log, "and its end\n")
    shutil.copy(log, log.with_name("latest.log.1"))
    write(log, "three\n", "wb")
    assert texts(follower) == ["half a line and its end", "three"]
    assert follower.lost == 0
    follower.close()


def test_a_packed_log_that_is_not_written_to_its_end_is_tried_again(log):
    write(log, "".join(f"{number:099}\n" for number in range(9000)))
    follower = Follower(log, start="beginning")
    line, *_ = follower.poll()
    follower.close()
    whole = gzip.compress(log.read_bytes(), mtime=0)
    packed = log.with_name("2026-01-02-1.log.gz")
    packed.write_bytes(whole[: len(whole) // 2])
    log.unlink()
    write(log, "new\n")
    follower = again(log, line)
    some = texts(follower)
    assert 0 < len(some) < 8999
    packed.write_bytes(whole)
    assert [int(text) for text in (some + texts(follower))[:-1]] == list(range(1, 9000))
    assert texts(follower) == []
    assert follower.lost == 0
    follower.close()


def test_a_packed_log_that_stays_damaged_is_given_up_and_counted(log):
    write(log, "".join(f"{number:099}\n" for number in range(9000)))
    follower = Follower(log, start="beginning")
    line, *_ = follower.poll()
    follower.close()
    whole = gzip.compress(log.read_bytes(), mtime=0)
    log.with_name("2026-01-02-1.log.gz").write_bytes(whole[: len(whole) // 2])
    log.unlink()
    write(log, "new\n")
    follower = again(log, line)
    polls = [texts(follower) for _ in range(40)]
    assert [text for text in itertools.chain(*polls) if not text.isdigit()] == ["new"]
    assert follower.lost == 1
    follower.close()


@HOLDS
def test_a_log_whose_rest_is_gone_is_counted_and_the_new_one_read(log, hold):
    write(log, "one\ntwo\n")
    follower = Follower(log, start="beginning")
    line, *_ = follower.poll()
    follower.close()
    log.unlink()
    write(log, "a new server\n")
    follower = again(log, line, hold=hold)
    assert texts(follower) == ["a new server"]
    assert follower.lost == 1
    follower.close()


@HOLDS
def test_two_logs_that_begin_alike_are_told_apart(log, hold):
    write(log, "[04:00:07] [main/INFO]: same\n")
    follower = Follower(log, start="beginning", hold=hold)
    (line,) = follower.poll()
    follower.close()
    write(log, "rest of the first day\n")
    log.rename(log.with_name("2026-01-02-1.log"))
    write(log, "[04:00:07] [main/INFO]: same\nsecond day\n")
    follower = again(log, line, hold=hold)
    assert texts(follower) == ["rest of the first day", "[04:00:07] [main/INFO]: same", "second day"]
    follower.close()


@HOLDS
def test_a_log_that_was_moved_to_another_disk_is_known_by_its_beginning(log, hold):
    write(log, "one\n")
    follower = Follower(log, start="beginning", hold=hold)
    (line,) = follower.poll()
    follower.close()
    shutil.copy(log, log.with_name("copy"))
    log.with_name("copy").replace(log)
    write(log, "two\n")
    follower = again(log, line, hold=hold)
    assert texts(follower) == ["two"]
    write(log, "other\n", "wb")
    write(log, "longer than it was before\n")
    assert texts(follower) == ["other", "longer than it was before"]
    follower.close()


def test_the_position_is_that_of_the_last_line_returned(log):
    write(log, "one\ntwo\nhalf")
    follower = Follower(log, start="beginning")
    assert follower.position.offset == 0
    lines = follower.poll()
    assert [line.position.offset for line in lines] == [4, 8]
    assert follower.position == lines[-1].position
    follower.close()
    assert follower.position == lines[-1].position


def test_older_logs_in_order(log):
    for name in (
        "2026-01-02-10.log.gz",
        "2026-01-02-9.log.gz",
        "2025-12-31-1.log.gz",
        "2026-01-02-9.log",
        "debug-1.log.gz",
        "x",
    ):
        (log.parent / name).touch()
    assert [path.name for path in older(log)] == ["2025-12-31-1.log.gz", "2026-01-02-9.log", "2026-01-02-10.log.gz"]
    for name in ("debug-2.log.gz", "debug-10.log.gz"):
        (log.parent / name).touch()
    assert [path.name for path in older(log.with_name("debug.log"))] == [
        "debug-1.log.gz",
        "debug-2.log.gz",
        "debug-10.log.gz",
    ]
    for name in ("server.log.1", "server.log.2.gz"):
        (log.parent / name).touch()
    assert [path.name for path in older(log.with_name("server.log"))] == ["server.log.2.gz", "server.log.1"]


steps = st.lists(
    st.sampled_from(["line", "half", "poll", "roll", "roll plain", "restart", "reopen", "pack"]),
    min_size=3,
    max_size=40,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(steps=steps, hold=st.booleans())
def test_whatever_happens_in_whatever_order_each_line_comes_once(tmp_path_factory, steps, hold):
    log = tmp_path_factory.mktemp("logs") / "latest.log"
    write(log, "first\n")
    follower = Follower(log, start="beginning", hold=hold)
    got, written, pending, rolls = texts(follower), ["first"], "", 0
    for number, step in enumerate(steps):
        if step in ("line", "half"):
            pending += f"{step} {number} "
            if step == "line":
                written.append(pending)
                write(log, pending[pending.rfind("line") :] + "\n")
                pending = ""
            else:
                write(log, f"half {number} ")
        elif step == "poll":
            got += [line.text for line in follower.poll()]
        elif step.startswith("roll") and not pending:  # the game writes whole lines before it rolls
            rolls += 1
            roll(log, f"2026-01-02-{rolls}.log", pack=step == "roll")
            written.append(f"head {rolls}")
            write(log, f"head {rolls}\n")
        elif step == "pack":
            for plain in log.parent.glob("*-*.log"):
                plain.with_name(plain.name + ".gz").write_bytes(gzip.compress(plain.read_bytes()))
                plain.unlink()
        elif step == "restart":
            follower.close()
            follower = again(log, follower, hold=hold)
        elif step == "reopen":
            follower.close()
    got += texts(follower)
    follower.close()
    assert got == written
    assert follower.lost == 0
