"""Turns that go on in another process: at every node, in the middle of a tool, and over a question that waited."""

import json

import pytest
from gateway_play import Answering, gateway_on, services_of
from turn_scenarios import ASK, BREAD, DAY, SCENARIOS, TWO, Scenario, calling

from mcgod.gateway.sent import NotedGame, read
from mcgod.gateway.stategraph import Graphs
from mcgod.god import nodes
from mcgod.llm.scripted import Scripted
from mcgod.tools.port import Tool, ToolResult, parameters
from mcgod.tools.toolbox import Toolbox

SUDO = {"tool_modes": frozenset({"sudo"})}


class Killed(BaseException):
    """The end of a process, as far as one test can stage it."""


def gone_on(scenario, folder, die):
    """Run a turn until what ``die`` has patched kills it, and go on with it as another process would."""
    services = scenario.services(folder)
    game = services.game
    noted = services.game = NotedGame(game, folder / "sent.jsonl")
    services.before_act = noted.begin
    engine = Graphs(folder / "turns.sqlite")
    with pytest.MonkeyPatch.context() as patch:
        die(patch, services)
        with pytest.raises(Killed):
            engine.run(scenario.request, services)
    engine.close()
    engine = Graphs(folder / "turns.sqlite")
    again = services.game = NotedGame(game, folder / "sent.jsonl")
    services.before_act = again.begin
    told = engine.resume(scenario.request, services, sent=read(folder / "sent.jsonl"), answer=None)
    engine.close()
    return told, game.ran, services


def at(name, when):
    def die(patch, services):
        node = nodes.NODES[name]

        def dying(turn):
            if when == "after":
                node(turn)
            raise Killed

        patch.setitem(nodes.NODES, name, dying)

    return die


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("name", [name for name in nodes.NODES if name != "use_tools"])
def test_a_turn_goes_on_at_every_node(name, when, tmp_path):
    scenario = Scenario("", answers=(TWO, TWO), speeches=("Be it so.",) * 2)
    told, ran, services = gone_on(scenario, tmp_path, at(name, when))
    assert ran == [
        "give Steve minecraft:bread 1",
        "time set day",
        'tellraw Steve {"text": "Be it so.", "color": "yellow"}',
    ]
    assert [(one["ran"], one["output"]) for one in told["verdicts"]] == [(True, "did give"), (True, "did time")]
    session = services.store.active("Steve")
    assert [one["content"] for one in session.entries("ollamaHistory") if one["role"] == "user"] == ["I am hungry"]
    replies = [one for one in services.store.turns("Steve", session.id).records if one["stage"] == "reply"]
    assert [one["command"] for one in replies] == ran[:2]


@pytest.mark.parametrize("wanted", ["give", "time", "tellraw"])
def test_what_was_sent_and_has_no_reply_is_unknown_and_the_rest_goes_on(wanted, tmp_path):
    def die(patch, services):
        command = services.game._game.command

        def dying(text):
            reply = command(text)
            if text.startswith(wanted):
                raise Killed
            return reply

        patch.setattr(services.game._game, "command", dying)

    scenario = Scenario("", answers=(TWO,), speeches=("Be it so.",))
    told, ran, services = gone_on(scenario, tmp_path, die)
    assert [text.split()[0] for text in ran] == ["give", "time", "tellraw"]
    expected = {"give": [None, True], "time": [True, None], "tellraw": [True, True]}[wanted]
    assert [one["ran"] for one in told["verdicts"]] == expected
    records = services.store.turns("Steve", services.store.active("Steve").id).records
    assert [one["known"] for one in records if one["stage"] == "reply"] == [one is not None for one in expected]


def test_a_command_of_a_tool_is_not_run_again(tmp_path):
    """The model is told, the limits count it, and the answer lists it as it is: unknown."""

    def die(patch, services):
        command = services.game._game.command

        def dying(text):
            command(text)
            raise Killed

        patch.setattr(services.game._game, "command", dying)

    scenario = Scenario(
        "", answers=(DAY, '{"reason":"","commands":["weather clear"]}'), asked={"mode": "sudo"}, more=SUDO
    )
    told, ran, services = gone_on(scenario, tmp_path, die)
    assert [text for text in ran if not text.startswith("tellraw")] == ["time set day", "weather clear"]
    assert [(one["command"], one["ran"]) for one in told["verdicts"]] == [
        ("time set day", None),
        ("weather clear", True),
    ]
    heard = services.command_model.calls[-1].messages[-1].content
    assert "interrupted in this call" in heard
    assert "time set day: nobody knows whether it ran" in heard


