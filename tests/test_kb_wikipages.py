"""What was looked up in the wiki is known from then on, with where it is from and when it was read."""

import json

import pytest

from mcgod.errors import NotFound
from mcgod.kb.wikipages import WikiPages
from mcgod.tools.web.article import Article, Section
from mcgod.tools.web.shelf import Shelf

READ = "2026-11-30T12:00:00+00:00"
BREWING = Article(
    "Brewing Stand",
    "https://minecraft.wiki/w/Brewing_Stand",
    42,
    READ,
    {"Renewable": "Yes"},
    [Section(1, "", "A block used for brewing potions."), Section(2, "Usage", "It needs blaze powder.")],
    [],
)


@pytest.fixture
def shelf(home):
    return Shelf(home / "cache" / "wiki")


def test_a_page_that_was_looked_up_is_found_and_opened_with_its_source(mcgod, shelf):
    shelf.put("minecraft.wiki brewing stand", BREWING)
    hits = json.loads(mcgod("kb", "search", "brewing potions blaze powder", "--json").stdout)
    assert hits[0]["ref"] == "agent:page:wiki/brewing-stand"
    told = json.loads(mcgod("kb", "get", hits[0]["ref"], "--json").stdout)
    assert (told["title"], told["more"]["revision"], told["more"]["fetched"]) == ("Brewing Stand", 42, READ)
    assert told["body"].startswith("Source: https://minecraft.wiki/w/Brewing_Stand, read 2026-11-30")
    assert "- Renewable: Yes" in told["body"]
    assert "## Usage\n\nIt needs blaze powder." in told["body"]


def test_what_is_read_anew_is_found_anew(mcgod, shelf):
    shelf.put("minecraft.wiki brewing stand", BREWING)
    mcgod("kb", "search", "potions")
    shelf.put("minecraft.wiki brewing stand", BREWING._replace(sections=[Section(1, "", "Zorbing is new here.")]))
    assert json.loads(mcgod("kb", "search", "zorbing", "--json").stdout)[0]["id"] == "wiki/brewing-stand"


@pytest.mark.parametrize("content", ["{", "[]", '{"article":{}}', '{"article":{"title":1,"facts":[],"sections":[]}}'])
def test_a_file_that_cannot_be_read_is_no_page(tmp_path, content):
    (tmp_path / "minecraft.wiki%20x.json").write_text(content)
    pages = WikiPages(tmp_path)
    assert list(pages.entries()) == []
    with pytest.raises(NotFound):
        pages.get("agent:page:wiki/x")


def test_nothing_was_looked_up_yet(tmp_path):
    assert WikiPages(tmp_path / "nowhere").stamps() == {}
