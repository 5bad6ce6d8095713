"""Whatever somebody types: the matcher answers, with offsets inside the text, and says no more than it found."""

from __future__ import annotations

import json
import string

import pytest
from grammar_cases import NEW, VERSIONS, rows
from hypothesis import given, settings
from hypothesis import strategies as st

from mcgod.grammar.dialect import Dialect
from mcgod.grammar.errors import Misread
from mcgod.grammar.match import match
from mcgod.grammar.parsers import READERS
from mcgod.grammar.reader import Reader
from mcgod.grammar.registry import load

CORPUS = [row[0] for row in rows("corpus.txt")]
PIECES = sorted({word for command in CORPUS for word in command.split(" ")})
MARKS = [
    "{",
    "}",
    "[",
    "]",
    '"',
    "'",
    "\\",
    ":",
    ",",
    "=",
    "!",
    "#",
    "@",
    "~",
    "^",
    "..",
    " ",
    "\n",
    "$",
    "/",
    "é",
    "1",
    "-",
    "|",
    ";",
]


def check(command: str, version: str) -> None:
    found = match(command, version)
    assert 0 <= found.offset <= len(command)
    assert found.ok == (not found.message)
    end = 0
    for span in found.spans:
        assert end <= span.start <= span.end <= len(command)
        end = span.end
    assert 0 <= found.inner_at <= len(command)
    assert found.path[len(found.path) - len(found.inner_path) :] == found.inner_path
    json.dumps(found, allow_nan=False)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    command = draw(st.sampled_from(CORPUS))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(command)))
        match draw(st.integers(0, 3)):
            case 0:
                command = command[:at] + draw(st.sampled_from(MARKS + PIECES)) + command[at:]
            case 1:
                command = command[:at] + command[at + draw(st.integers(1, 5)) :]
            case 2:
                command = command[:at]
            case _:
                command = command[:at] + command[at : at + 8] * 2 + command[at + 8 :]
    return command


@given(st.text(), st.sampled_from(VERSIONS))
def test_any_text(command, version):
    check(command, version)


@given(st.lists(st.sampled_from(PIECES + MARKS), max_size=12).map(" ".join), st.sampled_from(VERSIONS))
def test_words_of_commands_in_any_order(command, version):
    check(command, version)


@settings(max_examples=400)
@given(mutated(), st.sampled_from(VERSIONS))
def test_commands_with_a_few_faults(command, version):
    check(command, version)


@settings(max_examples=400)
@given(st.sampled_from(sorted(READERS)), st.text(string.printable, max_size=30), st.sampled_from(VERSIONS))
def test_any_text_for_any_argument(parser, text, version):
    reader = Reader(text, Dialect(version, load(version)))
    try:
        _, value = READERS[parser](reader, {})
        json.dumps(value, allow_nan=False)
        told = reader.cursor
    except Misread as misread:
        told = misread.cursor if misread.message else -1
    assert 0 <= told <= len(text)
    assert 0 <= reader.cursor <= len(text)


WORST = {
    "brackets": "data merge entity @s " + "{a:" * 480,
    "lists": "data modify storage a b set value " + "[" * 1400,
    "compounds": "summon pig ~ ~ ~ {" + "a:{}," * 280 + "}",
    "json": "tellraw @a " + "[" * 1400,
    "json_strings": "tellraw @a " + '["' * 700,
    "json_escapes": r"tellraw @a {'" + r"\'" * 700,
    "escapes": 'data modify storage a b set value "' + r"\\" * 700,
    "selectors": "msg @a " + "@a[tag=" * 200,
    "options": "kill @e[" + "tag=a," * 230,
    "execute": "execute " + "as @a at @s " * 118 + "run tp @s ~ ~ ~",
    "run": "execute run " * 118 + "list",
    "returns": "return run " * 130 + "list",
    "underscores": "data modify storage a b set value 1" + "_" * 1400,
    "digits": "give Steve stick " + "9" * 1400,
    "decimals": "data modify storage a b set value 1" + "1" * 1400 + ".f",
    "components": "give Steve stick[" + "damage=1," * 150,
    "tests": "clear @s *[" + "!damage|" * 170,
    "path": "data get entity @s " + "a[0]." * 280,
    "states": "setblock ~ ~ ~ oak_log[" + "axis=x," * 200,
    "blanks": "give @a[" + " " * 1400,
    "operations": "data modify storage a b set value " + "bool(" * 280,
    "time": "time set " + "9" * 1400 + "d",
    "coordinates": "tp @s " + "9" * 1400 + " 0 0",
    "ranges": "kill @e[distance=" + "9" * 700 + ".." + "9" * 700 + "]",
    "levels": "kill @a[level=" + "9" * 1400 + "]",
    "quotes": 'scoreboard objectives add a dummy "' + "'" * 1400,
}


@pytest.mark.parametrize("name", WORST)
@pytest.mark.parametrize("version", [NEW, "26.1"])
def test_no_text_takes_more_steps_than_its_length_allows(name, version):
    """Twice the text may take four times the calls of a quarter, not more: counted, so that no clock decides."""
    command = WORST[name]
    check(command, version)
    half, whole = _calls(command[: len(command) // 2], version), _calls(command, version)
    assert whole <= 6 * half + 2_000


def _calls(command: str, version: str) -> int:
    import sys

    count = 0

    def tick(*_):
        nonlocal count
        count += 1

    sys.setprofile(tick)
    try:
        match(command, version)
    finally:
        sys.setprofile(None)
    return count
