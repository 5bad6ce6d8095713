"""A base on a MemorySmith server, in each reading of its contract; and that down is never empty."""

import itertools
import json

import pytest
from fake_memorysmith import KEY, FakeMemorySmith
from scripted_http import Drop, Hang, Raw

from mcgod.errors import BadConfig, BadInput, KbUnreachable, NotFound
from mcgod.kb.port import Place, Reference
from mcgod.kb.remote import RemoteBase
from mcgod.kb.wire import Caller


def connect(server, *, key="", timeout=10.0, memo=None):
    return RemoteBase(Caller(server.url, "world", key=key, timeout=timeout), clock=lambda: 1_700_000_000.0, memo=memo)


@pytest.mark.parametrize(
    ("field", "nested", "strict", "full"), [*itertools.product(("markdown", "body"), *[(True, False)] * 3)]
)
def test_pages_go_there_and_come_back_in_every_dialect(field, nested, strict, full):
    with FakeMemorySmith(field=field, nested=nested, strict=strict) as server:
        if full:
            server.pages["first"] = {"slug": "first", "title": "First", field: "# First\nx"}
        base = connect(server)
        made = base.add_page(
            "The gate.", {"title": "North Gate", "tags": ["wall"], "position": [1, 2, 3]}, page="v/Gate"
        )
        assert (made.id, made.title, made.tags, made.place) == ("v/gate", "North Gate", ("wall",), Place(1, 2, 3))
        assert "The gate." in made.body
        server.pages["v/gate"]["minimumRole"] = "Admin"
        changed = base.update_page("v/gate", body="It fell.")
        assert (changed.title, changed.tags) == ("North Gate", ("wall",))
        assert base.get("world:page:v/gate").body.endswith("It fell.")
        assert server.pages["v/gate"]["minimumRole"] == "Admin"
        assert base.add_page("Another.", {"title": "x"}, page="v/gate").id == "v/gate-2"
        assert set(server.pages) - {"first"} == {"v/gate", "v/gate-2"}


def test_what_was_found_out_is_remembered_for_that_address_alone(tmp_path):
    memo = tmp_path / "kb" / "world" / "dialect.json"
    with FakeMemorySmith(field="body", nested=False) as server:
        connect(server, memo=memo).add_page("text", {"title": "t"}, page="a/b")
        server.paths.clear()
        connect(server, memo=memo).get("a/b")
        assert server.paths == ["/api/pages/a%2Fb"]
        assert json.loads(memo.read_bytes())["field"] == "body"
    with FakeMemorySmith() as other:
        other.pages["a/b"] = {"slug": "a/b", "title": "t", "markdown": "x"}
        connect(other, memo=memo).get("a/b")
        assert other.paths == ["/api/pages/a/b"]


def test_a_memo_that_is_out_of_date_or_broken_does_no_harm(tmp_path):
    memo = tmp_path / "dialect.json"
    with FakeMemorySmith(field="body") as server:
        base = connect(server, memo=memo)
        base.add_page("text", {"title": "t"}, page="a/b")
        server.field, server.nested = "markdown", False
        server.pages.clear()
        assert "more" in connect(server, memo=memo).add_page("more", {"title": "t"}, page="a/b").body
        memo.write_text("[")
        assert connect(server, memo=memo).get("a/b").title == "t"


def test_whatever_a_search_prints_can_be_opened():
    with FakeMemorySmith() as server:
        server.pages["v/gate"] = {"slug": "v/gate", "title": "Gate", "markdown": "# Gate\nof oak"}
        server.memories["oak-1"] = {"id": "oak-1", "title": "Oak", "content": "of oak", "status": 2, "confidence": 0.5}
        base = connect(server)
        hits = base.search("oak")
        assert [(str(hit.reference), hit.score) for hit in hits] == [
            ("world:page:v/gate", None),
            ("world:memory:oak-1", 0.5),
        ]
        assert [base.get(hit.reference).title for hit in hits] == ["Gate", "Oak"]
        assert base.get("world:memory:oak-1").more["status"] == "core"
        assert base.search("nothing such") == []


def test_absent_is_told_from_down():
    with FakeMemorySmith() as server:
        base = connect(server)
        for reference in ("nowhere", Reference("world", "memory", "none"), Reference("agent", "page", "x")):
            with pytest.raises(NotFound):
                base.get(reference)
    for act in (lambda: base.search("x"), lambda: base.get("x"), lambda: base.add_page("x", {"title": "x"})):
        with pytest.raises(KbUnreachable, match=r"the world base at 127.0.0.1:\d+ cannot be reached") as caught:
            act()
        assert (caught.value.exit, caught.value.hint) == (69, "does the server run, and is kb.world.url right?")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((500, {"title": "boom"}), "answered 500: boom"),
        ((503, b""), "answered 503"),
        ((200, b"<html>a router's page"), "does not answer as a MemorySmith server"),
        ((200, {"results": []}), "a search gives no list"),
        ((200, [{"id": 1}]), "no kind and id"),
        ((404, b"nginx"), "it has no /api/search"),
        ((302, b"moved"), "gives 302"),
        (Drop(), "broke"),
        (Raw([b"[{"], cut=True), "broke"),
    ],
)
def test_a_server_that_fails_is_never_an_empty_answer(answer, said):
    with FakeMemorySmith(answer) as server, pytest.raises(KbUnreachable, match=said):
        connect(server).search("x")


def test_a_server_that_hangs_is_given_up_in_time():
    hang = Hang([b"["])
    with FakeMemorySmith(hang) as server:
        with pytest.raises(KbUnreachable, match="no answer in"):
            connect(server, timeout=0.3).search("x")
        hang.left.wait()


def test_the_key_is_sent_in_a_header_and_shown_to_nobody():
    with FakeMemorySmith(key=KEY) as server:
        assert connect(server, key=KEY).search("x") == []
        assert server.headers[-1]["X-Api-Key"] == KEY
        with pytest.raises(KbUnreachable, match="wants a key") as caught:
            connect(server).search("x")
        assert "MCGOD_KB_WORLD_API_KEY" in caught.value.hint
        with pytest.raises(KbUnreachable, match="refuses the key") as caught:
            connect(server, key="sk-wrong-one").search("x")
        assert "sk-wrong-one" not in caught.value.message
    with pytest.raises(BadConfig) as refused:
        Caller("http://127.0.0.1:1", "world", key="two words", timeout=1)
    assert "two words" not in refused.value.message


def test_an_address_with_a_password_is_not_shown():
    caller = Caller("http://me:hush@127.0.0.1:1/base", "world", timeout=1)
    with pytest.raises(KbUnreachable) as caught:
        caller.ask("GET", "api/search")
    assert "hush" not in caught.value.message + caught.value.hint
    for wrong in ("http://", "ftp://x", "http://x:y"):
        with pytest.raises(BadConfig):
            Caller(wrong, "world", timeout=1)


def test_what_the_server_will_not_have_is_the_senders_fault():
    refusal = (422, {"title": "no", "errors": {"title": ["too rude"]}})
    with FakeMemorySmith(None, None, *[refusal] * 3) as server, pytest.raises(BadInput, match="422 title: too rude"):
        connect(server).add_page("x", {"title": "x"})
    assert server.pages == {}


def test_a_text_that_was_not_kept_is_noticed():
    with FakeMemorySmith() as server:
        server.pages["a"] = {"slug": "a", "title": "A", "markdown": "# A\nold"}
        server.answers = [None, (200, {"slug": "a"}), None]
        with pytest.raises(KbUnreachable, match="not kept"):
            connect(server).update_page("a", body="new")
