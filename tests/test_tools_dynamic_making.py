"""What slots become, in every version of the game: commands that its grammar and the rules take as they stand."""

import pytest
from dynamic_play import dialect, rules, slot
from hypothesis import given, settings
from hypothesis import strategies as st

from mcgod.errors import Refused
from mcgod.grammar.registry import known, load
from mcgod.tools.dynamic import functions
from mcgod.tools.dynamic.making import give, make
from mcgod.tools.dynamic.properties import TABLE

NAMES = [
    "Wand",
    'It\'s "quoted"',
    "back\\slash",
    "{curly}[square]",
    "🪄 Zauberstab für Ömer",
    "x" * 80,
    "$(macro)",
    "#1; say hi",
]
DATA = 'minecraft:custom_data={mcgod:{id:"mcgod:dynamic_item_001"}}'


def written(one, version):
    """The commands of each function of a slot; the rules must take them word for word."""
    spoken = dialect(version)
    made = make(one, spoken)
    texts = functions.texts(one, made, spoken)
    for path, commands in texts.items():
        data = functions.judged(one, path, commands, rules(version), level=2, confirm=None)
        assert data.decode().split("\n")[1:] == [*commands, ""]
    return made, texts


def values(kind):
    """Any properties that the schemas of a kind allow."""
    found = {}
    for name, one in TABLE[kind].items():
        schema = one.schema
        if name == "color":
            found[name] = st.from_regex(r"#[0-9a-f]{6}", fullmatch=True)
        elif "enum" in schema:
            found[name] = st.sampled_from(schema["enum"])
        elif schema["type"] == "boolean":
            found[name] = st.booleans()
        elif schema["type"] == "integer":
            found[name] = st.integers(schema["minimum"], schema["maximum"])
        elif schema["type"] == "number":
            found[name] = st.floats(schema["minimum"], schema["maximum"])
    return st.fixed_dictionaries({}, optional=found)


MATERIALS = {
    "item": ["stick", "apple", "golden_apple", "bow", "diamond_sword", "potion", "shield", "snowball", "nether_star"],
    "block": ["stone", "ice", "water", "oak_log", "red_bed", "wall_torch", "furnace"],
    "fluid": ["water", "lava", "flowing_lava"],
}


@pytest.mark.parametrize("version", known())
@pytest.mark.parametrize("kind", MATERIALS)
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_every_version_takes_whatever_a_slot_holds(version, kind, data):
    one = slot(
        kind,
        data.draw(st.integers(1, 30)),
        data.draw(st.sampled_from(NAMES)),
        f"minecraft:{data.draw(st.sampled_from(MATERIALS[kind]))}",
        **data.draw(values(kind)),
    )
    made, _ = written(one, version)
    command = give(one, "Alex", dialect(version))
    assert len(command.encode()) < 1446
    # What was given and is not in the item is told.
    never = {name for name in one.properties if TABLE[kind][name].since == (9999,)} - {"consume_on_throw"}
    assert never <= set(made.unmet)
    assert all(why.startswith("not without a mod") for why in made.unmet.values())


MODEL = 'minecraft:custom_model_data={floats:[771001.0],strings:["mcgod:dynamic_item_001"]}'
OLD_NAME = """{display:{Name:'{"text":"Wand","italic":false}'}"""
JSON_NAME = """[minecraft:item_name='{"text":"Wand"}'"""


@pytest.mark.parametrize(
    ("version", "data"),
    [
        ("1.18.2", OLD_NAME + ',CustomModelData:771001,mcgod:{id:"mcgod:dynamic_item_001"}}'),
        ("1.20.6", f"{JSON_NAME},minecraft:custom_model_data=771001,{DATA}]"),
        ("1.21.4", f"{JSON_NAME},{MODEL},{DATA}]"),
        ("26.1", f'[minecraft:item_name={{text:"Wand"}},{MODEL},{DATA}]'),
    ],
)
def test_the_item_is_spelled_as_its_version_has_it(version, data):
    assert give(slot("item"), "@s", dialect(version)) == f"give @s minecraft:stick{data} 1"


