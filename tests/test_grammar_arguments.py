"""Every type of argument in the 48 trees: what a server reads, and what it refuses with which words."""

from __future__ import annotations

import pytest
from grammar_cases import MIDDLE, NEW, NEWEST, OLD, VERSIONS, fault, read

from mcgod.grammar import packed
from mcgod.grammar.parsers import OPAQUE, READERS

GRAMMAR = packed.read(packed.VENDORED / "grammar.json.gz")
TYPES = {row[0].removeprefix("minecraft:") for row in GRAMMAR["parsers"]}

# type -> texts that are read in every version that has the type, and texts that are not.
CASES: dict[str, tuple[list[str], list[str]]] = {
    "brigadier:bool": (["true", "false"], ["", "True", "yes", "1"]),
    "brigadier:integer": (["0", "-5", "2147483647", "007"], ["", "x", "1.5", "--1", "2147483648", "+1", "1-"]),
    "brigadier:float": (["0", "-5.5", ".5", "5."], ["", "x", "1.2.3", "1e3", "-", "."]),
    "brigadier:double": (["0", "-5.5", ".5"], ["", "NaN", "1,5"]),
    "brigadier:string": (["word", "a.b-c+d_e"], ["two words", "a:b", "é"]),
    "angle": (["90", "~", "~-5", "-0.5"], ["", "^", "x"]),
    "time": (["10", "10t", "2.5s", "1d"], ["", "x", "1h", "s", "10 s"]),
    "int_range": (["5", "..5", "5..", "-3..7"], ["", "..", "7..3", "1.5", "a..b", "1...2", "2147483648"]),
    "float_range": (["5", "..5.5", ".5..", "-3..7"], ["", "..", "7..3", "a"]),
    "message": (["hello", "hello @a and me@x.y", "", "tag @ alone"], ["@a[", "@e[limit=0]"]),
    "objective": (["kills", "a.b-c"], ["a:b", "two words"]),
    "team": (["red", ""], ["a b", "é"]),
    "entity": (["Steve", "@a", "@e[limit=1]", "1-2-3-4-5", '"Steve"'], ["", "@", "@z", "a" * 17, "Ste}ve", "é"]),
    "game_profile": (["Steve", "@p", "Ste}ve", "@e[type=player]"], ["@e", "@q"]),
    "score_holder": (["Steve", "*", "@e", "#fake", "$x"], ["@e[", "a b"]),
    "uuid": (["dd12be42-52a9-4a91-a8a1-11c01849e498", "1-2-3-4-5"], ["", "1-2-3-4", "xyz", "1-2-3-4-g"]),
    "block_pos": (["1 2 3", "~ ~ ~", "~1 ~-2 ~.5", "^ ^ ^1"], ["", "1", "1 2", "1.5 2 3", "~ ^ ~", "^ ~ ^", "a b c"]),
    "column_pos": (["1 2", "~ ~5"], ["1", "1.5 2", "^ ^"]),
    "rotation": (["90 0", "~ ~-5.5"], ["90", "^ ^"]),
    "vec2": (["1.5 2", "~ ~"], ["1", "^ ^1", "x y"]),
    "vec3": (["1.5 2 3", "~ ~ ~", "^ ^.5 ^-1"], ["", "1 2", "~ ~ ^", "1 2 x", "^1 ^1 1"]),
    "block_state": (
        ["stone", "minecraft:oak_log[axis=x]", "oak_log[]", 'chest{Lock:"x"}', "oak_log[ axis = x ,]"],
        ["", "#logs", "dirty_block", "oak_log[axs=x]", "oak_log[axis=w]", "oak_log[axis=x", "oak_log[axis=x,axis=y]",
         "stone[", "oak_log[axis]", "Stone", "mod:stone"],
    ),
    "block_predicate": (["stone", "#minecraft:logs", "#logs[axis=q]{}", "oak_log[axis=x]"], ["nothing", "#A", "#l[a"]),
    "item_stack": (["stick", "minecraft:stick"], ["", "#planks", "stik", "Stick", "mod:x", "stick[", "stick{"]),
    "item_predicate": (["stick", "#minecraft:planks"], ["stik", "#A", "stick{a"]),
    "item_slot": (
        ["container.0", "weapon.mainhand", "armor.head", "hotbar.8"],
        ["", "hand", "hotbar.9", "hotbar.*", "container.-1"],
    ),
    "item_slots": (["container.0", "hotbar.*", "weapon.*", "armor.*", "contents"], ["hand", "hotbar.09", "*"]),
    "scoreboard_slot": (["list", "sidebar", "sidebar.team.red"], ["", "side", "sidebar.team.reset"]),
    "particle": (["flame", "minecraft:happy_villager"], ["", "fire", "mod:x", "Flame"]),
    "component": (['"text"', '{"text":"x"}', '["a",{"text":"b"}]'], ["", "{", "{}", "[]", '{"txt":"x"}']),
    "style": (['{"color":"red"}', "{}"], ["", '{"color":"rad"}', "5"]),
    "nbt_compound_tag": (["{}", "{a:1b,b:[1,2],c:{d:'x'}}"], ["", "[]", "{a}", "{a:}", "{a:1", "{:1}", "{a:1}}"]),
    "nbt_tag": (["1b", "x", '"x"', "[1,2]", "{}", "[I;1,2]"], ["", "[", "[1 2]", "[X;1]", "{a:1"]),
    "nbt_path": (
        ["a", "a.b", "a[0].b", "a[]", "a[{b:1}].c", '"a b".c', "{a:1}.b", "a.", "a[-1]", "a{b:1}[0]"],
        ["a..b", ".a", "a[", "a[x]", "a]", "a.{b:1}", 'a"b"'],
    ),
    "color": (["red", "dark_blue", "reset"], ["", "crimson", "Red", "#ff0000"]),
    "team_color": (["red"], ["crimson"]),
    "hex_color": (["fff", "00FF00"], ["", "ffff", "#fff", "red"]),
    "entity_anchor": (["eyes", "feet"], ["", "head"]),
    "gamemode": (["survival", "creative", "adventure", "spectator"], ["", "0", "s", "Creative"]),
    "heightmap": (["world_surface", "motion_blocking", "motion_blocking_no_leaves", "ocean_floor"], ["", "ground"]),
    "operation": (["=", "+=", "-=", "*=", "/=", "%=", "<", ">", "><"], ["", "==", "+", "<>"]),
    "swizzle": (["x", "xz", "zyx"], ["xx", "w", "x,y"]),
    "template_mirror": (["none", "front_back", "left_right"], ["", "left"]),
    "template_rotation": (["none", "clockwise_90", "counterclockwise_90", "180"], ["", "90"]),
    "objective_criteria": (
        ["dummy", "deathCount", "minecraft.mined:minecraft.stone", "minecraft.custom:minecraft.jump", "teamkill.red"],
        ["", "kills", "minecraft.mined:minecraft.stoone", "minecraft.killed:", "teamkill.crimson"],
    ),
    "dimension": (["the_nether", "minecraft:overworld", "mod:x/y"], ["The_End", "a:b:c", "a/b:c"]),
    "entity_summon": (["pig", "minecraft:zombie"], ["", "player", "pigg", "mod:x"]),
    "function": (["a:b/c", "#a:b"], ["A", "##a"]),
    "item_enchantment": (["sharpness"], ["", "sharpnes", "mod:x"]),
    "mob_effect": (["speed", "minecraft:regeneration"], ["", "speeed"]),
    "resource": (["mod:x", "anything"], ["A", "#a"]),
    "resource_key": (["a:b", "c"], ["A", "#a"]),
    "resource_location": (["a:b", "c", "entity.player.levelup"], ["A", "a b", "a:b:c"]),
    "resource_or_tag": (["a:b", "#a:b"], ["A", "##a"]),
    "resource_or_tag_key": (["a:b", "#a:b"], ["A"]),
    "resource_selector": (["*", "a:b*", "*:x?"], ["A", "a b"]),
    "dialog": (["a:b", '{type:"notice",title:"x"}'], ["", "A", "{"]),
    "feature": (["oak", '{type:"x"}'], ["", "A"]),
    "loot_modifier": (["a:b", '{function:"x"}', '[{function:"x"}]'], ["", "A", "{x"]),
    "loot_predicate": (["a:b", '{condition:"x"}', "[]"], ["", "A"]),
    "loot_table": (["minecraft:chests/simple_dungeon", "{pools:[]}"], ["", "A", "{pools:"]),
    "context_float_provider": (["0.5", "{type:uniform}"], ["", "{"]),
    "context_int_provider": (["5", "-5", "{type:uniform}"], ["", "{"]),
    "slot_source": (["a:b", "{type:x}"], ["", "{"]),
    "swing_animation": (["a:b", "{type:x}"], ["", "{"]),
}  # fmt: skip


