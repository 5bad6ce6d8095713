"""The repairs of the rules, held against a corpus of what models write, and against the game's own data."""

from __future__ import annotations

from collections import Counter

import pytest
from grammar_cases import NEW, NEWEST, VERSIONS
from repair_cases import Case, context, corpus, mended

from mcgod.grammar import trees
from mcgod.grammar.naming import renames
from mcgod.grammar.registry import known, load
from mcgod.rules import repairs
from mcgod.rules.judge import judge
from mcgod.rules.repairs import gamerules, mending

CORPUS = corpus()


@pytest.mark.parametrize("case", CORPUS, ids=lambda case: f"{case.version}-{case.mode}-{case.proposed}")
def test_corpus(case: Case):
    verdict = judge(case.proposed, case.context)
    assert verdict.command == case.command
    assert ",".join(repair.rule for repair in verdict.repairs) == case.made


def test_the_corpus_is_wide_enough():
    assert len(CORPUS) >= 200
    versions = Counter(case.version for case in CORPUS)
    assert set(versions) == set(VERSIONS)
    assert min(versions.values()) >= 40
    assert sum(case.command is None for case in CORPUS) >= 40
    assert sum(case.command == case.proposed for case in CORPUS) >= 10


def test_every_rewrite_is_in_the_corpus():
    made = {name for case in CORPUS if case.command for name in case.made.split(",")}
    # The others need what hygiene takes off, or refuses, before the repairs see it.
    names = {rewrite.__name__.replace("_", "-") for rewrite in (*mending.ORDER, *repairs.FINISHING)}
    assert names - made == {"slash-after-run"}


def test_every_rewrite_says_what_it_does():
    for rewrite in (*mending.ORDER, *repairs.FINISHING):
        assert "->" in (rewrite.__doc__ or ""), rewrite.__name__


def test_a_rewrite_that_changes_the_family_is_dropped(monkeypatch: pytest.MonkeyPatch):
    def worse(command: str, *_: object) -> str:
        return command.replace("effect clear", "kill", 1).removesuffix(" now")

    monkeypatch.setattr(mending, "ORDER", (worse,))
    monkeypatch.setattr(repairs, "FINISHING", (worse,))
    for command in ("effect clear Steve now", "effect clear Steve", "execute as Steve run effect clear Alex"):
        assert mended(command, mode="sudo") == command


def test_a_rewrite_that_helps_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch):
    def shorter(command: str, *_: object) -> str:
        return command.rpartition(" ")[0]

    def deeper(command: str, *_: object) -> str:
        raise RecursionError

    monkeypatch.setattr(mending, "ORDER", (deeper, shorter))
    monkeypatch.setattr(repairs, "FINISHING", (deeper, shorter))
    for command in ("give Steve bread", "time set daylight", "give Steve"):
        assert mended(command) == command


def test_a_slash_behind_run_goes():
    assert mended("execute as @a run /say hi", mode="sudo") == "execute as @a run say hi"


@pytest.mark.parametrize(
    ("proposed", "command"),
    [
        ("give bread 3 Alex", None),  # for somebody else than the player who prayed
        ("give bread 3 Steve", "give Steve minecraft:bread 3"),
        ("give Steve wood 5", "give Steve minecraft:oak_log 5"),
        ("give Steve bed 1", "give Steve minecraft:white_bed 1"),
    ],
)
@pytest.mark.parametrize("version", VERSIONS)
def test_b074_swapped_arguments_and_everyday_names(proposed: str, command: str | None, version: str):
    assert judge(proposed, context(version)).command == command


@pytest.mark.parametrize("version", VERSIONS)
def test_b075_nobody_is_behind_the_selectors_of_rcon(version: str):
    assert judge("tp @s ~ ~10 ~", context(version)).command == "execute at Steve run tp Steve ~ ~10 ~"
    assert judge("give @p bread 1", context(version)).command == "give Steve minecraft:bread 1"


def test_b071_components_that_have_no_older_form_are_refused():
    proposed = 'give Steve shears[can_break={blocks:"white_wool"}]'
    assert judge(proposed, context("1.20.4")).reason == "wrong-form"
    assert mended(proposed, "1.20.4") == proposed


