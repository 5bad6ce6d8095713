"""A base in a folder: entries, titles, links, histories; and what verify finds when other hands were at work."""

import json
import os
import stat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcgod.errors import BadInput, BadUsage, Busy, NotFound, Refused
from mcgod.kb.local import LocalBase
from mcgod.kb.port import Place, Reference
from mcgod.kb.verify import stats, verify


@pytest.fixture
def base(tmp_path):
    now = iter(range(1_700_000_000, 1_800_000_000))
    return LocalBase(tmp_path / "kb" / "world", "world", clock=lambda: next(now))


def codes(base, **given):
    return [(found.code, found.entry) for found in verify(base, **given)]


def test_a_page_is_stored_under_its_slug_and_opens_by_every_name_of_it(base):
    made = base.add_page("# The gate\nIt is [[villages/north]].", {"position": [1, 2, 3], "tags": ["Gate"]})
    assert (str(made.reference), made.title, made.tags) == ("world:page:the-gate", "The gate", ("gate",))
    assert (made.place, made.links) == (Place(1, 2, 3), ("villages/north",))
    for name in ("the-gate", "page:the-gate", "world:page:the-gate", "The Gate.md", "THE-GATE"):
        assert base.get(name) == made
    file = base.folder / "pages" / "the-gate.md"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_a_title_that_is_taken_gets_a_number(base):
    names = [base.add_page("text", {"title": "Café"}).id for _ in range(3)]
    assert names == ["cafe", "cafe-2", "cafe-3"]
    assert base.add_page("# x", page="Deep/Er/Café").id == "deep/er/cafe"


def test_an_update_keeps_the_title_unless_one_is_given(base):
    base.add_page("old", {"title": "North Gate"})
    assert base.update_page("north-gate", body="new").title == "North Gate"
    assert base.update_page("north-gate", body="new", given={"title": "South"}).title == "South"
    (base.folder / "pages" / "plain.md").write_text("# Its heading\ntext")
    assert base.update_page("plain", body="no heading now").title == "Its heading"
    assert base.update_page("plain", given={"tags": ["a"]}).body == "no heading now\n"


def test_what_is_absent_is_told_from_what_is_corrupt(base):
    base.add_page("a", {"title": "Village"})
    with pytest.raises(NotFound) as missing:
        base.get("vilage")
    assert missing.value.hint == "did you mean village?"
    (base.folder / "pages" / "village.md").write_text("---\ntitle: x\nconfidence: 98\n---\n")
    with pytest.raises(BadInput, match=r"village.md, line 3: confidence must be 0 to 1, not 98"):
        base.get("village")
    (base.folder / "pages" / "village.md").write_bytes(b"a\n\xff")
    with pytest.raises(BadInput, match=r"village.md, line 2: not UTF-8"):
        base.get("village")
    assert list(base.entries()) == []


@pytest.mark.parametrize(("text", "error"), [("", BadUsage), ("no title", BadUsage), ("---\na: 1\n", BadInput)])
def test_a_page_needs_a_title_and_a_text(base, text, error):
    with pytest.raises(error):
        base.add_page(text)
    assert not base.folder.exists()


def test_memories_are_checked_field_by_field(base):
    made = base.put_memory({"title": "Oaks", "content": "by the river", "tags": ["Wood", "wood"], "status": "Core"})
    assert (made.id, made.tags, made.more["status"], made.more["usage_count"]) == ("oaks", ("wood",), "core", 0)
    assert made.updated == 1_700_000_000
    again = base.put_memory({"id": "oaks", "title": "Oaks", "content": "more"})
    assert again.more["created"] == made.more["created"]
    for wrong, word in (
        ({"id": "a b"}, "id"),
        ({"content": ""}, "content"),
        ({"content": "x" * 20_001}, "content"),
        ({"confidence": 98}, "confidence"),
        ({"status": 7}, "status"),
        ({"usage_count": -1}, "usage_count"),
        ({"tags": [str(n) for n in range(51)]}, "tags"),
        ({"references": ["no such"]}, "references"),
        ({"relationships": [{"target": "oaks", "type": "eats"}]}, "relationships.type"),
        ({"id": "me", "relationships": [{"target": "ME", "type": "mentions"}]}, "itself"),
        ({"references": ["nothing"]}, "'nothing'"),
        ({"relationships": [{"target": "page:nothing"}]}, "'page:nothing'"),
        ({"id": "OAKS"}, "case"),
    ):
        with pytest.raises(BadInput, match=word):
            base.put_memory({"title": "t", "content": "c", **wrong})
    assert codes(base) == []


