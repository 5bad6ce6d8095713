"""Messages in their order, and messages that come twice: answered one after another, and run once."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from gateway_play import PRAYER, TOKEN, Answering, gateway_on, services_of
from turn_scenarios import BREAD

from mcgod.errors import Cancelled, ModelUnreachable
from mcgod.game.port import FakeGame, PlayerState, Reply
from mcgod.gateway.calls import Calls, Order, id_of


def game_of(answer=lambda text: "done"):
    return FakeGame(players={"Steve": PlayerState("Steve")}, answer=answer)


def commands_of(text):
    return Answering(lambda _: text)


def test_64_messages_at_once_are_answered_in_the_order_in_which_they_came(tmp_path):
    """Each is on its way before the next is sent: the first is held until the desk has all of them."""
    on, taken = threading.Event(), []

    def answer(document):
        assert on.wait(30)
        taken.append(document["prayer"])
        return '{"reason":"","commands":[]}'

    services = services_of(tmp_path, command_model=Answering(answer))
    with gateway_on(tmp_path, services) as api, ThreadPoolExecutor(64) as pool:
        session, answers = api.start(), []
        for number in range(64):
            answers.append(pool.submit(api.say, session, f"prayer {number}"))
            while len(api.get("/v1/requests").json()["requests"]) <= number:
                pass
        on.set()
        told = [answer.result() for answer in answers]
        assert {answer.status_code for answer in told} == {200}
        assert taken == [f"prayer {number}" for number in range(64)]
        assert api.get(f"/v1/session/{session}").json()["turns"] == 64
    history = services.store.active("Steve").entries("ollamaHistory")
    assert [one["content"] for one in history if one["role"] == "user"] == taken


def test_a_message_that_comes_twice_is_run_once(tmp_path):
    game = game_of()
    services = services_of(tmp_path, command_model=commands_of(BREAD), game=game)
    with gateway_on(tmp_path, services) as api, ThreadPoolExecutor(8) as pool:
        session = api.start()
        told = list(pool.map(lambda _: api.say(session, key="k-1", execute=True), range(8)))
        assert len({answer.text for answer in told}) == 1
        assert len(game.ran) == 2
        other = api.say(session, "something else", key="k-1", execute=True)
        assert (other.status_code, other.json()["error"]["slug"]) == (422, "key-reused")
        assert api.say(api.start(), "something else", key="k-1").status_code == 200  # a key is a session's own
    with gateway_on(tmp_path, services) as api:  # and after a restart
        assert api.say(session, key="k-1", execute=True).text == told[0].text
        assert len(game.ran) == 2


def test_a_message_that_failed_before_anything_was_run_may_come_again(tmp_path):
    said = [ModelUnreachable("HTTP 500 from the model"), BREAD]

    def answer(_):
        one = said.pop(0)
        if isinstance(one, Exception):
            raise one
        return one

    game = game_of()
    services = services_of(tmp_path, command_model=Answering(answer), game=game)
    with gateway_on(tmp_path, services) as api:
        session = api.start()
        assert api.say(session, key="k", execute=True).status_code == 502
        assert api.say(session, key="k", execute=True).status_code == 200
    assert [text for text in game.ran if text.startswith("give")] == ["give Steve minecraft:bread 3"]


def test_a_message_that_failed_after_something_was_run_fails_again_in_the_same_way(tmp_path):
    game = game_of(lambda text: Reply(text, "", ok=False, known=False))
    services = services_of(tmp_path, command_model=commands_of(BREAD), game=game)
    with gateway_on(tmp_path, services) as api:
        session = api.start()
        first = api.say(session, key="k", execute=True)
        assert (first.status_code, first.json()["error"]["slug"]) == (502, "game-unreachable")
        assert api.say(session, key="k", execute=True).text == first.text
        kept = api.get(f"/v1/requests/{id_of(session, 'k')}").json()
        assert kept["sent"] == [{"command": "give Steve minecraft:bread 3", "output": "", "ran": None}]
    assert game.ran == ["give Steve minecraft:bread 3"]


@pytest.mark.parametrize("sent", [False, True])
def test_what_a_dead_process_left_is_not_run_again_when_it_may_have_run(tmp_path, sent):
    """As kill -9 leaves it: the call runs, and a command was noted, or none."""
    game = game_of()
    services = services_of(tmp_path, command_model=commands_of(BREAD), game=game)
    with gateway_on(tmp_path, services) as api:
        session = api.start()
    order = Order(id_of(session, "k"), session, PRAYER["text"], execute=True, keyed=True,
                  context={"server_state": {}, "player_state": {}, "recent_events": []})  # fmt: skip
    calls = Calls(tmp_path / "gateway" / "calls")
    calls.write(order, "running", durable=True)
    if sent:
        calls.sent_path(order.request_id).write_text('{"command":"give Steve minecraft:bread 3"}\n')
    with gateway_on(tmp_path, services) as api:
        told = api.get(f"/v1/requests/{order.request_id}").json()
        assert told["state"] == ("unknown" if sent else "interrupted")
        again = api.say(session, key="k", execute=True)
        assert again.status_code == (409 if sent else 200)
        assert len(game.ran) == (0 if sent else 2)
        if sent:
            assert again.json()["error"]["slug"] == "outcome-unknown"
            assert told["sent"] == [{"command": "give Steve minecraft:bread 3", "output": None, "ran": None}]


def test_more_messages_than_may_wait_are_turned_away(tmp_path):
    on = threading.Event()

    def answer(_):
        assert on.wait(30)
        return '{"reason":"","commands":[]}'

    services = services_of(tmp_path, command_model=Answering(answer))
    with gateway_on(tmp_path, services, at_once=1, queue=2) as api, ThreadPoolExecutor(3) as pool:
        answers = []
        for number in range(3):
            answers.append(pool.submit(api.say, api.start(f"P{number}")))
            while len(api.get("/v1/requests").json()["requests"]) <= number:
                pass
        crowded = api.say(api.start("P3"))
        assert (crowded.status_code, crowded.json()["error"]["slug"]) == (503, "crowded")
        assert crowded.headers["retry-after"] == "1"
        on.set()
        assert [one.result().status_code for one in answers] == [200] * 3


def test_what_runs_may_end_when_the_gateway_stops_and_nothing_else_begins(tmp_path):
    asked, on = threading.Event(), threading.Event()

    def answer(_):
        asked.set()
        assert on.wait(30)
        return BREAD

    services = services_of(tmp_path, command_model=Answering(answer), game=game_of())
    with gateway_on(tmp_path, services) as api, ThreadPoolExecutor(2) as pool:
        session = api.start()
        running = pool.submit(api.say, session, execute=True)
        assert asked.wait(30)
        queued = pool.submit(api.say, session)
        while len(api.get("/v1/requests").json()["requests"]) < 2:
            pass
        api.stop()
        on.set()
        assert running.result().json()["verdicts"][0]["ran"] is True
        assert (queued.result().status_code, queued.result().json()["error"]["slug"]) == (503, "stopping")


def test_what_does_not_end_in_time_is_stopped(tmp_path):
    asked = threading.Event()

    class Patient(Answering):
        def chat(self, messages, *, tools=(), schema=None, on_delta=None, cancel=None):
            asked.set()
            assert cancel
            assert cancel.wait(30)
            raise Cancelled("the request was stopped")

    services = services_of(tmp_path, command_model=Patient(lambda _: ""))
    with gateway_on(tmp_path, services, drain=0.05) as api, ThreadPoolExecutor(1) as pool:
        pool.submit(api.say, api.start(), key="k")
        assert asked.wait(30)
        api.stop()
    [record] = (tmp_path / "gateway" / "calls").glob("*.json")
    assert json.loads(record.read_bytes())["error"]["slug"] == "cancelled"


def test_a_broken_record_is_set_aside(tmp_path):
    services = services_of(tmp_path)
    with gateway_on(tmp_path, services) as api:
        told = api.say(api.start(), key="k").json()
        path = tmp_path / "gateway" / "calls" / f"{told['request_id']}.json"
        path.write_text("{")
        answer = api.get(f"/v1/requests/{told['request_id']}")
        assert (answer.status_code, answer.json()["error"]["slug"]) == (400, "bad-input")
    assert [one.name for one in path.parent.iterdir()] != [path.name]
    assert not path.exists()


def test_nothing_secret_is_kept(tmp_path):
    services = services_of(tmp_path)
    with gateway_on(tmp_path, services) as api:
        api.say(api.start(), key="k")
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert TOKEN.encode() not in kept
    assert json.loads(next((tmp_path / "gateway" / "calls").glob("*.json")).read_bytes())["state"] == "done"
