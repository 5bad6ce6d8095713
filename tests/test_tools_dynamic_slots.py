"""The slots of dynamic content: their ids, and the file that they are kept in."""

import json

import pytest
from dynamic_play import Dynamic, slot

from mcgod.errors import BadInput, BadUsage, Busy, NotFound, Refused, StoreFailed
from mcgod.tools.dynamic.slots import KINDS, from_json, kind_of, of_id
from mcgod.tools.dynamic.store import Slots

MODS = {
    "enabled": True,
    "items": [
        {"slot": 1, "active": True, "name": "Wand", "material_item": "minecraft:stick", "throwable": True},
        {"slot": 2, "active": False, "name": "", "material_item": "minecraft:stick", "throwable": False},
    ],
    "blocks": [{"slot": 3, "active": True, "name": "Slide", "material_block": "minecraft:ice", "friction": 0.98}],
    "fluids": [{"slot": 30, "active": True, "name": "Ink", "material_fluid": "minecraft:water", "color": "#101020"}],
}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "dynamic" / "slots.json"
    path.parent.mkdir()
    return path


@pytest.mark.parametrize(
    ("text", "kind", "number"),
    [
        ("mcgod:dynamic_item_001", "item", 1),
        ("mineclawd:dynamic_item_030", "item", 30),
        ("Mineclawd:Dynamic_Block_007", "block", 7),
        ("mineclawd:dynamic_fluid_002", "fluid", 2),
        ("mineclawd:flowing_dynamic_fluid_002", "fluid", 2),
        ("mineclawd:dynamic_fluid_block_002", "fluid", 2),
        ("mcgod:dynamic_fluid_bucket_002", "fluid", 2),
    ],
)
def test_the_ids_of_the_mod_and_ours_name_a_slot(text, kind, number):
    assert of_id(text) == (KINDS[kind], number)


@pytest.mark.parametrize(
    "text",
    [
        "minecraft:dynamic_item_001",
        "mcgod:dynamic_item_1",
        "mcgod:dynamic_item_bucket_001",
        "mcgod:dynamic_cat_001",
        "",
    ],
)
def test_other_ids_name_none(text):
    assert of_id(text) is None


def test_a_kind_is_known_in_the_plural_and_in_any_case():
    assert kind_of(" Items ") == kind_of("item") == KINDS["item"]
    with pytest.raises(BadUsage, match="'cars' is none"):
        kind_of("cars")


def test_a_file_of_the_mod_is_read_and_keeps_its_shape(file):
    file.write_text(json.dumps(MODS))
    slots = Slots(file)
    found = {kind.plural: [one.to_json() for one in slots.active(kind)] for kind in KINDS.values()}
    assert found == {"items": MODS["items"][:1], "blocks": MODS["blocks"], "fluids": MODS["fluids"]}
    slots.put(slot("item", 4, "Rope"), None, lambda: None)
    rope = {"slot": 4, "active": True, "name": "Rope", "material_item": "minecraft:stick"}
    assert json.loads(file.read_text()) == {"v": 1, **MODS, "items": [*MODS["items"], rope]}
    slots.clear(slot("item", 4, "Rope"), lambda: None)
    assert json.loads(file.read_text()) == {"v": 1, **MODS}


def test_what_is_not_understood_stays_in_the_file_and_counts_for_nothing(file):
    odd = [
        "?",
        {"slot": "1", "active": True},
        {"slot": 31, "active": True, "name": "x"},
        {"slot": True, "active": True, "name": "x"},
        {"slot": 1, "active": True, "name": 3},
        {"slot": 6, "active": True, "name": "x", "material_item": "stick[damage=1]"},
    ]
    file.write_text(json.dumps({"v": 1, "items": odd, "creative_tab": {"icon": 3}}))
    slots = Slots(file)
    assert slots.active(KINDS["item"]) == []
    slots.put(slot("item", 1), None, lambda: None)
    kept = json.loads(file.read_text())
    assert kept["items"] == [*odd, slot("item", 1).to_json()]
    assert kept["creative_tab"] == {"icon": 3}


def test_a_property_of_the_wrong_kind_counts_as_not_given():
    wrong = {"throw_speed": "fast", "max_count": 100, "use_action": ["eat"], "throwable": 1}
    raw = {"slot": 1, "active": True, "name": "x", **wrong, "glint_mode": "true", "own": [1]}
    found = from_json(KINDS["item"], raw)
    assert found
    assert found.properties == {"glint_mode": "true", "own": [1]}


@pytest.mark.parametrize(
    ("content", "stays"),
    [("{", False), ("[]", False), ('{"items":3}', False), ("[" * 100_000, False), ('{"v":2,"items":[]}', True)],
)
def test_a_file_that_is_not_understood_is_never_overwritten(file, content, stays):
    file.write_text(content)
    with pytest.raises(BadInput):
        Slots(file).put(slot("item"), None, lambda: None)
    assert file.exists() == stays
    assert content in [one.read_text() for one in file.parent.iterdir()]


def test_a_slot_that_somebody_else_changed_meanwhile_is_not_overwritten(file):
    slots = Slots(file)
    slots.put(slot("item", 1, "First"), None, lambda: None)
    ran = []
    with pytest.raises(Busy):
        slots.put(slot("item", 1, "Second"), None, lambda: ran.append(1))
    assert (ran, slots.get(KINDS["item"], 1).name) == ([], "First")


def test_a_slot_whose_files_were_not_written_is_not_recorded(file):
    def fail():
        raise StoreFailed("disk full")

    with pytest.raises(StoreFailed):
        Slots(file).put(slot("item"), None, fail)
    assert not file.exists()


def test_a_slot_that_is_not_active_is_named_with_those_that_are(file):
    slots = Slots(file)
    with pytest.raises(NotFound) as none:
        slots.get(KINDS["item"], 3)
    assert none.value.hint == "register-dynamic-item makes one"
    slots.put(slot("item", 7), None, lambda: None)
    with pytest.raises(NotFound) as other:
        slots.get(KINDS["item"], 3)
    assert (other.value.message, other.value.hint) == ("slot: item 3 is not active", "active are 7")


def test_what_is_switched_off_is_shown_and_not_changed(tmp_path, file):
    file.write_text(json.dumps({**MODS, "enabled": False}))
    play = Dynamic(tmp_path)
    assert play("list-dynamic-content").text.startswith("dynamic content is switched off")
    with pytest.raises(Refused, match="switched off"):
        play("register-dynamic-item", name="x")
    with pytest.raises(Refused, match="switched off"):
        play("update-dynamic-item", slot=1)
    with pytest.raises(Refused, match="switched off"):
        play("unregister-dynamic-content", type="item", slot=1)
    assert json.loads(file.read_text()) == {**MODS, "enabled": False}
