"""minecraft.wiki_lookup against a wiki in MediaWiki's own JSON, and its shelf on disk."""

import json
import subprocess
import sys

import pytest
from fake_web import FakeWeb, Page

from mcgod import config
from mcgod.errors import BadUsage, Unreachable, WebUnreachable
from mcgod.paths import find
from mcgod.tools import arguments
from mcgod.tools.port import Context
from mcgod.tools.web import wiki
from mcgod.tools.web.family import tools
from mcgod.tools.web.mediawiki import endpoint_of
from mcgod.tools.web.shelf import Shelf

STAND = """
<div class="mw-content-ltr mw-parser-output" lang="en" dir="ltr">
<div class="infobox notaninfobox"><div class="infobox-title">Brewing Stand</div>
<div class="infobox-imagearea"><img src="x.png" /></div>
<table class="infobox-rows"><tbody>
<tr><th><p><a href="/w/Renewable_resource">Renewable</a>
</p></th><td><p>Yes<sup class="reference">[1]</sup>
</p></td></tr>
<tr><th>Stackable</th><td><div>Yes</div> (64)</td></tr>
<tr><th>Tool</th><td>Any tool<br /><span style="display:none">x</span>Pickaxe</td></tr>
<tr><th>Empty</th><td></td></tr></tbody></table></div>
<p>A <b>brewing stand</b> is a block that brews <a href="/w/Potion">potions</a>.<sup class="reference">[1]</sup></p>
<div class="toc">Contents</div>
<div class="mw-heading mw-heading2"><h2 id="Obtaining">Obtaining</h2><span class="mw-editsection">[edit]</span></div>
<p>It is found in igloos.</p>
<div class="mw-heading mw-heading3"><h3 id="Crafting">Crafting</h3></div>
<table class="wikitable"><tbody><tr><th>Ingredients</th><th>Recipe</th></tr>
<tr><td>Blaze Rod</td><td>1</td></tr></tbody></table>
<h2 id="Usage">Usage</h2><ul><li>brew</li><li>work</li></ul>
<table class="navbox"><tbody><tr><td>All blocks</td></tr></tbody></table>
</div>
"""
PAGES = {
    "Brewing Stand": (7, STAND, {}),
    "Stand": (8, "<p>Stand may refer to:</p><ul><li>Brewing Stand</li></ul>", {"disambiguation": ""}),
}
REDIRECTS = {"brewing stand": "Brewing Stand", "brewer": "Brewing Stand"}


def answer(path, asked):
    """What a wiki says to ``asked``."""
    if (path, asked["format"], asked["formatversion"]) != ("/api.php", "json", "2"):
        return Page("", 400)
    if asked["action"] == "parse":
        title, (number, html, _) = next(
            (title, page) for title, page in PAGES.items() if str(page[0]) == asked["pageid"]
        )
        links = [
            {"ns": 0, "title": "Brewing Stand", "exists": True},
            {"ns": 14, "title": "Category:Blocks", "exists": True},
        ]
        return Page({"parse": {"title": title, "pageid": number, "revid": 1000 + number, "text": html, "links": links}})
    if asked["action"] == "opensearch":
        near = ["Brewing Stand"] if asked["search"].startswith("bew") else []
        return Page([asked["search"], near, [""], [""]])
    if asked.get("list") == "search":
        hits = ["Brewing Stand", "Potion"] if "potion" in asked["srsearch"] else []
        return Page({"query": {"search": [{"ns": 0, "title": title} for title in hits]}})
    title = REDIRECTS.get(asked["titles"].lower(), asked["titles"])
    if title not in PAGES:
        return Page({"batchcomplete": True, "query": {"pages": [{"ns": 0, "title": title, "missing": True}]}})
    number, _, props = PAGES[title]
    url = f"https://minecraft.wiki/w/{title.replace(' ', '_')}"
    page = {"pageid": number, "ns": 0, "title": title, "fullurl": url, "lastrevid": 1000 + number, "pageprops": props}
    return Page({"batchcomplete": True, "query": {"pages": [page]}})


class Clock:
    now = 1_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def shelf(tmp_path):
    return Shelf(tmp_path / "wiki", Clock())


