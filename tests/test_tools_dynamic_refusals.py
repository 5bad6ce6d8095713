"""What the tools for dynamic content refuse, and that nothing is written then."""

from contextlib import suppress
from typing import Any

import pytest
from dynamic_play import FUNCTIONS, WRITING, Dynamic

from mcgod.errors import BadConfig, BadUsage, McgodError, NotFound, Refused


@pytest.fixture
def play(tmp_path):
    return Dynamic(tmp_path)


def test_a_taken_slot_is_not_overwritten(play):
    play("register-dynamic-item", name="Wand", slot=3)
    with pytest.raises(Refused) as error:
        play("register-dynamic-item", name="Other", slot=3)
    assert error.value.message == "slot: item 3 is taken by Wand"
    assert error.value.hint == "update-dynamic-item changes it; without slot the first free one is taken"
    assert play("list-dynamic-content").data["items"][0]["name"] == "Wand"


@pytest.mark.parametrize(
    ("name", "given", "kind", "message"),
    [
        ("register-item", {}, BadUsage, "'name' is a required property"),
        ("register-item", {"name": " § \n"}, BadUsage, "name: it is empty"),
        ("register-item", {"name": "x", "slot": 0}, BadUsage, "slot: 0 is less than the minimum of 1"),
        ("register-item", {"name": "x", "slot": 31}, BadUsage, "slot: 31 is greater than the maximum of 30"),
        (
            "register-item",
            {"name": "x", "material_item": "othermod:gem"},
            BadUsage,
            "material_item: 'othermod:gem' is not the game's own",
        ),
        (
            "register-item",
            {"name": "x", "material_item": "gem"},
            BadUsage,
            "material_item: 'gem' is no item of Minecraft 1.21.4",
        ),
        (
            "register-item",
            {"name": "x", "material_item": "minecraft:air"},
            BadUsage,
            "material_item: 'minecraft:air' is no item",
        ),
        ("register-block", {"name": "x", "material_block": "stick"}, BadUsage, "material_block: 'stick' is no block"),
        (
            "register-block",
            {"name": "x", "material_block": "cave_air"},
            BadUsage,
            "material_block: 'cave_air' is no block",
        ),
        ("register-block", {"name": "x", "friction": 3}, BadUsage, "friction: 3 is greater than the maximum of 2"),
        ("register-fluid", {"name": "x", "material_fluid": "milk"}, BadUsage, "material_fluid: 'milk' is no fluid"),
        ("register-fluid", {"name": "x", "color": "blue"}, BadUsage, "color: 'blue' is none"),
        ("register-item", {"name": "x", "use_action": "dance"}, BadUsage, "use_action: 'dance' is not one of"),
        ("register-item", {"name": "x", "friction": 1}, BadUsage, "has no argument 'friction'"),
        ("update-item", {"name": "x"}, BadUsage, "'slot' is a required property"),
        ("update-item", {"slot": 1}, NotFound, "slot: item 1 is not active"),
        ("unregister", {"type": "cars", "slot": 1}, BadUsage, "type: 'cars' is none"),
        ("unregister", {"type": "fluid", "slot": 1}, NotFound, "slot: fluid 1 is not active"),
        ("list-properties", {"type": "cars"}, BadUsage, "type: 'cars' is not one of"),
        (
            "register-item",
            {"name": "x", "material_item": "command_block"},
            Refused,
            "the rules refuse mcgod:dynamic_item_001: forbidden-thing",
        ),
        (
            "register-block",
            {"name": "x", "material_block": "bedrock"},
            Refused,
            "material_block: the rules forbid minecraft:bedrock",
        ),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_written(play, name, given, kind, message):
    verb, _, what = name.partition("-")
    with pytest.raises(kind) as error:
        play(f"{verb}-dynamic-{what or 'content'}", **given)
    assert message in error.value.message
    assert error.value.hint
    assert (play.functions(), play.file.exists()) == ({}, False)


@pytest.mark.parametrize("name", WRITING)
def test_without_the_servers_folder_nothing_is_made_and_the_setting_is_named(tmp_path, name):
    near = Dynamic(tmp_path)
    for kind in ("item", "block", "fluid"):
        if not name.startswith("register"):
            near(f"register-dynamic-{kind}", name="Thing")
    before = near.file.read_text() if near.file.exists() else ""
    far = Dynamic(tmp_path, folder=False)
    given: dict[str, Any] = {"name": "x"} if name.startswith("register") else {"slot": 1}
    given |= {"type": "item"} if name.startswith("unregister") else {}
    with pytest.raises(NotFound) as error:
        far(name, **given)
    assert error.value.hint == "mcgod config set server.dir DIR"
    assert (near.file.read_text() if near.file.exists() else "") == before


def test_without_rules_nothing_is_written(play):
    with pytest.raises(BadConfig):
        play("register-dynamic-item", name="x", context={"rules": None})
    assert (play.functions(), play.file.exists()) == ({}, False)


def test_a_world_that_is_not_there_yet_is_named(play):
    (play.server / "world").rmdir()
    with pytest.raises(NotFound, match="is not there"):
        play("register-dynamic-item", name="x")
    assert not play.file.exists()


def test_a_script_that_somebody_wrote_is_neither_overwritten_nor_removed(play):
    file = play.server / FUNCTIONS / "item_001.mcfunction"
    file.parent.mkdir(parents=True)
    file.write_text("say mine\n")
    with pytest.raises(Refused, match="item_001.mcfunction is a script that somebody wrote"):
        play("register-dynamic-item", name="x")
    play("register-dynamic-item", name="x", slot=2)
    other = file.with_name("item_002.mcfunction")
    other.write_text("say mine too\n")
    with pytest.raises(Refused):
        play("update-dynamic-item", slot=2, name="y")
    gone = play("unregister-dynamic-content", type="item", slot=2)
    assert gone.data["left"] == [f"{FUNCTIONS}/item_002.mcfunction"]
    assert (file.read_text(), other.read_text()) == ("say mine\n", "say mine too\n")


def test_a_link_in_the_way_is_not_followed(play, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    folder = play.server / FUNCTIONS
    folder.parent.mkdir(parents=True)
    folder.symlink_to(outside, target_is_directory=True)
    with pytest.raises(Refused, match="is a link"):
        play("register-dynamic-item", name="x")
    assert (list(outside.iterdir()), play.file.exists()) == ([], False)


def test_every_error_is_of_the_tree(play):
    """Whatever a model gives, it gets an answer: nothing but an error of the tree comes out."""
    odd = [None, True, -1, 31, 1.5, "", "x" * 500, [], {}, "minecraft:", ":", "\ud800", "a\nb"]
    for tool in play.tools:
        properties = tool.parameters.get("properties", {})
        for key, value in ((key, value) for key in properties for value in odd):
            given = {"name": "x", "slot": 1, key: value}
            with suppress(McgodError):
                play(tool.name, **{name: one for name, one in given.items() if name in properties})
