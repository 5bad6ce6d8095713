"""What a fresh machine knows: items out of the game data, and the pages that ship."""

import pytest

from mcgod.errors import NotFound
from mcgod.grammar import recipes, registry
from mcgod.kb import starter
from mcgod.kb.items import Items
from mcgod.kb.local import LocalBase
from mcgod.kb.verify import verify


@pytest.fixture(scope="module")
def items():
    return Items(registry.load("1.21.4"), recipes.load("1.21.4"))


def test_an_item_says_what_it_is_made_of_and_used_for(items):
    bread = items.get("minecraft:Bread")
    assert (str(bread.reference), bread.title, bread.tags) == (
        "agent:item:bread",
        "Bread",
        ("item", "food", "craftable"),
    )
    assert bread.links == ("agent:item:wheat",)
    assert bread.more["recipes"] == [{"count": 1, "needs": {"wheat": 3}}]
    assert "3 Wheat make 1." in bread.body
    wheat = items.get("item:wheat")
    assert "bread" in wheat.more["used_in"]
    assert "No crafting recipe" in items.get("elytra").body
    assert "One slot holds 16." in items.get("ender pearl").body


def test_every_item_has_an_entry_and_a_stamp(items):
    stamps, entries = items.stamps(), list(items.entries())
    assert [str(entry.reference) for entry in entries] == list(stamps)
    assert len(entries) > 1000
    assert [entry.id for entry in items.entries({"agent:item:chest"})] == ["chest"]
    other = Items(registry.load("1.20.4"), recipes.load("1.20.4"))
    assert other.stamps()["agent:item:chest"] != stamps["agent:item:chest"]


def test_an_item_that_is_none_has_a_hint(items):
    with pytest.raises(NotFound) as caught:
        items.get("item:oak_lgo")
    assert caught.value.hint == "did you mean item:oak_log?"


def test_the_pages_that_ship_are_sound(items, tmp_path):
    base = LocalBase(tmp_path / "agent", "agent", shipped=starter.FOLDER)
    pages = list(base.entries())
    assert len(pages) == len(list(starter.FOLDER.rglob("*.md"))) >= 15
    assert all(page.tags and page.body.startswith("# ") for page in pages)
    assert verify(base, exists=items.has) == []
    assert not base.folder.exists()
