"""Writers that are killed at any moment, and many at once: nothing acknowledged is lost, and verify finds nothing."""

import random
import subprocess
import sys
import threading
import time

import pytest

from mcgod.kb.ledger import Step
from mcgod.kb.local import LocalBase
from mcgod.kb.verify import verify

WRITER = """
import sys
from pathlib import Path
from mcgod.kb.local import LocalBase

base, who = LocalBase(Path(sys.argv[1]), "world"), sys.argv[2]
for number in range(int(sys.argv[3])):
    page = base.add_page(f"{who} {number}", {"title": "Shared"}, author=who)
    base.update_page(page.id, body=f"{who} {number} again", author=who)
    base.put_memory({"id": f"{who}-{number % 3}", "content": f"{who} {number}"}, author=who)
    if number % 4 == 3:
        base.rename(page.id, f"{who}/{number}")
    print(page.id, number, flush=True)
"""


def writing(folder, who, count):
    command = [sys.executable, "-c", WRITER, str(folder), who, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def rounds(folder, seed, count):
    """Kill a writer ``count`` times in the middle of its work, and look at the base after each."""
    dice, base = random.Random(seed), LocalBase(folder, "world")
    acknowledged = set()
    for turn in range(count):
        with writing(folder, f"w{turn}", 1000) as writer:
            watch = threading.Timer(60, writer.kill)
            watch.start()
            assert writer.stdout
            for _ in range(dice.randrange(1, 6)):
                words = writer.stdout.readline().split()
                acknowledged.add((f"w{turn}", int(words[1]), words[0]))
            end = time.perf_counter() + dice.random() * 0.01
            while time.perf_counter() < end:
                continue  # a sleep would wake up between two system calls
            writer.kill()
            watch.cancel()
            watch.join()
        assert verify(base) == []
    for who, number, page in acknowledged:
        name = f"{who}/{number}" if number % 4 == 3 else page
        assert base.get(name).body == f"{who} {number} again\n"
        assert [one["version"] for one in base.versions(page)] == list(range(1, len(base.versions(page)) + 1))


def test_a_killed_writer_leaves_a_clean_base(tmp_path):
    rounds(tmp_path / "kb", 1, 6)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_a_writer_may_be_killed_many_times(tmp_path, seed):
    rounds(tmp_path / "kb", seed, 40)


@pytest.mark.slow
def test_eight_writers_of_whom_most_are_killed_leave_a_clean_base(tmp_path):
    dice, folder = random.Random(7), tmp_path / "kb"
    writers = [writing(folder, f"w{number}", 40) for number in range(8)]
    for turn in range(60):
        victim = dice.randrange(8)
        stdout = writers[victim].stdout
        assert stdout
        for _ in range(dice.randrange(1, 4)):
            stdout.readline()  # it is in the middle of things now
        writers[victim].kill()
        writers[victim].communicate()
        writers[victim] = writing(folder, f"t{turn}", 40)
    faults = [writer.communicate(timeout=240)[1] for writer in writers]
    assert faults == [""] * 8
    assert verify(LocalBase(folder, "world")) == []


def test_two_writers_at_once_get_names_and_versions_of_their_own(tmp_path):
    with writing(tmp_path / "kb", "a", 12) as one, writing(tmp_path / "kb", "b", 12) as other:
        (first, fault), (second, fault_too) = one.communicate(timeout=120), other.communicate(timeout=120)
    assert (fault, fault_too) == ("", "")
    names = [line.split()[0] for line in (first + second).splitlines()]
    base = LocalBase(tmp_path / "kb", "world")
    # A name is free again once its page was renamed.
    pages = [entry for entry in base.entries() if entry.kind == "page"]
    assert (len(names), len(pages)) == (24, 24)
    assert sorted(page.body for page in pages) == sorted(f"{who} {n} again\n" for who in "ab" for n in range(12))
    assert [one["version"] for one in base.versions("memory:a-0")] == [1, 2, 3, 4]
    assert verify(base) == []


@pytest.mark.parametrize("calls", range(1, 8))
def test_a_rename_that_stopped_anywhere_is_finished_by_the_next(tmp_path, monkeypatch, calls):
    """Every step of the change in turn is the one at which the process ends."""
    from mcgod import fsio

    base = LocalBase(tmp_path / "kb", "world")
    base.add_page("text", {"title": "Gate"})
    left = [calls]

    def counted(work):
        def run(*args, **given):
            left[0] -= 1
            if not left[0]:
                raise KeyboardInterrupt
            return work(*args, **given)

        return run

    for name in ("replace_file", "append_line", "remove"):
        monkeypatch.setattr(fsio, name, counted(getattr(fsio, name)))
    try:
        base.rename("gate", "wall")
    except KeyboardInterrupt:
        assert left[0] == 0
    monkeypatch.undo()
    assert verify(base) == []
    names = [entry.id for entry in base.entries()]
    assert names == (["gate"] if calls == 1 else ["wall"])
    assert len(base.versions("gate")) == (1 if calls == 1 else 2)


def test_a_note_that_the_machine_went_down_with_is_no_obstacle(tmp_path):
    base = LocalBase(tmp_path / "kb", "world")
    base.add_page("text", {"title": "Gate"})
    (base.folder / ".doing.json").write_bytes(b"")
    base.update_page("gate", body="more")
    assert verify(base) == []


def test_a_step_that_changes_nothing_makes_no_version(tmp_path):
    base = LocalBase(tmp_path / "kb", "world")
    base.add_page("text", {"title": "Gate"})
    with base.ledger.writing():
        made = base.ledger.commit(Step("page", "gate", "update", base.text("gate")))
    assert [one["version"] for one in made] == [1]
    assert len(base.versions("gate")) == 1