def test_ids_that_differ_in_case_have_files_that_do_not(base):
    base.put_memory({"id": "OakLog", "content": "c"})
    base.put_memory({"id": "con", "content": "d"})
    assert sorted(os.listdir(base.folder / "memories")) == ["%63on.json", "+oak+log.json"]
    assert base.get("OakLog").id == "OakLog"


def test_backlinks_follow_edges_of_every_kind(base):
    base.add_page("a", {"title": "North"}, page="villages/north")
    base.add_page("[here](villages/north.md#x) ![no](villages/north.png) `[[villages/north]]`", {"title": "B"})
    base.add_page("[up](../villages/north.md) [out](https://x.y/villages/north)", page="roads/c", given={"title": "C"})
    base.put_memory(
        {"id": "m", "content": "c", "relationships": [{"target": "page:villages/north", "type": "mentions"}]}
    )
    base.put_memory({"id": "n", "content": "d", "references": ["m"]})
    assert base.backlinks("villages/north") == ["world:memory:m", "world:page:b", "world:page:roads/c"]
    assert base.backlinks("memory:m") == ["world:memory:n"]
    base.update_page("b", body="no more")
    assert base.backlinks("villages/north") == ["world:memory:m", "world:page:roads/c"]


def test_history_tells_who_did_what_and_brings_it_back(base):
    base.add_page("one", {"title": "Gate"}, author="Steve")
    base.update_page("gate", body="two", author="Alex")
    base.update_page("gate", body="two", author="Alex")
    base.remove("gate")
    assert [(one["version"], one["action"], one["author"]) for one in base.versions("gate")] == [
        (1, "create", "Steve"),
        (2, "update", "Alex"),
        (3, "remove", ""),
    ]
    with pytest.raises(NotFound):
        base.get("gate")
    with pytest.raises(BadUsage, match="removal"):
        base.restore("gate", 3)
    with pytest.raises(NotFound, match="1 to 3"):
        base.restore("gate", 9)
    assert base.restore("gate", 1).body == "one\n"
    assert base.text("gate") == base.text_at("gate", 1)
    assert base.versions("gate")[-1]["detail"] == "version 1"


def test_a_rename_is_one_change_of_two_histories(base):
    base.add_page("one", {"title": "Gate"})
    base.add_page("other", {"title": "Wall"})
    with pytest.raises(BadUsage, match="already"):
        base.rename("gate", "Wall")
    assert base.rename("gate", "Old/Gate").id == "old/gate"
    assert base.versions("gate")[-1]["detail"] == "to old/gate"
    assert [one.id for one in base.entries()] == ["old/gate", "wall"]


def test_an_edit_of_what_somebody_changed_meanwhile_is_refused(base):
    base.add_page("one", {"title": "Gate"})
    seen = base.text("gate")
    base.update_page("gate", body="two")
    with pytest.raises(Busy):
        base.write("gate", seen + "mine", expect=seen)
    seen = base.text("gate")
    assert base.write("gate", seen + "mine", expect=seen).body.endswith("mine")
    with pytest.raises(BadInput, match="line 2: type"):
        base.write("gate", "---\ntype: Two Words\n---\nx")


def test_an_edit_by_hand_keeps_its_comments_and_gets_its_time(base):
    base.add_page("one", {"title": "Gate"})
    mine = base.text("gate").replace("title:", "# mine\ntitle:") + "more\n"
    made = base.write("gate", mine)
    assert made.updated > 1_700_000_000
    assert made.more["created"] == "2023-11-14T22:13:20.000Z"
    assert "# mine\n" in base.text("gate")
    base.put_memory({"id": "m", "content": "c"})
    before = base.get("m").updated
    assert base.write("m", base.text("m").replace('"c"', '"d"')).updated > before
    (base.folder / "memories" / "m.json").write_text("{")
    assert base.write("m", '{"id": "m", "content": "whole again"}').body == "whole again"


def test_what_other_hands_changed_is_noted_and_never_lost(base):
    base.add_page("one", {"title": "Gate"})
    file = base.folder / "pages" / "gate.md"
    file.write_text("# Gate\nby hand\n")
    assert codes(base) == [("outside", "world:page:gate")]
    base.update_page("gate", body="two")
    assert [one["action"] for one in base.versions("gate")] == ["create", "outside", "update"]
    assert base.text_at("gate", 2) == "# Gate\nby hand\n"
    file.write_bytes(b"\xff\xfe")
    base.restore("gate", 1)
    assert len(list(file.parent.glob("gate.md.corrupt-*"))) == 1
    file.unlink()
    assert codes(base) == [("orphan", "world:page:gate")]
    assert codes(base, adopt=True) == []
    assert codes(base) == []


