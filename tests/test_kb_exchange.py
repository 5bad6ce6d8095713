"""Import and export: what goes out comes in again, byte for byte; and what others wrote is understood or named."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcgod.errors import BadInput, BadUsage, NotFound
from mcgod.kb import exchange
from mcgod.kb.local import LocalBase
from mcgod.kb.verify import verify

TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=30).filter(str.strip)
WORD = st.from_regex(r"[a-z]{1,8}", fullmatch=True)
PLACED = st.fixed_dictionaries(
    {},
    optional={
        "tags": st.lists(TEXT, max_size=3),
        "position": st.lists(st.floats(-1e6, 1e6), min_size=3, max_size=3),
        "dimension": st.sampled_from(["nether", "minecraft:overworld", "mod:moon"]),
        "author": TEXT,
        "confidence": st.floats(0, 1),
        "zeta": st.lists(WORD, max_size=2),
        "alpha": st.integers(0, 9),
    },
)
PAGES = st.dictionaries(TEXT, st.tuples(TEXT, PLACED), max_size=4)
MEMORIES = st.dictionaries(st.from_regex(r"[A-Za-z0-9_-]{1,8}", fullmatch=True), st.tuples(TEXT, PLACED), max_size=4)


def brought(base, items):
    return {outcome.source: (outcome.state, outcome.text) for outcome in exchange.take(lambda _: base, items)}


def tree(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@settings(max_examples=30, deadline=None)
@given(PAGES, MEMORIES)
def test_what_is_exported_and_imported_is_exported_the_same(tmp_path_factory, pages, records):
    root = tmp_path_factory.mktemp("kb")
    base = LocalBase(root / "one", "world", clock=lambda: 1_700_000_000.1234)
    for title, (body, fields) in pages.items():
        base.add_page(body, {"title": title, **fields}, page="x" if not any(map(str.isalnum, title)) else "")
    seen = set()
    for name, (content, fields) in records.items():
        if name.casefold() not in seen:
            seen.add(name.casefold())
            base.put_memory({"id": name, "content": content, **fields})
    first = b"\n".join(exchange.lines(base))
    other = LocalBase(root / "two", "world", clock=lambda: 5.0)
    assert {state for state, _ in brought(other, exchange.from_lines(first, "x")).values()} <= {"new"}
    assert b"\n".join(exchange.lines(other)) == first
    exchange.to_folder(base, root / "out")
    third = LocalBase(root / "three", "world")
    if pages or seen:
        assert {state for state, _ in brought(third, exchange.from_folder(root / "out")).values()} == {"new"}
        exchange.to_folder(third, root / "again")
        assert tree(root / "again") == tree(root / "out")
        assert {state for state, _ in brought(third, exchange.from_folder(root / "out")).values()} == {"same"}
    assert [one for one in verify(third) if one.code != "duplicate"] == []


@pytest.fixture
def smith(tmp_path):
    """The data folder of a MemorySmith."""
    data = tmp_path / "smith" / "Data"
    (data / "Pages" / "Guides" / "assets").mkdir(parents=True)
    (data / "Memories" / "Core").mkdir(parents=True)
    (data / "Pages" / "Guides" / "Café Rules.md").write_text("# Rules\nSee [the other](cafe-rules-2.md).\n", "utf-8")
    (data / "Pages" / "Guides" / "cafe-rules.md").write_text("# Other\n")
    (data / "Pages" / "Guides" / "cafe-rules.page.json").write_text('{"minimumRole": "Admin"}')
    (data / "Pages" / "Guides" / "assets" / "x.md").write_text("no page")
    (data / "Pages" / ".history").mkdir()
    (data / "Pages" / ".history" / "1.md").write_text("no page")
    core = {
        "Id": "Oak-Facts",
        "Title": " Oak ",
        "Content": "Oaks give logs.",
        "Status": 2,
        "Confidence": 0.9,
        "Tags": ["Kind:Fact", "wood", "wood"],
        "References": ["birch-facts"],
        "Conflicts": [],
        "Relationships": [
            {
                "SourceId": "Oak-Facts",
                "TargetId": "birch-facts",
                "RelationType": "SupersededBy",
                "Origin": "Imported",
                "CreatedAtUtc": "2026-01-02T03:04:05.1234567Z",
            }
        ],
        "SourceLinks": [{"Label": "src", "Uri": "%Root%/a.cs", "StartLine": 3, "EndLine": None}],
        "UsageCount": 4,
        "LastUpdated": "2026-01-02T03:04:05.1234567Z",
    }
    (data / "Memories" / "Core" / "Oak-Facts.json").write_text("\ufeff" + json.dumps(core), "utf-8")
    (data / "Memories" / "Core" / "birch-facts.json").write_text('{"Id": "birch-facts", "Content": "White."}')
    (data / "Memories" / "Core" / "odd.json").write_text('{"Kind": "x", "Status": "Core", "Confidence": 98}')
    (data / "Memories" / "Core" / "torn.json").write_text('{"Id":')
    return tmp_path / "smith"


def test_a_memorysmith_folder_is_taken_in_and_its_faults_are_named(smith, tmp_path):
    base = LocalBase(tmp_path / "world", "world")
    assert brought(base, exchange.from_folder(smith)) == {
        "Guides/Café Rules.md": ("new", ""),
        "Guides/cafe-rules.md": ("new", ""),
        "Core/Oak-Facts.json": ("new", ""),
        "Core/birch-facts.json": ("new", ""),
        "Core/odd.json": ("skipped", "content is missing"),
        "Core/torn.json": ("skipped", "line 1: not JSON: Expecting value"),
    }
    oak = base.get("Oak-Facts")
    assert (oak.title, oak.tags, oak.updated) == ("Oak", ("kind:fact", "wood"), 1767323045.123)
    assert oak.links == ("world:memory:birch-facts",)
    assert oak.more["status"] == "core"
    assert oak.more["usage_count"] == 4
    assert oak.more["source_links"] == [{"label": "src", "uri": "%Root%/a.cs", "start_line": 3}]
    assert oak.more["relationships"][0]["type"] == "superseded_by"
    assert base.get("birch-facts").more["status"] == "core"
    assert base.get("guides/cafe-rules").links == ("guides/cafe-rules-2",)
    assert base.get("guides/cafe-rules-2").more["minimum_role"] == "Admin"
    assert verify(base) == []
    assert {state for state, _ in brought(base, exchange.from_folder(smith / "Data")).values()} == {"same", "skipped"}


def test_a_folder_of_markdown_keeps_its_bytes_and_its_history(tmp_path):
    notes = tmp_path / "notes"
    (notes / "Pages").mkdir(parents=True)
    (notes / "North Gate.md").write_bytes(b"text\r\nwithout an end")
    (notes / "Pages" / "b.MD").write_text("# b")
    (notes / "bad.md").write_text("---\ntags: {a: b}\n---\n")
    (notes / "latin.md").write_bytes(b"\xe9")
    base = LocalBase(tmp_path / "world", "world")
    done = brought(base, exchange.from_folder(notes))
    assert [done[name][0] for name in ("North Gate.md", "Pages/b.MD", "bad.md", "latin.md")] == [
        *("new", "new"),
        *("skipped", "skipped"),
    ]
    assert "line 2: tags" in done["bad.md"][1]
    assert (base.folder / "pages" / "north-gate.md").read_bytes() == b"text\r\nwithout an end"
    (notes / "North Gate.md").write_text("changed")
    assert brought(base, exchange.from_folder(notes))["North Gate.md"] == ("changed", "")
    assert [one["action"] for one in base.versions("north-gate")] == ["import", "import"]


def test_lines_that_are_no_entries_are_told_one_by_one(tmp_path):
    base = LocalBase(tmp_path / "world", "world")
    data = b"\n".join(
        [
            b'{"kind":"page","id":"a/b","title":"A","body":"x"}',
            b"{broken",
            b'{"kind":"page","title":"no id"}',
            b'{"kind":"fact","id":"f","body":"x"}',
            b'{"kind":"memory","id":"m n","title":"","body":"x"}',
            b'{"kind":"page","id":"c","body":"x","more":{"confidence":7}}',
            b'{"kind":"page","id":"d","body":"x","place":{"x":1}}',
            b"[]",
            b"",
        ]
    )
    done = brought(base, exchange.from_lines(data, "in"))
    assert [state for state, _ in done.values()] == ["new", *["skipped"] * 7]
    assert all(text for state, text in done.values() if state == "skipped")
    assert base.get("a/b").title == "A"


def test_there_must_be_something_to_import_and_room_to_export(tmp_path):
    base = LocalBase(tmp_path / "world", "world")
    with pytest.raises(NotFound):
        list(exchange.from_folder(tmp_path / "nowhere"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match="no Markdown"):
        list(exchange.from_folder(tmp_path / "empty"))
    base.add_page("x", {"title": "x"})
    with pytest.raises(BadUsage, match="not an empty folder"):
        exchange.to_folder(base, tmp_path)
