"""Recorded turns run again: the same prompts, the recorded results of tools, and what differs from the record."""

import json

import pytest
from replay_play import NAMES, game_data, turn, turns, verdict

from mcgod.errors import ModelUnreachable
from mcgod.god.modes import MODES
from mcgod.god.souls import Souls
from mcgod.llm.port import Completion, ToolCall, Usage
from mcgod.llm.scripted import Scripted
from mcgod.replay import trace
from mcgod.replay.compare import Comparison, recorded
from mcgod.replay.rerun import Rerun
from mcgod.rules.policy import shipped


def answers(found):
    """What the models said in the recorded turns, one after another."""
    return [
        Completion(
            stage.record["text"],
            "scripted/1",
            usage=Usage(**stage.record["usage"]),
            tool_calls=tuple(ToolCall(**call) for call in stage.record.get("tool_calls", ())),
        )
        for stages in found
        for stage in stages
        if stage.name == "response"
    ]


def rerun(tmp_path, model, **how):
    return Rerun(model, game_data, shipped(), Souls(tmp_path / "souls"), lambda: 0.0, **how)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_answers_come_to_the_same(tmp_path, name):
    found = turns(name)
    again, comparison = rerun(tmp_path, Scripted(answers(found))), Comparison("scripted")
    rows = [comparison.row(recorded(stages), again.turn(stages)) for stages in found]
    assert [row["differs"] for row in rows] == [False] * len(found)
    assert all(row["was"] == row["now"] for row in rows)
    sums = comparison.summary()
    assert (sums["added"], sums["missing"], sums["messages_changed"], sums["errors"]) == (0, 0, 0, 0)
    assert sums["was"] == sums["now"]


@pytest.mark.parametrize("name", NAMES)
def test_the_models_are_asked_the_very_same(tmp_path, name):
    found = turns(name)
    model = Scripted(answers(found))
    again = rerun(tmp_path, model)
    for stages in found:
        again.turn(stages)
    asked = [[(one.role, one.content) for one in call.messages] for call in model.calls]
    prompts = [stage.record["messages"] for stages in found for stage in stages if stage.name == "request"]
    assert asked == [[(one["role"], one["content"]) for one in prompt] for prompt in prompts]


def test_another_soul_speaks_where_one_is_named(tmp_path):
    (stages, *_) = turns("good")
    model = Scripted(answers([stages]))
    again = rerun(tmp_path, model, soul="grumble")
    again.turn(stages)
    command, message = (call.messages[0].content for call in model.calls)
    assert again.souls.text("grumble") in message
    assert again.souls.text("grumble") not in command


def test_another_task_stands_for_the_modes_own_words_and_the_rest_of_the_prompt_stays(tmp_path):
    (stages, *_) = turns("good")
    model = Scripted(answers([stages]))
    rerun(tmp_path, model, task="Grant nothing but bread.").turn(stages)
    was = next(stage.record["messages"] for stage in stages if stage.name == "request")[0]["content"]
    assert MODES["god"].task in was
    assert model.calls[0].messages[0].content == was.replace(MODES["god"].task, "Grant nothing but bread.")


def test_a_tool_gives_what_it_gave_and_what_was_not_looked_up_is_not_to_be_had(tmp_path):
    (stages,) = turns("tools")
    other = ToolCall("b", "web_search", '{"query": "day"}')
    said = answers([stages])
    said[0] = Completion("", "scripted/1", tool_calls=(*said[0].tool_calls, other))
    model = Scripted(said)
    again = rerun(tmp_path, model).turn(stages)
    told = [message.content for message in model.calls[1].messages if message.role == "tool"]
    assert "Set the time to 1000" in told[0]
    assert told[1].startswith("ERROR: this was not looked up")
    assert [tool["function"]["name"] for tool in model.calls[0].tools] == ["execute-command"]
    assert again["verdicts"][0]["ran"] is True


