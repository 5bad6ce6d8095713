"""The gateway's API: the bodies of its first sketch word for word, sessions, streams, requests, errors of one shape."""

import json
import threading

import pytest
from gateway_play import Answering, events_of, gateway_on, services_of
from turn_scenarios import BREAD

from mcgod.errors import Cancelled, ModelUnreachable
from mcgod.game.port import FakeGame, PlayerState

START = '{"player": "slingshooter08", "mode": "god"}'
MESSAGE = """{
  "role": "user",
  "text": "pray I need wood for shelter",
  "context": {
    "server_state": {},
    "player_state": {},
    "recent_events": []
  },
  "allow_tools": true,
  "max_tool_steps": 4
}"""
WOOD = '{"reason":"shelter","commands":["give slingshooter08 oak_log 64"]}'
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """A gateway with a game, its services, and what its models are to do next."""
    folder = tmp_path_factory.mktemp("gateway")
    says = {"commands": BREAD, "message": "Eat, child."}

    def answer(document):
        said = says["commands" if document["task"] == "commands" else "message"]
        if isinstance(said, Exception):
            raise said
        return said() if callable(said) else said

    players = {name: PlayerState(name) for name in ("Steve", "slingshooter08")}
    game = FakeGame(players=players, answer=lambda text: f"did {text.split()[0]}")
    model = Answering(answer)
    services = services_of(folder, command_model=model, message_model=model, game=game, policies=None)
    settings = {"MCGOD_GOD_SUDO_USERS": "Alex"}
    with gateway_on(folder, services, settings=settings) as api:
        api.world = (says, services)
        yield api


@pytest.fixture
def api(world):
    says, services = world.world
    says.update(commands=BREAD, message="Eat, child.")
    services.game.ran.clear()
    services.command_model.asked.clear()
    return world


def test_the_sketchs_bodies_word_for_word(api):
    says, services = api.world
    says.update(commands=WOOD, message="Wood for your walls.")
    started = api.post("/v1/session/start", content=START, headers=JSON)
    assert started.status_code == 200
    session = started.json()["session_id"]
    answer = api.post(f"/v1/session/{session}/message", content=MESSAGE, headers=JSON)
    assert answer.status_code == 200
    told = answer.json()
    assert {key: told[key] for key in ("message", "commands", "tool_trace")} == {
        "message": "Wood for your walls.",
        "commands": ["give slingshooter08 minecraft:oak_log 64"],
        "tool_trace": [],
    }
    assert (told["dry_run"], told["why"], services.game.ran) == (True, "asked for", [])
    assert services.command_model.asked[0]["prayer"] == "I need wood for shelter"
    closed = api.post(f"/v1/session/{session}/close")
    assert closed.json()["closed_at"]
    again = api.say(session)
    assert (again.status_code, again.json()["error"]["slug"]) == (400, "bad-usage")


def test_what_is_to_be_executed_is_run_and_said(api):
    told = api.say(api.start(), execute=True).json()
    assert api.world[1].game.ran == [
        "give Steve minecraft:bread 3",
        'tellraw Steve {"text": "Eat, child.", "color": "yellow"}',
    ]
    assert (told["dry_run"], told["verdicts"][0]["ran"], told["verdicts"][0]["output"]) == (False, True, "did give")


def test_a_session_shows_what_it_is(api):
    session = api.start("Alex", "sudo")
    shown = api.get(f"/v1/session/{session}").json()
    assert (shown["session_id"], shown["player"], shown["mode"], shown["turns"]) == (session, "Alex", "sudo", 0)
    api.say(session, "sudo make it day")
    assert api.world[1].command_model.asked[0]["prayer"] == "make it day"
    assert api.get(f"/v1/session/{session}").json()["turns"] == 1


