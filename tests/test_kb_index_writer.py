"""The index follows its sources, whatever happens to it."""

import multiprocessing
import sqlite3
from dataclasses import replace

import pytest
from kb_play import Held, page

from mcgod.kb.index.search import Search
from mcgod.kb.index.store import IndexFile
from mcgod.kb.index.writer import refresh


@pytest.fixture
def path(tmp_path):
    return tmp_path / "kb" / "index.sqlite"


def found(search, query):
    return [hit.reference.id for hit in search.find(query, threshold=0).hits]


def test_only_what_changed_is_read_again(path):
    source = Held(page("a", "Oak", updated=1.0), page("b", "Birch", updated=1.0))
    search = Search(path, {"all": source})
    assert search.refresh() == 2
    assert (search.refresh(), source.read) == (0, 2)
    source.put(page("a", "Spruce", updated=2.0))
    assert search.refresh() == 1
    assert (found(search, "spruce"), found(search, "oak"), found(search, "birch")) == (["a"], [], ["b"])
    del source.held["world:page:b"]
    search.refresh()
    assert found(search, "birch") == []
    assert search.find("spruce").hits[0].score > 0.5


def test_a_source_that_is_no_more_is_forgotten(path):
    first = Search(path, {"one": Held(page("a", "Oak")), "two": Held(page("b", "Birch", kb="agent"))})
    first.refresh()
    first.close()
    second = Search(path, {"one": Held(page("a", "Oak"))})
    second.refresh()
    assert (found(second, "birch"), found(second, "oak")) == ([], ["a"])


def test_what_cannot_be_read_is_not_tried_over_and_over(path):
    source = Held(page("a", "Oak"), page("b", "Birch"))
    source.unreadable = {"world:page:b"}
    search = Search(path, {"all": source})
    search.refresh()
    assert (search.refresh(), found(search, "birch"), found(search, "oak")) == (0, [], ["a"])
    source.unreadable = set()
    source.put(page("b", "Birch", updated=5.0))
    search.refresh()
    assert found(search, "birch") == ["b"]


@pytest.mark.parametrize("damage", [b"", b"this is no database", b"SQLite format 3\0" + b"x" * 200])
def test_a_broken_index_is_built_anew(path, damage):
    search = Search(path, {"all": Held(page("a", "Oak"))})
    search.refresh()
    search.close()
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    path.write_bytes(damage)
    again = Search(path, {"all": Held(page("a", "Oak"))})
    assert again.refresh() == 1
    assert found(again, "oak") == ["a"]


def test_an_index_of_another_version_is_built_anew(path):
    search = Search(path, {"all": Held(page("a", "Oak"))})
    search.refresh()
    search.close()
    with sqlite3.connect(path) as db:
        db.execute("UPDATE meta SET value = '0' WHERE key = 'version'")
    db.close()
    assert Search(path, {"all": Held(page("a", "Oak"))}).refresh() == 1


def test_the_index_is_for_its_owner_alone(path):
    IndexFile(path).close()
    assert path.stat().st_mode & 0o777 == 0o600


class Told(Held):
    mark = "1"

    def token(self):
        return self.mark


def test_a_large_source_whose_token_is_the_same_is_looked_at_once_a_minute(path, monkeypatch):
    monkeypatch.setattr("mcgod.kb.index.writer._LARGE", 2)
    source, now = Told(page("a", "Oak"), page("b", "Birch")), [1000.0]
    index = IndexFile(path)

    def changed():
        return refresh(index, {"all": source}, clock=lambda: now[0])

    assert changed() == 2
    source.put(page("a", "Elm", updated=2.0))  # by other hands
    assert changed() == 0
    now[0] += 61
    assert changed() == 1
    source.put(page("a", "Fir", updated=3.0))
    source.mark = "2"  # by mcgod
    assert changed() == 1


def test_what_was_just_written_is_taken_in_without_a_look_at_the_rest(path, monkeypatch):
    monkeypatch.setattr("mcgod.kb.index.writer._LARGE", 2)
    source = Told(page("a", "Oak"), page("b", "Birch"))
    search = Search(path, {"all": source})
    search.refresh()
    source.put(page("c", "Cedar", updated=3.0))
    source.mark = "2"
    search.follow("all", {"world:page:c"}, {"world:page:c": "3.0"}, "1")
    source.stamps = lambda: pytest.fail("nobody needs to look at the rest")
    assert search.refresh() == 0
    assert found(search, "cedar") == ["c"]
    del source.held["world:page:c"]
    search.follow("all", {"world:page:c"}, {}, "2")
    assert found(search, "cedar") == []


def test_progress_is_told(path):
    told = []
    search = Search(path, {"all": Held(*(page(f"p{number}", "x") for number in range(10)))})
    search.refresh(lambda done, of: told.append((done, of)))
    assert told[-1] == (10, 10)


def _work(path, number):
    source = Held(*(page(f"w{number}-{one}", f"word{one}", kb="world") for one in range(30)))
    search = Search(
        path,
        {
            f"source{number}": source,
            **{
                f"source{n}": Held(*(page(f"w{n}-{one}", f"word{one}") for one in range(30)))
                for n in range(3)
                if n != number
            },
        },
    )
    for turn in range(5):
        source.put(replace(source.held[f"world:page:w{number}-0"], updated=float(turn + 1)))
        search.refresh()
        search.find("word3", threshold=0)


def test_several_processes_use_it_at_once(path):
    spawn = multiprocessing.get_context("spawn")
    workers = [spawn.Process(target=_work, args=(path, number)) for number in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(120)
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    sources = {f"source{n}": Held(*(page(f"w{n}-{one}", f"word{one}") for one in range(30))) for n in range(3)}
    search = Search(path, sources)
    search.refresh()
    assert sorted(found(search, "word3")) == ["w0-3", "w1-3", "w2-3"]
