"""HTML as anybody writes it: into blocks, in time that grows with its length and not faster."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod.tools.web import markup
from mcgod.tools.web.chunks import choose, cut, shown, split


def read(source, **named):
    return [block.markdown() for block in markup.blocks(list(markup.tokens(source)), **named)]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<h2>A &amp; B</h2><p>one<br>two</p>", ["## A & B", "one", "two"]),
        ("<ul><li>a<li>b <b>bold</b></ul>", ["- a", "- b bold"]),
        ("<table><tr><th>x<td>1</tr><tr><td>y</td><td>2</td></tr></table>", ["x | 1", "y | 2"]),
        ("<pre>a\n  b</pre>after", ["```\na\n  b\n```", "after"]),
        ("<p>a<nav>no<nav>no</nav>no</nav>b", ["ab"]),
        ('<p title="a > b">c</p>', ["c"]),
        ("<p>1 < 2 & 3 <4</p>", ["1 < 2 & 3 <4"]),
        ("a<!-- no > no -->b<!DOCTYPE x>c<?php no ?>d", ["abcd"]),
        ("<script>if (a < b) '</p>'</script><p>x", ["x"]),
        ("<span style='display: none'>no</span>yes", ["yes"]),
        ("<title>no</title><textarea><p>no</textarea>yes", ["yes"]),
        ("<p>open <b", ["open"]),
        ("&#x41;&#99999999999;&nbsp;&bogus;", ["A\ufffd &bogus;"]),
        (f"&#{'1' * 5000};", [f"&#{'1' * 5000};"]),
        (f"<a href='{'x' * 5000}'>far</a> <b>near</b>", ["far near"]),
        ("", []),
    ],
)
def test_what_people_write_becomes_blocks(source, text):
    assert read(source) == text


def test_items_and_rows_stand_close_together():
    source = "<p>a<ul><li>b<li>c</ul><table><tr><td>d<tr><td>e</table><table><tr><td>f</table><p>g<p>h"
    assert markup.joined(markup.blocks(list(markup.tokens(source)))) == "a\n\n- b\n- c\n\nd\ne\nf\n\ng\n\nh"


def test_elements_of_a_class_are_left_out():
    assert read('<div class="x noise">no<div>no</div></div><p>yes', classes={"noise"}) == ["yes"]


@given(st.text("<>/!-='\" abpscript&#;\n", max_size=200))
def test_nothing_is_raised_and_nothing_is_invented(source):
    parts = list(markup.tokens(source))
    assert sum(len(part.text) + len(part.rest) for part in parts) <= len(source) + source.count("&")
    markup.blocks(parts)
    markup.title(parts)


@pytest.mark.parametrize(
    "piece", ["<a ", '<a b="', "<x/", "<!--", "<", "</", "<a b='\"", "<script>", '<a ">" "', "<![", "<?", "&#"]
)
def test_markup_that_is_never_closed_costs_no_more_than_its_length(piece, monkeypatch):
    looked = 0
    real = markup._TAG

    class Counting:
        @staticmethod
        def match(source, start, end):
            nonlocal looked
            looked += 1
            return real.match(source, start, end)

    monkeypatch.setattr(markup, "_TAG", Counting)
    parts = list(markup.tokens(piece * 20_000))
    assert looked <= 20_000
    assert len(parts) <= 40_001


@pytest.mark.parametrize("piece", ["<td>a", "<p>a", "<li>a", "<br>", "<tr>", "<pre>a", "<h1>a", "</p>", "<i>a"])
def test_no_word_is_looked_at_again_and_again(piece, monkeypatch):
    looked = 0
    real = markup.squeezed

    def counting(text):
        nonlocal looked
        looked += len(text)
        return real(text)

    monkeypatch.setattr(markup, "squeezed", counting)
    markup.blocks(list(markup.tokens(piece * 20_000)))
    assert looked <= 5 * 20_000


def test_a_long_text_is_cut_between_paragraphs_and_nothing_is_lost():
    text = "\n\n".join(f"{number} " + "word " * (number % 90) for number in range(200)) + "\n\n" + "x" * 5000
    parts = split(text)
    assert "".join("".join(parts).split()) == "".join(text.split())
    assert all(len(part) <= 1210 for part in parts)


def test_rare_words_weigh_more_than_common_ones():
    text = "\n\n".join(
        [f"sword {number} " + "stone sword " * 90 for number in range(12)] + ["netherite sword " + "ore " * 250]
    )
    assert choose(text, "netherite swords")[-1].part == len(split(text))
    assert shown(choose(text, "nothing of that")).startswith("(3 of ")


def test_output_is_cut_to_its_cap_with_a_mark():
    assert cut("a" * 20_000)[-50:].endswith("… [cut: 20000 characters, at most 14000 are shown]")
    assert (len(cut("a" * 20_000)), cut("short")) == (14_000, "short")