@pytest.mark.parametrize(("risk", "times"), [("read", 2), ("web", 2), ("record", 1), ("write", 1)])
def test_a_tool_that_leaves_something_behind_is_called_once(risk, times, tmp_path):
    called = []

    def run(given, context):
        called.append(given)
        if len(called) == 1:
            raise Killed
        return ToolResult("fine")

    tool = Tool("thing.do", "Do.", parameters(), run, risk=risk)
    mode = "sudo" if risk == "write" else "god"
    more = {"tools": Toolbox([tool]), "tool_modes": frozenset({"god", "sudo"})}
    scenario = Scenario("", answers=(calling(("thing.do", {})), BREAD), asked={"mode": mode}, more=more)
    told, _, _ = gone_on(scenario, tmp_path, lambda patch, services: None)
    assert (len(called), told["tool_trace"][0]["ok"]) == (times, times == 2)


@pytest.fixture
def parts(tmp_path):
    blessing = Answering(lambda _: "So be it.")
    return services_of(tmp_path, command_model=Scripted([ASK, BREAD, BREAD]), message_model=blessing)


def engine_in(folder):
    return Graphs(folder / "gateway" / "turns.sqlite")


def test_a_question_waits_over_a_restart(parts, tmp_path):
    with gateway_on(tmp_path, parts, engine=engine_in(tmp_path)) as api:
        session = api.start()
        asked = api.say(session, key="k").json()
        assert asked["question"]["options"] == ["oak", "birch"]
    with gateway_on(tmp_path, parts, engine=engine_in(tmp_path)) as api:
        assert api.get(f"/v1/requests/{asked['request_id']}").json()["state"] == "waiting"
        assert api.say(session, "something else").status_code == 409
        assert api.say(session, key="k").json() == asked
        done = api.post(f"/v1/requests/{asked['request_id']}/answer", json={"option": 2})
        assert done.json()["commands"] == ["give Steve minecraft:bread 3"]
        assert "option 2: birch" in parts.command_model.calls[-1].messages[-1].content
        assert api.say(session, key="k").json() == done.json()
        assert api.say(session, "thanks").status_code == 200


def test_a_question_whose_time_is_over_is_gone_on_from_without_an_answer(parts, tmp_path):
    with gateway_on(tmp_path, parts, engine=engine_in(tmp_path)) as api:
        asked = api.say(api.start()).json()
    path = tmp_path / "gateway" / "calls" / f"{asked['request_id']}.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"at": 0.0}))
    with gateway_on(tmp_path, parts, engine=engine_in(tmp_path)) as api:
        while (told := api.get(f"/v1/requests/{asked['request_id']}").json())["state"] != "done":
            pass
    assert told["result"]["message"] == "So be it."
    assert "SKIPPED: no answer in time" in parts.command_model.calls[-1].messages[-1].content


def test_a_question_can_be_stopped_and_streamed_over(parts, tmp_path):
    with gateway_on(tmp_path, parts, engine=engine_in(tmp_path)) as api:
        asked = api.say(api.start()).json()
        api.post(f"/v1/requests/{asked['request_id']}/cancel")
        while (told := api.get(f"/v1/requests/{asked['request_id']}").json())["state"] in ("stopping", "running"):
            pass
        assert told["error"]["slug"] == "cancelled"


def test_a_scenario_with_everything_can_be_gone_on_with_from_its_last_node(tmp_path):
    tools = next(one for one in SCENARIOS if one.name == "tools")
    told, ran, _ = gone_on(tools, tmp_path, at("persist", "after"))
    assert [one["tool"] for one in told["tool_trace"]] == ["web.look"] * 3
    assert len(ran) == 2