def test_verify_names_every_kind_of_fault(base):
    base.add_page("[[nowhere]] [[item:oak_log]]", {"title": "A"})
    base.add_page("the same text", {"title": "B"})
    base.add_page("the  same text", {"title": "C"})
    base.put_memory({"id": "m", "content": "c", "references": ["ghost"]}, loose=True)
    pages = base.folder / "pages"
    (pages / "Big Name.md").write_text("x")
    (base.folder / "memories" / "bad.json").write_text('{"id": "bad",\n"content": ')
    with (base.folder / "history" / "pages" / "b.jsonl").open("a") as file:
        file.write("{broken\n")
    found = {one.code: one for one in verify(base, exists=lambda reference: reference.id != "oak_log")}
    assert set(found) == {"corrupt", "dangling", "duplicate", "history", "misnamed", "outside"}
    assert found["corrupt"].text.endswith("bad.json, line 2: not JSON: Expecting value")
    assert [one.text for one in verify(base) if one.code == "dangling"] == [
        "points at world:memory:ghost, which is not there",
        "points at nowhere, which is not there",
    ]
    assert not found["duplicate"].fault


def test_pages_that_ship_show_through_and_give_way(tmp_path):
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    (shipped / "pray.md").write_text("# How to pray\nask\n")
    base = LocalBase(tmp_path / "agent", "agent", shipped=shipped)
    assert base.get("pray").title == "How to pray"
    assert list(base.stamps()) == ["agent:page:pray"]
    with pytest.raises(Refused):
        base.remove("pray")
    assert base.add_page("mine", {"title": "Pray"}).id == "pray-2"
    assert base.update_page("pray", body="# How to pray\nmy way").body == "# How to pray\nmy way\n"
    assert [one["detail"] for one in base.versions("pray")] == ["as it ships", ""]
    base.remove("pray")
    assert base.get("pray").body.endswith("ask\n")
    assert codes(base) == []
    assert (stats(base)["pages"], stats(base)["shipped"]) == (2, 1)


def test_a_reference_to_another_base_or_kind_is_not_found_here(base):
    base.add_page("a", {"title": "A"})
    for reference in (Reference("agent", "page", "a"), Reference("", "memory", "a"), Reference("world", "item", "a")):
        with pytest.raises(NotFound):
            base.get(reference)


def test_a_stamp_changes_with_its_file_and_no_other(base):
    base.add_page("a", {"title": "A"})
    base.add_page("b", {"title": "B"})
    before = base.stamps()
    base.update_page("a", body="c")
    after = base.stamps()
    assert {name for name in before if before[name] != after[name]} == {"world:page:a"}
    assert [str(one.reference) for one in base.entries({"world:page:b", "world:page:gone"})] == ["world:page:b"]


def test_a_token_tells_cheaply_that_something_changed(base):
    seen = [base.token()]
    base.add_page("a", {"title": "A"}, page="deep/er")
    seen.append(base.token())
    for body in ("b", "c"):
        base.update_page("deep/er", body=body)
        seen.append(base.token())
    (base.folder / "pages" / "by-hand.md").write_text("x")
    seen.append(base.token())
    assert len(set(seen)) == 5
    assert base.token() == seen[-1]


def test_a_record_that_is_nested_too_deep_is_corrupt(base):
    base.put_memory({"id": "m", "content": "c"})
    for depth in (20, 2000, 100_000):
        text = '{"id": "m", "content": "c", "x": ' + "[" * depth + "]" * depth + "}"
        (base.folder / "memories" / "m.json").write_text(text)
        with pytest.raises(BadInput, match="deep"):
            base.get("m")


def test_a_newer_record_is_left_alone(base):
    base.put_memory({"id": "m", "content": "c"})
    file = base.folder / "memories" / "m.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"v": 9}))
    with pytest.raises(BadInput, match="newer"):
        base.get("m")


BODIES = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=40).filter(str.strip)


@settings(max_examples=25, deadline=None)
@given(st.lists(BODIES, min_size=1, max_size=6), st.data())
def test_any_version_comes_back_byte_for_byte(tmp_path_factory, bodies, data):
    base = LocalBase(tmp_path_factory.mktemp("kb"), "world")
    base.add_page(f"# T\n{bodies[0]}", {"title": "T"})
    texts = [base.text("t")]
    for body in bodies[1:]:
        base.update_page("t", body=body)
        if base.text("t") != texts[-1]:
            texts.append(base.text("t"))
    number = data.draw(st.integers(1, len(texts)))
    base.restore("t", number)
    assert (base.folder / "pages" / "t.md").read_bytes() == texts[number - 1].encode()
    assert [base.text_at("t", one) for one in range(1, len(texts) + 1)] == texts
    assert verify(base) == []
