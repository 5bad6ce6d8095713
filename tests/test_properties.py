"""server.properties as Java reads it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod import properties


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("rcon.port=25575\n", {"rcon.port": "25575"}),
        ("#comment\n!also\n\n  a = b \n", {"a": "b "}),
        ("a:b\nc d\ne", {"a": "b", "c": "d", "e": ""}),
        ("motd=\\u00a7cHi \\: there\n", {"motd": "§cHi : there"}),
        ("long=one \\\n    two\n", {"long": "one two"}),
        ("a\\=b=c\n", {"a=b": "c"}),
        ("p=a=b:c\n", {"p": "a=b:c"}),
        ("x=1\r\ny=2\rz=3", {"x": "1", "y": "2", "z": "3"}),
        ("a=1\na=2\n", {"a": "2"}),
        ("level-name=Wörld\n", {"level-name": "Wörld"}),
        ("end=x\\", {"end": "x"}),
    ],
)
def test_forms(text, pairs):
    assert properties.parse(text.encode()) == pairs


def test_b014_a_single_backslash_is_an_escape():
    assert properties.parse(rb"rcon.password=ab\cd")["rcon.password"] == "abcd"
    assert properties.parse(rb"rcon.password=ab\\cd")["rcon.password"] == r"ab\cd"


def test_bytes_that_are_not_utf_8_are_latin_1():
    assert properties.parse(b"level-name=W\xf6rld") == {"level-name": "Wörld"}


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x85\u2028\u2029\f\v\x1c\x1d\x1e")))
def test_what_is_escaped_comes_back(value):
    assert properties.parse(f"key={properties.escape(value)}\n".encode()).get("key") == value


@given(st.binary(max_size=80))
def test_no_bytes_raise(data):
    properties.parse(data)
