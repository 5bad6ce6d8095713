"""The corpus as it ships, and what is said of one that is not well made."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from mcgod.corpus import case, expect
from mcgod.errors import BadInput, NotFound

CASES = case.read()
LINE = {"id": "one", "scene": "noon", "prayer": "bread", "expect": {"says_something": True}}
TWO = {**LINE, "id": "two"}


@pytest.fixture
def own(tmp_path):
    """An own corpus with one scene and what each group's file is to hold: ``own(needs=[LINE])``."""

    def write(scenes=({"scene": "noon", "about": "noon"},), **groups):
        for name in ("scenes", *case.GROUPS):
            rows = scenes if name == "scenes" else groups.get(name, ())
            lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
            (tmp_path / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")
        return tmp_path

    return write


def kinds(expected):
    for name, value in expected.items():
        yield name
        if name == "any_of":
            for one in value:
                yield from kinds(one)


def test_the_corpus_is_as_large_and_as_wide_as_promised():
    groups = Counter(one.group for one in CASES)
    assert list(groups) == list(case.GROUPS)
    assert len(CASES) >= 120
    assert min(groups.values()) >= 20
    assert len({one.id for one in CASES}) == len(CASES)
    assert len({one.prayer for one in CASES}) == len(CASES)


def test_other_languages_are_at_least_six_and_the_rest_is_english():
    assert len({one.lang for one in CASES if one.group == "languages"} - {"en"}) >= 6
    assert {one.lang for one in CASES if one.group != "languages"} == {"en"}


def test_every_scene_and_every_kind_of_expectation_is_used():
    scenes = {json.loads(line)["scene"] for line in (case.SHIPPED / "scenes.jsonl").read_text("utf-8").splitlines()}
    assert {one.scene.name for one in CASES} == scenes
    assert {name for one in CASES for name in kinds(one.expect)} == set(expect.KINDS)


def test_the_manual_names_every_kind_and_every_field():
    text = (Path(__file__).parents[1] / "docs" / "bench.md").read_text("utf-8")
    assert re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE) == list(expect.KINDS)
    for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL):
        expect.check(json.loads(block)["expect"])
    assert all(f"`{field}`" in text for field in ("commands", "food", "health", "event", "lang"))


def test_an_id_tells_its_group():
    assert [one.id for one in CASES if not one.id.startswith(f"{one.group}-")] == []


def test_an_own_corpus_is_read_and_blank_lines_are_none(own):
    (only,) = case.read(own(needs=["", LINE]))
    assert (only.id, only.group, only.scene.food, only.lang) == ("one", "needs", 20, "en")


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("{", "not JSON"),
        ("[]", "not a JSON object"),
        ({**TWO, "scene": "hell"}, "field scene: no scene 'hell'"),
        ({**TWO, "odd": 1}, "field odd: unknown"),
        ({**TWO, "prayer": ""}, "field prayer: wants a str, and has ''"),
        ({**TWO, "id": 3}, "field id: wants a str, and has 3"),
        ({key: TWO[key] for key in ("id", "scene", "prayer")}, "field expect: missing"),
        ({**TWO, "expect": {}}, "field expect: nothing is expected"),
        ({**TWO, "expect": {"wonder": True}}, "field expect: no kind 'wonder'"),
        ({**TWO, "expect": {"time": "tea"}}, "field expect: time cannot be 'tea'"),
        ({**TWO, "expect": {"time": ["day"]}}, "field expect: time cannot be ['day']"),
        ({**TWO, "expect": {"player_has": {"any_of": ["bread"]}}}, "field expect: player_has cannot be"),
        ({**TWO, "expect": {"no_operator": False}}, "field expect: no_operator cannot be False"),
        ({**TWO, "expect": {"any_of": [{"time": "day"}, {"time": "tea"}]}}, "field expect: any_of cannot be"),
    ],
)
def test_what_is_wrong_is_named_with_file_line_and_field(own, row, said):
    with pytest.raises(BadInput) as caught:
        case.read(own(danger=[LINE, row]))
    assert f"danger.jsonl:2: {said}" in caught.value.message


def test_an_id_that_comes_twice_is_named(own):
    with pytest.raises(BadInput, match=r"danger.jsonl:1: field id: 'one' is there twice"):
        case.read(own(needs=[LINE], danger=[LINE]))


def test_a_scene_wants_its_commands_as_text(own):
    with pytest.raises(BadInput, match=r"scenes.jsonl:1: field commands"):
        case.read(own(scenes=[{"scene": "noon", "about": "noon", "commands": [1]}]))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(NotFound, match="scenes.jsonl"):
        case.read(tmp_path)


def test_a_group_or_one_case_can_be_chosen():
    assert {one.group for one in case.chosen(CASES, group="danger")} == {"danger"}
    assert [one.id for one in case.chosen(CASES, case="needs-wood")] == ["needs-wood"]
    with pytest.raises(NotFound, match="no group"):
        case.chosen(CASES, group="wonders")
    with pytest.raises(NotFound, match="'needs-wood' in the group danger"):
        case.chosen(CASES, group="danger", case="needs-wood")
