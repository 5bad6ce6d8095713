"""The fact store: newest wins, quotas by prefix, durable whatever happens, and its three commands."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod.errors import BadInput, BadUsage, Refused
from mcgod.kb.fact import SOURCES, Fact, key_for, place_in
from mcgod.kb.facts import Facts
from mcgod.kb.port import Place

NOW = 1_000_000.0


def store(folder, **options):
    return Facts(folder, clock=lambda: NOW, **options)


@pytest.fixture
def kb(mcgod):
    def run(*words):
        done = mcgod("kb", *words)
        return done.exit_code, done.stdout, done.stderr

    return run


KEYS = st.sampled_from(["a:1", "a:2", "b:1", "c"])
FACTS = st.builds(
    Fact, KEYS, st.text("xyz", min_size=1, max_size=3), st.sampled_from([*SOURCES]), st.floats(1, NOW)
)  # fmt: skip


@given(st.lists(st.lists(FACTS, max_size=4), max_size=12))
def test_the_newest_of_each_key_is_what_stays_over_any_writes_and_restarts(batches):
    with tempfile.TemporaryDirectory() as folder:
        expected = {}
        for batch in batches:
            store(Path(folder)).put(batch)
            for fact in batch:
                if fact.key not in expected or fact.at >= expected[fact.key].at:
                    expected[fact.key] = fact
        assert {fact.key: fact for fact in store(Path(folder)).all()} == expected


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 30), st.booleans()), max_size=60))
def test_quotas_hold_and_what_a_person_wanted_stays(rows):
    with tempfile.TemporaryDirectory() as folder:
        facts = store(Path(folder), most=10)
        wanted = set()
        for number, (prefix, key, kept) in enumerate(rows):
            fact = Fact(f"{prefix}:{key}", "v", "Durable" if kept else "Observed", at=float(number + 1))
            try:
                facts.put([fact])
            except Refused:
                assert len(wanted) == 10
                continue
            wanted.discard(fact.key)
            if kept:
                wanted.add(fact.key)
        held = {fact.key for fact in store(Path(folder)).all()}
        assert len(held) <= 10
        assert wanted <= held


def test_ticks_push_out_ticks_and_nothing_else(tmp_path):
    facts = store(tmp_path, most=20)
    facts.put([Fact(f"place:{n}", "a village", at=float(n + 1)) for n in range(8)])
    facts.put([Fact("home", "at 1 2 3", "PlayerInstruction", at=1.0)])
    for n in range(200):
        facts.put([Fact(f"tick:{n}", str(n), at=100.0 + n)])
    held = {fact.key for fact in facts.all()}
    assert len(held) == 20
    assert {f"place:{n}" for n in range(8)} | {"home"} <= held
    assert {key for key in held if key.startswith("tick:")} == {f"tick:{n}" for n in range(189, 200)}


def test_a_base_that_is_full_of_wishes_says_so_and_keeps_them(tmp_path):
    facts = store(tmp_path, most=3)
    facts.put([Fact(f"k{n}", "v", "Durable") for n in range(3)])
    assert facts.put([Fact("tick", "v")]) == []
    with pytest.raises(Refused, match="3 facts are kept"):
        facts.put([Fact("k4", "v", "Durable")])
    assert {fact.key for fact in facts.all()} == {"k0", "k1", "k2"}


def test_a_time_ahead_of_the_clock_does_not_win_for_ever(tmp_path):
    facts = store(tmp_path)
    facts.put([Fact("k", "from the future", at=NOW * 9)])
    facts.put([Fact("k", "now")])
    assert [(fact.value, fact.at) for fact in facts.all()] == [("now", NOW)]


def test_the_file_is_compacted_and_says_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr("mcgod.kb.facts._FEWEST", 100)
    facts = store(tmp_path)
    for n in range(300):
        facts.put([Fact(f"k:{n % 7}", str(n), at=float(n + 1))])
    lines = (tmp_path / "facts.jsonl").read_bytes().count(b"\n")
    assert lines < 120
    assert sorted(int(fact.value) for fact in store(tmp_path).all()) == list(range(293, 300))
    assert (tmp_path / "facts.jsonl").stat().st_mode & 0o777 == 0o600


def test_a_torn_tail_is_ignored_and_a_broken_line_survives_a_compaction(tmp_path, monkeypatch):
    monkeypatch.setattr("mcgod.kb.facts._FEWEST", 100)
    path = tmp_path / "facts.jsonl"
    store(tmp_path).put([Fact("a", "1", at=1.0)])
    path.write_bytes(path.read_bytes() + b'{"v":1,"set":[{"key":3}]}\nnot json\n{"v":1,"set":[{"key":"b","va')
    facts = store(tmp_path)
    assert [fact.key for fact in facts.all()] == ["a"]
    assert facts.broken == 2
    for n in range(150):
        facts.put([Fact("c", str(n), at=float(n + 1))])
    assert {fact.key: fact.value for fact in facts.all()} == {"a": "1", "c": "149"}
    assert facts.broken == 0
    (aside,) = tmp_path.glob("facts.jsonl.corrupt-*")
    assert b"not json\n" in aside.read_bytes()


def test_a_file_of_a_newer_version_is_not_misread(tmp_path):
    (tmp_path / "facts.jsonl").write_bytes(b'{"v":2,"set":[]}\n')
    with pytest.raises(BadInput, match="version 2"):
        store(tmp_path).all()


def test_two_stores_see_each_others_facts(tmp_path):
    one, two = store(tmp_path), store(tmp_path)
    one.put([Fact("a", "1")])
    assert two.get("a") is not None
    two.put([Fact("b", "2")])
    assert [fact.key for fact in one.all()] == ["a", "b"]
    assert two.forget(["a", "nowhere"]) == ["a"]
    assert one.get("a") is None
    one.put([Fact("build:castle:1", "x"), Fact("build:hut:1", "y")])
    assert two.clear("build:castle:") == ["build:castle:1"]


WRITER = """
import sys
from pathlib import Path
from mcgod.kb.fact import Fact
from mcgod.kb.facts import Facts
facts = Facts(Path(sys.argv[1]))
for n in range(100000):
    facts.put([Fact(f"{sys.argv[2]}:{n % 40}", str(n), "Observed")])
    print(n, flush=True)
