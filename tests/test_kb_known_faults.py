"""Faults that the memory system before this one was known for, by their numbers in its list: none is here."""

import json

import pytest
from fake_memorysmith import FakeMemorySmith
from kb_play import Held, page

from mcgod.errors import BadUsage
from mcgod.kb.index.search import Search
from mcgod.kb.port import Reference

TEXT = "The old mill stands by the river."


@pytest.fixture
def find(tmp_path):
    def made(*entries):
        search = Search(tmp_path / "i.sqlite", {"all": Held(*entries)})
        search.refresh()
        return search.find

    return made


def run(mcgod, *words, input=None):
    done = mcgod("kb", *words, input=input)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def test_fault_01_pages_do_not_rank_below_all_memories(find):
    found = find(page("mill", "Mill", TEXT), page("m", "Note", "A mill.", kind="memory"))
    assert found("old mill river").hits[0].reference.kind == "page"


def test_fault_02_a_hit_says_of_which_kind_it_is_and_opens(mcgod):
    run(mcgod, "add", "--memory", "--id", "mill-note", input="The old mill has a cellar.")
    run(mcgod, "add", "--id", "mill-note", input="# Mill\nThe old mill.\n")
    refs = {hit["ref"] for hit in json.loads(run(mcgod, "search", "mill", "--kb", "world", "--json"))}
    assert refs == {"world:memory:mill-note", "world:page:mill-note"}
    assert "cellar" in run(mcgod, "get", "world:memory:mill-note")
    assert "cellar" not in run(mcgod, "get", "world:page:mill-note")


def test_fault_04_and_05_a_server_that_is_down_is_told_from_one_that_has_nothing(mcgod, monkeypatch):
    with FakeMemorySmith() as server:
        monkeypatch.setenv("MCGOD_KB_WORLD_URL", server.url)
        assert mcgod("kb", "search", "mill", "--kb", "world").exit_code == 1
        assert mcgod("kb", "get", "world:page:mill").exit_code == 66
    assert mcgod("kb", "search", "mill", "--kb", "world").exit_code == 69
    assert mcgod("kb", "get", "world:page:mill").exit_code == 69
    assert mcgod("kb", "edit", "world:page:mill", "-", input="x").exit_code == 69


def test_fault_06_accents_and_collisions_in_names(mcgod):
    assert run(mcgod, "add", input="# Forêt enchantée\nx\n") == "world:page:foret-enchantee\n"
    assert run(mcgod, "add", input="# Forêt enchantée\ny\n") == "world:page:foret-enchantee-2\n"
    assert json.loads(run(mcgod, "get", "foret-enchantee", "--json"))["title"] == "Forêt enchantée"


def test_fault_07_places_are_fields_and_every_hit_has_its_own(mcgod):
    run(mcgod, "add", "--at", "1.5,64,-3.25", input="# Mill\nmill\n")
    run(mcgod, "add", "--at", "900,70,4,the_nether", input="# Kiln\nmill\n")
    places = [hit["place"] for hit in json.loads(run(mcgod, "search", "mill", "--json")) if hit["place"]]
    assert sorted(place["x"] for place in places) == [1.5, 900.0]


def test_fault_09_and_29_what_is_broken_is_told_from_what_is_absent(mcgod, home):
    run(mcgod, "add", "--id", "mill", input="# Mill\nx\n")
    (home / "kb" / "world" / "pages" / "mill.md").write_text("---\nconfidence: much\n---\nx\n")
    done = mcgod("kb", "get", "mill")
    assert (done.exit_code, "line 2" in done.stderr, "confidence" in done.stderr) == (65, True, True)
    assert mcgod("kb", "get", "nothing").exit_code == 66


def test_fault_10_an_empty_name_is_refused(mcgod):
    with pytest.raises(BadUsage):
        Reference.read("  ")
    assert mcgod("kb", "get", " ").exit_code == 2


def test_fault_13_the_resolver_knows_the_world(mcgod):
    run(mcgod, "add", input="# Glimmerstone\nA stone that glimmers.\n")
    told = json.loads(run(mcgod, "resolve", "glimmerstone", "--json"))
    assert told["best"]["ref"] == "world:page:glimmerstone"


def test_fault_15_what_is_about_something_else_is_no_hit(find):
    found = find(page("mill", "Mill", TEXT))("central bank interest rates")
    assert (found.hits, found.below) == ([], 0)


def test_fault_16_what_a_query_cannot_say_is_an_error(find):
    found = find(page("mill", "Mill", TEXT))
    for query in ("status:Core", "mill~", "mill AND river", "NOT mill"):
        with pytest.raises(BadUsage):
            found(query)


def test_fault_22_and_24_backlinks_come_from_the_index_and_circles_end(tmp_path):
    search = Search(tmp_path / "i.sqlite", {"all": Held(page("a", "A", links=("b",)), page("b", "B", links=("a",)))})
    search.refresh()
    assert len(search.around(Reference("world", "page", "a"), 4)) == 1


@pytest.mark.parametrize("wrong", [{"status": "Odd"}, {"usage_count": -1}, {"confidence": 98}, {"content": ""}])
def test_fault_25_and_26_a_memory_that_is_none_is_not_written(mcgod, home, wrong):
    lines = json.dumps(
        {"ref": "world:memory:m", "kb": "world", "kind": "memory", "id": "m", "body": "x", "more": wrong}
    )
    done = mcgod(
        "kb", "import", "-", "--kb", "world", input=lines if "content" not in wrong else lines.replace('"x"', '""')
    )
    assert done.exit_code == 65
    assert mcgod("kb", "get", "world:memory:m").exit_code == 66


def test_fault_31_what_was_asked_is_written_nowhere(mcgod, home):
    mcgod("kb", "search", "my secret treasure")
    kept = b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())
    assert b"treasure" not in kept


def test_fault_33_marks_of_byte_order_and_odd_letters_survive(mcgod):
    run(mcgod, "add", "--id", "odd", input="\ufeff# Ödes Land — \u201cquoted\u201d\nÄ\n")
    entry = json.loads(run(mcgod, "get", "odd", "--json"))
    assert (entry["title"], "Ä" in entry["body"]) == ("Ödes Land — \u201cquoted\u201d", True)
