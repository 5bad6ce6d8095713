"""Items with their components or NBT, and tests for items."""

from __future__ import annotations

import pytest
from grammar_cases import MIDDLE, NEW, NEWEST, OLD, fault, read

_REPEATED = "Item component 'minecraft:damage' was repeated, but only one value can be specified"


@pytest.mark.parametrize("version", [OLD, MIDDLE])
def test_nbt_until_1_20_4(version):
    found = read("item_stack", "minecraft:stick{Damage:1,display:{Name:'\"x\"'}}", version)
    assert found["nbt"] == {"Damage": 1, "display": {"Name": '"x"'}}
    assert fault("item_stack", "stick[damage=1]", version)


@pytest.mark.parametrize("version", [NEW, NEWEST])
def test_components_since_1_20_5(version):
    found = read("item_stack", "stick[damage=1,minecraft:max_damage=5,!lore, custom_data = {a:1b} ,]", version)
    assert found == {
        "id": "minecraft:stick",
        "components": {"minecraft:damage": 1, "minecraft:max_damage": 5, "minecraft:custom_data": {"a": 1}},
        "removed": ["minecraft:lore"],
        "nbt": None,
    }
    assert fault("item_stack", "stick{Damage:1}", version)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("stick[", "Expected ']'"),
        ("stick[,]", "Unknown item component 'minecraft:'"),
        ("stick[damage]", "Expected '='"),
        ("stick[damage=]", "Expected value"),
        ("stick[damage=1", "Expected ']'"),
        ("stick[damage=1,", "Expected item component"),
        ("stick[damage=1,damage=2]", _REPEATED),
        ("stick[damage=1,!damage]", _REPEATED),
        ("stick[foo=1]", "Unknown item component 'minecraft:foo'"),
        ("stick[mod:damage=1]", "Unknown item component 'mod:damage'"),
        ("stick[damage=-1]", "Malformed 'minecraft:damage' component"),
        ("stick[damage=x]", "Malformed 'minecraft:damage' component"),
        ("stick[max_stack_size=100]", "Malformed 'minecraft:max_stack_size' component"),
        ("stick[rarity=great]", "Malformed 'minecraft:rarity' component"),
        ("stick[unbreakable=1]", "Malformed 'minecraft:unbreakable' component"),
        ("stick[lore='x']", "Malformed 'minecraft:lore' component"),
        ("stick[enchantments={sharpness:0}]", "Malformed 'minecraft:enchantments' component"),
        ("stick[enchantments={sharpness:256}]", "Malformed 'minecraft:enchantments' component"),
        ("stick[enchantments={sharpnes:1}]", "Malformed 'minecraft:enchantments' component"),
        ("stick[enchantments=[1]]", "Malformed 'minecraft:enchantments' component"),
        ("stick[custom_name={text:'x'}]", "Malformed 'minecraft:custom_name' component"),
        ("stick[custom_name='{text']", "Malformed 'minecraft:custom_name' component"),
        ("stick[lore=['{}']]", "Malformed 'minecraft:lore' component"),
    ],
)  # fmt: skip
def test_the_words_of_a_refusal(text, message):
    assert fault("item_stack", text, NEW).startswith(message)


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        ('stick[custom_name=\'{"text":"x"}\']', [NEW, NEWEST]),
        ("stick[custom_name={text:'x'}]", [NEWEST]),
        ("stick[custom_name=x]", [NEWEST]),
        ("stick[enchantments={levels:{sharpness:5}}]", [NEW]),
        ("stick[enchantments={levels:{sharpness:5},show_in_tooltip:false}]", [NEW]),
        ("stick[enchantments={sharpness:5,'mymod:x':1}]", [NEW, NEWEST]),
        ("stick[lore=['\"x\"']]", [NEW, NEWEST]),
        ("stick[lore=[x,{text:y}]]", [NEWEST]),
        ("stick[enchantment_glint_override=true]", [NEW, NEWEST]),
        ("stick[food={nutrition:1,saturation:1}]", [NEW, NEWEST]),
    ],
)
def test_what_components_hold(text, versions):
    assert [version for version in (NEW, NEWEST) if not fault("item_stack", text, version)] == versions


@pytest.mark.parametrize("version", [NEW, NEWEST])
@pytest.mark.parametrize(
    ("text", "tests"),
    [
        ("*", []),
        ("*[count=3]", [[False, "minecraft:count", "=", 3]]),
        ("*[count~{max:2}]", [[False, "minecraft:count", "~", {"max": 2}]]),
        ("stick[damage]", [[False, "minecraft:damage", "", None]]),
        ("stick[!damage|damage=1, custom_data~{a:1}]",
         [[True, "minecraft:damage", "", None], [False, "minecraft:damage", "=", 1],
          [False, "minecraft:custom_data", "~", {"a": 1}]]),
        ("#minecraft:planks[]", []),
    ],
)  # fmt: skip
def test_tests_for_items(text, tests, version):
    assert read("item_predicate", text, version)["tests"] == tests


@pytest.mark.parametrize(
    "text", ["*[", "*[foo]", "*[foo~{}]", "*[lore~{}]", "*[damage=]", "*[damage=1", "*[|]", "**", "#planks{}", "*{}"]
)
def test_what_tests_for_items_refuse(text):
    assert fault("item_predicate", text, NEW)


def test_tests_for_items_until_1_20_4():
    assert read("item_predicate", "stick{a:1b}", MIDDLE) == {"id": "minecraft:stick", "tests": [], "nbt": {"a": 1}}
    assert fault("item_predicate", "*", MIDDLE)
