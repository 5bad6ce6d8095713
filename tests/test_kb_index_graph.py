"""Links followed over several steps: backlinks by the index, circles, bounds, ends that lead nowhere."""

import json

import pytest
from kb_play import Held, page

from mcgod.kb.index import graph
from mcgod.kb.index.search import Search
from mcgod.kb.port import Reference

A = Reference("world", "page", "a")


@pytest.fixture
def made(tmp_path):
    source = Held(
        page("a", "A", links=("b", "nowhere")),
        page("b", "B", links=("c",)),
        page("c", "C", links=("a", "agent:page:d")),
        page("d", "D", kb="agent"),
        page("m", "M", kind="memory", links=("world:page:b",)),
        page("lone", "Lone"),
    )
    search = Search(tmp_path / "i.sqlite", {"all": source})
    search.refresh()
    yield search, source
    search.close()


def told(search, reference, steps):
    return [(tie.ref, tie.steps, tie.via, tie.points) for tie in search.around(reference, steps)]


def test_check_9_a_bounded_walk_over_links_and_backlinks(made):
    search, _ = made
    assert told(search, A, 1) == [
        ("world:page:b", 1, "world:page:a", False),
        ("world:page:c", 1, "world:page:a", True),
    ]
    assert told(search, A, 2)[2:] == [
        ("world:memory:m", 2, "world:page:b", True),
        ("agent:page:d", 2, "world:page:c", False),
    ]
    assert told(search, A, 4) == told(search, A, 2)  # the circle has ended


def test_what_has_no_links_has_no_ties(made):
    search, _ = made
    assert told(search, Reference("world", "page", "lone"), 4) == []
    assert told(search, Reference("world", "page", "nowhere"), 1) == [("world:page:a", 1, "world:page:nowhere", True)]


def test_ties_change_with_their_entries(made):
    search, source = made
    source.put(page("b", "B", updated=9.0))
    search.refresh()
    assert ("world:page:c", 1, "world:page:b", False) not in told(search, Reference("world", "page", "b"), 1)


def test_a_walk_is_bounded(tmp_path):
    hub = page("hub", "Hub", links=tuple(f"p{number}" for number in range(500)))
    search = Search(tmp_path / "i.sqlite", {"all": Held(hub, *(page(f"p{n}", "P") for n in range(500)))})
    search.refresh()
    assert len(search.around(Reference("world", "page", "hub"), 99)) == graph.MOST


def test_from_the_shell(mcgod):
    for name, body in (("one", "See [[two]]."), ("two", "See [[three]]."), ("three", "The end.")):
        mcgod("kb", "add", "--id", name, input=f"# {name}\n{body}\n")
    done = mcgod("kb", "links", "one", "--depth", "3")
    assert done.stdout.splitlines() == [
        "1  world:page:two  <- world:page:one",
        "2  world:page:three  <- world:page:two",
    ]
    assert [tie["ref"] for tie in json.loads(mcgod("kb", "links", "three", "--depth", "2", "--json").stdout)] == [
        "world:page:two",
        "world:page:one",
    ]
    assert mcgod("kb", "links", "one", "--depth", "9").exit_code == 2
