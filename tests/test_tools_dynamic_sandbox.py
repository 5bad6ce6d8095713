"""From a slot to what a player holds: through the sandbox, its data pack and RCON."""

import json

import pytest
from test_cli_asset import run  # noqa: F401 - a fixture
from test_cli_tools import box  # noqa: F401 - a fixture


@pytest.fixture
def made(run, box):  # noqa: F811
    """Register with a tool, load it, and return the tool's data."""

    def call(kind, **given):
        data = run(f"register-dynamic-{kind}", **given)
        assert run("reload-game")["errors"] == []
        return data

    return call


def test_an_item_is_registered_loaded_and_given(made, box):  # noqa: F811
    data = made("item", name="Wand", material_item="blaze_rod", glint_mode="true", max_count=5)
    box.command(f"execute as Steve run function {data['functions']['give']}")
    assert box.command("clear Steve minecraft:stick 0").startswith("No items were found")
    own = 'minecraft:blaze_rod[minecraft:custom_data={mcgod:{id:"mcgod:dynamic_item_001"}}]'
    assert box.command(f"clear Steve {own} 0") == "Found 1 matching item(s) on player Steve"


def test_a_block_is_put_down_and_taken_away(made, box):  # noqa: F811
    data = made("block", name="Slide", material_block="ice")
    box.command("teleport Steve 0.5 100.0 0.5")
    box.command(f"execute as Steve run function {data['functions']['place']}")
    box.command(f"execute as Steve run function {data['functions']['place']}")
    displays = "execute if entity @e[type=minecraft:block_display,tag=mcgod.dynamic_block_001]"
    assert box.command(displays) == "Test passed, count: 1"
    assert box.command("execute if block 0 100 3 minecraft:barrier") == "Test passed"
    box.command(f"execute as Steve run function {data['functions']['remove']}")
    assert box.command(displays) == "Test failed"
    assert box.command("execute if block 0 100 3 minecraft:air") == "Test passed"


def test_a_block_is_not_put_where_something_is(made, box):  # noqa: F811
    data = made("block", name="Slide", material_block="ice")
    box.command("teleport Steve 0.5 100.0 0.5")
    box.command("setblock 0 100 3 minecraft:stone")
    box.command(f"execute as Steve run function {data['functions']['place']}")
    assert box.command("execute if block 0 100 3 minecraft:stone") == "Test passed"
    assert box.command("execute if entity @e[type=minecraft:block_display]") == "Test failed"


@pytest.mark.parametrize("space", ["mcgod", "mineclawd"])
def test_a_record_of_dynamic_content_gives_the_real_thing(mcgod, made, run, box, space):  # noqa: F811
    made("item", name="Wand", material_item="blaze_rod")
    run("upsert-asset-record", category="item", name="Wand", content_id=f"{space}:dynamic_item_001")
    done = mcgod("asset", "give", "wand", "--as", "Steve", "--json")
    told = json.loads(done.stdout)
    assert (done.exit_code, told["ran"], told["output"]) == (0, True, "Gave 1 [Wand] to Steve")
    assert told["command"].startswith("give Steve minecraft:blaze_rod[minecraft:item_name=")
    assert box.command("clear Steve minecraft:blaze_rod 0") == "Found 1 matching item(s) on player Steve"


def test_a_record_of_a_fluid_gives_its_bucket(mcgod, made, run, box):  # noqa: F811
    made("fluid", name="Ink", material_fluid="lava", slot=7)
    run("upsert-asset-record", category="fluid", name="Ink", content_id="mineclawd:flowing_dynamic_fluid_007")
    told = json.loads(mcgod("asset", "give", "ink", "--as", "Steve", "--json").stdout)
    assert told["output"] == "Gave 1 [Ink] to Steve"
    assert box.command("clear Steve minecraft:lava_bucket 0") == "Found 1 matching item(s) on player Steve"


def test_a_record_of_an_empty_slot_gives_nothing_and_says_which_there_are(mcgod, run, box):  # noqa: F811
    run("upsert-asset-record", category="item", name="Wand", content_id="mcgod:dynamic_item_002")
    done = mcgod("asset", "give", "wand", "--as", "Steve")
    assert (done.exit_code, done.stdout) == (66, "")
    assert done.stderr == "mcgod: slot: item 2 is not active\ntry: register-dynamic-item makes one\n"
    assert box.command("clear Steve").startswith("No items were found")


def test_a_failed_tool_says_what_to_do(mcgod, box):  # noqa: F811
    done = mcgod("tools", "run", "register-dynamic-item", "name=Wand", "material_item=gem")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == ("mcgod: material_item: 'gem' is no item of Minecraft 1.21.4\ntry: such as minecraft:stick\n")
