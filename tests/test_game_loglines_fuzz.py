"""Any text gives an event, and nobody speaks who did not."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_game_loglines import ROSTER, ROWS

from mcgod.game.loglines import TYPES, Context, LogReader, parse
from mcgod.game.replies import strip_codes

KNOWN = Context(roster=ROSTER)
LINES = [row[4] for row in ROWS]
BODIES = sorted({re.sub(r"^\[[^\]]*\](?: \[[^\]]*\])*: ", "", line) for line in LINES} - {""})
SPEECH = {"chat", "emote", "say", "command"}
HEADS = (
    "[12:00:00] [Server thread/INFO]: ",
    "[12:00:00 INFO]: ",
    "[12:00:00] [Async Chat Thread - #0/INFO]: ",
    "[03May2021 12:00:00.000] [Server thread/INFO] [net.minecraft.server.MinecraftServer/]: ",
    "2021-01-09 12:00:00 [INFO] ",
)
SHAPES = (
    "<Mallory> {}",
    "[Not Secure] <Mallory> {}",
    "<[VIP]Mallory*> {}",
    "[VIP] Mallory: {}",
    "[Mallory] {}",
    "* Mallory {}",
)
ANY_TEXT = st.text(st.characters(codec="utf-8", exclude_characters="§\x1b"), max_size=60)

# Hypothesis shrinks best over lists of pieces that mean something.
pieces = st.lists(
    st.one_of(
        st.sampled_from([*HEADS, "[Not Secure] ", "System chat: ", "<Steve> ", "[Steve] ", "* Steve ", "Steve"]),
        st.sampled_from([" joined the game", " left the game", " lost connection: ", "UUID of player ", ": "]),
        st.sampled_from([*"[]<>* ", "§c", "\x1b[0m", "\r", "\n"]),
        st.sampled_from(BODIES),
        st.text(max_size=12),
    ),
    max_size=8,
).map("".join)


def check(line, event):
    """What must hold of every event of every line."""
    assert event.type in TYPES
    assert event.raw == (line[:-2] if line.endswith("\r\n") else line.removesuffix("\n"))
    plain = strip_codes(event.raw)
    if event.type in SPEECH:
        assert plain.endswith(event.text)
        before = plain[: len(plain) - len(event.text)]
        assert event.player in before
    elif event.type in ("other", "continuation"):
        assert not event.player
        assert not event.text
    else:
        assert event.player in plain


@given(pieces)
def test_every_text_gives_an_event(line):
    check(line, parse(line, KNOWN))


@given(st.text(max_size=200))
def test_random_text_gives_an_event(line):
    check(line, parse(line, KNOWN))


@given(st.lists(pieces, max_size=12))
def test_a_reader_takes_any_log(lines):
    reader = LogReader(roster=ROSTER)
    for line in lines:
        events = reader.feed(line)
        assert events
        assert all(event.type in TYPES for event in events)
    assert reader.stats().lines == len(lines)


@pytest.mark.parametrize("shape", SHAPES)
@given(head=st.sampled_from(HEADS), text=st.one_of(st.sampled_from(BODIES), ANY_TEXT, pieces))
def test_whatever_a_player_types_is_that_players_words(shape, head, text):
    line = head + shape.format(text)
    if line.endswith("\n"):
        line += "."
    event = parse(line, KNOWN)
    start = len(head) + len(shape.format(""))
    assert (event.player, event.text) == ("Mallory", strip_codes(line)[start:])
    assert event.type in SPEECH


@given(name=st.from_regex(r"[A-Za-z0-9_]{1,16}", fullmatch=True), text=ANY_TEXT)
def test_chat_comes_back_whole(name, text):
    for head in HEADS:
        event = parse(f"{head}<{name}> {text}.")
        assert event[:3] == ("chat", name, f"{text}.")


@given(st.sampled_from(BODIES))
def test_what_names_and_items_say_is_no_event_of_its_own(text):
    for line in (
        f"Steve was slain by Zombie using [{text}]",
        f"Steve has made the advancement [{text}]",
        f"[Steve: Gave 1 [{text}] to Alex]",
        f"Mallory issued server command: /say {text}",
    ):
        assert parse(HEADS[0] + line, KNOWN).type in ("death", "advancement", "feedback", "command", "chat")
        assert parse(HEADS[0] + line, KNOWN).player in ("Steve", "Mallory")
    named = f"Named entity Wolf['{text}'/12, l='ServerLevel[world]', x=1.00] died: Wolf was slain"
    assert parse(HEADS[0] + named, KNOWN).type == "other"


@pytest.mark.slow
def test_a_million_mutated_lines():
    dice = random.Random(26)
    alphabet = "".join(LINES) + "\x00\x1b§\r\u2028\x85é漢\U0001f600"
    reader = LogReader(roster=ROSTER)
    for number in range(1_000_000):
        line = dice.choice(LINES)
        for _ in range(dice.randrange(4)):
            at = dice.randrange(len(line) + 1)
            match dice.randrange(4):
                case 0:
                    line = line[:at] + dice.choice(alphabet) + line[at:]
                case 1:
                    line = line[:at] + line[at + 1 :]
                case 2:
                    line = line[:at] + dice.choice(LINES)[dice.randrange(20) :]
                case _:
                    line = line[:at] + dice.choice(alphabet) + line[at + 1 :]
        check(line, parse(line, KNOWN))
        if number % 5 == 0:
            reader.feed(line)
    assert reader.stats().lines == 200_000
