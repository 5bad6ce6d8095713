"""One list of scenarios, two engines: whoever walks the graph, the turn comes to the same."""

import json
import sqlite3

import pytest
from turn_scenarios import SCENARIOS, outcome

from mcgod.errors import StoreFailed
from mcgod.gateway.engines import Plain
from mcgod.gateway.stategraph import Graphs
from mcgod.tools.port import LaidAside


@pytest.fixture(scope="module")
def graphs(tmp_path_factory):
    engine = Graphs(tmp_path_factory.mktemp("engine") / "turns.sqlite")
    yield engine
    engine.close()


def answering(engine, scenario, services):
    """Run a turn, and give the scenario's answer to what it asks."""
    try:
        return engine.run(scenario.request, services)
    except LaidAside:
        return engine.resume(scenario.request, services, sent=[], answer=scenario.answer)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: one.name)
def test_both_engines_come_to_the_same(scenario, graphs, tmp_path):
    plain, other = scenario.services(tmp_path / "plain"), scenario.services(tmp_path / "graphs")
    expected = outcome(lambda: Plain().run(scenario.request, plain), plain)
    graphs.forget(scenario.request.id)
    assert outcome(lambda: answering(graphs, scenario, other), other) == expected


def test_the_checkpoints_are_json_and_for_nobody_elses_eyes(tmp_path):
    engine, scenario = Graphs(tmp_path / "turns.sqlite"), SCENARIOS[0]
    engine.run(scenario.request, scenario.services(tmp_path))
    assert (tmp_path / "turns.sqlite").stat().st_mode & 0o777 == 0o600
    assert engine.knows(scenario.request.id)
    kept = engine._graph.get_state({"configurable": {"thread_id": scenario.request.id}}).values
    assert json.loads(json.dumps(kept["turn"]))["message"] == "Eat, child."
    engine.forget_all_but({scenario.request.id})
    assert engine.knows(scenario.request.id)
    engine.forget_all_but(set())
    assert not engine.knows(scenario.request.id)
    engine.close()


def test_a_turn_that_is_not_known_is_begun_anew(graphs, tmp_path):
    scenario = SCENARIOS[0]
    services = scenario.services(tmp_path)
    graphs.forget(scenario.request.id)
    told = graphs.resume(scenario.request, services, sent=[], answer=None)
    assert told["message"] == "Eat, child."


def test_a_broken_store_is_set_aside_and_not_overwritten(tmp_path):
    path = tmp_path / "turns.sqlite"
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(StoreFailed, match="set aside"):
        Graphs(path)
    assert next(tmp_path.glob("turns.sqlite.corrupt-*")).read_bytes().startswith(b"no database")
    Graphs(path).close()
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT count(*) FROM checkpoints").fetchone() == (0,)
    db.close()