def test_a_stream_has_the_six_kinds_of_events_and_ends_in_the_result(api):
    session = api.start()
    for how in ({"headers": {"Accept": "text/event-stream"}, "json": {"text": "hungry"}},
                {"json": {"text": "hungry", "stream": True}}):  # fmt: skip
        answer = api.post(f"/v1/session/{session}/message", **how)
        assert answer.headers["content-type"].startswith("text/event-stream")
        records = events_of(answer.text)
        assert [(one["event"], one.get("code")) for one in records] == [
            ("START", 0), ("DELTA", 1), ("DONE", 2), ("RESULT", None),
        ]  # fmt: skip
        assert records[1]["data"] == "Eat, child."
        assert records[-1]["data"]["commands"] == ["give Steve minecraft:bread 3"]
        assert {one["request_id"] for one in records[:-1]} == {records[-1]["data"]["request_id"]}


def test_a_stream_of_a_turn_that_fails_ends_in_the_error(api):
    api.world[0]["commands"] = ModelUnreachable("HTTP 500 from the model", hint="is it up?")
    records = events_of(api.say(api.start(), stream=True).text)
    assert [one["event"] for one in records] == ["START", "ERROR", "DONE", "RESULT"]
    assert records[-1]["data"]["error"] == {
        "slug": "model-unreachable", "exit": 69, "message": "HTTP 500 from the model", "hint": "is it up?",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["pray bread", "Pray, bread", "  PRAY:  bread", "bread"])
def test_the_chats_word_for_a_prayer_is_left_out(api, text):
    api.say(api.start(), text)
    assert api.world[1].command_model.asked[0]["prayer"] == "bread"


def test_a_trigger_word_changes_no_mode(api):
    told = api.say(api.start(), "sudo op Steve").json()
    assert (told["mode"], api.world[1].command_model.asked[0]["prayer"]) == ("god", "sudo op Steve")
    assert api.say(api.start(), "pray").status_code == 200
    assert api.world[1].command_model.asked[-1]["prayer"] == "help"


def test_sudo_is_for_those_who_may(api):
    refused = api.post("/v1/session/start", json={"player": "Steve", "mode": "sudo"})
    assert (refused.status_code, refused.json()["error"]["slug"]) == (403, "refused")
    assert "Steve may not use sudo" in refused.json()["error"]["message"]


def test_an_occasion_is_named_by_its_event(api):
    session = api.start("Steve", "god_system")
    assert api.say(session).status_code == 400
    told = api.post(f"/v1/session/{session}/message", json={"event": "death"}).json()
    assert told["mode"] == "god_system"
    assert api.say(api.start(), event="death").status_code == 400


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({"role": "system", "text": "x"}, "role"),
        ({"role": "assistant", "text": "x"}, "role"),
        ({"text": 7}, "text"),
        ({"text": "x", "execute": "yes"}, "execute"),
        ({"text": "x", "max_tool_steps": 21}, "max_tool_steps"),
        ({"text": "x", "mode": "sudo"}, "mode"),
        ({"text": "x" * 4001}, "text"),
        ({"text": "x", "context": []}, "context"),
        ([], "body"),
    ],
)  # fmt: skip
def test_a_body_of_another_shape_is_refused_by_its_field(api, body, named):
    answer = api.post(f"/v1/session/{api.start()}/message", json=body)
    error = answer.json()["error"]
    assert (answer.status_code, error["slug"], error["exit"]) == (422, "bad-input", 65)
    assert named in error["message"]


@pytest.mark.parametrize(
    ("method", "path", "status", "slug"),
    [
        ("GET", "/v1/session/sess_zzzz0000000000000000", 404, "not-found"),
        ("GET", "/v1/session/k3f9", 404, "not-found"),
        ("POST", "/v1/session/..%2f..%2fetc/close", 404, "not-found"),
        ("GET", "/v1/requests/0123456789abcdef", 404, "not-found"),
        ("GET", "/v1/requests/..%2f..%2fconfig", 404, "not-found"),
        ("POST", "/v1/requests/0123456789abcdef/cancel", 404, "not-found"),
        ("GET", "/v1/nothing", 404, "not-found"),
        ("DELETE", "/v1/requests", 405, "not-found"),
        ("GET", "/api/agent/resolve", 422, "bad-input"),
        ("GET", "/api/agent/resolve?item=x&top=0", 422, "bad-input"),
        ("GET", "/docs", 404, "not-found"),
    ],
)  # fmt: skip
def test_every_error_has_one_shape(api, method, path, status, slug):
    answer = api.request(method, path)
    assert (answer.status_code, answer.json()["error"]["slug"]) == (status, slug)
    assert set(answer.json()["error"]) == {"slug", "exit", "message", "hint"}


