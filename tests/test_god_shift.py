"""Workers that share a network's prayers: what each takes, in what state, and what it leaves to others."""

import threading

import pytest
from bridge_play import bridge_on, publish
from test_god_chat import Recorder, calls

from mcgod import config, paths
from mcgod.bridge.address import BridgeDown
from mcgod.bridge.redis.journal import RedisJournal
from mcgod.bridge.redis.prayers import Prayers
from mcgod.errors import GameUnreachable, StoreFailed, TakenOver
from mcgod.game.port import FakeGame, PlayerState
from mcgod.god import setup
from mcgod.god.chat import ledger
from mcgod.god.chat.attending import Attendants, Means
from mcgod.god.chat.calls import Call
from mcgod.god.chat.guards import Limits
from mcgod.god.chat.loop import Habits
from mcgod.god.chat.sharedguards import SharedGuards
from mcgod.god.chat.shift import Shift
from mcgod.store.redis.sessions import RedisStore

NOW = 1_796_040_000.0  # 2026-11-30T12:00:00Z


def said(text, player="Steve", kind="chat"):
    return {"time": "2026-11-30T12:00:00.000Z", "source": "log", "type": kind, "player": player, "text": text}


class Attendant(Recorder):
    """A recorder that also notes who was told to be patient, and who is new."""

    def __init__(self, *, fails=(), new=()):
        super().__init__(fails)
        self.told, self.new = [], new

    def heard(self, player):
        self.told.append(player)

    def is_new(self, player):
        return player in self.new

    def close(self):
        """There is nothing to hang up."""


@pytest.fixture
def journal(redis_link, tmp_path):
    return RedisJournal(redis_link, tmp_path, server="lobby")


class LastPrayers(Prayers):
    """A line of prayers after whose last one ``over`` is called."""

    def __init__(self, *given, **how):
        super().__init__(*given, **how)
        self.over = threading.Event().set

    def take(self, wait):
        found = super().take(min(wait, 0.01))
        if found is None and self.waiting() == 0:
            self.over()
        return found


def shift_of(link, attendant, *, clock=lambda: NOW, **limits):
    prayers = LastPrayers(link, "one", lease=0.05)
    habits = Habits(limits=Limits(**{"age": 100, "cooldown": 0, "rate": 0, **limits}))
    shift = Shift(prayers, SharedGuards(link, habits.limits), lambda _: attendant, habits, clock=clock)
    prayers.over = shift.stop
    return shift


@pytest.fixture(autouse=True)
def _short_outages(monkeypatch):
    monkeypatch.setattr("mcgod.god.chat.shift._OUTAGE", 0.01)


def test_only_what_is_meant_for_the_god_is_answered_and_all_leaves_the_line(journal, redis_link):
    attendant = Attendant(new=("Newbie",))
    journal.append(
        [
            said("hello"),
            said("pray wood"),
            said("", "Newbie", "join"),
            said("", "Steve", "join"),
            said("sudo x", "Alex"),
        ]
    )
    shift_of(redis_link, attendant).run()
    assert [(seq, text, fate) for seq, _, text, fate in attendant.answers] == [
        (2, "wood", "new"), (3, "", "new"), (5, "x", "new"),
    ]  # fmt: skip
    assert attendant.told == ["Steve", "Alex"]


def test_a_prayer_is_taken_up_as_far_as_another_had_got(journal, redis_link):
    attendant = Attendant()
    journal.append([said(f"pray {number}", f"P{number}") for number in range(4)])
    marks = [{"time": "", "source": "god", "type": f"god.{kind}", "of": of} for kind, of in
             (("claim", 2), ("claim", 3), ("act", 3), ("claim", 4), ("act", 4), ("answer", 4))]  # fmt: skip
    journal.append(marks)
    shift_of(redis_link, attendant).run()
    assert [(seq, fate) for seq, _, _, fate in attendant.answers] == [
        (1, ledger.NEW), (2, ledger.CLAIMED), (3, ledger.INTERRUPTED),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "fault", [BridgeDown("gone"), TakenOver("b has it"), StoreFailed("away"), GameUnreachable("x")]
)
def test_what_cannot_be_done_now_comes_again(journal, redis_link, fault):
    attendant = Attendant(fails=[fault])
    journal.append([said("pray wood")])
    shift_of(redis_link, attendant).run()
    assert [text for _, _, text, _ in attendant.answers] == ["wood"]


def test_a_game_that_stays_away_is_given_up(journal, redis_link):
    attendant = Attendant(fails=[GameUnreachable("x")] * 9)
    now = iter(range(0, 1000, 15))
    journal.append([said("pray wood")])
    shift_of(redis_link, attendant, clock=lambda: NOW + next(now)).run()
    assert (attendant.answers, attendant.given_up) == ([], [("wood", "x")])


def test_guards_are_shared(redis_link):
    one, two = (SharedGuards(redis_link, Limits(age=100, cooldown=5, rate=4)) for _ in range(2))
    heard = calls(
        ("Steve", "a", 0), ("Steve", "b", 3), ("Steve", "a", 15), ("Steve", "c", 16), ("steve", "d", 17),
        ("Alex", "e", 18), ("Bob", "f", 19), ("Eve", "g", 20), ("Eve", "h", 80), ("Old", "i", -90),
    )  # fmt: skip
    asked = [
        (one, two)[place % 2].refuse(call, "lobby", 20 if call.at < 80 else 80) for place, call in enumerate(heard)
    ]
    assert asked == [None, "cooldown", "repeated", None, "cooldown", None, None, "rate", None, "old"]
    assert two.refuse(heard[3], "lobby", 20) is None, "it was let pass: whoever took it may have died"
    assert one.refuse(Call(1, "death", "Eve", "was slain", 81), "lobby", 81) is None


def test_a_real_worker_answers_for_a_bridge_that_it_reaches_by_redis_alone(redis_link, home):
    game = FakeGame(players={"Steve": PlayerState("Steve")}, answer=lambda _: "Gave 64 [Oak Log] to Steve")
    here = paths.find({"MCGOD_HOME": str(home / "elsewhere")})
    settings = config.load(here.config, environ={}, cwd=home.parent)
    services = setup.services(settings, here, RedisStore(redis_link))
    services.game = None
    prayers = Prayers(redis_link, "w1", lease=1)
    means = Means(settings, here, redis_link, prayers, services, "w1", print, lambda _: None)
    attendants = Attendants(means)
    assert attendants.of("default") is None, "its bridge does not run"
    with bridge_on(home, redis=redis_link, game=game, version="1.21.4") as daemon:
        publish(daemon, [{**said("pray I need wood"), "type": "chat"}])
        shift = Shift(
            prayers,
            SharedGuards(redis_link, Limits(age=0)),
            attendants.of,
            Habits(limits=Limits(age=0)),
            clock=lambda: NOW,
        )
        attended = shift._attend

        def once(prayer):
            attended(prayer)
            shift.stop()

        shift._attend = once
        shift.run()
        kept = [event for event in daemon._hub.ring.after(0, 1000) if event.type.startswith("god.")]
    attendants.close()
    assert [event.type for event in kept] == ["god.claim", "god.act", "god.answer"]
    assert "give Steve minecraft:oak_log 64" in game.ran
    assert prayers.waiting() == 0
    assert RedisStore(redis_link).owners() == ["Steve"]
