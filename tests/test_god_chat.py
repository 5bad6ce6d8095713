"""The god in the chat: what is a call, what is turned away, and that each call is answered once."""

import json
import threading
import time

import pytest
from bridge_play import bridge_on, call

from mcgod.bridge import journal
from mcgod.bridge.address import BridgeDown
from mcgod.bridge.client import Bridge
from mcgod.bridge.files import FileEvents
from mcgod.errors import GameUnreachable
from mcgod.game.port import FakeGame, PlayerState
from mcgod.god.chat import ledger, voice
from mcgod.god.chat.calls import Call, call_of
from mcgod.god.chat.guards import Guards, Limits
from mcgod.god.chat.ledger import Ledger
from mcgod.god.chat.loop import Habits, Loop

WORDS = ("pray", "bible", "sudo")
ALL = ("first_login", "death", "advancement")


def event(text="", type="chat", player="Steve", seq=1, source="log", **more):
    return {
        "seq": seq,
        "time": "2026-11-30T12:00:00.000Z",
        "source": source,
        "type": type,
        "player": player,
        "text": text,
        **more,
    }


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("pray I need wood", "pray", "I need wood"),
        ("PRAY  wood ", "pray", "wood"),
        ("pray: wood", "pray", "wood"),
        ("Pray", "pray", ""),
        ("bible", "bible", ""),
        ("sudo make it day", "sudo", "make it day"),
        ("prayer is good", None, ""),
        ("I pray for wood", None, ""),
        ("", None, ""),
        ("/pray wood", None, ""),
    ],
)
def test_a_trigger_is_a_whole_word_at_the_start(text, kind, words):
    found = call_of(event(text), WORDS, ALL)
    assert (found and found.kind, found.text if found else "") == (kind, words)


def test_only_what_the_log_says_of_a_player_counts():
    assert call_of(event("pray x", source="god"), WORDS, ALL) is None
    assert call_of(event("pray x", player=""), WORDS, ALL) is None
    assert call_of(event("pray x", player="@a"), WORDS, ALL) is None
    assert call_of(event("pray x", type="console_say"), WORDS, ALL) is None
    death = call_of(event("was slain", type="death"), WORDS, ALL)
    assert death
    assert death.kind == "death"
    assert call_of(event("was slain", type="death"), WORDS, ()) is None
    pray = call_of(event("bete Holz"), ("pray", "bible", "sudo", "bete"), ALL)
    assert pray
    assert pray.kind == "pray"


def calls(*pairs):
    return [Call(number, "pray", player, text, at) for number, (player, text, at) in enumerate(pairs)]


def test_guards():
    guards = Guards(Limits(age=100, cooldown=5, rate=4))
    heard = calls(
        ("Steve", "a", 0), ("Steve", "b", 3), ("Steve", "a", 15), ("Steve", "c", 16), ("steve", "d", 17),
        ("Alex", "e", 18), ("Bob", "f", 19), ("Eve", "g", 20), ("Eve", "h", 80), ("Old", "i", -90),
    )  # fmt: skip
    assert [guards.refuse(one, now=20 if one.at < 80 else 80) for one in heard] == [
        None, "cooldown", "repeated", None, "cooldown", None, None, "rate", None, "old",
    ]  # fmt: skip


def test_occasions_do_not_wear_out_a_players_own_voice():
    guards = Guards(Limits(cooldown=5))
    assert guards.refuse(Call(1, "death", "Steve", "was slain", 10), 10) is None
    assert guards.refuse(Call(2, "pray", "Steve", "help", 11), 11) is None


def test_the_ledger_tells_how_far_a_call_had_got():
    kept = Ledger()
    assert kept.fate(7) == ledger.NEW
    for kind, fate in (("god.claim", "claimed"), ("god.act", "interrupted"), ("god.answer", "answered")):
        assert kept.hear({"type": kind, "of": 7})
        assert kept.fate(7) == fate
    assert not kept.hear(event("hi"))


