"""A turn as JSON: at every node it can be put away, taken up by another process, and comes to the same."""

import json

import pytest
from turn_scenarios import SCENARIOS, outcome

from mcgod.errors import BadInput
from mcgod.god import graph, nodes, runner, state
from mcgod.god.turn import Turn


def packed(turn):
    """Take ``turn`` through the graph, put away and taken up again between any two nodes."""
    node = graph.TURN.start
    while node is not None:
        kept = json.loads(json.dumps(state.to_json(turn)))
        again = state.from_json(kept, turn.request, turn.services)
        assert json.loads(json.dumps(state.to_json(again))) == kept
        for name in Turn.__slots__:
            if name not in ("began", "services"):
                setattr(turn, name, getattr(again, name))
        nodes.NODES[node](turn)
        node = graph.TURN.after(node, turn, nodes.CONDITIONS)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: one.name)
def test_a_turn_that_is_put_away_at_every_node_comes_to_the_same(scenario, tmp_path):
    whole = scenario.services(tmp_path / "whole")
    cut = scenario.services(tmp_path / "cut")
    expected = outcome(lambda: runner.run(scenario.request, whole), whole)
    assert outcome(lambda: runner.take(Turn(scenario.request, cut), packed), cut) == expected


def test_a_turn_of_a_newer_version_is_refused(tmp_path):
    scenario = SCENARIOS[0]
    services = scenario.services(tmp_path)
    raw = state.to_json(Turn(scenario.request, services)) | {"v": state.VERSION + 1}
    with pytest.raises(BadInput, match="newer mcgod"):
        state.from_json(raw, scenario.request, services)


def test_a_turn_is_remembered_once(tmp_path):
    scenario = SCENARIOS[0]
    services = scenario.services(tmp_path)
    turn = Turn(scenario.request, services)
    runner.take(turn)
    before = services.store.active("Steve").entries("ollamaHistory")
    nodes.persist(turn)
    assert services.store.active("Steve").entries("ollamaHistory") == before


def test_what_was_said_is_not_said_again(tmp_path):
    scenario = SCENARIOS[0]
    services = scenario.services(tmp_path)
    turn = Turn(scenario.request, services, said=1)
    runner.take(turn)
    assert services.game.ran == ["give Steve minecraft:bread 3"]


def test_only_a_dry_turn_goes_by_what_its_caller_has_seen(tmp_path):
    """What is to be run is judged by the server's own word, for a caller may be wrong, or lie."""
    for name, food, online in (("dry, with a caller's view", 2, ["Steve"]),
                               ("a caller's view does not count where it acts", 4, ["Steve", "Alex"])):  # fmt: skip
        scenario = next(one for one in SCENARIOS if one.name == name)
        services = scenario.services(tmp_path / name)
        runner.run(scenario.request, services)
        observed = services.store.turns("Steve", services.store.active("Steve").id).records[1]
        assert (observed["player"]["food"], observed["server"]["online"]) == (food, online)
        assert observed["told"] == {"recent_events": ["a creeper"]}
        for model in (services.command_model, services.message_model):
            system, *_, user = model.calls[0].messages
            assert "creeper" not in system.content
            assert json.loads(user.content)["told"] == {"recent_events": ["a creeper"]}