def since(parser: str) -> list[str]:
    """Return the versions of VERSIONS whose trees use ``parser``, or the newest for what only 26.2 and later use."""
    number = {row[0].removeprefix("minecraft:"): [] for row in GRAMMAR["parsers"]}
    for index, row in enumerate(GRAMMAR["parsers"]):
        number[row[0].removeprefix("minecraft:")].append(index)
    return [version for version in VERSIONS if _uses(version, set(number[parser]))] or [NEWEST]


def _uses(version: str, numbers: set[int]) -> bool:
    waiting, seen = [GRAMMAR["roots"][version]], set()
    while waiting:
        index = waiting.pop()
        if index not in seen:
            seen.add(index)
            _, _, parser, _, children = GRAMMAR["nodes"][index]
            if parser in numbers:
                return True
            waiting.extend(children)
    return False


def test_every_type_of_the_trees_is_read():
    assert set(READERS) - {"brigadier:long"} == TYPES


def test_the_types_that_are_only_read_as_one_piece():
    assert {"context_float_provider", "context_int_provider", "slot_source", "swing_animation"} == OPAQUE


def test_every_type_has_its_cases():
    assert set(CASES) == TYPES


@pytest.mark.parametrize("parser", CASES)
def test_what_is_read(parser):
    for version in since(parser):
        assert {text: fault(parser, text, version) for text in CASES[parser][0]} == dict.fromkeys(CASES[parser][0], "")


