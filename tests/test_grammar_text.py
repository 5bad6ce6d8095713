"""Text components and styles: JSON until 1.21.4, SNBT since 1.21.5."""

from __future__ import annotations

import json

import pytest
from grammar_cases import MIDDLE, NEW, NEWEST, OLD, VERSIONS, fault, read
from hypothesis import given
from hypothesis import strategies as st

from mcgod.grammar.gson import MAX_DEPTH
from mcgod.grammar.match import match

DEEP = 400


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    "text",
    [
        '"plain"',
        '{"text":"x","bold":true,"color":"dark_red"}',
        '["",{"text":"a"},["b",{"selector":"@a"}]]',
        '{"translate":"chat.type.text","with":["a",{"text":"b"}]}',
        '{"score":{"name":"@s","objective":"kills"}}',
        '{"keybind":"key.jump"}',
        '{"text":"x","extra":["y",{"text":"z"}]}',
        '{ "text" : "x" }',
        '{"text":"line\\nbreak"}',
        r'{"text":"It\'s"}',
    ],
)
def test_texts_of_every_era(text, version):
    assert fault("component", text, version) == ""


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "{", '{"text":"x"', '{"txt":"x"}', '["a",{}]', '{"text":"x","extra":[{}]}', '["a"']
)
def test_what_is_no_text_in_any_era(text, version):
    assert fault("component", text, version)


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        ("5", (OLD,)),
        ("true", (OLD,)),
        ("Hello", (NEWEST,)),
        ("{text:'x'}", (NEWEST,)),
        ("{text:x,bold:1b}", (NEWEST,)),
        ('{"text":5}', (OLD,)),
        ('{"text":"x","color":"pink"}', (OLD,)),
        ('{"text":"x","bold":"yes"}', (OLD,)),
        ('{"text":"x","color":"#ff8800"}', VERSIONS),
        ('{"text":"x","clickEvent":{"action":"fly","value":"/x"}}', (OLD, NEWEST)),
        ('{"text":"x","click_event":{"action":"fly"}}', (OLD, MIDDLE, NEW)),
        ('{"text":"x","click_event":{"action":"run_command"}}', (OLD, MIDDLE, NEW)),
        ('{"text":"x","click_event":{"action":"run_command","command":"x"}}', VERSIONS),
        ('{"text":"x","hover_event":{"action":"show_text","value":{}}}', (OLD, MIDDLE, NEW)),
        ('{"text":"x","hoverEvent":{"action":"show_text","contents":{}}}', (OLD, NEWEST)),
        ("null", (NEWEST,)),
        ('{"text":NaN}', (NEWEST,)),
    ],
)
def test_what_depends_on_the_version(text, versions):
    assert [version for version in VERSIONS if not fault("component", text, version)] == list(versions)


def test_the_value_is_the_component():
    assert read("component", '{"text":"x","extra":["y"]}', NEW) == {"text": "x", "extra": ["y"]}
    assert read("component", "[a,{text:b}]", NEWEST) == ["a", {"text": "b"}]
    assert read("component", r'{"text":"It\'s \u0027"}', NEW) == {"text": "It's '"}


def test_where_a_text_ends():
    found = match(r'title @a title {"text":"It\'s"} x', NEW)
    assert (found.ok, found.offset) == (False, 32)


@pytest.mark.parametrize("version", [NEW, NEWEST])
def test_deep_texts_are_read_and_deeper_ones_refused(version):
    text = '{"text":"x","extra":['
    assert fault("component", text * (DEEP // 2) + '"y"' + "]}" * (DEEP // 2), version) == ""
    assert fault("component", text * 2_000 + '"y"' + "]}" * 2_000, version)
    assert fault("component", "[" * 10_000, version)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("key", ["clickEvent", "click_event", "extra", "color", "bold", "text"])
def test_a_fault_that_holds_a_deep_value_is_still_told(key, version):
    deep = "[" * 500 + "]" * 500
    found = fault("component", f'{{"text":"x","{key}":{deep}}}', version)
    assert len(found) < 200


def test_styles():
    assert read("style", '{"color":"red"}', NEW) == {"color": "red"}
    assert fault("style", '{"color":"rad"}', NEW) == "Invalid style: Invalid color name: rad"
    assert fault("style", "{click_event:{action:fly}}", NEWEST)


@pytest.mark.parametrize("version", VERSIONS)
def test_nesting_is_bounded_exactly(version):
    assert fault("component", "[" * MAX_DEPTH + '"x"' + "]" * MAX_DEPTH, version) == ""
    assert fault("component", "[" * (MAX_DEPTH + 1) + '"x"' + "]" * (MAX_DEPTH + 1), version)


KEYS = st.sampled_from(["text", "extra", "with", "color", "bold", "clickEvent", "click_event", "hoverEvent",
                        "hover_event", "action", "value", "contents", "score", "translate"])  # fmt: skip
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from(["show_text", "run_command", "red", ""]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(KEYS, ANYTHING, max_size=5), st.sampled_from(VERSIONS))
def test_any_data_is_a_text_or_has_a_fault(value, version):
    for parser in ("component", "style"):
        found = fault(parser, json.dumps(value), version)
        assert len(found) < 1_000


@given(st.text(max_size=40))
def test_any_text_can_be_said(text):
    for version in (OLD, NEW, NEWEST):
        assert read("component", json.dumps({"text": text}), version) == {"text": text}
        assert read("component", json.dumps({"text": text}, ensure_ascii=False), version) == {"text": text}
