"""The bridge on its socket: tokens, calls, events, gaps, and who waits for whom."""

import json
import os
import socket
import threading

import bridge_play
import pytest
from bridge_play import bridge_on, call, events_of, publish

from mcgod.bridge import address
from mcgod.bridge.address import BridgeDown
from mcgod.bridge.client import Bridge, Wish, follow
from mcgod.errors import BadInput, Busy, NotFound, Unreachable
from mcgod.game.port import FakeGame, PlayerState, Reply


@pytest.fixture(autouse=True, params=["files", "redis"])
def backend(request, monkeypatch):
    """Keep the events in files, and in a real Redis."""
    if request.param == "redis":
        monkeypatch.setitem(bridge_play.defaults, "redis", request.getfixturevalue("redis_link"))
    return request.param


@pytest.fixture
def steve():
    return FakeGame(
        players={"Steve": PlayerState("Steve", position=(1.0, 64.0, 2.0))}, answer=lambda text: f"did {text}"
    )


def raw(home, *lines):
    """Send lines as they are and return the answers until the bridge hangs up or has answered all."""
    here = address.read(home / "run")
    with socket.create_connection((here.host, here.port), timeout=30) as sock:
        sock.sendall(b"".join(lines))
        file = sock.makefile("rb")
        return [json.loads(file.readline()) for _ in lines]


def test_calls_are_answered(home, steve):
    with bridge_on(home, game=steve):
        assert call(home, "command", command="list", by="me")["output"] == "did list"
        assert call(home, "player", player="Steve")["position"] == [1.0, 64.0, 2.0]
        assert call(home, "player", player="Alex") is None
        assert call(home, "state")["online"] == ["Steve"]
        assert call(home, "say", text='hi "there"', player="Steve") == {"lines": 1}
        assert steve.ran == ["list", 'tellraw Steve {"text": "hi \\"there\\"", "color": "yellow"}']
        found = call(home, "events", types=["bridge_command"])["events"]
        assert [(event["text"], event["by"]) for event in found] == [("list", "me")]


@pytest.mark.parametrize(
    ("method", "params", "error"),
    [
        ("nothing", {}, NotFound),
        ("command", {}, BadInput),
        ("player", {"player": ""}, BadInput),
        ("events", {"since": -1}, BadInput),
        ("publish", {"event": {"type": "chat"}}, BadInput),
        ("publish", {"event": {"type": "god.act", "seq": 1}}, BadInput),
        ("publish", {"event": {"type": "god.act", "log_position": None}}, BadInput),
        ("subscribe", {"types": "chat"}, BadInput),
    ],
)
def test_what_goes_wrong_comes_back_in_its_own_class(home, steve, method, params, error):
    with bridge_on(home, game=steve), pytest.raises(error):
        call(home, method, **params)


def test_without_a_server_commands_say_so(home):
    with bridge_on(home), pytest.raises(Unreachable, match="no server is configured"):
        call(home, "command", command="list")


def test_tokens(home, steve):
    with bridge_on(home, game=steve):
        here = address.read(home / "run")
        assert (home / "run" / "bridge.json").stat().st_mode & 0o777 == 0o600
        assert here.token not in repr(here)
        ask = b'{"id":1,"method":"%s","params":{"command":"list"},"auth":"%s"}\n'
        (wrong,) = raw(home, ask % (b"ping", b"nonsense"))
        assert wrong["error"]["code"] == "refused"
        (none,) = raw(home, b'{"id":1,"method":"ping"}\n')
        assert none["ok"] is False
        look, act = raw(home, ask % (b"status", here.read_token.encode()), ask % (b"command", here.read_token.encode()))
        assert (look["ok"], act["error"]["code"]) == (True, "refused")
        assert steve.ran == []


def test_bad_lines_do_not_end_a_connection(home):
    with bridge_on(home):
        token = address.read(home / "run").token.encode()
        ping = b'{"id":"p","method":"ping","auth":"%s"}\n' % token
        answers = raw(home, ping, b"not json\n", b"[]\n", b'{"method":3}\n', b'{"method":"ping","params":1}\n', ping)
        assert sorted(answer["ok"] for answer in answers) == [False] * 4 + [True] * 2


def test_many_calls_are_in_flight_at_once(home, steve):
    entered, release = threading.Event(), threading.Event()

    def slow(text):
        entered.set()
        assert release.wait(30)
        return text

    with bridge_on(home, game=FakeGame(answer=slow)):
        token = address.read(home / "run").token
        here = address.read(home / "run")
        with socket.create_connection((here.host, here.port), timeout=30) as sock:
            file = sock.makefile("rb")
            sock.sendall(
                json.dumps({"id": 1, "method": "command", "params": {"command": "slow"}, "auth": token}).encode()
                + b"\n"
            )
            assert entered.wait(30)
            sock.sendall(b'{"id":2,"method":"ping"}\n')
            assert json.loads(file.readline())["id"] == 2
            release.set()
            assert json.loads(file.readline())["id"] == 1