@pytest.mark.parametrize("parser", CASES)
def test_what_is_refused(parser):
    for version in since(parser):
        assert [text for text in CASES[parser][1] if not fault(parser, text, version)] == []


@pytest.mark.parametrize(
    ("parser", "text", "limits", "message"),
    [
        ("brigadier:integer", "0", {"min": 1}, "Integer must not be less than 1, found 0"),
        ("brigadier:integer", "256", {"max": 255}, "Integer must not be more than 255, found 256"),
        ("brigadier:integer", "x", {}, "Expected integer"),
        ("brigadier:integer", "1.5", {}, "Invalid integer '1.5'"),
        ("brigadier:float", "3", {"max": 2.0}, "Float must not be more than 2.0, found 3.0"),
        ("brigadier:double", "x", {}, "Expected double"),
        ("brigadier:long", "1.5", {}, "Invalid integer '1.5'"),
        ("brigadier:bool", "x", {}, "Invalid boolean, expected 'true' or 'false' but found 'x'"),
        ("time", "0", {"min": 1}, "Tick count must not be less than 1, found 0"),
        ("time", "1h", {}, "Invalid unit"),
        ("vec3", "1 2", {}, "Incomplete (expected 3 coordinates)"),
        ("vec3", "^ ~ ^", {}, "Cannot mix world & local coordinates (everything must either use ^ or not)"),
        ("block_pos", "1.5 2 3", {}, "Invalid integer '1.5'"),
        ("block_state", "oak_log[axs=x]", {}, "Block minecraft:oak_log does not have property 'axs'"),
        ("block_state", "oak_log[axis=w]", {}, "Block minecraft:oak_log does not accept 'w' for axis property"),
        ("block_state", "#logs", {}, "Tags aren't allowed here, only actual blocks"),
        ("item_stack", "daimond", {}, "Unknown item 'minecraft:daimond'"),
        ("item_stack", "stick[foo=1]", {}, "Unknown item component 'minecraft:foo'"),
        ("resource", "xx", {"registry": "minecraft:mob_effect"},
         "Can't find element 'minecraft:xx' of type 'minecraft:mob_effect'"),
        ("entity", "@e", {"amount": "single", "type": "entities"},
         "Only one entity is allowed, but the provided selector allows more than one"),
        ("entity", "@a", {"amount": "single", "type": "players"},
         "Only one player is allowed, but the provided selector allows more than one"),
        ("message", "x" * 257, {}, "Chat message was too long (257 > maximum 256 characters)"),
        ("color", "pink", {}, "Unknown color 'pink'"),
        ("gamemode", "x", {}, "Unknown game mode: x"),
        ("item_slot", "hotbar.*", {}, "Only single slots allowed, got 'hotbar.*'"),
        ("particle", "fire", {}, "Unknown particle: minecraft:fire"),
        ("objective_criteria", "x", {}, "Unknown criterion 'x'"),
    ],
)  # fmt: skip
def test_the_words_of_a_refusal(parser, text, limits, message):
    assert fault(parser, text, NEW, **limits) == message


