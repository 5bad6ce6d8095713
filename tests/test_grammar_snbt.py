"""SNBT as it was before 1.21.5 and as it is since."""

from __future__ import annotations

import json

import pytest
from grammar_cases import NEW, NEWEST, fault, read
from hypothesis import given
from hypothesis import strategies as st

from mcgod.grammar.snbt import MAX_DEPTH


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{}", {}),
        ("{a:1b,b:2s,c:3,d:4L,e:5f,f:6d,g:7.5}", {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5.0, "f": 6.0, "g": 7.5}),
        ("{ a : 1 , b : 2 }", {"a": 1, "b": 2}),
        ("{a:1,}", {"a": 1}),
        ("[1,2,]", [1, 2]),
        ("[]", []),
        ("[[],[1]]", [[], [1]]),
        ("[B;1b,2b]", [1, 2]),
        ("[I; 1, 2]", [1, 2]),
        ("[L;1l]", [1]),
        ("[I;]", []),
        ("word", "word"),
        ('"it\'s"', "it's"),
        ("'say \"x\"'", 'say "x"'),
        (r'"a\"b\\c"', 'a"b\\c'),
        ("true", True),
        ("False", False),
        ('{"a b":1}', {"a b": 1}),
        ("-5", -5),
        ("1.5e3", 1500.0),
        (".5f", 0.5),
    ],
)
@pytest.mark.parametrize("version", [NEW, NEWEST])
def test_what_both_notations_have(text, value, version):
    found = read("nbt_tag", text, version)
    assert found == value
    assert json.loads(json.dumps(found)) == value


@pytest.mark.parametrize(
    "text",
    ["", "{", "{a", "{a:", "{a:1", "{a:1,", "{a}", "{a:1 b:2}", "[", "[1", "[1 2]", "[X;1]", "[I;x]", "[I;1.5]",
     '"a', "'a", r'"\q"', "{,}", "[,]", "{:1}", '{"":1}', "}", "]", "[B;1L]", "{a:1}}", "a b"],
)  # fmt: skip
@pytest.mark.parametrize("version", [NEW, NEWEST])
def test_what_neither_notation_has(text, version):
    assert fault("nbt_tag", text, version)


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("0xFF", "0xFF", 255),
        ("0b101", "0b101", 5),
        ("0xABb", "0xABb", 0xABB),
        ("0xFFub", "0xFFub", -1),
        ("1_000", "1_000", 1000),
        ("255ub", "255ub", -1),
        ("5i", "5i", 5),
        ("2sb", "2sb", 2),
        ("1e3", "1e3", 1000.0),
        (r'"\n\u0041\x42\s"', None, "\nAB "),
        (r'"\U0001F600"', None, "\U0001f600"),
        ("[1,'a',{}]", None, [1, "a", {}]),
        ("[I;1b,2]", None, [1, 2]),
        ("bool(1)", None, True),
        ("bool(0)", None, False),
        ("bool(true)", None, True),
        ("uuid('f81d4fae-7dec-11d0-a765-00a0c91e6bf6')", None, [-132296786, 2112623056, -1486552928, -920753162]),
        ("007", "007", None),
        ("1x", "1x", None),
        ("300b", "300b", None),
        ("99999999999", "99999999999", None),
        ("1__0", "1__0", 10),
        ("1_", "1_", None),
        ("-abc", "-abc", None),
        ("+5", 5, 5),
        ("-0x1", "-0x1", -1),
        ("bool(x)", None, None),
        ("bool()", None, None),
        ("foo(1)", None, None),
        ("uuid(1)", None, None),
        ("uuid('x')", None, None),
        (r'"\N{snowman}"', None, "☃"),
        (r'"\N{no such thing}"', None, None),
        ("bool(bool(1))", None, None),
        (r'"\u12"', None, None),
        (r'"\UFFFFFFFF"', None, None),
    ],
)
def test_what_1_21_5_changed(text, old, new):
    for version, value in ((NEW, old), (NEWEST, new)):
        if value is None:
            assert fault("nbt_tag", text, version)
        else:
            assert read("nbt_tag", text, version) == value


@pytest.mark.parametrize("version", [NEW, NEWEST])
@pytest.mark.parametrize(("text", "depth"), [("[{}]", 1), ("{{a:{}}}", 1), ("[{{a:[{}]}}]", 3)])
def test_nesting_is_bounded_and_needs_no_deep_stack(text, depth, version):
    before, after = text.format("|").split("|")
    fits = MAX_DEPTH // depth - 1
    assert not fault("nbt_tag", before * fits + "[]" + after * fits, version)
    assert fault("nbt_tag", before * 5_000, version) == "Reached maximum depth"


DATA = st.recursive(
    st.integers(-(2**31), 2**31 - 1) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(min_size=1, max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(DATA)
def test_json_is_snbt_since_1_21_5(value):
    # JSON's escapes are among those of the new notation, except the slash, which Python does not escape.
    assert read("nbt_tag", json.dumps(value), NEWEST) == value