def test_tools_that_were_open_and_not_called_are_told_of_in_the_prompt_alone(tmp_path):
    for tools in (True, False):
        (stages,) = trace.turns(trace.stages(turn(1, tools=tools)[:2], "t"))
        model = Scripted(['{"reason":"","commands":[]}', "Yes."])
        rerun(tmp_path, model).turn(stages)
        assert ("You may call tools first" in model.calls[0].messages[0].content) == tools
        assert model.calls[0].tools == ()


def test_a_command_that_a_tool_is_to_run_has_to_pass_the_rules(tmp_path):
    (stages,) = turns("tools")
    evil = Completion("", "x", tool_calls=(ToolCall("a", "execute-command", '{"command": "op Mallory"}'),))
    model = Scripted([evil, '{"reason":"","commands":[]}', "No."])
    again = rerun(tmp_path, model).turn(stages)
    assert again["verdicts"] == []
    assert "the rules refuse it" in model.calls[1].messages[-1].content


def test_another_answer_is_told_by_what_is_added_and_missing(tmp_path):
    stages = turns("good")[1]
    model = Scripted(['{"reason":"","commands":["give Steve bread 8","weather clear"]}', "Eat."])
    comparison = Comparison("m")
    row = comparison.row(recorded(stages), rerun(tmp_path, model).turn(stages))
    assert (row["same"], row["added"], row["missing"]) == (
        ["give Steve minecraft:bread 8"], ["weather clear"], ["time set day"],
    )  # fmt: skip
    assert (row["differs"], row["message_changed"], row["now"]["message"]) == (True, True, "Eat.")
    assert (row["was"]["accepted"], row["now"]["accepted"], row["now"]["repaired"]) == (2, 1, 1)
    assert row["was"]["tokens"] == {"input": 600, "output": 52}
    assert comparison.summary()["differing_turns"] == 1


def test_a_hostile_candidate_gets_nothing_past_the_rules(tmp_path):
    again = rerun(tmp_path, Scripted(answers(turns("hostile"))))
    for stages in turns("good"):
        assert all(one["command"] is None for one in again.turn(stages)["verdicts"])


def test_a_model_that_gives_no_answer_is_a_row_and_not_the_end(tmp_path):
    first, second, _ = turns("good")
    again = rerun(tmp_path, Scripted([ModelUnreachable("gone"), '{"reason":"","commands":[]}', "Yes."]))
    comparison = Comparison("m")
    failed, fine = (comparison.row(recorded(one), again.turn(one)) for one in (first, second))
    assert (failed["error"], failed["differs"], fine["error"]) == ("gone", True, None)
    assert (comparison.errors, len(again.failures)) == (1, 1)


def test_other_limits_and_another_version_hold_in_the_second_run(tmp_path):
    model = Scripted(['{"reason":"","commands":["give Steve mace 1"]}'] * 2 + ["Here."])
    (stages,) = trace.turns(trace.stages(turn(1), "t"))
    # The prompts of that trace hold no document; as a first prayer it needs none.
    assert rerun(tmp_path, model, version="1.16.5").turn(stages)["verdicts"][0]["reason"] == "unknown-id"


@pytest.mark.parametrize(
    "spoilt", [{"mode": "tyrant"}, {"text": "x", "version": "1.21.4", "observed": {"player": {"position": "here"}}}]
)
def test_a_turn_that_cannot_be_run_again_is_damage(tmp_path, spoilt):
    (stages,) = trace.turns(trace.stages(turn(1, verdict("time set day"), **spoilt), "t"))
    with pytest.raises(trace.Damaged):
        rerun(tmp_path, Scripted(["{}"])).turn(stages)


def test_what_came_of_a_turn_must_have_its_shape():
    (stages,) = trace.turns(trace.stages(turn(1), "t"))
    spoilt = [*stages[:-1], stages[-1]._replace(record={"ms": 5})]
    with pytest.raises(trace.Damaged):
        recorded(spoilt)
    assert json.dumps(recorded(stages)["tokens"]) == '{"input": 7, "output": 3}'
