"""Durable files: whole or not at all, in order, and never over something broken."""

import os
import subprocess
import sys

import pytest

from mcgod import fsio
from mcgod.errors import Busy, StoreFailed


def test_replace_leaves_the_old_file_when_the_new_one_cannot_be_written(tmp_path, monkeypatch):
    path = tmp_path / "a.json"
    fsio.replace_file(path, b"old")
    monkeypatch.setattr(fsio.os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(StoreFailed, match=r"cannot write .*a\.json: No space left on device"):
        fsio.replace_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.json"]


def test_pieces_are_written_as_one_and_leave_the_old_file_when_they_end_early(tmp_path):
    def pieces():
        yield b"b"
        raise RuntimeError

    path = tmp_path / "a.json"
    fsio.replace_file(path, iter([b"a", b"", b"c"]))
    with pytest.raises(RuntimeError):
        fsio.replace_file(path, pieces())
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b"ac", ["a.json"])


def test_files_are_for_their_owner_only(tmp_path):
    fsio.make_folder(tmp_path / "x" / "y")
    fsio.replace_file(tmp_path / "x" / "y" / "a", b"")
    fsio.append_line(tmp_path / "x" / "b", b"{}")
    modes = [(tmp_path / part).stat().st_mode & 0o777 for part in ("x", "x/y", "x/y/a", "x/b")]
    assert modes == [0o700, 0o700, 0o600, 0o600]


def test_files_in_a_folder_of_somebody_else_are_readable_as_it_is(tmp_path):
    world = tmp_path / "world"
    world.mkdir()
    world.chmod(0o2750)
    fsio.make_folder(world / "x" / "y", like=world)
    fsio.replace_file(world / "x" / "a", b"", mode=0o644, like=world)
    modes = [(world / part).stat().st_mode & 0o7777 for part in ("x", "x/y", "x/a")]
    assert modes == [0o2750, 0o2750, 0o644]


def test_root_gives_what_it_makes_to_the_owner_of_the_folder(tmp_path, monkeypatch):
    given = []
    monkeypatch.setattr(fsio.os, "geteuid", lambda: 0)
    monkeypatch.setattr(fsio.os, "fchown", lambda fd, user, group: given.append((user, group)))
    fsio.make_folder(tmp_path / "x", like=tmp_path)
    fsio.replace_file(tmp_path / "x" / "a", b"", like=tmp_path)
    fsio.replace_file(tmp_path / "x" / "b", b"")
    assert given == [(tmp_path.stat().st_uid, tmp_path.stat().st_gid)] * 2


def test_append_cuts_a_torn_tail_and_returns_the_offset(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(b'{"a":1}\n{"b":' + b"x" * 10_000)
    assert fsio.append_line(path, b'{"c":3}') == 8
    assert path.read_bytes() == b'{"a":1}\n{"c":3}\n'


def test_append_to_a_file_that_is_one_torn_line(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(b'{"a"')
    assert fsio.append_line(path, b"{}") == 0
    assert path.read_bytes() == b"{}\n"


def test_a_failed_append_leaves_no_half_line(tmp_path, monkeypatch):
    path = tmp_path / "log"
    fsio.append_line(path, b"1")
    monkeypatch.setattr(fsio.os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(StoreFailed):
        fsio.append_line(path, b"2")
    assert path.read_bytes() == b"1\n"


def test_a_record_with_a_newline_is_refused(tmp_path):
    with pytest.raises(ValueError, match="one line"):
        fsio.append_line(tmp_path / "log", b"a\nb")


def test_a_held_lock_is_busy_and_dies_with_its_holder(tmp_path):
    lock = tmp_path / ".lock"
    code = (
        "import sys, pathlib; from mcgod import fsio\n"
        "with fsio.locked(pathlib.Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", code, str(lock)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(Busy, match="another mcgod"), fsio.locked(lock, timeout=0):
            pass
        holder.kill()
        holder.wait()
        with fsio.locked(lock, timeout=10):
            assert lock.exists()


def test_set_aside_never_overwrites(tmp_path):
    for content in (b"one", b"two", b"three"):
        path = tmp_path / "a.json"
        path.write_bytes(content)
        fsio.set_aside(path)
    kept = sorted(path.read_bytes() for path in tmp_path.iterdir())
    assert kept == [b"one", b"three", b"two"]
    assert all(path.name.startswith("a.json.corrupt-2") for path in tmp_path.iterdir())


def test_remove_is_content_with_nothing(tmp_path):
    fsio.remove(tmp_path / "gone")
    (tmp_path / "here").touch()
    fsio.remove(tmp_path / "here")
    assert list(tmp_path.iterdir()) == []
