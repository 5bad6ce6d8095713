"""Whole commands against the tree: Brigadier's way through it, and which fault a server reports."""

from __future__ import annotations

import pytest
from grammar_cases import NEW, VERSIONS, rows

from mcgod.grammar import trees
from mcgod.grammar.match import LONGEST, SEPARATOR, UNKNOWN_ARGUMENT, UNKNOWN_COMMAND, match
from mcgod.grammar.nodes import Tree
from mcgod.grammar.pack import pack

VERDICTS = rows("commands.tsv")[1:]
CORPUS = [row[0] for row in rows("corpus.txt")]


@pytest.mark.parametrize("row", VERDICTS, ids=lambda row: row[0])
def test_verdicts_of_a_server(row):
    _, verdict, command, message, *_ = row
    found = match(command.replace("\\n", "\n").removeprefix("/"), NEW)
    assert found.ok == (verdict != "parse"), found
    if verdict == "parse":
        assert found.message.startswith(message)


@pytest.mark.parametrize("command", CORPUS)
def test_commands_that_a_server_parses(command):
    found = match(command, NEW)
    assert found.ok, found
    assert (found.message, found.offset, found.expected) == ("", len(command), ())


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    "command",
    ["give Steve stick", "tp Steve ~ ~10 ~", "execute as @a at @s run kill @e[type=zombie,limit=1]", "list", "say hi"],
)
def test_everyday_commands_parse_in_every_era(command, version):
    assert match(command, version).ok


@pytest.mark.parametrize("version", trees.known())
def test_every_version_parses(version):
    assert match("execute as @a run give @s stick 1", version).ok


@pytest.mark.parametrize(
    ("command", "message", "offset"),
    [
        ("", UNKNOWN_COMMAND, 0),
        ("frobnicate", UNKNOWN_COMMAND, 0),
        ("give", UNKNOWN_COMMAND, 4),
        ("give ", UNKNOWN_ARGUMENT, 4),
        ("give Steve", UNKNOWN_COMMAND, 10),
        ("give Steve stick ", UNKNOWN_ARGUMENT, 16),
        (" give Steve stick", UNKNOWN_COMMAND, 0),
        ("give  Steve stick", "Invalid name or UUID", 5),
        ("give Steve stick 1 2", UNKNOWN_ARGUMENT, 19),
        ("give Steve stick 1x", SEPARATOR, 18),
        ("give Steve stick\n", SEPARATOR, 16),
        ("execute as @a", UNKNOWN_COMMAND, 13),
        ("execute as @a ", UNKNOWN_COMMAND, 14),
        ("execute as @a run", UNKNOWN_COMMAND, 17),
        ("execute as @a run give Steve", UNKNOWN_COMMAND, 28),
        ("execute as @a run /say hi", UNKNOWN_ARGUMENT, 18),
        ("execute run foo", UNKNOWN_ARGUMENT, 12),
        ('tag @a[name="a\\n"] list', "Invalid escape sequence '\\n' in quoted string", 15),
        ("kill @", "Missing selector type", 6),
        ("kill @x", "Unknown selector type '@x'", 6),
        ("tp Steve 100 64", UNKNOWN_ARGUMENT, 9),
        (
            "give @e stick",
            "Only players may be affected by this command, but the provided selector includes entities",
            0,
        ),
    ],
)
def test_message_and_place(command, message, offset):
    found = match(command, NEW)
    assert (found.ok, found.message, found.offset) == (False, message, offset)


def test_spans_are_the_arguments():
    command = "execute as @a[distance=..5] at @s run tp @s ~ ~1 ~"
    found = match(command, NEW)
    assert [(span.kind, span.name, command[span.start : span.end]) for span in found.spans] == [
        ("selector", "targets", "@a[distance=..5]"),
        ("selector", "targets", "@s"),
        ("selector", "targets", "@s"),
        ("coordinates", "location", "~ ~1 ~"),
    ]
    assert found.path == ("execute", "as", "<targets>", "at", "<targets>", "run", "teleport", "<targets>", "<location>")
    assert found.inner_path == ("teleport", "<targets>", "<location>")
    assert command[found.inner_at :] == "tp @s ~ ~1 ~"
    assert [span.name for span in found.inner_spans] == ["targets", "location"]


@pytest.mark.parametrize(
    ("command", "inner"),
    [
        ("say hi", ("say", "<message>")),
        ("execute run execute as @s run say hi", ("say", "<message>")),
        ("return run say hi", ("say", "<message>")),
        ("execute as @a run return run w Steve hi", ("msg", "<targets>", "<message>")),
        ("execute if entity @a", ("execute", "if", "entity", "<entities>")),
        ("xp add @s 1", ("experience", "add", "<target>", "<amount>")),
        ("tm hi", ("teammsg", "<message>")),
    ],
)
def test_the_innermost_command_under_its_real_name(command, inner):
    found = match(command, NEW)
    assert (found.ok, found.inner_path) == (True, inner)