def run(web, shelf, **given):
    tool = wiki.tool(f"{web.url}/api.php", lambda: shelf)
    return tool.run(arguments.checked(tool, given), Context(mode="god"))


def test_a_thing_is_looked_up_with_its_facts_and_summary(shelf):
    with FakeWeb(answer) as web:
        result = run(web, shelf, query="Brewing_Stand")
    assert result.data["facts"] == {"Renewable": "Yes", "Stackable": "Yes (64)", "Tool": "Any tool; Pickaxe"}
    assert result.data["sections"] == ["Obtaining", "Crafting", "Usage"]
    assert (result.data["title"], result.data["revision"], result.data["stale"]) == ("Brewing Stand", 1007, False)
    lines = result.text.splitlines()
    assert lines[:2] == ["source: https://minecraft.wiki/w/Brewing_Stand", "title: Brewing Stand"]
    assert lines[3:] == [
        "Renewable: Yes",
        "Stackable: Yes (64)",
        "Tool: Any tool; Pickaxe",
        "sections: Obtaining, Crafting, Usage",
        "",
        "A brewing stand is a block that brews potions.",
    ]


def test_a_redirect_leads_to_its_page(shelf):
    with FakeWeb(answer) as web:
        assert run(web, shelf, query="brewer").data["title"] == "Brewing Stand"
    assert "redirects=1" in web.paths[0]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Obtaining", "It is found in igloos.\n\n### Crafting\n\nIngredients | Recipe\nBlaze Rod | 1"),
        ("usage", "- brew\n- work"),
        ("## craft", "Ingredients | Recipe\nBlaze Rod | 1"),
    ],
)
def test_a_section_is_picked_by_a_part_of_its_title(shelf, name, text):
    with FakeWeb(answer) as web:
        assert run(web, shelf, query="brewer", section=name).data["text"] == text


def test_a_section_that_is_not_there_lists_those_that_are(shelf):
    with FakeWeb(answer) as web:
        result = run(web, shelf, query="brewer", section="Trivia")
    assert not result.ok
    assert result.text == "Brewing Stand has no section 'Trivia'; it has: Obtaining, Crafting, Usage"


def test_what_is_no_title_is_searched_for(shelf):
    with FakeWeb(answer) as web:
        result = run(web, shelf, query="how to make a potion")
        odd = run(web, shelf, query="potion | [[x]] #")
    assert (result.data["title"], result.data["also"]) == ("Brewing Stand", ["Potion"])
    assert "also found: Potion" in result.text
    assert odd.data["title"] == "Brewing Stand"


def test_nothing_found_is_told_with_suggestions(shelf):
    with FakeWeb(answer) as web:
        near, none = run(web, shelf, query="bewing stend"), run(web, shelf, query="zzzz")
    assert (near.ok, near.text) == (False, "the wiki has no page on 'bewing stend'; there are: Brewing Stand")
    assert (none.ok, none.text, none.data["suggestions"]) == (False, "the wiki has no page on 'zzzz'", [])


def test_a_disambiguation_lists_where_it_leads(shelf):
    with FakeWeb(answer) as web:
        result = run(web, shelf, query="Stand")
    assert result.data["disambiguation"] == ["Brewing Stand"]
    assert result.text.endswith("'Stand' may mean several things; ask again for one of these:\n- Brewing Stand")


def test_a_page_is_kept_for_a_week_and_longer_when_the_wiki_is_down(shelf, tmp_path):
    with FakeWeb(answer) as web:
        first = run(web, shelf, query="brewer")
        asked = len(web.paths)
        assert run(web, shelf, query="BREWER").data == first.data
        assert len(web.paths) == asked
        shelf._clock.now += 7 * 86400
        run(web, shelf, query="brewer")
        assert len(web.paths) == 2 * asked
    shelf._clock.now += 8 * 86400
    stale = run(web, shelf, query="brewer", section="usage")
    assert (stale.ok, stale.data["stale"], stale.data["text"]) == (True, True, "- brew\n- work")
    assert "note: a copy of 20" in stale.text
    assert "the wiki is out of reach" in stale.text
    with pytest.raises(WebUnreachable):
        run(web, shelf, query="another")
    (path,) = (tmp_path / "wiki").iterdir()
    kept = json.loads(path.read_text("utf-8"))["article"]
    assert (kept["url"], kept["revision"]) == ("https://minecraft.wiki/w/Brewing_Stand", 1007)
    assert kept["fetched"][:2] == "20"
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)


