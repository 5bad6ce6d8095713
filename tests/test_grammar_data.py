"""The vendored files: complete, canonical, small, and right where their sources are known to be wrong."""

from __future__ import annotations

import pytest
from grammar_cases import as_report

from mcgod.grammar import drops, pack, packed, recipes, registry, trees

FILES = sorted(packed.VENDORED.rglob("*"), key=str)


def test_every_release_since_1_14_has_a_tree():
    known = trees.known()
    assert (len(known), known[0], known[-1]) == (48, "1.14", "26.3")
    assert all(trees.load(version).exact for version in known)


def test_a_version_without_a_tree_gets_the_nearest_older_one():
    tree = trees.load("27.2")
    assert (tree.version, tree.exact, tree.asked) == ("26.3", False, "27.2")
    assert trees.load("1.13.2").version == "1.14"
    assert trees.load("1.21.4-pre1").version == "1.21.4"


def test_all_data_together_is_small():
    assert sum(path.stat().st_size for path in FILES if path.is_file()) < 600_000


@pytest.mark.parametrize("path", [path for path in FILES if path.is_file()], ids=lambda path: path.stem)
def test_each_file_is_canonical(path):
    data = path.read_bytes()
    # No name and no time in the header: the same content gives the same bytes.
    assert data[:8] == b"\x1f\x8b\x08\x00\x00\x00\x00\x00"
    assert packed.pack(packed.read(path)) == data


def test_equal_nodes_are_stored_once_and_children_before_parents():
    grammar = packed.read(packed.VENDORED / "grammar.json.gz")
    rows = [repr(row) for row in grammar["nodes"]]
    assert len(set(rows)) == len(rows)
    assert all(child < number for number, row in enumerate(grammar["nodes"]) for child in row[4])


@pytest.mark.parametrize("version", ["1.14", "1.16.5", "1.20.4", "1.21.4", "1.21.11", "26.3"])
def test_a_tree_survives_the_way_through_a_report(version):
    report = as_report(trees.load(version).root)
    again = pack.pack({version: report})
    assert as_report(trees.Tree(again, version, version).root) == report


@pytest.mark.parametrize("version", trees.known())
def test_run_leads_back_to_the_root(version):
    tree = trees.load(version)
    assert tree.root.literals["execute"].literals["run"].redirect is tree.root
    if "return" in tree.commands and "run" in tree.root.literals["return"].literals:
        assert tree.root.literals["return"].literals["run"].redirect is tree.root


@pytest.mark.parametrize("version", trees.known())
def test_every_version_has_permission_levels(version):
    commands = trees.load(version).commands
    expected = {"list": 0, "me": 0, "give": 2, "execute": 2, "fill": 2, "ban": 3, "op": 3, "stop": 4, "save-all": 4}
    assert {name: commands[name] for name in expected} == expected


def test_levels_of_both_forms_of_report():
    numbered = {"type": "literal", "required_level": 3}
    named = {"permissions": {"permission": {"type": "minecraft:command_level", "level": "owners"}}}
    assert (pack.level(numbered), pack.level(named), pack.level({"type": "literal"})) == (3, 4, 0)


def test_commands_that_are_gone_keep_the_level_they_had():
    assert trees.load("1.16.5").commands["replaceitem"] == 2
    assert trees.load("1.21.4").root.literals["datapack"].level == 2


def test_recipes_follow_the_version():
    cake = recipes.load("1.21.4")["cake"]
    assert cake == [(1, {"egg": 1, "milk_bucket": 3, "sugar": 2, "wheat": 3})]
    assert recipes.load("1.21.4")["oak_planks"][0][0] == 4
    assert "crafter" not in recipes.load("1.19.4")


def test_recipes_that_one_version_of_the_source_lost_are_there():
    assert len(recipes.load("1.20.6")["chest"]) == len(recipes.load("1.20.4")["chest"]) == 11
    assert recipes.load("1.20.6")["turtle_helmet"] == [(1, {"turtle_scute": 5})]


@pytest.mark.parametrize("version", registry.known())
def test_every_ingredient_is_an_item_of_its_version(version):
    ids = registry.load(version)
    for result, ways in recipes.load(version).items():
        assert ids.has("item", result)
        assert all(ids.has("item", name) for _, needs in ways for name in needs)


def test_attributes_that_the_source_left_out_are_there():
    assert registry.load("1.20.6").has("attribute", "generic.scale")
    assert registry.load("1.20.6").has("attribute", "player.block_interaction_range")
    assert not registry.load("1.20.6").has("attribute", "horse.jump_strength")
    assert not registry.load("1.20.1").has("attribute", "generic.max_absorption")
    assert registry.load("1.20.4").has("attribute", "generic.max_absorption")


@pytest.mark.parametrize(
    ("asked", "served"),
    [("1.20.5", "1.20.6"), ("1.21", "1.21.1"), ("1.20", "1.20.1"), ("1.20.2", "1.20.1"), ("1.21.7", "1.21.8"),
     ("1.21.6", "1.21.5"), ("1.21.4", "1.21.4"), ("26.1.2", "26.1"), ("30.1", "26.1"), ("1.8", "1.16.5")],
)  # fmt: skip
def test_which_ids_serve_a_version(asked, served):
    assert registry.load(asked).version == served
    assert registry.load(asked).exact == (asked == served)
    assert recipes.load(asked) == recipes.load(served)


def test_drops_follow_the_version_and_say_where_things_come_from():
    new, old = drops.load("1.21.4"), drops.load("1.16.5")
    assert new.others("diamond") == ("deepslate_diamond_ore", "diamond_ore")
    assert old.others("diamond") == ("diamond_ore",)
    assert new.blocks["oak_log"] == ("oak_log",)
    assert "ice" in new.silk
    assert "bedrock" not in new.blocks
    assert "cow" in new.mobs["leather"]
    assert drops.load("1.21.2").others("raw_iron") == drops.load("1.21.1").others("raw_iron")
