"""The tools for dynamic content: what they write, what they say, and what they refuse."""

import json

import pytest
from dynamic_play import FUNCTIONS, WRITING, Dynamic

from mcgod.errors import Refused


@pytest.fixture
def play(tmp_path):
    return Dynamic(tmp_path)


def test_there_are_nine_tools_and_a_god_may_only_look(play):
    looking = {"list-dynamic-content", "list-dynamic-properties"}
    assert {tool.name for tool in play.tools} == {*looking, *WRITING}
    assert {tool.name for tool in play.tools.offered("god")} == looking
    assert {tool.name for tool in play.tools.offered("sudo")} == {*looking, *WRITING}


def test_the_schemas_have_the_mods_names_and_ranges(play):
    item = play.tools.get("register-dynamic-item").parameters
    assert item["required"] == ["name"]
    assert [*item["properties"]] == [
        "slot", "name", "material_item", "throwable", "throw_speed", "throw_inaccuracy", "throw_cooldown_ticks",
        "consume_on_throw", "max_count", "use_action", "use_time_ticks", "glint_mode",
    ]  # fmt: skip
    speed = item["properties"]["throw_speed"]
    assert (speed["minimum"], speed["maximum"]) == (0.1, 4.0)
    block = play.tools.get("update-dynamic-block").parameters
    assert block["required"] == ["slot"]
    assert [*block["properties"]] == [
        "slot", "name", "material_block", "friction", "velocity_multiplier", "jump_velocity_multiplier",
        "blast_resistance", "use_material_sounds",
    ]  # fmt: skip
    fluid = play.tools.get("register-dynamic-fluid").parameters["properties"]
    assert [*fluid][2:] == [
        "material_fluid", "color", "tick_rate", "flow_speed", "level_decrease_per_block", "blast_resistance",
        "infinite",
    ]  # fmt: skip


def test_an_item_gets_the_first_free_slot_and_a_function(play):
    result = play("register-dynamic-item", name="  Magic \n§aWand ", material_item="Blaze_Rod", throw_speed=2)
    assert result.text.splitlines() == [
        'registered: slot 1 mcgod:dynamic_item_001 "Magic Wand" material_item=minecraft:blaze_rod throw_speed=2',
        "throw_speed: not without a mod: it flies as a snowball does",
        f"wrote {FUNCTIONS}/item_001.mcfunction",
        "reload-game makes it count; then, run as a player:",
        "  /execute as NAME run function mcgod:dynamic/item_001  (gives one)",
    ]
    assert result.data["not_without_a_mod"] == {"throw_speed": "not without a mod: it flies as a snowball does"}
    assert play.functions() == {"item_001": f"give @s {result.data['item']} 1\n"}
    assert play("register-dynamic-item", name="Other").data["slot"]["slot"] == 2
    assert play("register-dynamic-item", name="Far", slot=30).data["id"] == "mcgod:dynamic_item_030"
    assert play("register-dynamic-item", name="Third").data["slot"]["slot"] == 3


def test_a_block_gets_functions_to_place_and_remove_it_and_a_fluid_a_bucket(play):
    block = play("register-dynamic-block", name="Slide", material_block="ice", friction=0.5)
    assert block.data["functions"] == {
        "give": "mcgod:dynamic/block_001",
        "place": "mcgod:dynamic/block_001/place",
        "remove": "mcgod:dynamic/block_001/remove",
    }
    fluid = play("register-dynamic-fluid", name="Ink", color="3366FF")
    assert fluid.data["slot"]["color"] == "#3366ff"
    assert [*play.functions()] == ["block_001/place", "block_001/remove", "block_001", "fluid_001"]


def test_what_there_is_is_listed_with_all_that_was_said_of_it(play):
    play("register-dynamic-item", name="Wand", throwable=True)
    play("register-dynamic-fluid", name="Ink", slot=4)
    found = play("list-dynamic-content")
    assert found.text.splitlines() == [
        "items: 1/30 active",
        '  slot 1 mcgod:dynamic_item_001 "Wand" material_item=minecraft:stick throwable=true',
        "blocks: 0/30 active",
        "fluids: 1/30 active",
        '  slot 4 mcgod:dynamic_fluid_004 "Ink" material_fluid=minecraft:water',
    ]
    assert found.data["items"][0]["id"] == "mcgod:dynamic_item_001"


