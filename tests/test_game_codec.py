"""RCON framing: any cut decodes the same, limits hold, requests are refused before they are sent."""

from __future__ import annotations

import tracemalloc
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod.errors import BadInput, BadUsage
from mcgod.game.codec import (
    LOGIN_LIMIT,
    LONGEST_BODY,
    REPLY_LIMIT,
    Decoder,
    FrameError,
    Packet,
    Unsendable,
    encode,
    request_body,
    sole_answer,
    text_of,
)

INTS = st.integers(-(2**31), 2**31 - 1)
PACKETS = st.builds(Packet, INTS, INTS, st.binary(max_size=200))


def decode(*chunks: bytes, limit: int = LOGIN_LIMIT) -> list[Packet]:
    decoder = Decoder(limit)
    found = []
    for chunk in chunks:
        decoder.feed(chunk)
        while packet := decoder.take():
            found.append(packet)
    assert decoder.pending == 0
    return found


def test_a_packet_on_the_wire() -> None:
    assert encode(1, 3, b"hi") == bytes.fromhex("0c000000 01000000 03000000 6869 0000")


@given(st.lists(PACKETS, max_size=6), st.data())
def test_any_packets_in_any_cuts_decode_the_same(packets: list[Packet], data: st.DataObject) -> None:
    stream = b"".join(encode(*packet) for packet in packets)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=20)))
    chunks = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert decode(*chunks) == packets


@given(st.binary(max_size=64))
def test_any_bytes_decode_or_are_a_frame_error(data: bytes) -> None:
    decoder = Decoder()
    decoder.feed(data)
    with suppress(FrameError):
        while decoder.take():
            pass
    assert issubclass(FrameError, BadInput)


@given(PACKETS, st.binary(max_size=30))
def test_the_short_cut_agrees_with_the_decoder(packet: Packet, more: bytes) -> None:
    data = encode(*packet)
    assert sole_answer(data, packet.id) == (packet.body if packet.kind == 0 else None)
    assert sole_answer(encode(packet.id, 0, packet.body), packet.id) == packet.body
    if more:
        assert sole_answer(encode(packet.id, 0, packet.body) + more, packet.id) is None
        assert sole_answer(data[: len(more)], packet.id) is None
    assert sole_answer(encode(packet.id, 0, packet.body), packet.id ^ 1) is None


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(-551878174, id="B003"),
        pytest.param(-1, id="negative"),
        pytest.param(0, id="zero"),
        pytest.param(9, id="too-small-for-a-header"),
        pytest.param(LOGIN_LIMIT + 1, id="above-the-limit"),
        pytest.param(2**31 - 1, id="greatest"),
    ],
)
def test_a_size_that_makes_no_sense_is_named(size: int) -> None:
    decoder = Decoder()
    decoder.feed(size.to_bytes(4, "little", signed=True))
    with pytest.raises(FrameError, match=rf" {size} bytes"):
        decoder.take()
    with pytest.raises(FrameError):
        decoder.take()


def test_b003_a_claimed_size_allocates_nothing() -> None:
    decoder = Decoder(REPLY_LIMIT)
    decoder.feed(REPLY_LIMIT.to_bytes(4, "little"))
    tracemalloc.start()
    try:
        assert decoder.take() is None
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()


def test_a_packet_without_its_two_nul_bytes_is_a_frame_error() -> None:
    decoder = Decoder()
    decoder.feed(encode(1, 0, b"x")[:-1] + b"!")
    with pytest.raises(FrameError, match="two NUL"):
        decoder.take()


def test_b009_a_cut_reply_of_four_byte_characters_is_within_the_limit() -> None:
    body = "🙏".encode() * 4096
    assert decode(encode(1, 0, body), limit=REPLY_LIMIT) == [Packet(1, 0, body)]


@pytest.mark.parametrize("text", ["a" * LONGEST_BODY, "é" * (LONGEST_BODY // 2)], ids=["ascii", "two-byte"])
def test_the_longest_body_passes_and_one_more_byte_does_not(text: str) -> None:
    assert len(request_body(text)) == LONGEST_BODY
    with pytest.raises(Unsendable, match=f"{LONGEST_BODY + 1} bytes.* {LONGEST_BODY}") as caught:
        request_body(text + "a")
    assert isinstance(caught.value, BadUsage)
    assert caught.value.hint


def test_b006_length_is_counted_in_bytes() -> None:
    with pytest.raises(Unsendable, match="1446"):
        request_body('tellraw @a {"text":"' + "a" * 1500 + '"}')
    with pytest.raises(Unsendable, match="1600 bytes"):
        request_body("é" * 800)


@pytest.mark.parametrize("sign", ["\0", "\n", "\r"])
def test_signs_that_would_cut_or_forge_are_refused(sign: str) -> None:
    for text in (f"say a{sign}b", f"say é{sign}"):
        with pytest.raises(Unsendable):
            request_body(text)


def test_half_a_character_pair_is_refused_and_undecodable_argv_bytes_pass() -> None:
    with pytest.raises(Unsendable, match="half"):
        request_body("say \ud83d")
    assert request_body("say \udcff") == b"say \xff"


def test_b025_quotes_and_backslashes_go_out_as_they_are() -> None:
    text = 'summon cow ~ ~ ~ {CustomName:"\\"A\\""}'
    assert request_body(text) == text.encode()


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0\r\n"), max_size=300))
def test_any_line_goes_out_as_utf_8(text: str) -> None:
    assert request_body(text) == text.encode()


@given(st.text(max_size=100))
def test_valid_utf_8_reads_as_itself(text: str) -> None:
    assert text_of(text.encode("utf-8", "replace")) == text.encode("utf-8", "replace").decode()


@pytest.mark.parametrize(
    ("body", "text"),
    [
        pytest.param(b"\xa76gold \xa7rplain", "§6gold §rplain", id="latin-1-section-sign"),
        pytest.param("§6é".encode(), "§6é", id="utf-8-section-sign"),
        pytest.param(b"a\xf0\x9f\x99", "a\ufffd", id="B009-half-an-emoji"),
        pytest.param(b"\x99\x8fa", "\ufffd\ufffda", id="B009-the-other-half"),
        pytest.param(b"caf\xe9", "caf\ufffd", id="latin-1-letter"),
        pytest.param(b"\xa7", "\ufffd", id="lone-at-the-end"),
    ],
)
def test_broken_text_is_mended(body: bytes, text: str) -> None:
    assert text_of(body) == text


@given(st.binary(max_size=60))
def test_no_bytes_make_decoding_fail(body: bytes) -> None:
    assert isinstance(text_of(body), str)
