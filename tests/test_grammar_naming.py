"""The one table of names: plurals, edits, and how a name was read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod.grammar import registry
from mcgod.grammar.naming.edits import distance, one_edit
from mcgod.grammar.naming.everyday import EVERYDAY
from mcgod.grammar.naming.plurals import singular, singulars
from mcgod.grammar.naming.spelling import reading
from mcgod.llm.oracle.things import THINGS

NEW = registry.load("26.1")


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("torches", "torch"), ("logs", "log"), ("leaves", "leaf"), ("axes", "axe"), ("pickaxes", "pickaxe"),
        ("knives", "knife"), ("glasses", "glass"), ("boxes", "box"), ("berries", "berry"), ("cookies", "cookie"),
        ("bookshelves", "bookshelf"), ("loaves", "loaf"), ("potatoes", "potato"), ("horses", "horse"), ("eyes", "eye"),
        ("bushes", "bush"), ("apples", "apple"), ("olives", "olive"),
    ],
)  # fmt: skip
def test_plurals(plural, one):
    assert one in singulars(plural)


@pytest.mark.parametrize("word", ["glass", "moss", "grass", "torch", "s", "", "ss"])
def test_what_is_no_plural(word):
    assert singulars(word) == ()


def test_the_likeliest_singular():
    assert [singular(word) for word in ("axes", "pickaxes", "boxes", "leaves", "torches", "glass", "eyes")] == [
        "axe", "pickaxe", "box", "leaf", "torch", "glass", "eye",
    ]  # fmt: skip


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_distance_is_a_distance_and_knows_one_edit(one, other):
    far = distance(one, other, 9)
    assert far == distance(other, one, 9)
    assert (far == 0) == (one == other)
    assert (far == 1) == one_edit(one, other)
    assert distance(one, other, 1) == min(far, 2)


@pytest.mark.parametrize(
    ("written", "id", "how"),
    [
        ("minecraft:oak_log", "oak_log", "id"), ("Oak Log", "oak_log", "id"), ("wood", "oak_log", "everyday"),
        ("logs", "oak_log", "plural"), ("torches", "torch", "plural"), ("iron axes", "iron_axe", "plural"),
        ("grass", "short_grass", "renamed"), ("sword_diamond", "diamond_sword", "order"),
        ("block of iron", "iron_block", "display"), ("gold sword", "golden_sword", "variant"),
    ],
)  # fmt: skip
def test_how_a_name_was_read(written, id, how):
    assert reading("item", written, NEW) == (id, how)


def test_the_oracle_knows_everybodys_names_and_all_lead_to_items():
    for name, item in EVERYDAY["item"].items():
        assert NEW.has("item", item), item
        assert name in ("food", "firework") or name.replace("_", " ") in THINGS
    assert {item for item in THINGS.values() if not NEW.has("item", item)} == set()