def test_events_page_without_loss_or_repetition(home):
    with bridge_on(home):
        for number in range(25):
            call(home, "mark", text=str(number))
        seen, since = [], 0
        while page := call(home, "events", since=since, limit=4)["events"]:
            seen += page
            since = page[-1]["seq"]
        assert [event["seq"] for event in seen] == list(range(1, 27))
        told = call(home, "events", since=26, limit=4)
        assert (told["events"], told["next"], told["dropped"]) == ([], 26, 0)
        only = call(home, "events", since=0, limit=3, types=["mark"])
        assert [event["text"] for event in only["events"]] == ["0", "1", "2"]
        assert call(home, "events", since=only["next"], limit=1, types=["mark"])["events"][0]["text"] == "3"


def test_a_follower_hears_what_was_and_what_comes(home):
    with bridge_on(home):
        call(home, "mark", text="before")
        stream = follow(home / "run", events_of(home), since=0, wish=Wish(("mark",)))
        assert next(stream)["text"] == "before"
        call(home, "mark", text="after")
        assert next(stream)["text"] == "after"
        stream.close()


def test_a_follower_outlives_the_bridge(home):
    stream = follow(home / "run", events_of(home), since=0, wish=Wish(("mark",)), sleep=lambda _: None)
    for text in ("one", "two", "three"):
        with bridge_on(home):
            call(home, "mark", text=text)
            assert next(stream)["text"] == text
    stream.close()
    kept = [json.loads(line) for line in events_of(home).read(events_of(home).current() or "")]
    assert [event["seq"] for event in kept] == list(range(1, len(kept) + 1))


def test_a_reader_that_is_slower_than_the_ring_gets_all_from_the_journal(home):
    with bridge_on(home, ring=5):
        for number in range(30):
            call(home, "mark", text=str(number))
        with Bridge(home / "run", timeout=30) as bridge:
            bridge.call("subscribe", since=3, types=["mark"])
            assert [bridge.read()["event"]["text"] for _ in range(28)] == [str(number) for number in range(2, 30)]


def test_a_reader_that_stalled_is_told_the_gap_and_recovers(home, monkeypatch):
    monkeypatch.setattr("mcgod.bridge.subscriber._STALLED", -1.0)  # whoever was ever written to has stalled
    with bridge_on(home, ring=5) as daemon:
        with Bridge(home / "run", timeout=30) as bridge:
            bridge.call("subscribe", since=0)
            assert bridge.read()["event"]["seq"] == 1
            publish(daemon, [{"source": "test", "type": "mark", "text": str(number)} for number in range(30)])
            gap = bridge.read()
            assert (gap["type"], gap["since"], gap["resume"]) == ("gap", 1, 27)
            assert [bridge.read()["event"]["seq"] for _ in range(5)] == [27, 28, 29, 30, 31]
        stream = follow(home / "run", events_of(home), since=1, wish=Wish(("mark",)))
        assert [next(stream)["text"] for _ in range(30)] == [str(number) for number in range(30)]
        stream.close()


def test_a_subscriber_that_never_reads_makes_nobody_wait(home):
    with bridge_on(home, ring=1000) as daemon:
        here = address.read(home / "run")
        with socket.create_connection((here.host, here.port)) as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.sendall(
                json.dumps({"id": 1, "method": "subscribe", "params": {"since": 0}, "auth": here.token}).encode()
                + b"\n"
            )
            stream = follow(home / "run", events_of(home), since=0, wish=Wish(("mark",)))
            first = next(marks := iter(range(300)))
            call(home, "mark", text=f"{first}" + "x" * 5000)
            heard = [next(stream)["seq"]]
            for number in marks:
                call(home, "mark", text=f"{number}" + "x" * 5000)
                heard.append(next(stream)["seq"])
            assert heard == list(range(heard[0], heard[0] + 300))
            stream.close()
            assert daemon._server.clients >= 1


def test_a_second_bridge_on_the_home_is_busy(home):
    with bridge_on(home), pytest.raises(Busy, match="already runs"), bridge_on(home):
        pass


def test_a_stop_takes_the_address_back(home):
    with bridge_on(home):
        assert call(home, "ping")["pong"]
    with pytest.raises(BridgeDown, match="no bridge runs"):
        address.read(home / "run")


def test_an_address_of_a_bridge_that_died_is_no_bridge(home):
    with bridge_on(home):
        here = address.read(home / "run")
    address.write(home / "run", here)
    with pytest.raises(BridgeDown, match="does not answer"):
        Bridge(home / "run")


def test_a_claim_is_made_once_and_survives_a_restart(home):
    with bridge_on(home):
        assert call(home, "claim", seq=7, by="a") == {"claimed": True}
        assert call(home, "claim", seq=7, by="b") == {"claimed": False}
    with bridge_on(home):
        assert call(home, "claim", seq=7, by="b") == {"claimed": False}
        assert call(home, "claim", seq=8, by="b") == {"claimed": True}


def test_a_lost_reply_is_told_as_unknown(home):
    lost = FakeGame(answer=lambda text: Reply(text, "", ok=False, known=False))
    with bridge_on(home, game=lost):
        assert call(home, "command", command="give")["known"] is False


def test_systemd_is_told(home, tmp_path, monkeypatch):
    from mcgod.bridge import notify

    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(os.fspath(path))
        notify.configure(os.fspath(path))
        with bridge_on(home):
            assert listener.recv(100) == b"READY=1"
        assert listener.recv(100) == b"STOPPING=1"
        notify.configure("")