def test_b072_text_keys_follow_the_version():
    old = '{"text":"x","hoverEvent":{"action":"show_text","contents":"y"}}'
    new = '{"text":"x","hover_event":{"action":"show_text","value":"y"}}'
    for version, wanted in (("1.21.4", old), ("1.21.5", new), (NEWEST, new)):
        assert judge(f"tellraw Alex {old}", context(version, "sudo")).command == f"tellraw Alex {wanted}"
    click = '{"text":"x","clickEvent":{"action":"run_command","value":"/op Mallory"}}'
    for version in (NEW, NEWEST):
        assert judge(f"tellraw Alex {click}", context(version, "sudo")).reason == "click-action"


@pytest.mark.parametrize(
    ("version", "proposed", "never"),
    [
        ("1.21.4", "give Steve grass 1", "glass"),
        ("1.20.4", "give Steve brass 1", "grass"),
        ("1.16.5", "give Steve brass 1", "grass"),
        ("1.21.4", "give Steve steak 1", "stick"),
        ("1.21.4", "give Steve redstone_dust 1", "glowstone"),
        ("1.21.4", "summon house 0 64 0", "horse"),
        ("1.21.4", "give Steve coat 1", "coal"),
        ("1.21.4", "give Steve oak_slob 1", "oak_sign"),
        ("1.21.4", "give Steve music_disk 1", "music_disc_"),
    ],
)
def test_words_of_their_own_are_not_taken_for_misspelt(version: str, proposed: str, never: str):
    assert never not in mended(proposed, version)


def test_names_that_changed_are_those_that_the_registries_say():
    """Each pair was never known together, and the older name went when, or before, the newer one came."""
    registries = [load(version) for version in known()]
    for kind, pairs in renames.RENAMED.items():
        for old, new in pairs.items():
            has_old = [registry.has(kind, old) for registry in registries]
            has_new = [registry.has(kind, new) for registry in registries]
            assert any(has_new), (kind, new)
            assert not any(a and b for a, b in zip(has_old, has_new, strict=True)), (kind, old, new)
            # The last that has the old name is older than the first that has the new; some went before all of these.
            assert True not in has_old[has_new.index(True) :], (kind, old)


def test_names_of_before_1_13_are_gone_and_lead_somewhere():
    newest = load(NEWEST)
    for kind, pairs in renames.FLATTENED.items():
        for old, new in pairs.items():
            assert not newest.has(kind, old), (kind, old)
            found = (new, *renames.counterpart(kind, new))
            assert kind == "block" or any(newest.has(kind, name) for name in found), (kind, old, new)


def test_numbers_of_before_1_13_lead_somewhere():
    newest = load(NEWEST)
    assert all(newest.has("mob_effect", name) for name in renames.EFFECT_NUMBERS.values())
    assert all(newest.has("enchantment", name) for name in renames.ENCHANTMENT_NUMBERS.values())


def test_gamerules_all_have_a_way_over_the_change_of_names():
    """Every rule of 1.21.10 leads to one of 1.21.11 and back, but for the few that have no counterpart."""
    before, after = (set(trees.load(version).root.literals["gamerule"].literals) for version in ("1.21.10", "1.21.11"))
    assert set(gamerules.IRREGULAR.values()) | set(gamerules.INVERTED.values()) <= after
    lost = set()
    for rule in before:
        value = next(word for word in ("true", "1") if repairs.look(f"gamerule {rule} {word}", context("1.21.10")).ok)
        there = mended(f"gamerule {rule} {value}", "1.21.11", "sudo")
        if not repairs.look(there, context("1.21.11")).ok:
            lost.add(rule)
            continue
        assert mended(there, "1.21.10", "sudo") == f"gamerule {rule} {value}"
    assert lost == {"allowFireTicksAwayFromPlayer"}


def test_a_turned_rule_keeps_its_meaning():
    assert mended("gamerule disableRaids true", "26.1", "sudo") == "gamerule raids false"
    assert mended("gamerule raids true", "1.21.4", "sudo") == "gamerule disableRaids false"
    assert mended("gamerule raids maybe", "1.21.4", "sudo") == "gamerule raids maybe"


def test_data_nested_without_end_is_left_alone():
    deep = '{"text":"x","extra":[' * 200 + '"y"' + "]}" * 200
    for proposed in (f"tellraw @a {deep}", f"give Steve stick[custom_name={deep}]", f"summon cow 0 64 0 {{a:{deep}}}"):
        for version in VERSIONS:
            mended(proposed, version, "sudo")


def test_a_repair_brings_no_character_in_that_hygiene_refuses():
    assert judge(r'give Steve writable_book[writable_book_content={pages:["a\nb"]}]', context("1.20.4")).command is None
    assert "\u202e" not in mended('title Steve title \'{"text":"\\u202eabc"}\'', "26.1")
