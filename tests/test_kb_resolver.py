"""The resolver: names to items, pages and facts, each as sure as it deserves."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod.errors import BadUsage
from mcgod.grammar import registry
from mcgod.kb import kinds
from mcgod.kb.fact import Fact
from mcgod.kb.identify import normal
from mcgod.kb.port import Reference
from mcgod.kb.resolver import FRESH, STALE, TYPES, Resolver, freshness, resolve_json

VERSION = "1.21.4"
NOW = 1_796_040_000.0
ITEMS = registry.load(VERSION)


def resolver(hits=(), facts=(), version=VERSION):
    return Resolver(
        registry.load(version),
        lambda item: kinds.way(item, version),
        search=(lambda _query, limit: hits[:limit]) if hits else None,
        facts=lambda: [("world", fact) for fact in facts],
        clock=lambda: NOW,
    )


def best(text, **options):
    found = resolver(**options).resolve(text).best
    assert found, text
    return found


def hit(ref, score, title="A title"):
    return Reference.read(ref), title, score


@pytest.mark.parametrize(
    ("text", "id", "confidence"),
    [
        ("oak_log", "oak_log", 0.95), ("  Oak Log ", "oak_log", 0.95), ("MINECRAFT:OAK-LOG", "oak_log", 0.95),
        ("öak_lög", "oak_log", 0.95), ("64 oak_log", "oak_log", 0.95), ("some dirt", "dirt", 0.95),
        ("wood", "oak_log", 0.90), ("grass", "short_grass", 0.90), ("steak", "cooked_beef", 0.90),
        ("block of iron", "iron_block", 0.90), ("leaves", "oak_leaves", 0.90), ("workbench", "crafting_table", 0.90),
        ("torches", "torch", 0.85), ("logs", "oak_log", 0.85), ("axes", "iron_axe", 0.85),
        ("Oak Logs", "oak_log", 0.85),
        ("glasses", "glass", 0.85), ("bookshelves", "bookshelf", 0.85), ("eyes of ender", "ender_eye", 0.85),
        ("sword_diamond", "diamond_sword", 0.80), ("gold sword", "golden_sword", 0.80),
        ("daimond", "diamond", 0.70), ("tourch", "torch", 0.70), ("golden appel", "golden_apple", 0.70),
        ("enchantng tabel", "enchanting_table", 0.60), ("pickaxs", "iron_pickaxe", 0.70),
    ],
)  # fmt: skip
def test_names_and_how_sure_they_are(text, id, confidence):
    found = best(text)
    assert (found.id, found.confidence) == (id, confidence)
    assert found.type == kinds.way(id, VERSION).type


@pytest.mark.parametrize("version", ["1.16.5", "26.1"])
def test_every_id_resolves_to_itself_in_every_spelling(version):
    known = resolver(version=version)
    for item in registry.load(version).ids("item"):
        for text in (item, f"minecraft:{item}", item.replace("_", " ").title(), item.replace("_", "-").upper()):
            found = known.resolve(text).best
            assert found, text
            assert (found.id, found.confidence) == (item, 0.95)


@given(st.text(max_size=40))
def test_an_item_is_sure_only_when_its_id_is_what_was_asked(text):
    try:
        found = resolver().resolve(text).best
    except BadUsage:
        return
    if found and found.confidence == 0.95:
        assert normal(text).endswith(found.id)


def test_an_unknown_name_is_no_item_and_is_told_what_is_near():
    found = resolver().resolve("diamond chestplate plus")
    assert found.candidates == []
    assert found.suggestions[0] == "diamond_chestplate"
    told = found.to_json()
    assert (told["itemId"], told["candidateType"], told["confidence"]) == (None, "Unknown", 0.0)
    assert resolver().resolve("house").candidates == []


def test_several_ids_a_letter_away_are_all_told_and_called_ambiguous():
    found = resolver().resolve("bed of red")
    assert found.best is None or found.best.confidence < 0.95
    found = resolver().resolve("rad_wool")
    assert [one.id for one in found.candidates] == ["red_wool"]
    found = resolver().resolve("baked")
    assert not [one for one in found.candidates if one.confidence > 0.7]


def test_search_counts_for_six_tenths_and_an_item_only_once():
    hits = [
        hit("agent:item:diamond", 1.0),
        hit("agent:page:item-registry/diamond", 1.0),
        hit("world:page:mines/east", 0.9, "The east mine"),
        hit("agent:item:diamond_ore", 0.5, "Diamond Ore"),
        hit("world:fact:note:x", 1.0),
        hit("world:memory:odd", 7.0),
    ]
    found = resolver(hits).resolve("diamond", top=10).candidates
    assert [(one.id, one.type, round(one.confidence, 3)) for one in found] == [
        ("diamond", "DirectMineable", 0.95),
        ("odd", "WikiPage", 0.6),
        ("mines/east", "WikiPage", 0.54),
        ("diamond_ore", "DirectMineable", 0.3),
    ]
    assert found[2].ref == "world:page:mines/east"


def test_two_pages_of_one_worth_are_ambiguous_and_two_apart_are_not():
    near = resolver([hit("world:page:a", 0.8), hit("world:page:b", 0.72)]).resolve("castle")
    far = resolver([hit("world:page:a", 0.9), hit("world:page:b", 0.8)]).resolve("castle")
    edge = resolver([hit("world:page:a", 1.0), hit("world:page:b", 0.55 / 0.6)]).resolve("castle")
    assert (near.ambiguous, far.ambiguous, edge.ambiguous) == (True, False, True)


def test_the_newest_fact_wins_and_both_key_and_value_speak():
    facts = [
        Fact("note:a", "diamond at 1 2 3", at=NOW - 10_000),
        Fact("note:a", "diamonds at 4 5 6", at=NOW - 10),
        Fact("found:diamond:east", "many", at=NOW - 30),
        Fact("diamond:note", "of another kind", at=NOW),
        Fact("note:b", "a diamond_ore vein", at=NOW - 3600),
        Fact("note:c", "diamondback snakes", at=NOW),
    ]
    found = [one for one in resolver(facts=facts).resolve("Diamonds", top=9).candidates if one.type == "WorldFact"]
    assert [(one.id, one.detail) for one in found] == [
        ("found:diamond:east", "many"),
        ("note:a", "diamonds at 4 5 6"),
        ("note:b", "a diamond_ore vein"),
    ]
    assert [one.confidence for one in found[:2]] == [0.70, 0.70]
    assert 0.50 < found[2].confidence < 0.51
    assert found[0].ref == "world:fact:found:diamond:east"


def test_a_fact_speaks_of_the_item_that_an_everyday_name_means():
    found = resolver(facts=[Fact("note:x", "oak logs by the river", at=NOW)]).resolve("wood").candidates
    assert [one.type for one in found] == ["DirectMineable", "WorldFact"]


@given(st.floats(0, 1e7), st.floats(0, 1.0))
def test_a_fact_fades_without_a_jump(age, step):
    older = freshness(age + step)
    assert STALE <= older <= freshness(age) <= FRESH
    assert freshness(age) - older <= 0.0003 * step + 1e-9


def test_a_fact_is_fresh_for_a_minute_and_halfway_gone_ten_minutes_later():
    assert freshness(-5) == freshness(0) == freshness(60) == 0.70
    assert freshness(660) == pytest.approx(0.60)
    assert freshness(1e9) == 0.50


def test_types_threshold_and_number():
    facts = [Fact(f"note:{n}", "a torch", at=NOW) for n in range(9)]
    known = resolver([hit("world:page:a", 0.5)], facts)
    assert {one.type for one in known.resolve("torch", types=["wikipage", "Craftable"]).candidates} == {
        "WikiPage",
        "Craftable",
    }
    assert [one.id for one in known.resolve("torch", threshold=0.9).candidates] == ["torch"]
    assert len(known.resolve("torch", top=3).candidates) == 3
    assert known.resolve("torch", top=1, types=["WorldFact"]).ambiguous


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("", {}), (" - ", {}), ("minecraft:", {}), ("x" * 201, {}), ("torch", {"types": ["Minable"]}),
        ("torch", {"threshold": 1.01}), ("torch", {"threshold": float("nan")}), ("torch", {"top": 0}),
        ("torch", {"top": 51}),
    ],
)  # fmt: skip
def test_wrong_calls_are_named(text, options):
    with pytest.raises(BadUsage):
        resolver().resolve(text, **options)


def test_the_gateways_answer_has_the_documented_form():
    told = resolve_json(resolver(), "diamond")
    assert json.loads(json.dumps(told)) == told
    assert {name: told[name] for name in ("query", "itemId", "candidateType", "confidence", "sourceBlocks")} == {
        "query": "diamond", "itemId": "diamond", "candidateType": "DirectMineable", "confidence": 0.95,
        "sourceBlocks": ["deepslate_diamond_ore", "diamond_ore"],
    }  # fmt: skip
    assert told["resolvedAt"] == "2026-11-30T12:00:00.000Z"
    assert (told["candidateCount"], told["wasAmbiguous"], told["suggestions"]) == (1, False, [])
    assert told["best"] == told["candidates"][0]
    assert told["best"]["ref"] == "agent:item:diamond"
    assert told["candidateType"] in TYPES


@pytest.fixture
def kb(mcgod):
    def run(*words):
        done = mcgod("kb", *words)
        return done.exit_code, done.stdout, done.stderr

    return run


def test_the_command_answers_people_and_machines(kb):
    code, out, err = kb("resolve", "oak", "logs", "--mc", "1.20.4")
    assert (code, err) == (0, "")
    assert out.splitlines()[1].split() == ["0.85", "DirectMineable", "oak_log", "plural", "source_blocks:", "oak_log"]
    kb("remember", "found:wood", "logs near the well")
    told = json.loads(kb("resolve", "wood", "--json", "--top", "2")[1])
    assert [one["type"] for one in told["candidates"]] == ["DirectMineable", "WorldFact"]
    assert kb("resolve", "qqzzvv") == (1, "", "mcgod: nothing is known as 'qqzzvv'\n")


def test_the_command_looks_into_pages_whatever_marks_the_name_has(kb, mcgod):
    mcgod("kb", "add", "--id", "forge", input="# The forge\nHe buys diamonds.\n")
    for name in ("minecraft:diamond", '"diamond', "-diamond", "diamond*"):
        told = json.loads(kb("resolve", "--json", "--top", "50", "--", name)[1])
        assert told["itemId"] == "diamond"
        assert "world:page:forge" in [one["ref"] for one in told["candidates"]]
    refs = [one["ref"] for one in told["candidates"]]
    assert len(refs) == len(set(refs))
    assert all(kb("get", ref)[0] == 0 for ref in refs)


def test_the_version_decides_what_there_is(kb):
    assert json.loads(kb("resolve", "raw_iron", "--json", "--mc", "1.21.4")[1])["candidateType"] == "DirectMineable"
    told = json.loads(kb("resolve", "mace", "--json", "--mc", "1.16.5", "--types", "Craftable,WikiItem")[1])
    assert told["itemId"] != "mace"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("resolve", ""), "no item is named"),
        (("resolve", "x", "--types", "Ore"), "'Ore' is no type"),
        (("resolve", "x", "--threshold", "2"), "from 0 to 1"),
        (("resolve", "x", "--top", "0"), "0 candidates"),
    ],
)
def test_the_command_names_what_is_wrong(kb, words, says):
    code, out, err = kb(*words)
    assert (code, out) == (2, "")
    assert says in err
