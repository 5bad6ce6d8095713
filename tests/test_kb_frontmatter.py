"""Front matter: typed, kept byte for byte, and its faults named by file, line and field."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod.errors import BadInput
from mcgod.kb import fields, frontmatter
from mcgod.kb.port import Place

PAGE = """---
title: North Gate   # where the wall ends
type: landmark
tags: [Gate, wall, gate]
position: [120, 64, -300]
dimension: nether
updated: 2026-01-02T03:04:05Z
open: 12:30
rank: 3
steps:
  - a: yes
---
# The gate
"""


def test_fields_are_read_in_their_types():
    read = frontmatter.parse(PAGE, "gate.md")
    assert read.fields == {
        "title": "North Gate",
        "type": "landmark",
        "tags": ["gate", "wall"],
        "position": [120.0, 64.0, -300.0],
        "dimension": "minecraft:the_nether",
        "updated": "2026-01-02T03:04:05Z",
        "open": "12:30",
        "rank": 3,
        "steps": [{"a": "yes"}],
    }
    assert read.body == "# The gate\n"
    assert fields.where(read.fields) == Place(120, 64, -300, "minecraft:the_nether")
    assert fields.epoch(read.fields["updated"]) == 1767323045.0


def test_an_unchanged_page_keeps_its_comments_and_its_order():
    read = frontmatter.parse(PAGE, "gate.md")
    assert frontmatter.render(read) == PAGE
    assert frontmatter.render(read.changed({"title": "North Gate"})) == PAGE
    assert frontmatter.render(read.changed({}, "new\n")) == PAGE.replace("# The gate", "new")


def test_a_changed_page_keeps_what_was_not_changed():
    again = frontmatter.parse(
        frontmatter.render(frontmatter.parse(PAGE, "").changed({"confidence": 1, "type": None})), ""
    )
    assert again.fields["confidence"] == 1.0
    assert "type" not in again.fields
    assert (again.fields["open"], again.fields["steps"]) == ("12:30", [{"a": "yes"}])


def test_a_new_head_has_a_line_for_each_field():
    made = frontmatter.Document({}, "x\n").changed(
        {"updated": "2026-01-02", "title": "no", "tags": ["a", "b: c"], "z": 1}
    )
    assert frontmatter.render(made) == "---\ntitle: 'no'\ntags: [a, 'b: c']\nupdated: '2026-01-02'\nz: 1\n---\nx\n"
    alone = frontmatter.Document({}, "x\n").changed({"title": "Gate"})
    assert frontmatter.render(alone) == "---\ntitle: Gate\n---\nx\n"


@pytest.mark.parametrize(
    ("head", "line", "word"),
    [
        ("title: a\nconfidence: 98", 3, "confidence"),
        ("tags:\n  - [a]", 2, "tags"),
        ("position: [1, 2]", 2, "position"),
        ("position: [1, 2, 9e9]", 2, "position"),
        ("x: 1\ncreated: yesterday", 3, "created"),
        ("type: Big Place", 2, "type"),
        ("dimension: the end!", 2, "dimension"),
        ("title: ''", 2, "title"),
        ("title: a\ntitle: b", 3, "title"),
        ("title: a: b", 2, "YAML"),
        ("- a", 2, "fields"),
        ("a: &x 1\nb: *x", None, "alias"),
        ("a: \x01", None, "YAML"),
    ],
)
def test_a_fault_is_named_with_its_line_and_field(head, line, word):
    with pytest.raises(BadInput) as caught:
        frontmatter.parse(f"---\n{head}\n---\nbody", "villages/north.md")
    assert word in caught.value.message
    assert caught.value.message.startswith("villages/north.md" + (f", line {line}:" if line else ""))


@pytest.mark.parametrize("depth", [30, 300, 3000])
def test_what_is_nested_too_deep_is_a_fault(depth):
    for head in ("a: " + "[" * depth + "]" * depth, "\n".join(" " * level + f"k{level}:" for level in range(depth))):
        with pytest.raises(BadInput, match=r"a.md.*(nest|deep)"):
            frontmatter.parse(f"---\n{head}\n---\n", "a.md")


def test_a_mark_of_byte_order_hides_no_title():
    read = frontmatter.parse("\ufeff# The gate\n", "a.md")
    assert (read.body, frontmatter.render(read)) == ("# The gate\n", "\ufeff# The gate\n")


def test_a_head_without_an_end_is_a_fault():
    with pytest.raises(BadInput, match="second ---"):
        frontmatter.parse("---\ntitle: a\n", "a.md")


@pytest.mark.parametrize("text", ["", "plain", "---\n---", "\ufeff---\r\na: 1\r\n---\r\nx\r\n", "--- \na: b\n---"])
def test_odd_pages_come_back_as_they_were(text):
    assert frontmatter.render(frontmatter.parse(text, "a.md")) == text


def test_a_body_that_looks_like_front_matter_stays_a_body():
    text = frontmatter.render(frontmatter.Document({}, "---\nx: 1\n---\n"))
    assert frontmatter.parse(text, "").body == "---\nx: 1\n---\n"


WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=30).filter(str.strip)
NUMBERS = st.floats(-1e6, 1e6)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "title": WORDS,
        "type": st.sampled_from(["page", "guide", "landmark"]),
        "tags": st.lists(WORDS, max_size=5),
        "aliases": st.lists(WORDS, max_size=3),
        "position": st.tuples(NUMBERS, NUMBERS, NUMBERS).map(list),
        "confidence": st.floats(0, 1),
        "mine": st.recursive(
            st.none() | st.booleans() | st.integers(-(10**9), 10**9) | WORDS,
            lambda inner: st.lists(inner, min_size=1, max_size=3),
            max_leaves=6,
        ),
    },
)


@given(FIELDS, st.text(st.characters(exclude_categories=("Cs",)), max_size=80))
def test_what_is_written_is_read_again(given_fields, body):
    document = frontmatter.Document({}, "").changed(given_fields, body)
    text = frontmatter.render(document)
    again = frontmatter.parse(text, "a.md")
    assert (again.fields, again.body) == (document.fields, document.body)
    assert frontmatter.render(again) == text


@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=200))
def test_any_text_is_a_page_or_a_named_fault(text):
    for page in (text, f"---\n{text}\n---\nbody"):
        try:
            read = frontmatter.parse(page, "a.md")
        except BadInput as error:
            fault = error.message
            assert fault.startswith("a.md")
        else:
            assert frontmatter.render(read) == page
