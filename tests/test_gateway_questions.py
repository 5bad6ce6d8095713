"""A question to the player: the caller gets it, answers it, and the turn goes on."""

import pytest
from gateway_play import Answering, events_of, gateway_on, services_of
from turn_scenarios import ASK, BREAD

from mcgod.llm.scripted import Scripted


@pytest.fixture
def api(tmp_path):
    services = services_of(
        tmp_path, command_model=Scripted([ASK, BREAD] * 9), message_model=Answering(lambda _: "So be it.")
    )
    with gateway_on(tmp_path, services) as api:
        api.world = services
        yield api


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ({"option": 2}, "option 2: birch"),
        ({"text": "the dark one"}, "in the player's own words: the dark one"),
        ({"skip": True}, "SKIPPED: the player skipped it"),
    ],
)
def test_the_answer_reaches_the_model(api, reply, told):
    waits = api.say(api.start())
    assert waits.status_code == 202
    asked = waits.json()
    assert asked["question"] == {"text": "Which wood?", "options": ["oak", "birch"], "seconds": 60.0}
    assert api.get(f"/v1/requests/{asked['request_id']}").json()["state"] == "waiting"
    done = api.post(f"/v1/requests/{asked['request_id']}/answer", json=reply)
    assert (done.status_code, done.json()["commands"]) == (200, ["give Steve minecraft:bread 3"])
    assert told in api.world.command_model.calls[-1].messages[-1].content
    assert api.post(f"/v1/requests/{asked['request_id']}/answer", json=reply).status_code == 404


def test_meanwhile_the_session_takes_nothing_else(api):
    session = api.start()
    asked = api.say(session, key="k").json()
    other = api.say(session, "something else")
    assert (other.status_code, other.json()["error"]["slug"]) == (409, "waiting")
    assert asked["request_id"] in other.json()["error"]["hint"]
    assert api.say(session, key="k").json() == asked
    for reply in ({}, {"option": 1, "skip": True}, {"option": 3}):
        assert api.post(f"/v1/requests/{asked['request_id']}/answer", json=reply).status_code == 400
    assert api.post(f"/v1/requests/{asked['request_id']}/answer", json={"option": 1}).status_code == 200
    assert api.say(session, key="k").json()["commands"] == ["give Steve minecraft:bread 3"]


def test_a_stream_stays_open_over_the_question(api):
    with api.stream("POST", f"/v1/session/{api.start()}/message", json={"text": "wood", "stream": True}) as answer:
        text, done = "", None
        for piece in answer.iter_text():
            text += piece
            if not done and '"question"' in text:
                asked = events_of(text[: text.rindex("\n\n") + 2])[-1]
                done = api.post(f"/v1/requests/{asked['request_id']}/answer", json={"option": 1})
    assert done
    records = events_of(text)
    names = [one["event"] for one in records]
    assert names[:3] == ["START", "TOOL_STATUS", "TOOL_STATUS"]
    assert names[-3:] == ["DELTA", "DONE", "RESULT"]
    assert records[-1]["data"] == done.json()


def test_a_stopped_question_ends_the_turn(api):
    asked = api.say(api.start()).json()
    api.post(f"/v1/requests/{asked['request_id']}/cancel")
    while (told := api.get(f"/v1/requests/{asked['request_id']}").json())["state"] in (
        "stopping",
        "waiting",
        "running",
    ):
        pass
    assert (told["state"], told["error"]["slug"]) == ("failed", "cancelled")