def test_level_is_the_highest_on_the_way():
    assert match("list", NEW).level == 0
    assert match("give Steve stick", NEW).level == 2
    assert match("execute run ban Steve", NEW).level == 3
    assert match("execute run stop", NEW).level == 4
    assert match('datapack create x {text:"y"}', "26.1").level == 4


def test_expected_says_what_could_stand_there():
    assert match("effect Steve speed", NEW).expected == ("clear", "give")
    assert match("give Steve", NEW).expected == ("<item>",)
    assert match("tp Steve foo bar", NEW).expected == ()
    assert "<targets>" in match("teleport !", NEW).expected
    assert "as" in match("execute as @a", NEW).expected


def test_longest_command():
    assert match("say " + "a" * 250, NEW).ok
    found = match("x" * (LONGEST + 1), NEW)
    assert (found.ok, found.offset) == (False, LONGEST)
    assert "too long" in found.message


@pytest.mark.parametrize(
    ("unit", "times"), [("run execute ", 2_600), ("as @s ", 5_000), ("if entity @s ", 2_400), ("in a ", 6_000)]
)
def test_long_chains_need_no_deep_stack(unit, times):
    assert match(f"execute {unit * times}run list", NEW).ok


def test_the_version_decides():
    assert match("rotate Steve 90 0", "1.21.4").ok
    assert not match("rotate Steve 90 0", "1.21.1").ok
    assert match("gamerule keepInventory true", "1.21.10").ok
    assert not match("gamerule keepInventory true", "1.21.11").ok
    assert match("gamerule keep_inventory true", "1.21.11").ok
    assert match("attribute Steve minecraft:max_health base reset", "1.21.4").ok


@pytest.mark.parametrize(
    ("command", "version"),
    [
        pytest.param('give Alex shears[can_break={blocks:"white_wool"}]', "1.20.4", id="B071"),
        pytest.param("give bread 3 Alex", NEW, id="B074-order"),
        pytest.param("give Alex wood 5", NEW, id="B074-wood"),
        pytest.param("give Alex bed 1", NEW, id="B074-bed"),
        pytest.param("/op !player1", NEW, id="B066-slash"),
        pytest.param("give Alex bread 3 /give Alex torch 8", NEW, id="B068-slash"),
        pytest.param("give Alex bread 3; give Alex torch 8", NEW, id="B068-semicolon"),
        pytest.param("give Alex bread 3\ngive Alex torch 8", NEW, id="B068-lines"),
    ],
)
def test_what_models_get_wrong_is_refused(command, version):
    assert not match(command, version).ok


def tree_of(**children):
    """Build a tree of one command ``a`` with ``children``, name -> node of a report."""
    root = {"type": "root", "children": {"a": {"type": "literal", "children": children}}}
    return Tree(pack({"30.1": root}), "30.1", "30.1")


def word(**more):
    return {"type": "argument", "parser": "brigadier:string", "properties": {"type": "word"}, **more}


NUMBER = {"type": "argument", "parser": "brigadier:integer", "executable": True}


def test_of_several_ways_the_one_that_ends_wins_and_then_the_one_without_faults():
    tree = tree_of(x=word(children={"n": NUMBER}), y=word(executable=True), z=word(children={"m": NUMBER}))
    assert match("a foo", tree).path == ("a", "<x>")  # all three end, so the first is taken, and it is incomplete
    assert match("a foo 5", tree).path == ("a", "<x>", "<n>")
    assert match("a foo bar", tree)[1:3] == (UNKNOWN_ARGUMENT, 6)
    later = tree_of(y=word(executable=True), x=word(children={"n": NUMBER}))
    assert match("a foo 5", later).path == ("a", "<x>", "<n>")
    only = tree_of(x=word(children={"n": NUMBER}))
    assert match("a foo bar", only)[1:3] == ("Expected integer", 6)


def test_two_faults_in_one_place_are_told_as_neither():
    tree = tree_of(n=NUMBER, m={**NUMBER, "parser": "brigadier:bool"})
    assert match("a x", tree)[1:3] == (UNKNOWN_ARGUMENT, 2)


def test_an_argument_type_of_a_newer_game_is_refused():
    found = match("a thing", tree_of(x={"type": "argument", "parser": "minecraft:from_the_future"}))
    assert (found.ok, found.message) == (False, "Arguments of type from_the_future are not known here")
