"""RCON on the wire, byte for byte as a vanilla server has it."""

from __future__ import annotations

import struct
import threading
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sandbox_play import Wire, packet

from mcgod.sandbox import Sandbox, wire

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Sandbox]:
    with Sandbox(tmp_path) as running:
        yield running


@pytest.fixture
def client(box: Sandbox) -> Iterator[Wire]:
    with Wire(box.rcon_port) as one:
        one.login(box.password)
        yield one


def test_a_login_and_a_reply_byte_for_byte(box):
    with Wire(box.rcon_port) as one:
        one.send(packet(5, 3, box.password.encode()))
        assert one._exactly(14) == bytes.fromhex("0a000000 05000000 02000000 0000")
        one.send(packet(6, 2, b"seed"))
        body = f"Seed: [{box.world.seed}]".encode()
        assert one._exactly(14 + len(body)) == struct.pack("<iii", len(body) + 10, 6, 0) + body + b"\0\0"


def test_a_wrong_password_is_answered_with_minus_one_for_ever_and_a_right_one_still_helps(box):
    with Wire(box.rcon_port) as one:
        assert one.ask(5, 3, b"wrong") == (-1, 2, b"")
        assert one.ask(6, 2, b"list") == (-1, 2, b"")
        assert one.ask(7, 3, b"") == (-1, 2, b"")
        assert one.ask(8, 3, box.password.encode()) == (8, 2, b"")
        assert one.ask(9, 2, b"list")[0] == 9


def test_a_command_before_the_login_is_answered_with_minus_one(box):
    with Wire(box.rcon_port) as one:
        assert one.ask(3, 2, b"stop") == (-1, 2, b"")


@pytest.mark.parametrize(("kind", "shown"), [(0, b"0"), (4, b"4"), (-1, b"ffffffff"), (255, b"ff")])
def test_other_kinds_are_unknown_requests(client, kind, shown):
    assert client.ask(11, kind, b"") == (11, 0, b"Unknown request " + shown)


def test_two_packets_in_one_write_close_the_connection(client):
    client.send(packet(1, 2, b"list") + packet(2, 2, b"list"))
    assert client.closed()


def test_a_body_of_1446_bytes_is_the_longest(client):
    longest = b"tellraw @a " + b"x" * 1435
    assert client.ask(1, 2, longest)[0] == 1
    client.send(packet(2, 2, longest + b"x"))
    assert client.closed()


def test_a_length_that_does_not_fit_closes_the_connection(client):
    client.send(struct.pack("<iii", 40, 1, 2) + b"list\0\0")
    assert client.closed()


def test_fewer_than_ten_bytes_close_the_connection(client):
    client.send(b"\5\0\0\0\1\0\0\0\2")
    assert client.closed()


def test_the_body_ends_at_its_first_zero_byte(client):
    assert client.ask(1, 2, b"difficulty\0hard") == (1, 0, b"The difficulty is Easy")


def test_every_command_is_answered_also_with_nothing(client):
    assert client.ask(4, 2, b"say hi") == (4, 0, b"")


def test_a_long_answer_comes_in_packets_of_4096_characters(client, box):
    box.command("scoreboard objectives add x dummy")
    for number in range(200):
        box.command(f"scoreboard players set a_rather_long_holder_name_{number:03} x 1")
    whole = box.command("scoreboard players list").encode()
    client.send(packet(9, 2, b"scoreboard players list"))
    parts = [client.read() for _ in range(-(-len(whole) // 4096))]
    assert [len(body) for _, _, body in parts] == [4096, len(whole) - 4096]
    assert b"".join(body for _, _, body in parts) == whole
    assert {(request, kind) for request, kind, _ in parts} == {(9, 0)}


def test_a_cut_inside_a_pair_leaves_question_marks_B009():
    assert wire.cut("a" * 4095 + "🙏" + "é" * 100) == [b"a" * 4095 + b"?", b"?" + "é".encode() * 100]


@pytest.mark.parametrize("length", [0, 1, 2048, 4096])
def test_up_to_4096_characters_are_one_packet(length):
    assert wire.cut("é" * length) == ["é".encode() * length]


@settings(deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=9000))
def test_cutting_loses_nothing_but_split_pairs(text):
    parts = wire.cut(text)
    joined = b"".join(parts).decode()
    assert len(parts) == max(1, -(-(len(text.encode("utf-16-le")) // 2) // 4096))
    assert joined == text or joined.count("?") > text.count("?")


def test_many_clients_are_served_at_once(box):
    answers: list[bytes] = []

    def ask() -> None:
        with Wire(box.rcon_port) as one:
            one.login(box.password)
            answers.extend(one.ask(number, 2, b"scoreboard players add me x 1")[2] for number in range(50))

    box.command("scoreboard objectives add x dummy")
    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    counts = sorted(int(answer.rsplit(b" ", 1)[1].rstrip(b")")) for answer in answers)
    assert counts == list(range(1, 201))


def test_stop_is_answered_before_the_server_goes(tmp_path):
    with Sandbox(tmp_path) as box, Wire(box.rcon_port) as one:
        one.login(box.password)
        assert one.ask(2, 2, b"stop") == (2, 0, b"Stopping the server")
        assert one.closed()
        box.wait()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith(("RCON", "Control", "Sandbox"))]


def test_a_wrong_password_after_the_right_one_ends_the_trust(client):
    assert client.ask(2, 3, b"wrong") == (-1, 2, b"")
    assert client.ask(3, 2, b"list") == (-1, 2, b"")
