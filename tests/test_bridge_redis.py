"""The bus in Redis: calls that are run once, prayers that are shared, and what happens when something dies."""

import json
import random
from datetime import UTC, datetime

import pytest
from bridge_play import bridge_on
from cut_wire import Wire
from redis_server import PASSWORD

from mcgod.bridge.address import BridgeDown
from mcgod.bridge.redis import keys
from mcgod.bridge.redis.journal import RedisJournal
from mcgod.bridge.redis.line import RedisLine
from mcgod.bridge.redis.prayers import Prayers
from mcgod.errors import BadInput, Busy, NotFound, TakenOver, Unreachable
from mcgod.game.port import FakeGame, Reply
from mcgod.store.redis import address
from mcgod.store.redis.link import Link


def linked(port, **more):
    return Link(address.read(f"redis://127.0.0.1:{port}/0", PASSWORD), **more)


def chat(text, player="Steve", source="log"):
    return {"time": "2026-11-30T12:00:00.000Z", "source": source, "type": "chat", "player": player, "text": text}


def test_a_second_bridge_of_the_same_name_is_refused(redis_link, tmp_path):
    one, two = RedisJournal(redis_link, tmp_path), RedisJournal(redis_link, tmp_path)
    one.append([chat("a")])
    two.last = 0
    with pytest.raises(Busy, match="another bridge writes the events of default"):
        two.append([chat("b")])
    assert len(list(one.events.read(one.stream))) == 1


def test_the_oldest_are_forgotten_by_age_and_by_size(redis_link, tmp_path, monkeypatch):
    monkeypatch.setattr("mcgod.bridge.redis.journal._LOOK", 10)
    late = datetime(2026, 12, 10, tzinfo=UTC)
    journal = RedisJournal(redis_link, tmp_path, keep_days=5, clock=lambda: late)
    journal.append([{**chat(str(number)), "time": f"2026-12-{number:02}T00:00:00.000Z"} for number in range(1, 10)])
    journal.append([{"time": "2026-12-10T00:00:00.000Z", "source": "god", "type": "god.answer", "of": 2}])
    assert journal.first == 5, "the fifth is five days old"
    assert redis_link.ask(lambda redis: redis.hkeys(keys.fates("default", journal.stream))) == []
    small = RedisJournal(redis_link, tmp_path, server="small", keep_bytes=20_000)
    for _ in range(20):
        small.append([chat("x" * 200) for _ in range(10)])
    kept = [json.loads(line)["seq"] for line in small.events.read(small.stream)]
    assert kept == list(range(small.first, 201))
    assert 20 <= len(kept) <= 120


def test_calls_come_through_and_faults_come_back_in_their_own_class(redis_link, home):
    game = FakeGame(answer=lambda text: f"did {text}")
    line = RedisLine(redis_link, "default")
    with pytest.raises(BridgeDown, match="no bridge of default runs"):
        line.call("ping")
    with bridge_on(home, redis=redis_link, game=game):
        assert line.call("command", command="list", by="me")["output"] == "did list"
        assert line.call("ping")["pong"]
        for method, params, error in (("nothing", {}, NotFound), ("command", {}, BadInput)):
            with pytest.raises(error):
                line.call(method, **params)
    with pytest.raises(BridgeDown):
        line.call("ping")
    with bridge_on(home, redis=redis_link), pytest.raises(Unreachable, match="no server is configured"):
        line.call("command", command="list")


@pytest.mark.parametrize("how", ["before", "after"])
def test_a_line_that_is_cut_again_and_again_runs_each_command_once(redis_server, redis_link, home, how):
    game, dice = FakeGame(), random.Random(7)
    with Wire(redis_server.port, lambda _: how if dice.random() < 0.15 else "") as wire:
        with bridge_on(home, redis=redis_link, game=game):
            line = RedisLine(linked(wire.port, sleep=lambda _: None), "default", timeout=60)
            for number in range(20):
                assert line.call("command", command=f"say {number}")["known"]
        assert wire.cuts > 10
    assert game.ran == [f"say {number}" for number in range(20)]