class Recorder:
    """A worker that writes down what it is asked, and may find the bridge or the game gone."""

    def __init__(self, fails=()):
        self.answers, self.away, self.wonders, self.given_up = [], [], [], []
        self.fails = list(fails)
        self.done = threading.Event()
        self.expected = 0

    def answer(self, call, fate):
        if self.fails and (fault := self.fails.pop(0)):
            raise fault
        self.answers.append((call.seq, call.player, call.text, fate))
        self._count()

    def hear(self, player, text):
        """There is no question to answer."""

    def turn_away(self, call, reason):
        self.away.append((call.player, reason))
        self._count()

    def give_up(self, call, error):
        self.given_up.append((call.text, error.message))
        self._count()

    def wonder(self, player):
        self.wonders.append(player)

    def _count(self):
        if len(self.answers) + len(self.away) + len(self.given_up) >= self.expected:
            self.done.set()


def run(home, worker, expected, habits=Habits(limits=Limits(cooldown=0)), **more):  # noqa: B008 - a tuple
    """Run a loop until the worker has dealt with ``expected`` calls."""
    worker.expected = expected
    loop = Loop(home / "run", FileEvents(home / "events"), worker, habits, **more)
    thread = threading.Thread(target=loop.run)
    thread.start()
    if expected:
        assert worker.done.wait(30)
    loop.stop()
    thread.join(30)
    assert not thread.is_alive()
    if loop.failure:
        raise loop.failure


@pytest.fixture
def log(tmp_path):
    """A server's log that a bridge follows; ``say`` adds a chat line."""
    from mcgod.bridge.listener import LogFile

    path = tmp_path / "latest.log"
    path.touch()

    class Log:
        source = LogFile(path, "beginning", interval=0.001)

        def say(self, text, player="Steve"):
            self.line(f"<{player}> {text}")

        def line(self, text):
            with path.open("a") as file:
                file.write(f"[{time.strftime('%H:%M:%S')}] [Server thread/INFO]: {text}\n")

    return Log()


def test_prayers_are_answered_in_order_and_each_is_heard_at_once(home, log):
    worker, heard = Recorder(), []
    with bridge_on(home, log=log.source):
        for text in ("pray a", "hello", "pray b"):
            log.say(text)
        run(home, worker, 2, heard=heard.append)
    assert [(player, text) for _, player, text, _ in worker.answers] == [("Steve", "a"), ("Steve", "b")]
    assert set(heard) <= {"Steve"}


def test_after_a_restart_only_what_is_left_is_answered(home, log):
    with bridge_on(home, log=log.source):
        for text in ("pray done", "pray claimed", "pray begun", "pray new"):
            log.say(text)
        worker = Recorder()
        run(home, worker, 4)
        seqs = [seq for seq, *_ in worker.answers]
        call(home, "claim", seq=seqs[0], by="god")
        call(home, "claim", seq=seqs[1], by="god")
        call(home, "claim", seq=seqs[2], by="god")
        call(home, "publish", event={"type": "god.act", "of": seqs[0]})
        call(home, "publish", event={"type": "god.answer", "of": seqs[0], "state": "answered"})
        call(home, "publish", event={"type": "god.act", "of": seqs[2]})
        again = Recorder()
        run(home, again, 3)
    assert [(text, fate) for _, _, text, fate in again.answers] == [
        ("claimed", "claimed"),
        ("begun", "interrupted"),
        ("new", "new"),
    ]


def test_a_bridge_that_goes_away_loses_no_call(home, log):
    worker = Recorder(fails=[BridgeDown("gone")] * 2)
    with bridge_on(home, log=log.source):
        log.say("pray a")
        log.say("pray b")
        run(home, worker, 2)
    assert [text for _, _, text, _ in worker.answers] == ["a", "b"]


