"""When a reply is complete, for each kind of server, without a socket."""

from __future__ import annotations

import pytest

from mcgod.game.codec import Decoder, FrameError, Packet
from mcgod.game.exchange import LONGEST_REPLY, PROBE_FROM, Dialect, Exchange, Step

SHORT, LONG = b"x" * (PROBE_FROM - 1), b"x" * 4096


def begin(dialect: Dialect | None = None) -> tuple[Exchange, int]:
    dialect = dialect or Dialect()
    request = dialect.number()
    return Exchange(dialect, request), request


def probe_id(exchange: Exchange) -> int:
    decoder = Decoder()
    decoder.feed(exchange.probe())
    packet = decoder.take()
    assert packet
    assert (packet.kind, packet.body) == (0, b"")
    return packet.id


def test_a_short_packet_is_a_whole_reply() -> None:
    exchange, request = begin()
    assert exchange.step(partial=False) is Step.WAIT
    exchange.take(Packet(request, 0, SHORT))
    assert exchange.step(partial=False) is Step.DONE
    assert exchange.body == SHORT


def test_a_short_packet_with_the_start_of_another_behind_it_is_not() -> None:
    exchange, request = begin()
    exchange.take(Packet(request, 0, b"a"))
    assert exchange.step(partial=True) is Step.WAIT
    exchange.take(Packet(request, 0, b"b"))
    assert exchange.step(partial=False) is Step.DONE
    assert exchange.body == b"ab"


def test_a_long_packet_is_probed_once_and_the_answer_ends_the_reply() -> None:
    dialect = Dialect()
    exchange, request = begin(dialect)
    exchange.take(Packet(request, 0, LONG))
    assert exchange.step(partial=False) is Step.PROBE
    probe = probe_id(exchange)
    assert probe > request
    assert exchange.step(partial=False) is Step.LISTEN  # it is not known yet whether probes are answered
    exchange.take(Packet(request, 0, LONG))
    assert exchange.step(partial=False) is Step.LISTEN
    exchange.take(Packet(probe, 0, b"Unknown request 0"))
    assert exchange.step(partial=False) is Step.DONE
    assert exchange.body == LONG * 2
    assert dialect.probes is True


def test_a_server_known_to_answer_probes_is_waited_for() -> None:
    exchange, request = begin(Dialect(probes=True))
    exchange.take(Packet(request, 0, LONG))
    assert exchange.step(partial=False) is Step.PROBE
    exchange.probe()
    assert exchange.step(partial=False) is Step.WAIT


def test_a_server_that_ignored_a_probe_is_not_probed_again() -> None:
    dialect = Dialect()
    exchange, request = begin(dialect)
    exchange.take(Packet(request, 0, LONG))
    exchange.probe()
    exchange.silence()
    assert dialect.probes is False
    exchange, request = begin(dialect)
    exchange.take(Packet(request, 0, LONG))
    assert exchange.step(partial=False) is Step.LISTEN
    exchange.take(Packet(request, 0, SHORT))
    assert exchange.step(partial=False) is Step.DONE


def test_an_answer_to_a_probe_that_comes_late_restores_trust_in_probes() -> None:
    dialect = Dialect()
    exchange, request = begin(dialect)
    exchange.take(Packet(request, 0, LONG))
    probe = probe_id(exchange)
    exchange.silence()
    later, request = begin(dialect)
    later.take(Packet(probe, 0, b"Unknown request 0"))
    assert dialect.probes is True
    assert later.step(partial=False) is Step.WAIT
    later.take(Packet(request, 0, b"mine"))
    assert later.body == b"mine"


def test_packets_of_other_requests_are_dropped() -> None:
    exchange, request = begin()
    exchange.take(Packet(request + 7, 0, b"not mine"))
    exchange.take(Packet(request, 0, b"mine"))
    assert exchange.body == b"mine"


@pytest.mark.parametrize(
    ("bodies", "steps"),
    [
        ((b"out", b""), (Step.LISTEN, Step.DONE)),
        ((b"", b"out"), (Step.WAIT, Step.DONE)),
        ((LONG, b""), (Step.LISTEN, Step.DONE)),
    ],
    ids=["output-first", "acknowledged-first", "long"],
)
def test_two_packets_of_type_2_are_a_reply_and_never_probed(bodies: tuple[bytes, ...], steps: tuple[Step, ...]) -> None:
    exchange, request = begin()
    for body, step in zip(bodies, steps, strict=True):
        exchange.take(Packet(request, 2, body))
        assert exchange.step(partial=False) is step
    assert exchange.body == b"".join(bodies)


def test_a_denial_in_place_of_a_reply_is_seen() -> None:
    exchange, _ = begin()
    exchange.take(Packet(-1, 2, b""))
    assert exchange.denied


def test_a_reply_without_end_is_a_frame_error() -> None:
    exchange, request = begin()
    exchange.take(Packet(request, 0, bytes(LONGEST_REPLY)))
    with pytest.raises(FrameError, match=str(LONGEST_REPLY)):
        exchange.take(Packet(request, 0, b"x"))


def test_request_ids_are_positive_and_wrap_at_31_bits() -> None:
    dialect = Dialect(last_id=2**31 - 3)
    assert [dialect.number() for _ in range(4)] == [2**31 - 2, 2**31 - 1, 1, 2]