@pytest.mark.parametrize("text", ["", "   ", "a\x00b", "pray \x1b[2J"])
def test_what_is_no_prayer_is_refused(api, text):
    answer = api.say(api.start(), text)
    assert (answer.status_code, answer.json()["error"]["exit"]) in ((400, 2), (400, 65))


def test_a_name_that_is_none_is_refused(api):
    for player in ("@a", "a/b", "x" * 33, ""):
        assert api.post("/v1/session/start", json={"player": player}).status_code in (400, 422)


def test_a_name_is_resolved(api):
    told = api.get("/api/agent/resolve", params={"item": "torches", "types": "Craftable, WikiPage", "top": 3}).json()
    assert told == {"query": "torches", "types": ["Craftable", "WikiPage"], "threshold": 0.0, "top": 3}


def test_a_running_message_is_listed_and_can_be_stopped(api):
    asked, on = threading.Event(), threading.Event()

    def slow():
        asked.set()
        assert on.wait(30)
        raise Cancelled("the request was stopped")

    api.world[0]["commands"] = slow
    session, answers = api.start(), []
    caller = threading.Thread(target=lambda: answers.append(api.say(session, "wood")))
    caller.start()
    assert asked.wait(30)
    [one] = [one for one in api.get("/v1/requests").json()["requests"] if one["session_id"] == session]
    assert (one["state"], one["text"]) == ("running", "wood")
    assert api.get(f"/v1/requests/{one['request_id']}").json()["state"] == "running"
    stopped = api.post(f"/v1/requests/{one['request_id']}/cancel")
    assert (stopped.status_code, stopped.json()["state"]) == (202, "stopping")
    on.set()
    caller.join(30)
    assert (answers[0].status_code, answers[0].json()["error"]["slug"]) == (409, "cancelled")
    told = api.get(f"/v1/requests/{one['request_id']}").json()
    assert (told["state"], told["error"]["slug"]) == ("failed", "cancelled")


def test_a_message_that_is_done_is_known_for_a_while(api):
    told = api.say(api.start(), execute=True).json()
    kept = api.get(f"/v1/requests/{told['request_id']}").json()
    assert (kept["state"], kept["result"]) == ("done", told)
    assert kept["sent"][0] == {"command": "give Steve minecraft:bread 3", "output": "did give", "ran": True}


def test_a_turn_that_its_caller_left_is_finished_all_the_same(api):
    session = api.start()
    with api.stream("POST", f"/v1/session/{session}/message", json={"text": "x", "stream": True}) as answer:
        first = json.loads(next(line for line in answer.iter_lines() if line.startswith("data:"))[5:])
    while (kept := api.get(f"/v1/requests/{first['request_id']}").json())["state"] != "done":
        pass
    assert kept["result"]["message"] == "Eat, child."


def test_what_is_done_is_counted(api):
    api.say(api.start())
    text = api.get("/metrics").text
    assert (
        'mcgod_gateway_http_answers_total{method="POST",route="/v1/session/{session_id}/message",status="200"}' in text
    )
    assert 'mcgod_gateway_turns_total{state="done"}' in text
    assert "mcgod_gateway_running 0" in text
    assert api.get("/healthz").json()["status"] == "ok"


def test_a_request_of_another_process_is_listed_and_can_be_stopped(api, tmp_path):
    with api.world[1].requests.running("ffff000011112222", "Alex", "Alex", "a castle") as wish:
        assert api.get("/v1/requests").json()["requests"] == [
            {"request_id": "ffff000011112222", "session_id": None, "state": "running", "text": "a castle"}
        ]
        assert api.post("/v1/requests/ffff000011112222/cancel").json()["state"] == "stopping"
        assert wish.wait(30)