def test_a_game_that_goes_away_is_waited_for_as_long_as_a_prayer_is_young(home, log, monkeypatch):
    monkeypatch.setattr("mcgod.god.chat.loop._OUTAGE", 0.001)
    worker = Recorder(fails=[GameUnreachable("down")] * 2)
    with bridge_on(home, log=log.source):
        log.say("pray a")
        run(home, worker, 1)
    assert [text for _, _, text, _ in worker.answers] == ["a"]


def test_a_prayer_that_has_grown_old_meanwhile_is_given_up(home, log):
    now = [time.time()]

    class Outage(Recorder):
        def answer(self, call, fate):
            now[0] += 1000
            raise GameUnreachable("down")

    worker = Outage()
    with bridge_on(home, log=log.source):
        log.say("pray a")
        run(home, worker, 1, clock=lambda: now[0])
    assert worker.given_up == [("a", "down")]


def test_old_prayers_and_crowds_are_turned_away(home, log):
    worker = Recorder()
    with bridge_on(home, log=log.source):
        for number in range(5):
            log.say(f"pray {number}", player=f"P{number}")
        run(home, worker, 5, Habits(limits=Limits(cooldown=0, rate=3)))
    assert len(worker.answers) == 3
    assert [reason for _, reason in worker.away] == ["rate", "rate"]


def test_a_newcomer_and_a_death_are_occasions(home, log):
    worker = Recorder()
    with bridge_on(home, log=log.source):
        log.line("Steve joined the game")
        log.line("Steve was slain by Zombie")
        run(home, worker, 2, is_new=lambda player: player == "Steve")
    assert [text for _, _, text, _ in worker.answers] == ["", "was slain by Zombie"]


def test_what_the_god_says_besides_its_answers_is_encoded():
    game = FakeGame(players={"Steve": PlayerState("Steve")})
    voice.show(game, ".Cave Alex", 'a "b"')
    voice.say(game, "Steve", "x")
    assert game.ran == [
        'title ".Cave Alex" actionbar {"text": "a \\"b\\"", "color": "gray"}',
        'tellraw Steve {"text": "x", "color": "yellow"}',
    ]


def test_the_whole_way_from_chat_to_world(home, log, mcgod, monkeypatch):
    """A real worker with the oracle: the prayer is claimed, acted on, answered, and all of it is in the journal."""
    from mcgod.commands._app import App  # pyright: ignore[reportMissingImports]
    from mcgod.commands._god import assemble  # pyright: ignore[reportMissingImports]
    from mcgod.commands._output import Output  # pyright: ignore[reportMissingImports]

    game = FakeGame(
        players={"Steve": PlayerState("Steve", position=(0.0, 64.0, 0.0))}, answer=lambda text: f"did {text.split()[0]}"
    )
    with bridge_on(home, game=game, log=log.source):
        log.say("pray I need wood")
        log.say("sudo make it day")
        log.say("bible")
        monkeypatch.setenv("MCGOD_GOD_COOLDOWN", "0")
        loop = assemble(App(Output(environ={}, quiet=True)))
        thread = threading.Thread(target=loop.run)
        thread.start()
        stream = journal.current(home / "events")
        with Bridge(home / "run", timeout=30) as bridge:
            bridge.call("subscribe", since=0, types=["god.answer"])
            answers = [bridge.read()["event"] for _ in range(3)]
        loop.stop()
        thread.join(30)
    assert [answer["state"] for answer in answers] == ["answered", "failed", "answered"]
    assert answers[0]["commands"] == ["give Steve minecraft:oak_log 64"]
    assert answers[0]["text"] in "\n".join(game.ran)
    assert (answers[1]["error"], answers[1]["text"]) == ("refused", voice.FORBIDDEN)
    assert "give Steve minecraft:oak_log 64" in game.ran
    assert not any("time set" in command for command in game.ran)
    assert any(voice.FORBIDDEN in command for command in game.ran)
    assert stream
    kept = [json.loads(line) for line in journal.read(home / "events", stream)]
    assert all(event["time"] for event in kept)
    kinds = [event["type"] for event in kept]
    assert kinds.index("god.claim") < kinds.index("god.act") < kinds.index("god.answer")
