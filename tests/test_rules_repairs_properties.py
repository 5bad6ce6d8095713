"""What holds for every repair, whatever was written: it settles, its family stays, the rest is spared."""

from __future__ import annotations

import re

import pytest
from grammar_cases import VERSIONS
from hypothesis import given
from hypothesis import strategies as st
from repair_cases import context, corpus

from mcgod.grammar.naming.edits import one_edit
from mcgod.rules import repairs
from mcgod.rules.hygiene import tidy
from mcgod.rules.judge import judge, weigh
from mcgod.rules.verdict import Rejection

PROPOSED = [case.proposed for case in corpus()]
PIECES = sorted({word for proposed in PROPOSED for word in proposed.split(" ")})
# One command that has had two names.
RENAMED = {"replaceitem": "item", "locatebiome": "locate"}

versions = st.sampled_from(VERSIONS)
modes = st.sampled_from(["god", "sudo"])


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """Draw a line of the corpus with a word put in, left out or doubled, or a few characters written over."""
    words = draw(st.sampled_from(PROPOSED)).split(" ")
    place = draw(st.integers(0, len(words) - 1))
    match draw(st.integers(0, 3)):
        case 0:
            words.insert(place, draw(st.sampled_from(PIECES)))
        case 1:
            del words[place]
        case 2:
            words[place : place + 1] = [words[place]] * 2
        case _:
            noise = draw(st.text("abeST @~^{}[]\"':,.=/#1", max_size=3))
            at = draw(st.integers(0, len(words[place])))
            words[place] = words[place][:at] + noise + words[place][at:]
    return " ".join(words)


@given(spoilt(), versions, modes)
def test_a_repaired_command_needs_no_repair_and_parses(proposed: str, version: str, mode: str):
    first = judge(proposed, context(version, mode))
    if first.command is None:
        return
    again = judge(first.command, context(version, mode))
    assert (again.command, again.repairs) == (first.command, ())
    assert repairs.look(first.command, context(version, mode)).ok


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("mode", ["god", "sudo"])
def test_the_corpus_settles_in_every_version(version: str, mode: str):
    where = context(version, mode)
    for proposed in PROPOSED:
        try:
            command, seen, _ = repairs.apply(tidy(proposed)[0], where)
        except Rejection:
            continue
        if seen.ok:
            assert repairs.apply(command, where) == (command, seen, ()), proposed


@given(spoilt(), versions, modes)
def test_the_family_stays(proposed: str, version: str, mode: str):
    _, seen = weigh(proposed, context(version, mode))
    if seen is None:
        return
    words = set(re.findall(r"[a-z-]+", proposed.lower()))
    words |= {"teleport"} if "tp" in words else set()
    words |= {"experience"} if "xp" in words else set()
    words |= {new for old, new in RENAMED.items() if old in words} | {
        old for old, new in RENAMED.items() if new in words
    }
    aliases = {"msg": {"tell", "w"}, "teammsg": {"tm"}}
    assert seen.family in words or aliases.get(seen.family, set()) & words


@given(spoilt(), versions, modes)
def test_nobody_else_is_acted_on(proposed: str, version: str, mode: str):
    where = context(version, mode)
    _, seen = weigh(proposed, where)
    if seen is None:
        return
    written = proposed.lower()
    for subject in seen.subjects():
        if subject.kind != "name" or subject.name.lower() in written:
            continue
        if subject.name == where.player and not subject.acted_on:
            continue
        stands_for_self = subject.name == where.player and re.search(r"@[sp]", written)
        anchor = subject.name == where.player and seen.before(subject.span) == "at"
        misspelt = any(one_edit(word, subject.name.lower()) for word in re.split(r'[\s",]+', written))
        assert stands_for_self or anchor or misspelt, subject


def is_plain(text: str) -> bool:
    """Tell whether hygiene lets ``text`` pass."""
    try:
        return bool(tidy(f"say {text}"))
    except Rejection:
        return False


@given(st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="@"), max_size=30).filter(is_plain))
def test_the_rest_of_a_command_stays_byte_for_byte(words: str):
    """What is wrong stands in front; what is said comes out as it went in."""
    where = context(mode="sudo")
    for spoilt_head, head in (
        ("Say ", "say "),
        ("minecraft:say ", "say "),
        ("execute if block 0 0 0 Stone run say ", "execute if block 0 0 0 stone run say "),
        ("execute  at Steve run Say ", "execute at Steve run say "),
    ):
        said = f"a {words}"
        assert repairs.apply(spoilt_head + said, where)[0] == head + said


@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), max_size=40).filter(is_plain), versions)
def test_plain_words_come_out_as_the_same_text(words: str, version: str):
    text = f"Hear {' '.join(words.split())} now"
    command, seen, _ = repairs.apply(f"title Steve title {text}", context(version))
    assert [span.value for span in seen.spans if span.kind == "text"] == [text], command


@given(st.text(max_size=60))
def test_no_text_raises(text: str):
    for version in VERSIONS:
        repairs.apply(text, context(version))


@given(st.lists(st.sampled_from(PIECES), max_size=10), versions, modes)
def test_no_words_raise(words: list[str], version: str, mode: str):
    repairs.apply(" ".join(words), context(version, mode))
