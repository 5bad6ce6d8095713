"""SNBT, paths into it, and what data get prints."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sandbox_play import Play

from mcgod.sandbox import snbt
from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.snbt import Array, Byte, Float, Long, Short

_floats = st.floats(allow_nan=False, allow_infinity=False, width=32)
_numbers = st.one_of(
    st.integers(-(2**31), 2**31 - 1),
    st.integers(-128, 127).map(Byte),
    st.integers(-(2**15), 2**15 - 1).map(Short),
    st.integers(-(2**63), 2**63 - 1).map(Long),
    _floats.map(Float),
    _floats,
    st.lists(st.integers(-128, 127)).map(lambda values: Array("B", values)),
    st.lists(st.integers(-(2**31), 2**31 - 1)).map(lambda values: Array("I", values)),
)
_values = st.recursive(
    st.one_of(_numbers, st.text()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(min_size=1), inner, max_size=4)),
    max_leaves=12,
)


@pytest.mark.parametrize("text", ['[";"]', "[';x', 1b]"])
def test_a_text_that_begins_with_a_semicolon_makes_no_array(text):
    assert isinstance(snbt.loads(text), list)


@settings(deadline=None)
@given(_values)
def test_what_is_written_reads_back_with_its_kinds(value):
    back = snbt.loads(snbt.pretty(value))
    assert (back, type(back)) == (value, type(value))
    assert snbt.matches(value, back)


@settings(deadline=None)
@given(st.text(alphabet="{}[]:;,\"'abIBL01.-e fd"))
def test_reading_either_works_or_refuses(text):
    with suppress(Refusal):
        snbt.loads(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{a:1,'b c':[1b,2s,3L],d:\"x'y\"}", {"a": 1, "b c": [Byte(1), Short(2), Long(3)], "d": "x'y"}),
        ("[B;1b,2b]", Array("B", [1, 2])),
        ("[I;]", Array("I", [])),
        ("1.5", 1.5),
        ("1f", Float(1)),
        ("true", Byte(1)),
        ("minecraft:stone", None),
        ("stone", "stone"),
        ("300b", "300b"),
        ("007", "007"),
        ("99999999999", "99999999999"),
        ('"a\\"b"', 'a"b'),
    ],
)
def test_kinds_of_values(text, value):
    if value is None:
        with pytest.raises(Refusal, match="Unexpected trailing data"):
            snbt.loads(text)
    else:
        read = snbt.loads(text)
        assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "Expected value"), ("{", "Expected '}'"), ("{a", "Expected ':'"), ("{:1}", "Expected key"),
        ("{a:1,", "Expected key"), ("[1", "Expected ']'"), ("[X;1]", "Invalid array type 'X'"),
        ('"a', "Unclosed quoted string"), ('"\\n"', "Invalid escape sequence '\\n' in quoted string"),
        ("[" * 600, "Reached maximum depth"),
    ],
)  # fmt: skip
def test_malformed_data(text, problem):
    with pytest.raises(Refusal) as raised:
        snbt.loads(text)
    assert raised.value.message == problem


@pytest.fixture(scope="module")
def play() -> Play:
    play = Play("Steve")
    play.run("give Steve diamond_sword", "give Steve bread 5", "give Steve stick[damage=3]")
    return play


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("Pos", "[0.5d, 64.0d, 0.5d]"),
        ("Pos[1]", "64.0d"),
        ("Pos[-3]", "0.5d"),
        ("Dimension", '"minecraft:overworld"'),
        ("Health", "20.0f"),
        ("foodLevel", "20"),
        ("playerGameType", "0"),
        ("XpLevel", "0"),
        ("SelectedItem", '{id: "minecraft:diamond_sword", count: 1}'),
        ("SelectedItem.id", '"minecraft:diamond_sword"'),
        ("Inventory[1]", '{Slot: 1b, id: "minecraft:bread", count: 5}'),
        ("Inventory[{Slot:1b}].count", "5"),
        ("Inventory[2].components", '{"minecraft:damage": 3}'),
        ('Inventory[2].components."minecraft:damage"', "3"),
        ("{foodLevel:20}.foodLevel", "20"),
        ("UUID", "[I; 1445453208, -423740383, -1196889821, 1142437441]"),
    ],
)
def test_data_get(play, path, shown):
    assert play(f"data get entity Steve {path}") == f"Steve has the following entity data: {shown}"


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("Foo", "Found no elements matching Foo"),
        ("Inventory[9].id", "Found no elements matching Inventory[9].id"),
        ("Inventory[]", "This argument accepts a single NBT value"),
        ("Health 0.5", "Health on Steve after scale factor of 0.50 is 10"),
        ("Dimension 1", "Can't get Dimension; only numeric tags are allowed"),
        ("Pos[", "Expected integer...Steve Pos[<--[HERE]"),
        ("Pos.", "Invalid NBT path element...Steve Pos.<--[HERE]"),
    ],
)
def test_data_get_refuses(play, command, answer):
    assert play(f"data get entity Steve {command}") == answer


def test_whole_data_reads_back_and_is_not_logged(play):
    play.logged.clear()
    answer = play("data get entity Steve")
    data = snbt.loads(answer.removeprefix("Steve has the following entity data: "))
    assert (data["Health"], data["Inventory"][0]["id"]) == (Float(20), "minecraft:diamond_sword")
    assert play.logged == []


def test_an_empty_hand_has_no_item():
    assert Play("Steve")("data get entity Steve SelectedItem") == "Found no elements matching SelectedItem"