@pytest.mark.parametrize(
    "broken", [b"", b"{", b"[]", b'{"at": 1}', b'{"at":1,"article":{"v":99}}', b'{"at":"x","article":{"v":1}}']
)
def test_a_broken_file_on_the_shelf_is_read_anew(shelf, tmp_path, broken):
    with FakeWeb(answer) as web:
        run(web, shelf, query="brewer")
        (path,) = (tmp_path / "wiki").iterdir()
        path.write_bytes(broken)
        assert run(web, shelf, query="brewer").data["title"] == "Brewing Stand"
    assert shelf.get(f"{web.url.removeprefix('http://')} brewer").fresh


def test_the_shelf_does_not_grow_without_end(shelf, tmp_path, monkeypatch):
    monkeypatch.setattr("mcgod.tools.web.shelf._MOST", 2)
    with FakeWeb(answer) as web:
        for query in ("brewer", "brewing stand", "Stand"):
            run(web, shelf, query=query)
    assert len([*(tmp_path / "wiki").iterdir()]) == 2


def test_a_disk_that_refuses_does_not_hide_the_answer(tmp_path):
    (tmp_path / "file").write_text("")
    with FakeWeb(answer) as web:
        result = run(web, Shelf(tmp_path / "file" / "wiki"), query="brewer")
    assert (result.data["title"], "note: not kept: cannot" in result.text) == ("Brewing Stand", True)


@pytest.mark.parametrize(
    ("page", "message"),
    [
        (Page("", 503), "answered 503"),
        (Page("<html>blocked"), "sent no JSON"),
        (Page({"error": {"code": "ratelimited", "info": "too fast"}}), "the wiki refused: too fast"),
        (Page([1]), "does not answer as MediaWiki does"),
        (Page({"query": {"pages": [{"pageid": 1}]}}), "does not answer as MediaWiki does"),
    ],
)
def test_a_wiki_that_fails_is_named(shelf, page, message):
    with FakeWeb(page) as web, pytest.raises(Unreachable, match=message):
        run(web, shelf, query="brewer")


def test_languages_have_hosts_of_their_own():
    assert endpoint_of("https://minecraft.wiki/api.php", "en") == "https://minecraft.wiki/api.php"
    assert endpoint_of("https://minecraft.wiki/api.php", "de") == "https://de.minecraft.wiki/api.php"


@pytest.mark.parametrize(
    "given", [{}, {"query": ""}, {"query": " _ "}, {"query": "x" * 201}, {"query": "x", "lang": "evil.com/"}]
)
def test_wrong_arguments_are_named(shelf, given):
    with FakeWeb(answer) as web, pytest.raises(BadUsage):
        run(web, shelf, **given)
    assert web.paths == []


def test_making_the_family_loads_nothing_heavy():
    code = "import sys, mcgod.tools.web.family; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"httpx", "ssl", "zipfile", "tomllib", "trafilatura", "html", "zlib"} & set(done.stdout.split())


def test_the_family_reads_its_settings(tmp_path, home):
    with FakeWeb(answer) as web:
        environ = {"MCGOD_TOOLS_WIKI_ENDPOINT": f"{web.url}/api.php"}
        found = config.load(tmp_path / "config.toml", environ=environ, cwd=tmp_path)
        family = {tool.name: tool for tool in tools(found, find({"MCGOD_HOME": str(home)}), None)}
        family["minecraft.wiki_lookup"].run({"query": "brewer"}, Context())
    assert len([*(home / "cache" / "wiki").glob("*.json")]) == 1
    assert sorted(family) == [
        "fetch_modrinth",
        "fetch_url",
        "list_mods",
        "minecraft.wiki_lookup",
        "search",
        "web.search",
    ]
    assert {name for name, tool in family.items() if tool.risk == "web" and tool.outside} == set(family) - {"list_mods"}
    assert (family["list_mods"].risk, family["list_mods"].outside) == ("read", False)
