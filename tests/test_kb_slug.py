"""Slugs: every title makes a path that any file system takes, the same each time, and no two by accident."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod.errors import BadUsage
from mcgod.kb.slug import LONGEST, free, is_slug, slug

TEXTS = st.text(min_size=1, max_size=60)


@pytest.mark.parametrize(
    ("title", "made"),
    [
        ("North Gate", "north-gate"),
        ("Villages/Crème Brûlée Inn.md", "villages/creme-brulee-inn"),
        ("item-registry\\oak-log", "item-registry/oak-log"),
        ("Straße nach Århus", "strasse-nach-arhus"),
        ("../../etc/passwd", "etc/passwd"),
        ("/a//b/", "a/b"),
        ("oak_log", "oak_log"),
        ("CON", "con_"),
        ("LPT¹", "lpt1_"),
        ("v1.21.4", "v1-21-4"),
        ("ﬁle Ⅳ", "file-iv"),
    ],
)
def test_titles_fold_to_plain_letters(title, made):
    assert slug(title) == made


@pytest.mark.parametrize("title", ["", "  ", "/", "...", "--", "!?", "\u200b"])
def test_a_title_without_a_letter_is_refused(title):
    with pytest.raises(BadUsage):
        slug(title)


def test_titles_that_ascii_cannot_spell_do_not_collide():
    titles = ["村庄", "城堡", "村庄 1", "城堡 1", "🏰", "🏠", "Деревня", "деревни", "हिन्दी", "🏰 castle", "🏠 castle"]
    assert len({slug(title) for title in titles}) == len(titles)
    assert slug("Деревня") == slug("ДЕРЕВНЯ")


def test_a_long_title_keeps_its_start_and_stays_apart_from_its_neighbour():
    one, other = slug("a" * 200), slug("a" * 201)
    assert one != other
    assert one.startswith("aaa")
    assert len(one) <= LONGEST


def test_too_many_folders_are_refused():
    with pytest.raises(BadUsage):
        slug("/".join("abcdefghij"))


@given(TEXTS)
def test_a_slug_is_safe_and_its_own_slug(text):
    try:
        made = slug(text)
    except BadUsage:
        return
    assert re.fullmatch(r"[a-z0-9_-]+(/[a-z0-9_-]+)*", made)
    assert not re.fullmatch(r"con|prn|aux|nul|(com|lpt)\d", made.rpartition("/")[2])
    assert all(0 < len(part) <= LONGEST for part in made.split("/"))
    assert slug(made) == made
    assert is_slug(made)


@given(TEXTS | st.from_regex(r"[a-z_-]{1,4}(/[a-z_-]{1,4}){0,9}", fullmatch=True) | st.sampled_from(["con", "a" * 81]))
def test_what_is_a_slug_is_known_without_making_one(text):
    try:
        made = slug(text)
    except BadUsage:
        made = None
    assert is_slug(text) == (made == text)


@given(TEXTS)
def test_case_and_composition_make_no_difference(text):
    def made(variant):
        try:
            return slug(variant)
        except BadUsage:
            return None

    assert made(unicodedata.normalize("NFC", text)) == made(unicodedata.normalize("NFD", text))
    if text.isascii():
        assert made(text.upper()) == made(text.lower())


@given(st.lists(TEXTS, max_size=30))
def test_a_taken_slug_gets_a_number_and_stays_a_slug(titles):
    taken = set()
    for title in titles * 2:
        try:
            made = free(slug(title), taken.__contains__)
        except BadUsage:
            continue
        assert made not in taken
        assert is_slug(made)
        taken.add(made)


def test_numbers_count_up_from_two():
    taken = {"inn", "inn-2"}
    assert free("inn", taken.__contains__) == "inn-3"