def thing(version, **how):
    """Base, components but those that every item has, what was removed, and what does not work."""
    made = make(slot("item", **how), dialect(version))
    own = {"item_name", "custom_model_data", "custom_data"}
    return made.base, {key: value for key, value in made.components.items() if key not in own}, made.removed, made.unmet


def test_a_thrown_item_is_a_snowball_that_looks_like_its_material():
    base, components, removed, unmet = thing("1.21.4", throwable=True, throw_cooldown_ticks=30, throw_speed=2.0)
    assert (base, removed) == ("minecraft:snowball", [])
    assert components == {
        "item_model": "minecraft:stick",
        "use_cooldown": {"seconds": 1.5, "cooldown_group": "mcgod:dynamic_item_001"},
        "max_stack_size": 64,
    }
    assert unmet == {"throw_speed": "not without a mod: it flies as a snowball does"}


def test_before_its_components_a_thrown_item_says_what_it_lacks():
    made = make(slot("item", throwable=True, throw_cooldown_ticks=30, max_count=5), dialect("1.20.4"))
    assert made.item.startswith("minecraft:snowball{")
    assert made.unmet == {
        "throw_cooldown_ticks": "not without a mod before 1.21.2: use_cooldown came with it",
        "max_count": "not without a mod before 1.20.5: max_stack_size came with it",
    }
    assert made.notes == ["it looks like a snowball: before 1.21.2 only a mod gives it the look of its material"]


NO_MOD = "not without a mod"
HELD = {"sound": "minecraft:intentionally_empty", "has_consume_particles": False}
DRUNK = {"sound": "minecraft:entity.generic.drink", "has_consume_particles": False}
FOOD = {"nutrition": 0, "saturation": 0.0, "can_always_eat": True, "eat_seconds": 1.6}


def taken(seconds, animation, **more):
    return {"consumable": {"consume_seconds": seconds, "animation": animation, **more}}


@pytest.mark.parametrize(
    ("version", "how", "components"),
    [
        ("1.21.4", {"use_action": "eat"}, taken(1.6, "eat")),
        ("1.21.4", {"use_action": "drink"}, taken(1.6, "drink", **DRUNK)),
        ("1.21.4", {"use_action": "bow"}, taken(3600.0, "bow", **HELD)),
        ("1.21.4", {"use_action": "spear", "use_time_ticks": 40}, taken(2.0, "spear", **HELD)),
        ("1.21.11", {"use_action": "spear", "use_time_ticks": 40}, taken(2.0, "trident", **HELD)),
        ("1.21.4", {"material": "minecraft:apple", "use_time_ticks": 10}, taken(0.5, "eat")),
        ("1.21.4", {"material": "minecraft:potion", "use_time_ticks": 10}, taken(0.5, "drink", **DRUNK)),
        ("1.21.1", {"use_action": "eat"}, {"food": FOOD}),
        ("1.21.4", {"glint_mode": "false"}, {"enchantment_glint_override": False}),
        ("1.21.4", {"consume_on_throw": True, "max_count": 0, "use_action": "material"}, {}),
    ],
)
def test_an_item_is_used_as_its_version_can(version, how, components):
    assert thing(version, **how)[1::2] == (components, {})


@pytest.mark.parametrize(
    ("version", "how", "why"),
    [
        ("1.21.4", {"use_time_ticks": 10}, ": stick is not used over time: give a use_action"),
        ("1.21.4", {"use_action": "eat", "material": "minecraft:bow"}, ": bow is used in its own way"),
        ("1.21.4", {"use_action": "eat", "throwable": True}, ": what is thrown is used at once"),
        ("1.21.4", {"consume_on_throw": False}, ": what is thrown is used up"),
        ("1.21.1", {"use_action": "drink"}, " before 1.21.2: consumable came with it"),
        ("1.20.4", {"use_action": "eat"}, " before 1.20.5: food came with it"),
        ("1.20.4", {"use_action": "none"}, " before 1.20.5: the use of an item cannot be taken from it"),
        ("1.20.4", {"glint_mode": "false"}, " before 1.20.5: enchantment_glint_override came with it"),
    ],
)
def test_what_its_version_cannot_is_told_and_left_out(version, how, why):
    made = make(slot("item", **how), dialect(version))
    assert made.unmet == {next(iter(how)): NO_MOD + why}
    assert not {"consumable", "food", "enchantment_glint_override"} & {*made.components}