"""


@pytest.mark.parametrize("rounds", [1, pytest.param(6, marks=pytest.mark.slow)])
def test_kill_9_during_appends_loses_nothing_that_was_acknowledged(tmp_path, rounds):
    for round_ in range(rounds):
        writers = [
            subprocess.Popen(
                [sys.executable, "-c", WRITER, str(tmp_path), f"{round_}{who}"], stdout=subprocess.PIPE, text=True
            )
            for who in "ab"
        ]
        said = {}
        for writer in writers:
            assert writer.stdout
            for _ in range(60 + 40 * round_):
                said[writer] = int(writer.stdout.readline())
        for writer in writers:
            assert writer.stdout
            os.kill(writer.pid, signal.SIGKILL)
            rest = [line for line in writer.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
            said[writer] = int(rest[-1]) if rest else said[writer]
            writer.stdout.close()
            writer.wait()
        facts = Facts(tmp_path)
        assert facts.broken == 0
        for who, writer in zip("ab", writers, strict=True):
            last = said[writer]
            fact = facts.get(f"{round_}{who}:{last % 40}")
            assert fact
            assert int(fact.value) >= last


def test_an_index_sees_what_changed(tmp_path):
    facts = store(tmp_path)
    facts.put([Fact("a:b", "one", at=1.0, place=Place(1, 2, 3)), Fact("c", "two", "Inferred", at=2.0)])
    before = facts.stamps()
    assert set(before) == {"world:fact:a:b", "world:fact:c"}
    (entry,) = facts.entries({"world:fact:a:b"})
    assert (entry.kind, entry.id, entry.body, entry.place) == ("fact", "a:b", "one", Place(1, 2, 3))
    assert str(entry.reference) == "world:fact:a:b"
    assert entry.more == {"source": "Observed", "confidence": 0.9, "by": ""}
    facts.put([Fact("a:b", "changed", at=1.0)])
    after = facts.stamps()
    assert after["world:fact:a:b"] != before["world:fact:a:b"]
    assert after["world:fact:c"] == before["world:fact:c"]


@given(FACTS)
def test_a_fact_survives_json(fact):
    assert Fact.from_json(json.loads(json.dumps(fact.to_json()))) == fact


@pytest.mark.parametrize(
    "wrong", [{"key": " "}, {"value": "\n"}, {"key": "k" * 201}, {"value": "v" * 2001}, {"source": "Rumour"}]
)
def test_what_is_no_fact_is_refused(wrong):
    with pytest.raises(BadUsage):
        Fact(**{"key": "k", "value": "v", **wrong})


def test_a_sentence_has_its_subject_as_key():
    assert key_for("My base is at 1 2 3") == key_for("my base lies near 4 5 6") == "note:my-base-at"
    assert key_for("The code: 123") == key_for("the code = 4") == "note:the-code"
    assert key_for("Steve is called Bob") == "note:steve-called"
    assert len({key_for("Steve is a builder"), key_for("Steve is a baker"), key_for("Steve is at 1 2 3")}) == 3
    assert key_for("Steve likes cake") == "note:steve-likes-cake"
    assert key_for("x " * 60) != key_for("x " * 61)
    assert key_for("!!!").startswith("note:")


def test_places_are_read():
    assert place_in("the village lies at (100, 64, -20), east") == Place(100, 64, -20)
    assert place_in("in 1.21.4 there are 12 of 30") is None


def test_remember_recall_and_forget(kb):
    assert kb("remember", "The village is at 100 64 -20") == (0, "world:fact:note:the-village-at\n", "")
    assert kb("remember", "home", "a hut", "--at", "1,2,3,the_end", "--kb", "agent")[:2] == (0, "agent:fact:home\n")
    code, out, err = kb("recall", "--json")
    assert (code, err) == (0, "")
    home, village = sorted(json.loads(out), key=lambda row: row["key"])
    assert (home["ref"], home["place"]) == ("agent:fact:home", [1.0, 2.0, 3.0, "minecraft:the_end"])
    assert (village["value"], village["source"], village["by"]) == ("The village is at 100 64 -20", "Durable", "cli")
    assert village["place"] == [100.0, 64.0, -20.0, "minecraft:overworld"]
    assert "a hut" in kb("recall", "home")[1]
    assert "a hut" in kb("recall", "HUT")[1]
    assert kb("remember", "home", "a house", "--kb", "agent")[2] == "mcgod: in place of: a hut\n"
    assert kb("remember", "home", "a house", "--kb", "agent")[2] == ""
    assert kb("recall", "nothing of the kind")[::2] == (1, "mcgod: nothing is remembered of that\n")
    assert kb("forget", "agent:fact:home") == (0, "agent:fact:home\n", "")
    assert kb("forget", "--prefix", "note:") == (0, "world:fact:note:the-village-at\n", "")
    assert kb("recall")[::2] == (1, "mcgod: nothing is remembered\n")


def test_search_finds_a_fact_and_get_opens_it(kb):
    kb("remember", "The smugglers hide at 100 12 -20")
    (hit, *_) = json.loads(kb("search", "smugglers", "--json")[1])
    assert hit["ref"] == "world:fact:note:the-smugglers-hide-at-100-12-20"
    entry = json.loads(kb("get", hit["ref"], "--json")[1])
    assert (entry["body"], entry["more"]["source"]) == ("The smugglers hide at 100 12 -20", "Durable")
    assert json.loads(kb("near", "100,12,-20", "--json")[1])[0]["ref"] == hit["ref"]
    assert kb("forget", hit["ref"])[0] == 0
    assert kb("search", "smugglers")[0] == 1
    assert kb("get", hit["ref"])[0] == 66


def test_verify_names_broken_lines_and_stats_counts(kb, home):
    kb("remember", "a", "b")
    assert kb("verify")[0] == 0
    assert [row["facts"] for row in json.loads(kb("stats", "--json")[1])] == [1, 0]
    path = home / "kb" / "world" / "facts.jsonl"
    path.write_bytes(path.read_bytes() + b"scribble\n")
    code, out, _ = kb("verify")
    assert code == 1
    assert "world/facts.jsonl  1 lines of it are no facts" in out


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("remember", " "), 2, "a fact needs a"),
        (("remember", "k", ""), 2, "a fact needs a value"),
        (("remember", "k", "v", "--kb", "all"), 2, "one base"),
        (("remember", "k", "v", "--kb", "moon"), 2, "'moon' is no knowledge base"),
        (("remember", "k", "v", "--at", "here"), 2, "'here' is no place"),
        (("forget",), 2, "a key, or --prefix"),
        (("forget", "k", "--prefix", "p"), 2, "a key, or --prefix"),
        (("forget", "--prefix", ""), 2, "everything"),
        (("forget", "k"), 66, "nothing is remembered under 'k'"),
    ],
)
def test_wrong_words_are_named(kb, words, code, says):
    done = kb(*words)
    assert (done[0], done[1]) == (code, "")
    assert says in done[2]