def test_an_update_changes_what_is_given_and_keeps_what_the_function_held(play, tmp_path):
    play("register-dynamic-item", name="Wand", throwable=True, max_count=3)
    before = play.functions()["item_001"]
    result = play("update-dynamic-item", slot=1, max_count=5, material_item="bone")
    assert result.data["slot"] == {
        "slot": 1, "active": True, "name": "Wand", "material_item": "minecraft:bone", "throwable": True, "max_count": 5,
    }  # fmt: skip
    assert result.text.startswith("updated: slot 1")
    assert "stays as it is" in result.text
    assert play.functions()["item_001"] != before
    backups = [file.read_text() for file in (tmp_path / "backups").rglob("0*") if file.is_file()]
    assert [text.split("\n", 1)[1] for text in backups] == [before]


def test_a_colour_goes_away_again(play):
    play("register-dynamic-fluid", name="Ink", color="#3366ff", tick_rate=5)
    assert "color" not in play("update-dynamic-fluid", slot=1, color="Default").data["slot"]
    assert play("update-dynamic-fluid", slot=1).data["slot"]["tick_rate"] == 5


def test_a_slot_is_emptied_with_its_functions(play):
    play("register-dynamic-block", name="Slide")
    result = play("unregister-dynamic-content", type="Blocks", slot=1)
    assert result.data["removed"] == [f"{FUNCTIONS}/block_001{end}.mcfunction" for end in ("", "/place", "/remove")]
    assert play.functions() == {}
    assert play("list-dynamic-content").data["blocks"] == []
    assert play("register-dynamic-block", name="Again").data["slot"]["slot"] == 1


def test_all_thirty_slots_can_be_taken_and_no_more(play):
    for kind in ("item", "block", "fluid"):
        for number in range(1, 31):
            assert play(f"register-dynamic-{kind}", name=f"{kind} {number}").data["slot"]["slot"] == number
        with pytest.raises(Refused, match=f"all 30 slots for {kind}s are taken"):
            play(f"register-dynamic-{kind}", name="one more")
    assert play("list-dynamic-content").text.count("30/30 active") == 3
    assert len(play.functions()) == 30 * 5
    play("unregister-dynamic-content", type="item", slot=17)
    assert play("register-dynamic-item", name="fits").data["slot"]["slot"] == 17


def test_a_long_name_is_cut_and_told(play):
    result = play("register-dynamic-item", name="y" * 90)
    assert result.data["slot"]["name"] == "y" * 80
    assert "note: the name is cut at 80 characters" in result.text
    assert "is cut" not in play("update-dynamic-item", slot=1, name="y" * 80).text


def test_a_dry_run_writes_nothing(play):
    result = play("register-dynamic-block", name="Slide", context={"dry_run": True})
    assert result.text.startswith("would have registered: slot 1")
    assert (result.data["dry_run"], len(result.data["written"])) == (True, 3)
    assert (play.functions(), play.file.exists()) == ({}, False)
    play("register-dynamic-block", name="Slide")
    there = (play.functions(), play.file.read_text())
    play("update-dynamic-block", slot=1, name="Other", context={"dry_run": True})
    gone = play("unregister-dynamic-content", type="block", slot=1, context={"dry_run": True})
    assert gone.text.startswith("would have unregistered: slot 1")
    assert (play.functions(), play.file.read_text()) == there


def test_what_there_is_can_be_listed_without_a_folder(tmp_path):
    Dynamic(tmp_path)("register-dynamic-item", name="Wand")
    far = Dynamic(tmp_path, folder=False)
    assert far("list-dynamic-content").data["items"][0]["name"] == "Wand"
    assert "glint_mode" in far("list-dynamic-properties", type="items").data["item"]


@pytest.mark.parametrize(("version", "folder"), [("1.20.4", "functions"), ("1.21.4", "function")])
def test_functions_lie_where_the_version_looks_for_them(tmp_path, version, folder):
    play = Dynamic(tmp_path, version)
    written = play("register-dynamic-item", name="x").data["written"]
    assert written == [f"world/datapacks/mcgod/data/mcgod/{folder}/dynamic/item_001.mcfunction"]
    assert (play.server / written[0]).is_file()
    assert json.loads((play.server / "world/datapacks/mcgod/pack.mcmeta").read_text())["pack"]


@pytest.mark.parametrize(
    ("version", "property_", "works"),
    [
        ("1.21.4", "throw_cooldown_ticks", "works"),
        ("1.21.1", "throw_cooldown_ticks", "not without a mod before 1.21.2: use_cooldown came with it"),
        ("1.20.4", "max_count", "not without a mod before 1.20.5: max_stack_size came with it"),
        ("26.1", "throw_speed", "not without a mod: it flies as a snowball does"),
    ],
)
def test_properties_are_listed_with_what_works_on_this_version(tmp_path, version, property_, works):
    found = Dynamic(tmp_path, version)("list-dynamic-properties", type="item")
    assert found.data["item"][property_]["works"] == works
    assert [*found.data] == ["item"]
    assert found.text.startswith(f"on Minecraft {version}, without a mod:\nitems:\n")