def test_sounds_that_are_given_exist_where_they_are_given():
    for version in known():
        if dialect(version).since(1, 21, 2):
            assert load(version).has("sound_event", "intentionally_empty")
            assert load(version).has("sound_event", "entity.generic.drink")


@pytest.mark.parametrize(
    ("version", "removed"),
    [
        ("1.20.6", ["food"]),
        ("1.21.4", ["food", "consumable"]),
        ("1.21.5", ["food", "consumable", "blocks_attacks"]),
    ],
)
def test_an_item_without_a_use_loses_what_gives_it_one(version, removed):
    assert thing(version, use_action="none")[2] == removed


def test_what_wears_off_does_not_once_it_stacks():
    made = make(slot("item", material="minecraft:diamond_sword", max_count=3), dialect("1.21.4"))
    assert (made.components["max_stack_size"], made.removed) == (3, ["max_damage"])
    assert made.notes == ["as it stacks, it does not wear off"]
    assert make(slot("item", max_count=3), dialect("1.21.4")).removed == []


def test_a_glint_is_as_old_as_enchantments():
    assert make(slot("item", glint_mode="true"), dialect("1.16.5")).item.endswith(",Enchantments:[{}]}")


def test_a_bucket_has_the_colour_in_its_name_and_says_that_the_fluid_has_not():
    made, _ = written(slot("fluid", name="Ink", color="#101020", tick_rate=3), "26.1")
    assert made.item.startswith('minecraft:water_bucket[minecraft:item_name={text:"Ink",color:"#101020"},')
    assert made.unmet == {
        "color": "not without a mod: it colours the name of the bucket, not the fluid",
        "tick_rate": "not without a mod: it belongs to a kind of fluid, and only a mod adds kinds",
    }
    assert make(slot("fluid", material="minecraft:lava"), dialect("1.21.4")).base == "minecraft:lava_bucket"


def test_a_block_that_cannot_be_carried_has_a_stand_in():
    made, texts = written(slot("block", material="minecraft:wall_torch"), "1.21.4")
    assert made.base == "minecraft:stick"
    assert "minecraft:wall_torch is nothing that can be carried: a stick stands for it" in made.notes
    assert 'block_state:{Name:"minecraft:wall_torch"}' in texts["dynamic/block_001/place"][0]


def test_blocks_stand_where_the_version_has_displays():
    for version in known():
        made, texts = written(slot("block"), version)
        if dialect(version).since(1, 19, 4):
            assert [*texts] == ["dynamic/block_001", "dynamic/block_001/place", "dynamic/block_001/remove"]
            assert made.unmet == {}
        else:
            assert [*texts] == ["dynamic/block_001"]
            assert made.unmet == {"place": "not without a mod before 1.19.4: displays came with it"}


@pytest.mark.parametrize(
    ("kind", "material"),
    [("item", "minecraft:command_block"), ("item", "minecraft:barrier"), ("block", "minecraft:bedrock")],
)
def test_what_the_rules_forbid_no_slot_is_made_of(kind, material):
    one = slot(kind, material=material)
    for path, commands in functions.texts(one, make(one, dialect("1.21.4")), dialect("1.21.4")).items():
        with pytest.raises(Refused, match="the rules"):
            functions.judged(one, path, commands, rules(), level=2, confirm=None)


@pytest.mark.parametrize(
    ("kind", "path", "command"),
    [
        ("item", "dynamic/item_001", "summon minecraft:block_display ~ ~ ~"),
        ("block", "dynamic/block_001", "summon minecraft:block_display ~ ~ ~"),
        ("block", "dynamic/block_001", "setblock ~ ~ ~ minecraft:barrier"),
        ("block", "dynamic/block_001/place", "summon minecraft:wither ~ ~ ~"),
        ("block", "dynamic/block_001/place", "setblock ~ ~ ~ minecraft:command_block"),
    ],
)
def test_only_the_functions_of_a_block_may_have_a_display_and_a_barrier_and_nothing_else(kind, path, command):
    with pytest.raises(Refused, match="forbidden-thing"):
        functions.judged(slot(kind), path, [f"execute at @s run {command}"], rules(), level=2, confirm=None)
