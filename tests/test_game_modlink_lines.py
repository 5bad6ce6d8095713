"""The mod's wire as bytes: lines in and out, and what tells an answer from an event."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod.errors import BadInput
from mcgod.game.modlink import greeting, plain
from mcgod.game.modlink.failures import NotTheMod
from mcgod.game.modlink.lines import BadLine, Splitter, is_event, request
from mcgod.game.modlink.primitives import PRIMITIVES

MESSAGES = st.lists(
    st.dictionaries(st.text(max_size=5), st.none() | st.integers() | st.text(max_size=20), max_size=3).map(
        lambda fields: {**fields, "type": "x"}
    ),
    max_size=6,
)


@given(MESSAGES, st.sampled_from([b"\n", b"\r\n", b"\r\n\r\n", b" \n"]), st.data())
def test_however_the_bytes_are_cut_the_messages_are_the_same(messages, end, data):
    whole = b"".join(json.dumps(one).encode() + end for one in messages)
    splitter, found = Splitter(), []
    while whole:
        size = data.draw(st.integers(1, len(whole)))
        found += splitter.feed(whole[:size])
        whole = whole[size:]
    assert found == messages


@given(st.binary(max_size=80))
def test_any_bytes_are_messages_or_a_bad_line(data):
    with suppress(BadLine):
        assert all(isinstance(one["type"], str) for one in Splitter(longest=60).feed(data + b"\n"))


@pytest.mark.parametrize("data", [b"x" * 11, b"x" * 11 + b"\n", b'{"type":"x"}\n'])
def test_a_line_has_a_limit(data):
    with pytest.raises(BadLine, match="more than 10 bytes"):
        list(Splitter(longest=10).feed(data))


def test_what_came_before_a_bad_line_is_not_lost():
    found = Splitter().feed(b'{"type":"a"}\nnonsense\n{"type":"b"}\n')
    assert next(found) == {"type": "a"}
    with pytest.raises(BadLine, match="nonsense"):
        next(found)


@pytest.mark.parametrize("line", [b"[]", b"3", b"{}", b'{"type":3}', b"[" * 100_000, b"\xff\xfe"])
def test_lines_that_are_no_message(line):
    with pytest.raises(BadLine):
        list(Splitter().feed(line + b"\n"))


def test_javas_words_for_no_number_do_not_reach_the_journal():
    assert list(Splitter().feed(b'{"type":"x","y":NaN,"z":-Infinity}\n')) == [{"type": "x", "y": None, "z": None}]


@given(st.text(max_size=60))
def test_no_text_makes_a_second_request(text):
    line = request("MARK", text)
    assert line.endswith(b"\n")
    assert b"\n" not in line[:-1]
    assert b"\r" not in line


@pytest.mark.parametrize(
    "kind",
    ["state", "entities", "screen", "capabilities", "error", "pong", "snapshots", "player", "context", "mark_ack"],
)
def test_an_answer_is_no_event_unless_it_says_so(kind):
    assert not is_event({"type": kind})
    assert is_event({"type": kind, "event": True})


@pytest.mark.parametrize("kind", ["chat", "game", "mark", "sample_done", "lan", "never_heard_of", "task_error"])
def test_every_other_type_is_an_event_marked_or_not(kind):
    assert is_event({"type": kind})
    assert is_event({"type": kind, "event": True})


def test_trap_3_cache_statistics_are_an_answer():
    assert not is_event({"type": "context_stats", "status": "ok"})


def test_a_pushed_hello_is_no_greeting():
    assert is_event({"type": "hello", "text": "started port=25581"})
    assert not is_event({"type": "hello", "protocol": 1, "version": "0.1.0"})


def test_a_greeting_without_an_instance_is_a_clients():
    hello = {"type": "hello", "protocol": 1, "version": "0.1.0", "minecraft": "26.2"}
    assert greeting.read(hello) == ("client", "0.1.0", "26.2", None)
    server = greeting.read({**hello, "instance": "server", "capabilities": []})
    assert (server.vantage, server.capabilities) == ("server", frozenset())


@pytest.mark.parametrize("hello", [{"type": "hello", "protocol": 2}, {"type": "state"}, {"type": "hello"}])
def test_other_greetings_are_not_the_mods(hello):
    with pytest.raises(NotTheMod):
        greeting.read(hello)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann", "Ann"),
        ("LiteralComponent{content='Ann', siblings=[], style=Style{}}", "Ann"),
        ("literal{Ann}[style={hover=..., insertion='Ann'}]", "Ann"),
        ("GameProfile[id=0-0-0-0-1, name=Ann, properties={}]", "Ann"),
        ("com.mojang.authlib.GameProfile@1f[id=<null>,name=Ann,properties={},legacy=false]", "Ann"),
        ("§eAnn§r", "Ann"),
        ('["Ann"]', "Ann"),
        ("content='@a'", ""),
        ("null", ""),
        ("", ""),
    ],
)
def test_trap_12_a_clients_sender_is_javas_printout(text, name):
    assert plain.sender(text) == name


def test_trap_12_a_clients_dimension_is_javas_printout():
    key = "ResourceKey[minecraft:dimension / minecraft:the_nether]"
    assert plain.dimension(key) == "minecraft:the_nether"
    assert plain.dimension("minecraft:the_end") == "minecraft:the_end"


@pytest.mark.parametrize(
    ("name", "given_", "line"),
    [
        ("entities", {}, b"ENTITIES\n"),
        ("entities", {"radius": 12.5}, b"ENTITIES 12.5\n"),
        ("command", {"command": "/say a\nb"}, b"CMD /say a b\n"),
        ("record_start", {}, b"SAMPLE_START\n"),
        ("record_start", {"interval": 5}, b"SAMPLE_START 200 64 5\n"),
        ("lan", {"mode": "offline"}, b"LAN 0 offline\n"),
        ("snapshot", {"name": "before"}, b"SNAPSHOT 0 before\n"),
        ("snapshot", {"dimension": "minecraft:the_end"}, b"SNAPSHOT 0 minecraft:the_end\n"),
        ("wait", {"ticks": 20}, b"WAIT 20\n"),
    ],
)
def test_requests(name, given_, line):
    assert PRIMITIVES[name].line(given_) == line


@pytest.mark.parametrize(
    ("name", "given_"),
    [
        ("mark", {}),
        ("mark", {"text": " \n"}),
        ("wait", {"ticks": -1}),
        ("wait", {"ticks": 1.5}),
        ("wait", {"ticks": True}),
        ("entities", {"radius": float("nan")}),
        ("snapshot", {"name": "../../world"}),
        ("snapshot", {"name": "two words"}),
        ("snapshot", {"dimension": "nether"}),
        ("world", {"level": ".."}),
        ("world", {"level": "a/b"}),
        ("context", {"id": "ctx 1"}),
    ],
)
def test_arguments_that_no_request_is_made_of(name, given_):
    with pytest.raises(BadInput):
        PRIMITIVES[name].line(given_)


def test_a_wait_may_take_as_long_as_its_ticks_and_some_more():
    assert PRIMITIVES["wait"].patience({"ticks": 72_000}) == 3620.0
    assert [PRIMITIVES[name].patience({}) for name in ("state", "entities", "snapshot")] == [15.0, 60.0, 120.0]