@pytest.mark.parametrize(
    ("parser", "text", "limits", "value"),
    [
        ("brigadier:integer", "-7", {}, -7),
        ("brigadier:string", '"a \\"b\\""', {"type": "phrase"}, 'a "b"'),
        ("brigadier:string", "all that is left", {"type": "greedy"}, "all that is left"),
        ("time", "2.5s", {}, 50),
        ("time", "1d", {}, 24_000),
        ("time", "9999999d", {}, 2**31 - 1),
        ("int_range", "..5", {}, {"min": None, "max": 5}),
        ("angle", "~5", {}, {"mode": "relative", "value": 5.0}),
        ("column_pos", "1 ~2", {}, {"x": {"mode": "absolute", "value": 1}, "z": {"mode": "relative", "value": 2.0}}),
        ("rotation", "90 ~", {}, {"y": {"mode": "absolute", "value": 90.0}, "x": {"mode": "relative", "value": 0.0}}),
        ("resource", "speed", {"registry": "minecraft:mob_effect"},
         {"registry": "mob_effect", "id": "minecraft:speed"}),
        ("resource_or_tag", "#is_ocean", {"registry": "minecraft:worldgen/biome"},
         {"registry": "worldgen/biome", "id": "#minecraft:is_ocean"}),
        ("function", "#a:b", {}, "#a:b"),
        ("loot_table", "a", {}, {"id": "minecraft:a"}),
        ("loot_table", "{a:1}", {}, {"inline": {"a": 1}}),
        ("block_state", "oak_log[axis=x]{a:1b}", {},
         {"id": "minecraft:oak_log", "states": {"axis": "x"}, "nbt": {"a": 1}}),
        ("message", "hi", {}, {"text": "hi", "selectors": []}),
    ],
)  # fmt: skip
def test_values(parser, text, limits, value):
    assert read(parser, text, NEW, **limits) == value


def test_selectors_in_a_message_are_found():
    found = read("message", "hi @a[limit=2] and @ and @x, @s")
    assert [(one["start"], one["end"], one["kind"], one["limit"]) for one in found["selectors"]] == [
        (3, 14, "a", 2), (29, 31, "s", 1),
    ]  # fmt: skip


def test_ids_of_packs_are_taken_where_packs_can_add_some():
    assert not fault("resource", "mymod:x", registry="minecraft:enchantment")
    assert not fault("resource", "mymod:x", registry="minecraft:damage_type")
    assert fault("resource", "mymod:x", registry="minecraft:mob_effect")
    assert fault("resource", "sharpnes", registry="minecraft:enchantment")


@pytest.mark.parametrize(
    ("parser", "text", "version", "ok"),
    [
        ("particle", "dust 1 0 0 1", OLD, True),
        ("particle", "dust 1 0 0", MIDDLE, False),
        ("particle", "dust", MIDDLE, False),
        ("particle", "dust 1 0 0 1", NEW, False),
        ("particle", "dust{color:[1,0,0],scale:1}", NEW, True),
        ("particle", "dust{color:[1,0,0],scale:9}", NEW, False),
        ("particle", "dust{color:[1,0,0],scale:1}", MIDDLE, False),
        ("particle", "block stone", MIDDLE, True),
        ("particle", 'block{block_state:"stone"}', NEW, True),
        ("particle", "block", NEW, False),
        ("particle", "item stick", OLD, True),
        ("particle", "vibration 1 2 3 20", MIDDLE, True),
        ("particle", "vibration 1 2 3 4 5 6 20", "1.18.2", True),
        ("scoreboard_slot", "belowName", OLD, True),
        ("scoreboard_slot", "belowName", MIDDLE, False),
        ("scoreboard_slot", "below_name", MIDDLE, True),
        ("item_slot", "player.cursor", MIDDLE, False),
        ("item_slot", "player.cursor", NEW, True),
        ("item_slot", "saddle", NEW, False),
        ("item_slot", "saddle", NEWEST, True),
        ("entity", "@n", MIDDLE, False),
        ("entity", "@n", NEW, True),
        ("time", "-1", OLD, False),
        ("message", "x" * 257, OLD, True),
    ],
)
def test_what_changed_with_the_version(parser, text, version, ok):
    # Old particles have blanks in them, so only what is wrong counts here, not what is left.
    assert (not fault(parser, text, version)) == ok
