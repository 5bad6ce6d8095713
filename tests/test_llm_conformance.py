"""What every adapter must do alike, whatever is spoken on its wire."""

from __future__ import annotations

import threading

import pytest
from model_wires import KEY, WIRES, WireOf
from scripted_http import Drop, Hang, Raw

from mcgod.errors import Cancelled, ModelUnreachable
from mcgod.llm.faults import ModelBroken, ModelFailed, ModelRefused, ModelTimedOut
from mcgod.llm.port import Message

ASK = [Message("system", "You are a god."), Message("user", "I am hungry")]

pytestmark = pytest.mark.parametrize("wire", WIRES, ids=str)


def test_an_answer_is_heard_as_it_comes(wire: WireOf):
    heard: list[str] = []
    with wire.server(wire.say("Eat, my child.\n\n  Then sleep.")) as server:
        answer = wire.model(server.url).chat(ASK, on_delta=heard.append)
    assert (answer.text, answer.model, answer.finish) == ("Eat, my child.\n\n  Then sleep.", f"{wire}/tiny", "stop")
    assert "".join(heard) == answer.text
    assert len(heard) > 1
    assert (answer.usage.input, answer.usage.output, answer.notes) == (12, 7, ())


def test_a_stream_may_be_split_at_every_byte(wire: WireOf):
    text = "Ü\u2028ja\u0085 🍞."
    body = wire.body(text)
    around = body.index("Ü".encode())
    # Two parts with the seam at each byte about the signs of many bytes, and every seam at once.
    answers = [Raw([body[:at], body[at:]]) for at in range(around - 16, min(around + 40, len(body)))]
    answers.append(Raw([bytes([byte]) for byte in body]))
    with wire.server(*answers) as server:
        model = wire.model(server.url)
        assert {model.chat(ASK).text for _ in answers} == {text}


def test_nobody_listens_and_is_asked_twice_more(wire: WireOf):
    waited: list[float] = []
    with wire.server() as server:
        url = server.url
    with pytest.raises(ModelRefused, match="refused the connection"):
        wire.model(url, sleep=waited.append).chat(ASK)
    assert waited == [1.5, 3.0]


def test_a_connection_that_breaks_before_a_word_is_made_again(wire: WireOf):
    waited: list[float] = []
    with wire.server(Drop(), Raw([], cut=True), wire.say("Yes.")) as server:
        assert wire.model(server.url, sleep=waited.append).chat(ASK).text == "Yes."
    assert waited == [1.5, 3.0]


@pytest.mark.parametrize("cut", [True, False])
def test_what_was_heard_is_not_said_twice(wire: WireOf, cut: bool):
    heard: list[str] = []
    with wire.server(Raw([wire.piece("Yes")], cut=cut)) as server, pytest.raises(ModelBroken):
        wire.model(server.url).chat(ASK, on_delta=heard.append)
    assert (heard, len(server.requests)) == (["Yes"], 1)


@pytest.mark.parametrize(
    ("headers", "pauses"), [({}, [1.5, 3.0]), ({"Retry-After": "7"}, [7.0, 7.0]), ({"Retry-After": "soon"}, [1.5, 3.0])]
)
@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_again(wire: WireOf, status: int, headers: dict[str, str], pauses: list[float]):
    waited: list[float] = []
    with wire.server(*[wire.fail(status, "busy", headers)] * 2, wire.say("Yes.")) as server:
        assert wire.model(server.url, sleep=waited.append).chat(ASK).text == "Yes."
    assert waited == pauses


def test_a_server_that_stays_busy_is_given_up(wire: WireOf):
    with wire.server(wire.fail(503, "loading")) as server, pytest.raises(ModelFailed, match="answered 503: loading"):
        wire.model(server.url, sleep=lambda _: None).chat(ASK)
    assert len(server.requests) == 3


def test_a_server_that_asks_for_too_long_a_pause_is_given_up_at_once(wire: WireOf):
    with wire.server(wire.fail(429, "busy", {"Retry-After": "3600"})) as server, pytest.raises(ModelFailed):
        wire.model(server.url).chat(ASK)
    assert len(server.requests) == 1


@pytest.mark.parametrize("headers", [True, False])
def test_a_silent_server_times_out_once(wire: WireOf, headers: bool):
    with wire.server(Hang(headers=headers)) as server, pytest.raises(ModelTimedOut, match="it said nothing"):
        wire.model(server.url, timeout=0.05).chat(ASK)
    assert len(server.requests) == 1


def test_the_total_time_ends_an_answer_that_never_ends(wire: WireOf):
    with wire.server(Hang()) as server, pytest.raises(ModelTimedOut, match="did not finish in time"):
        wire.model(server.url, total=0.05).chat(ASK)


@pytest.mark.parametrize("headers", [True, False])
def test_cancel_closes_the_connection(wire: WireOf, headers: bool):
    hang, cancel, faults = Hang([wire.piece("Yes")], headers=headers), threading.Event(), list[BaseException]()

    def ask(url: str) -> None:
        try:
            wire.model(url).chat(ASK, cancel=cancel)
        except Cancelled as error:
            faults.append(error)

    with wire.server(hang) as server:
        thread = threading.Thread(target=ask, args=(server.url,))
        thread.start()
        assert hang.reached.wait(30)
        cancel.set()
        assert hang.left.wait(30)
        thread.join(30)
    assert len(faults) == 1


def test_cancel_before_the_call_asks_nobody(wire: WireOf):
    cancel = threading.Event()
    cancel.set()
    with wire.server() as server, pytest.raises(Cancelled):
        wire.model(server.url).chat(ASK, cancel=cancel)
    assert server.requests == []


def test_an_error_of_the_listener_stays_its_own(wire: WireOf):
    def gone(_: str) -> None:
        raise BrokenPipeError("reader left")

    with wire.server(wire.say("Yes.")) as server, pytest.raises(BrokenPipeError, match="reader left"):
        wire.model(server.url).chat(ASK, on_delta=gone)


@pytest.mark.parametrize("address", ["ftp://127.0.0.1", "no such name://x"])
def test_an_address_that_is_none_is_an_error_of_ours_at_once(wire: WireOf, address: str):
    waited: list[float] = []
    with pytest.raises(ModelUnreachable) as caught:
        wire.model(address, sleep=waited.append).chat(ASK)
    assert waited == []
    assert KEY not in repr(vars(caught.value)) + caught.value.message
