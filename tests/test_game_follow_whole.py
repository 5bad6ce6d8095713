"""Whole logs, plain and packed, pipes, and the day that a log began."""

import gzip
import io
import os
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod.errors import BadInput, NotFound
from mcgod.game.follow import first_day, read_file, read_pipe
from mcgod.game.follow.splitter import Splitter


@pytest.mark.parametrize("name", ["2026-01-02-1.log", "2026-01-02-1.log.gz", "packed-without-saying.log"])
def test_a_file_gives_its_lines_plain_or_packed(tmp_path, name):
    path = tmp_path / name
    data = "\ufeffone\r\ntwo\rtoo\n\nlast".encode()
    path.write_bytes(gzip.compress(data) if name != "2026-01-02-1.log" else data)
    assert list(read_file(path)) == ["one", "two\rtoo", "", "last"]


def test_a_large_packed_file_is_read_in_pieces(tmp_path):
    path = tmp_path / "x.log.gz"
    path.write_bytes(gzip.compress(b"".join(b"line %d\n" % number for number in range(200_000))))
    lines = read_file(path)
    assert next(lines) == "line 0"
    assert sum(1 for _ in lines) == 199_999


def test_a_missing_file_is_not_found(tmp_path):
    with pytest.raises(NotFound):
        list(read_file(tmp_path / "x.log"))


@pytest.mark.parametrize("damage", [lambda data: data[:-9], lambda data: data[:40] + b"\x00" * 20 + data[60:]])
def test_a_damaged_file_gives_what_it_holds_and_then_bad_input(tmp_path, damage):
    path = tmp_path / "x.log.gz"
    path.write_bytes(damage(gzip.compress(b"".join(b"line %d\n" % number for number in range(50_000)))))
    with pytest.raises(BadInput):
        list(read_file(path))


def test_a_folder_is_bad_input(tmp_path):
    with pytest.raises(BadInput):
        list(read_file(tmp_path))


def test_a_pipe_gives_each_line_as_it_arrives():
    read_end, write_end = os.pipe()
    with os.fdopen(read_end, "rb") as stream, os.fdopen(write_end, "wb", buffering=0) as writer:
        lines = read_pipe(stream)
        writer.write(b"one\ntw")
        assert next(lines) == "one"
        writer.write(b"o\n")
        assert next(lines) == "two"
        writer.write(b"three")
        writer.close()
        assert list(lines) == ["three"]


@pytest.mark.parametrize(
    ("name", "lines", "expected"),
    [
        ("2026-01-02-1.log", ["[12:00:00 INFO]: x", "[13:00:00 INFO]: x"], date(2026, 1, 2)),
        ("2026-01-02-1.log", ["[23:00:00 INFO]: x", "no header", "[01:00:00 INFO]: x"], date(2026, 1, 1)),
        (
            "latest.log",
            ["[23:00:00 INFO]: x", "\x1b[31m[01:00:00 INFO]: x", "[00:30:00] [a/INFO]: x"],
            date(2026, 11, 29),
        ),
        ("latest.log", ["[03May2021 03:06:49.219] [main/INFO] [x/]: y"], date(2021, 5, 3)),
        ("latest.log", [], date(2026, 11, 30)),
    ],
)
def test_the_day_of_the_first_line(tmp_path, name, lines, expected):
    path = tmp_path / name
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    moment = datetime(2026, 11, 30, 12, tzinfo=UTC).timestamp()
    os.utime(path, (moment, moment))
    assert first_day(path, UTC) == expected


@given(data=st.binary(max_size=200), cuts=st.lists(st.integers(0, 200), max_size=6), cap=st.integers(1, 40))
def test_lines_do_not_depend_on_how_the_bytes_arrive(data, cuts, cap):
    whole = Splitter(cap=cap)
    expected = [*whole.feed(data), *whole.finish()]
    pieces = Splitter(cap=cap)
    got = []
    for start, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(data)], strict=True):
        got += pieces.feed(data[start:end])
    assert [*got, *pieces.finish()] == expected
    assert pieces.offset == len(data)


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=30), max_size=6))
def test_lines_come_back_as_they_were_written(lines):
    data = "".join(f"{line}\n" for line in lines).encode()
    got = [piece.text for piece in Splitter(1).feed(data)]  # not at the start of a file, where a mark may stand
    assert got == [line.removesuffix("\r") for line in lines]


def test_a_pipe_that_has_no_partial_reads():
    assert list(read_pipe(io.BufferedReader(io.BytesIO(b"a\nb")))) == ["a", "b"]
