"""Traces read stage by stage: their pace, what is shown of them, and what damage does."""

import json

import pytest
from replay_play import line, turn, verdict

from mcgod.errors import BadInput, BadUsage
from mcgod.replay import listing, prose, timeline, trace


def when(stage):
    return trace.seconds(stage.record)


def read(lines, **how):
    return list(trace.turns(trace.stages(lines, "t.jsonl", **how)))


def lines_of(stages):
    """The text that a person reads of a turn."""
    return "\n".join(prose.shown(stage, record, full=False) for stage, record in timeline.told(stages, full=False))


def until_damage(lines):
    """The turns before the damage, and the error that names it."""
    turns, found = [], trace.turns(trace.stages(lines, "t.jsonl"))
    with pytest.raises(trace.Damaged) as caught:
        turns.extend([stage.name for stage in stages] for stages in found)
    return turns, caught.value


def test_stages_are_grouped_by_turn():
    found = read([*turn(1), *turn(2)])
    assert [[stage.turn for stage in stages] for stages in found] == [[1] * 7, [2] * 7]
    assert [stage.name for stage in found[0]][:2] == ["input", "observed"]
    assert found[1][0].place == "t.jsonl:8"


def test_what_is_not_wanted_is_not_parsed_but_its_turn_is_known():
    lines = [*turn(1), *turn(2)[1:]]
    lines[2] = lines[2].replace(b'"messages":[', b'"messages":[oops')
    found = read(lines, wanted={"input", "end"})
    assert [[(stage.name, bool(stage.record)) for stage in stages] for stages in found] == [
        [("input", True), ("end", True)], [("observed", False), ("end", True)],
    ]  # fmt: skip
    assert [[stage.turn for stage in stages] for stages in found] == [[1, 1], [2, 2]]


def test_a_mark_of_byte_order_is_no_damage():
    assert len(read([b"\xef\xbb\xbf" + turn(1)[0]])) == 1


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (b'{"v":1,"request_id"\n', "does not parse"),
        (b"[1]\n", "is no stage"),
        (b'{"v":1}\n', "is no stage"),
        (b'{"v":1,"turn":"x","stage":"input"}\n', "is no stage"),
        (b"[" * 100_000 + b"\n", "does not parse"),
        (b"\xff\xfe\n", "does not parse"),
        (b'{"v":1,"request_id":"1","turn":2,"at":"", "stage":"input"}', "is cut short"),
    ],
)
def test_a_damaged_trace_is_read_up_to_the_damage(broken, fault):
    turns, error = until_damage([*turn(1), *turn(2)[:3], broken, *turn(3)])
    assert [len(stages) for stages in turns] == [7, 3]
    assert error.message.startswith("t.jsonl:11: the line ")
    assert fault in error.message
    assert error.exit == 65


def test_a_trace_of_a_newer_version_is_refused_by_its_version():
    with pytest.raises(BadInput, match="version 2"):
        read([line({"v": 2, "turn": 1, "stage": "input"})])


def test_pauses_are_those_of_the_day_divided_by_the_speed():
    slept = []
    (stages,) = read(turn(1, gap=200))
    assert list(timeline.paced(stages, when, 4.0, slept.append)) == stages
    assert slept == pytest.approx([0.05] * 6)
    slept.clear()
    list(timeline.paced(stages, when, None, slept.append))
    assert slept == []


def test_a_clock_that_went_back_or_tells_nothing_makes_no_pause():
    slept = []
    (stages,) = read(turn(1))
    jumbled = [stages[3], stages[1]._replace(record={"at": "noon"}), stages[0]]
    list(timeline.paced(jumbled, when, 1.0, slept.append))
    assert slept == []


@pytest.mark.parametrize(("text", "factor"), [("1x", 1.0), ("4x", 4.0), ("0.5x", 0.5), ("8", 8.0), ("max", None)])
def test_speeds(text, factor):
    assert timeline.speed_of(text) == factor


@pytest.mark.parametrize("text", ["", "x", "0x", "-1x", "nan", "inf", "fast"])
def test_what_is_no_speed(text):
    with pytest.raises(BadUsage):
        timeline.speed_of(text)


def test_a_prompt_is_told_by_its_size_and_hash_unless_in_full():
    (stages,) = read(turn(1))
    short, full = (
        next(record for stage, record in timeline.told(stages, full=full) if stage.name == "request")
        for full in (False, True)
    )
    assert "messages" not in short
    assert (short["prompt"]["messages"], short["prompt"]["characters"]) == (2, 22)
    assert len(short["prompt"]["sha256"]) == 64
    assert full["messages"][1]["content"] == "I need wood"
    assert (short["after"], full["after"]) == (200, 200)


def test_a_person_reads_every_stage():
    said = [verdict("give Steve bread", "give Steve minecraft:bread", repairs=[("namespace", "bread", "x")])]
    (stages,) = read(turn(1, *said, verdict("op Steve", reason="family")))
    text = lines_of(stages)
    for part in (
        "asked     I need wood", "online: Steve", "2 messages, 22 characters", "7 tokens in, 3 out",
        "repaired  give Steve minecraft:bread  (namespace: bread -> x)", "refused   op Steve  (family: not that)",
        "said      Take it.", "+0.600  end       done",
    ):  # fmt: skip
        assert part in text


@pytest.mark.parametrize(
    ("place", "fields"),
    [
        (4, {"verdicts": 5}),
        (4, {"verdicts": [{"verdict": "accepted"}]}),
        (1, {"server": {"online": 3}}),
        (2, {"messages": "all"}),
        (6, {"ms": ["x"]}),
        (1, {"player": "Steve"}),
    ],
)
def test_a_stage_that_holds_something_else_is_damage(place, fields):
    (stages,) = read(turn(1))
    spoilt = stages[place]._replace(record=stages[place].record | fields)
    with pytest.raises(trace.Damaged, match=f"t.jsonl:{place + 1}"):
        lines_of([spoilt])


def test_an_unknown_stage_is_shown_as_it_is():
    (stages,) = read([line({"v": 1, "request_id": "1", "turn": 1, "at": None, "stage": "omen", "bird": "crow"})])
    omen = json.dumps({"stage": "omen", "bird": "crow"})
    assert lines_of(stages) == f"{'?':>9}  omen      {omen}"


def test_rows_count_the_last_verdicts_of_each_turn():
    twice = turn(2, verdict("op Steve", reason="family"))
    twice[5:5] = [twice[4].replace(b'"rejected"', b'"accepted"')]
    rows = list(listing.rows([*turn(1, verdict("time set day")), *twice, *turn(3)[:4]], "t.jsonl"))
    assert [(row["turn"], row["accepted"], row["rejected"], row["state"], row["ms"]) for row in rows] == [
        (1, 1, 0, "done", 600), (2, 1, 0, "done", 600), (3, 0, 0, "unfinished", None),
    ]  # fmt: skip
    assert rows[0]["text"] == "I need wood"
