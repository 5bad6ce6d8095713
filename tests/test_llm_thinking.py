"""Keeping inline reasoning out of speech, whole and in pieces."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod.llm.thinking import Split, Splitter, split


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Eat.", Split("Eat.", "", False)),
        ("<think>a</think> Eat.", Split("Eat.", "a", False)),
        ("<THINKING>a</Thinking>Eat. <think>b</think>Go.", Split("Eat. Go.", "ab", False)),
        ("<think>a", Split("", "a", True)),
        ("a</think>Eat.", Split("Eat.", "a", False)),
        ('{"speech":"<think>a</think>"}', Split('{"speech":"<think>a</think>"}', "", False)),
        ('<think>x</think>{"speech":"</think>"}', Split('{"speech":"</think>"}', "x", False)),
        ("1 < 2 <b> <thin", Split("1 < 2 <b> <thin", "", False)),
    ],
)
def test_split(text: str, expected: Split):
    assert split(text) == expected


TEXTS = st.lists(st.sampled_from(["<think>", "</think>", "<", "thi", "Eat ", " ", "{", "nk>", "é"]), max_size=12)


@given(TEXTS, st.lists(st.integers(0, 60), max_size=8))
def test_pieces_say_what_the_whole_says(parts: list[str], cuts: list[int]):
    text = "".join(parts)
    edges = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    splitter, whole = Splitter(), Splitter()
    heard = "".join(splitter.feed(text[a:b]) for a, b in pairwise(edges)) + splitter.finish()
    whole.feed(text)
    whole.finish()
    assert (heard, splitter.thinking, splitter.inside) == (whole.speech, whole.thinking, whole.inside)
    assert splitter.speech == heard


def test_many_small_pieces_cost_no_more_than_a_few():
    """Work on all that was said before would make each piece of the longer answer many times as dear."""

    def cost(pieces):
        spent = []
        for _ in range(3):
            splitter, start = Splitter(), time.process_time()
            for _ in range(pieces):
                splitter.feed("word ")
            spent.append((time.process_time() - start) / pieces)
        return min(spent)

    assert cost(100_000) < 4 * cost(5_000)
