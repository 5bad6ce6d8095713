"""Which id a name stands for: spelling, order, plural and display names, and one wrong letter."""

from __future__ import annotations

import pytest
from grammar_cases import NEW, VERSIONS
from hypothesis import given
from hypothesis import strategies as st

from mcgod.grammar.naming.edits import one_edit
from mcgod.grammar.naming.spelling import meant, misspelt, snake
from mcgod.grammar.registry import load

short = st.text("abc_", max_size=5)


def edits(word: str) -> set[str]:
    """Return everything that is one letter from ``word``."""
    splits = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    near = {left + right[1:] for left, right in splits if right}
    near |= {left + right[1] + right[0] + right[2:] for left, right in splits if len(right) > 1}
    near |= {left + letter + right[1:] for left, right in splits if right for letter in "abc_"}
    near |= {left + letter + right for left, right in splits for letter in "abc_"}
    return near - {word}


@given(short, short)
def test_one_edit_is_what_trying_every_edit_finds(one: str, other: str):
    assert one_edit(one, other) == (other in edits(one))


@pytest.mark.parametrize(
    "written",
    ["Oak Log", "OakLog", "oak-log", "OAK_LOG", "minecraft:oak_log", "Minecraft:Oak_Log", "item:oak_log", "oakLog"],
)
def test_ways_to_write_an_id(written: str):
    assert snake(written) == "oak_log"


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("kind", ["item", "block", "entity_type", "mob_effect", "enchantment", "particle_type"])
def test_every_id_stands_for_itself_and_none_for_another(version: str, kind: str):
    registry = load(version)
    for name in registry.ids(kind):
        assert meant(kind, name, registry) == name
        assert meant(kind, name.upper(), registry) == name
        assert meant(kind, name.replace("_", " "), registry) == name


@pytest.mark.parametrize("version", VERSIONS)
def test_display_names_stand_for_their_things(version: str):
    """Unless several things share one, or the name is another thing's id: then the id counts."""
    registry = load(version)
    shown: dict[str, list[str]] = {}
    for name in registry.ids("item"):
        shown.setdefault(registry.display(name), []).append(name)
    wrong = {}
    for display, names in shown.items():
        found = meant("item", display, registry)
        if len(names) == 1 and found != names[0] and found != snake(display):
            wrong[display] = (names[0], found)
        if len(names) > 1 and not registry.has("item", snake(display)):
            assert found is None, display
    assert wrong == {}


@pytest.mark.parametrize(
    ("kind", "written", "found"),
    [
        ("item", "daimond_sword", "diamond_sword"),
        ("item", "diamnd", "diamond"),
        ("item", "breadd", "bread"),
        ("mob_effect", "speeed", "speed"),
        ("entity_type", "chiken", "chicken"),
        ("item", "grass", None),  # a name of another version
        ("item", "steak", None),  # an everyday name that is two letters from a stick
        ("item", "redstone_dust", None),
        ("item", "cow", None),  # a creature's name
        ("item", "carot", "carrot"),
        ("item", "oak_lo", "oak_log"),
        ("item", "bricku", None),  # brick, or bricks
        ("item", "oak_lo_g", None),  # a word too many
        ("item", "xiamond", None),  # nobody gets the first letter wrong
        ("item", "zzzzz", None),
        ("enchantment", "sharpnes", "sharpness"),
        ("attribute", "max_helth", "max_health"),
        ("enchantment", "protecton", "protection"),
    ],
)
def test_one_wrong_letter(kind: str, written: str, found: str | None):
    assert misspelt(kind, written, load(NEW)) == found
