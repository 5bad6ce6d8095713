"""What a server says about itself: read from its reports, stored beside the vendored data, and loaded before it.

The reports are made from the vendored data in the shape in which a server writes them.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from grammar_cases import as_report

from mcgod.errors import BadInput, BadUsage, NotFound
from mcgod.grammar import recipes, registry, reports, trees
from mcgod.grammar.match import match

KINDS = (
    "item",
    "block",
    "entity_type",
    "mob_effect",
    "attribute",
    "particle_type",
    "data_component_type",
    "sound_event",
)


@pytest.fixture
def server(tmp_path):
    """The ``generated`` folder of a 1.21.4 server with one item, one block and one command more."""
    ids = registry.load("1.21.4")
    tree = as_report(trees.load("1.21.4").root)
    tree["children"]["heal"] = {"type": "literal", "executable": True, "required_level": 2}
    listed = {f"minecraft:{kind}": {"entries": {f"minecraft:{name}": {"protocol_id": number}
              for number, name in enumerate(ids.ids(kind))}} for kind in KINDS}  # fmt: skip
    listed["minecraft:item"]["entries"]["mymod:wand"] = {"protocol_id": 9999}
    listed["minecraft:block"]["entries"]["mymod:altar"] = {"protocol_id": 9999}
    blocks = {f"minecraft:{name}": {"states": [{"id": 1}], "properties": ids.states(name)} for name in ids.ids("block")}
    blocks["mymod:altar"] = {"properties": {"lit": ["true", "false"]}, "states": []}
    items = {"minecraft:bread": {"components": {"minecraft:food": {"nutrition": 7}, "minecraft:max_stack_size": 64}},
             "minecraft:egg": {"components": {"minecraft:max_stack_size": 16}}}  # fmt: skip
    write(tmp_path / "reports" / "commands.json", tree)
    write(tmp_path / "reports" / "registries.json", listed)
    write(tmp_path / "reports" / "blocks.json", blocks)
    write(tmp_path / "reports" / "items.json", items)
    write(tmp_path / "version.json", {"id": "1.21.4", "name": "1.21.4"})
    data = tmp_path / "data" / "minecraft"
    write(data / "enchantment" / "sharpness.json", {"max_level": 5})
    write(data / "enchantment" / "lifting.json", {"max_level": 2})
    write(
        data / "tags" / "item" / "planks.json", {"values": ["minecraft:oak_planks", {"id": "minecraft:birch_planks"}]}
    )
    write(data / "tags" / "item" / "wood.json", {"values": ["#minecraft:planks", "minecraft:bamboo"]})
    write(data / "recipe" / "chest.json", {"type": "minecraft:crafting_shaped", "pattern": ["###", "# #", "###"],
          "key": {"#": "#minecraft:planks"}, "result": {"count": 1, "id": "minecraft:chest"}})  # fmt: skip
    write(data / "recipe" / "stick.json", {"type": "minecraft:crafting_shapeless",
          "ingredients": [{"tag": "minecraft:wood"}, {"item": "minecraft:coal"}],
          "result": {"item": "minecraft:stick", "count": 4}})  # fmt: skip
    write(data / "recipe" / "glass.json", {"type": "minecraft:smelting", "ingredient": "minecraft:sand",
          "result": {"id": "minecraft:glass"}})  # fmt: skip
    return tmp_path


def write(path, record):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(record))


def test_the_same_things_come_back(server):
    found = reports.read(server)
    assert found.version == "1.21.4"
    vendored = registry.load("1.21.4")
    ids = registry.Registry(found.registry, "1.21.4")
    assert set(ids.ids("item")) == {*vendored.ids("item"), "mymod:wand"}
    assert ids.states("mymod:altar") == {"lit": ["true", "false"]}
    assert {name: ids.states(name) for name in vendored.ids("block")} == {
        name: vendored.states(name) for name in vendored.ids("block")
    }
    assert (ids.food("bread"), ids.stack("egg"), ids.stack("bread")) == (7, 16, 64)
    assert ids.ids("enchantment") == ("lifting", "sharpness")
    assert ids.display("tnt") == "TNT"
    assert ids.ids("worldgen/biome") == vendored.ids("worldgen/biome")


def test_tags_are_spelled_out_in_recipes(server):
    found = reports.read(server).recipes
    assert found == {
        "chest": [[1, {"oak_planks": 8}], [1, {"birch_planks": 8}]],
        "stick": [
            [4, {"coal": 1, "oak_planks": 1}],
            [4, {"birch_planks": 1, "coal": 1}],
            [4, {"bamboo": 1, "coal": 1}],
        ],
    }


def test_what_is_stored_wins_for_its_exact_version(server, tmp_path):
    folder = tmp_path / "mine"
    reports.store(reports.read(server), folder)
    tree, ids = trees.load("1.21.4", folder), registry.load("1.21.4", folder)
    assert (tree.exact, ids.exact) == (True, True)
    assert match("heal", tree, ids).ok
    assert match("give Steve mymod:wand", tree, ids).ok
    assert match("setblock ~ ~ ~ mymod:altar[lit=true]", tree, ids).ok
    assert recipes.load("1.21.4", folder)["chest"][1] == (1, {"birch_planks": 8})
    assert not match("heal", trees.load("1.21.4")).ok
    assert not match("heal", trees.load("1.21.5", folder), registry.load("1.21.5", folder)).ok
    assert "cake" in recipes.load("1.21.5", folder)


def test_storing_again_is_seen_by_the_same_process(server, tmp_path):
    folder = tmp_path / "mine"
    reports.store(reports.read(server), folder)
    assert "heal" in trees.load("1.21.4", folder).commands
    commands = json.loads((server / "reports" / "commands.json").read_text())
    del commands["children"]["heal"]
    write(server / "reports" / "commands.json", commands)
    reports.store(reports.read(server), folder)
    assert "heal" not in trees.load("1.21.4", folder).commands


def test_the_reports_folder_itself_will_do(server):
    (server / "version.json").unlink()
    found = reports.read(server / "reports", version="1.21.4")
    assert (found.version, "chest" in found.recipes) == ("1.21.4", True)


def test_less_than_everything_is_filled_from_the_nearest_version(server):
    for name in ("blocks.json", "items.json"):
        (server / "reports" / name).unlink()
    for path in (server / "data").rglob("*.json"):
        path.unlink()
    found = reports.read(server)
    ids = registry.Registry(found.registry, "1.21.4")
    assert ids.states("oak_log") == {"axis": ["x", "y", "z"]}
    assert ids.states("mymod:altar") == {}
    assert (ids.food("bread"), ids.stack("egg"), ids.max_level("sharpness")) == (5, 16, 5)
    assert "cake" in found.recipes


def test_an_unknown_version_is_not_stored(server, tmp_path):
    (server / "version.json").unlink()
    found = reports.read(server)
    assert found.version == ""
    for name in ("", "latest", "../1.21.4"):
        with pytest.raises(BadUsage):
            reports.store(replace(found, version=name), tmp_path / "mine")
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"type":"root","children":[]}', '{"children":{"a":5}}', "[" * 3000])
def test_what_is_no_report_is_refused(server, text):
    (server / "reports" / "commands.json").write_text(text)
    with pytest.raises(BadInput) as caught:
        reports.read(server)
    assert "--reports" in caught.value.hint


def test_a_folder_without_reports_is_refused(tmp_path):
    with pytest.raises(NotFound) as caught:
        reports.read(tmp_path)
    assert caught.value.message == f"no commands.json in {tmp_path}"


def test_a_broken_file_is_named(server, tmp_path):
    folder = tmp_path / "mine"
    reports.store(reports.read(server), folder)
    (folder / "grammar" / "1.21.4.json.gz").write_bytes(b"x")
    with pytest.raises(BadInput, match=r"1\.21\.4\.json\.gz is broken"):
        trees.load("1.21.4", folder)
