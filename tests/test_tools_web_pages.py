"""fetch_url once more: what was downloaded becomes text, in every form and charset, and a query picks its parts."""

import json
import sys

import pytest
from fake_web import FakeWeb, Page

from mcgod.tools.port import Context
from mcgod.tools.web import fetch

ARTICLE = (
    "<!DOCTYPE html><html><head><title>Brewing &amp; more</title><style>p{color:red}</style></head><body>"
    "<nav><a href=/>Home</a> <a href=/x>Menu entry</a></nav><article><h1>Brewing</h1>"
    + "<p>A brewing stand needs blaze powder as its fuel, and water bottles to begin with.</p>" * 3
    + "<script>evil()</script></article><footer>Imprint</footer></body></html>"
)


def run(web, url="http://wiki.test/a", **given):
    """Run the tool against ``web``."""
    return fetch.tool(web.guard()).run({"url": url, **given}, Context(mode="god"))


@pytest.fixture(params=["trafilatura", "own reader"])
def reader(request, monkeypatch):
    """Both ways to read HTML, with the extra and without."""
    if request.param != "trafilatura":
        monkeypatch.setitem(sys.modules, "trafilatura", None)
    return request.param


def test_a_page_becomes_text_with_its_source(reader):
    with FakeWeb(Page(ARTICLE)) as web:
        result = run(web, "http://wiki.test/a?b=1")
    head, text = result.text.split("\n\n", 1)
    assert head.splitlines()[:3] == ["source: http://wiki.test/a?b=1", "title: Brewing & more", "mode: html->markdown"]
    assert ("mcgod[web]" in head) == (reader != "trafilatura")
    assert text.startswith("# Brewing\n")
    assert "blaze powder" in text
    assert not any(word in text for word in ("Menu entry", "evil", "Imprint", "color"))
    assert set(result.data) == {"url", "title", "mode", "text", "chunks"}
    assert result.data["chunks"] == [{"part": 1, "of": 1, "text": result.data["text"]}]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("Größe – ü".encode(), "text/plain; charset=utf-8"),
        ("Größe – ü".encode("cp1252"), "text/plain; charset=ISO-8859-1"),
        ("Größe – ü".encode("cp1252"), "text/plain"),
        ("Größe – ü".encode(), "text/plain"),
        ("Größe – ü".encode("utf-16"), "text/plain"),
        (b"\xef\xbb\xbf" + "Größe – ü".encode(), "text/plain; charset=latin-1"),
        ("Größe – ü".encode(), "text/plain; charset=no-such-thing"),
        ("Größe – ü".encode(), "text/plain; charset=rot13"),
        ("Größe – ü".encode(), "text/plain; charset=base64"),
        ("Größe – ü".encode(), "text/plain; charset=zlib"),
        ("Größe – ü".encode(), "text/plain; charset=punycode"),
    ],
)
def test_charsets_are_understood(body, kind):
    with FakeWeb(Page(body, kind=kind)) as web:
        assert run(web).data["text"] == "Größe – ü"


def test_a_page_may_name_its_own_charset(reader):
    page = (
        f"<html><head><meta charset=windows-1251><title>Зелье</title></head><body><p>{'варка зелий ' * 20}</p></body>"
    )
    with FakeWeb(Page(page.encode("cp1251"), kind="text/html")) as web:
        result = run(web)
    assert (result.data["title"], "варка зелий" in result.data["text"]) == ("Зелье", True)


def test_json_and_markdown_keep_their_form():
    with FakeWeb(Page({"a": ["ü"]}, kind="application/json")) as web:
        result = run(web)
    assert (result.data["mode"], json.loads(result.data["text"])) == ("json", {"a": ["ü"]})
    with FakeWeb(Page("# Head\n\ntext", kind="text/markdown")) as web:
        result = run(web)
    assert (result.data["mode"], result.data["title"], result.data["text"]) == ("markdown", "Head", "# Head\n\ntext")
    with FakeWeb(Page('{"broken', kind="application/json")) as web:
        assert run(web).data["mode"] == "text"


def test_of_a_long_page_the_parts_that_fit_the_query_are_shown():
    paragraphs = [f"Paragraph {number} is about stone, dirt and gravel. " * 8 for number in range(60)]
    paragraphs[41] = "The ender dragon drops its egg only once, and 12000 experience. " * 6
    with FakeWeb(Page("\n\n".join(paragraphs), kind="text/plain")) as web:
        asked = run(web, query="what does the dragon drop")
        plain = run(web)
    assert "ender dragon" in asked.text
    assert len(asked.data["chunks"]) == 3
    assert all(len(chunk["text"]) <= 1300 for chunk in asked.data["chunks"])
    assert [chunk["part"] for chunk in plain.data["chunks"]] == [1, 2, 3]
    assert len(plain.data["text"]) > len(plain.text)


def test_a_page_of_too_many_tags_is_read_by_our_own_reader(monkeypatch):
    class Never:
        def extract(self, *arguments, **named):
            raise AssertionError("it would take the square of the time")

    monkeypatch.setitem(sys.modules, "trafilatura", Never())
    with FakeWeb(Page("<p>x" * 20_001)) as web:
        result = run(web)
    assert result.data["text"].startswith("x\n\nx")
    assert "note: the text holds everything on the page" in result.text


@pytest.mark.parametrize("error", [RecursionError, ValueError])
def test_a_reader_that_stumbles_is_stood_in_for(monkeypatch, error):
    class Stumbling:
        def extract(self, *arguments, **named):
            raise error("deep")

    monkeypatch.setitem(sys.modules, "trafilatura", Stumbling())
    with FakeWeb(Page(ARTICLE)) as web:
        assert "blaze powder" in run(web).data["text"]