def test_a_bridge_whose_own_connection_breaks_runs_each_command_once(redis_server, redis_link, home):
    game, dice = FakeGame(), random.Random(7)
    with Wire(redis_server.port, lambda _: "after" if dice.random() < 0.15 else "") as wire:
        with bridge_on(home, redis=linked(wire.port, sleep=lambda _: None), game=game):
            line = RedisLine(redis_link, "default", timeout=60)
            for number in range(10):
                assert line.call("command", command=f"say {number}")["known"]
        assert wire.cuts > 10
    assert game.ran == [f"say {number}" for number in range(10)]


def test_what_a_dead_bridge_had_taken_is_answered_by_the_next(redis_link, home):
    asked = redis_link.ask
    with bridge_on(home, redis=redis_link):
        pass
    fields = {"call": "c1", "method": "command", "params": '{"command":"say x"}', "ttl": 60_000}
    asked(lambda redis: redis.xadd(keys.calls("default"), fields))
    asked(lambda redis: redis.xreadgroup("bridge", "bridge", {keys.calls("default"): ">"}))
    game = FakeGame()
    with bridge_on(home, redis=redis_link, game=game):
        told = json.loads(asked(lambda redis: redis.xrange(keys.reply("c1")))[0][1][b"a"])
    assert (told["ok"], told["error"]["code"]) == (False, "bridge-down")
    assert "may have run" in told["error"]["message"]
    assert game.ran == []


def test_a_call_that_nobody_waits_for_any_more_is_not_run(redis_link, home):
    with bridge_on(home, redis=redis_link):
        pass
    fields = {"call": "c1", "method": "command", "params": '{"command":"say x"}', "ttl": -1}
    redis_link.ask(lambda redis: redis.xadd(keys.calls("default"), fields))
    game = FakeGame()
    with bridge_on(home, redis=redis_link, game=game):
        RedisLine(redis_link, "default").call("ping")
    assert game.ran == []


def test_who_was_taken_over_from_can_do_nothing_more(redis_link, home):
    game = FakeGame(answer=lambda text: Reply(text, ""))
    with bridge_on(home, redis=redis_link, game=game):
        line = RedisLine(redis_link, "default")
        assert line.call("claim", seq=7, by="a") == {"claimed": True}
        assert line.call("claim", seq=7, by="b") == {"claimed": False}
        assert line.call("claim", seq=7, by="b", over=True) == {"claimed": True}
        with pytest.raises(TakenOver, match="b answers event 7 by now"):
            line.call("command", command="say x", by="a", of=7)
        with pytest.raises(TakenOver):
            line.call("publish", event={"type": "god.answer", "of": 7, "by": "a"})
        line.call("command", command="say y", by="b", of=7)
    assert game.ran == ["say y"]


def test_each_prayer_goes_to_one_worker_and_those_of_a_dead_one_to_another(redis_link, tmp_path):
    journal = RedisJournal(redis_link, tmp_path, server="lobby")
    now = [0.0]
    one, two = (Prayers(redis_link, name, lease=0.1, timer=lambda: now[0]) for name in ("one", "two"))
    journal.append([chat("pray a"), chat("pray b"), chat("no log", source="mod"), {**chat("x"), "type": "leave"}])
    first, second = one.take(0.01), two.take(0.01)
    assert first
    assert second
    assert [first.event["text"], second.event["text"], first.server] == ["pray a", "pray b", "lobby"]
    assert one.take(0.01) is None
    two.done(second)
    assert one.waiting() == 1
    with one.held(first):
        idle, held = [0, 0, 0], {}
        while not idle[-2] > idle[-1]:  # for as long as nobody renews it, it idles longer and longer
            (held,) = redis_link.ask(lambda redis: redis.xpending_range(keys.PRAYERS, "god", first.id, first.id, 1))
            idle.append(held["time_since_delivered"])
        assert (held["consumer"], held["times_delivered"]) == (b"one", 1)
    while (left := two.take(0.01)) is None:
        now[0] += 1
    assert left.event == first.event
    journal.append([{"time": "", "source": "god", "type": "god.act", "of": 1}])
    assert (two.fate(left), two.fate(second)) == ("act", None)
    two.done(left)
    assert two.waiting() == 0
