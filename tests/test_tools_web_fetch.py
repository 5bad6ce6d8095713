"""fetch_url: to the checked address and no other, in bounded time and space, and readable in the end."""

import gzip
import socket
import threading
import zlib

import pytest
from fake_web import PUBLIC, FakeWeb, Hang, Page, Raw, Trickle, moved

from mcgod import __version__
from mcgod.errors import BadInput, BadUsage, Cancelled, NotFound, Refused, WebUnreachable
from mcgod.tools import arguments
from mcgod.tools.port import Context
from mcgod.tools.web import fetch
from mcgod.tools.web.limits import Limits


def run(web, url="http://wiki.test/a", *, names=None, limits=None, cancel=None, **given):
    """Run the tool against ``web``, whatever the URL's name resolves to."""
    tool = fetch.tool(web.guard(names), limits)
    return tool.run(arguments.checked(tool, {"url": url, **given}), Context(mode="god", cancel=cancel))


def test_the_request_names_mcgod_and_carries_nothing_of_its_own(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    with FakeWeb(Page("fine", headers={"Set-Cookie": "a=b"})) as web:
        run(web)
    assert (web.headers[0]["user-agent"], web.headers[0]["host"]) == (f"mcgod/{__version__}", "wiki.test")
    assert not {"cookie", "authorization", "referer"} & set(web.headers[0])


@pytest.mark.parametrize(
    "to",
    [
        "http://169.254.169.254/latest/meta-data/", "http://127.0.0.1/", "http://127.0.0.1:25575/", "//127.0.0.1/",
        "http://localhost/", "http://[::1]/", "http://2130706433/", "http://inner.test/", "http://user:pw@other.test/",
        "http://other.test:8080/",
    ],
)  # fmt: skip
def test_a_redirect_is_checked_as_the_first_address_was(to):
    with FakeWeb(moved(to), Page("secret")) as web, pytest.raises(Refused):
        run(web, names={"wiki.test": [PUBLIC], "inner.test": ["10.0.0.7"], "other.test": [PUBLIC]})
    assert web.paths == ["/a"]


@pytest.mark.parametrize("to", ["file:///etc/passwd", "ftp://other.test/", "javascript:alert(1)"])
def test_a_redirect_to_another_scheme_is_not_followed(to):
    with FakeWeb(moved(to), Page("secret")) as web, pytest.raises(BadUsage):
        run(web)


def test_redirects_are_followed_five_times():
    hops = [moved("/b", 301), moved("http://other.test/c", 302), moved("d", 303), moved("?e", 307), moved("/f", 308)]
    with FakeWeb(*hops, Page("the end", kind="text/plain")) as web:
        result = run(web)
    assert web.paths == ["/a", "/b", "/c", "/d", "/d?e", "/f"]
    assert [headers["host"] for headers in web.headers][1:3] == ["wiki.test", "other.test"]
    assert result.data["url"] == "http://other.test/f"
    with FakeWeb(moved("/again")) as web, pytest.raises(WebUnreachable, match="more than 5 redirects"):
        run(web)
    assert len(web.paths) == 6


def test_a_name_that_changes_its_mind_is_asked_once_and_only_the_checked_address_is_dialled(monkeypatch):
    answers, asked, opened = [[PUBLIC], ["127.0.0.1"]], [], []

    class Changing(dict):
        def __contains__(self, host):
            return True

        def __getitem__(self, host):
            asked.append(host)
            return answers.pop(0)

    def no_lookup(*arguments, **named):
        raise AssertionError("the system's resolver was asked")

    real = socket.create_connection

    def watched(address, *rest, **named):
        opened.append(address)
        monkeypatch.setattr(socket, "getaddrinfo", lookup)
        try:
            return real(address, *rest, **named)
        finally:
            monkeypatch.setattr(socket, "getaddrinfo", no_lookup)

    with FakeWeb(Page("fine", kind="text/plain")) as web:
        lookup = socket.getaddrinfo
        monkeypatch.setattr(socket, "getaddrinfo", no_lookup)
        monkeypatch.setattr(socket, "create_connection", watched)
        run(web, names=Changing())
        assert (asked, web.dialled) == (["wiki.test"], [(PUBLIC, 80)])
        assert opened == [web.reach(PUBLIC, 80)]
        with pytest.raises(Refused, match=r"which is 127\.0\.0\.1"):
            run(web, names=Changing())


def test_the_next_address_is_tried_when_one_is_dead():
    with FakeWeb(Page("fine", kind="text/plain")) as web:
        dead = socket.create_server(("127.0.0.1", 0))
        port = dead.getsockname()[1]
        dead.close()
        guard = web.guard({"wiki.test": ["2606:2800::1", PUBLIC]})
        guard.reach = lambda address, number: ("127.0.0.1", port) if ":" in address else web.reach(address, number)
        assert fetch.tool(guard).run({"url": "http://wiki.test/"}, Context()).data["text"] == "fine"
        guard.reach = lambda address, number: ("127.0.0.1", port)
        with pytest.raises(WebUnreachable, match=r"wiki\.test cannot be reached"):
            fetch.tool(guard).run({"url": "http://wiki.test/"}, Context())


def test_tls_is_asked_for_the_name_and_its_certificate_is_checked():
    hello = b""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve():
            nonlocal hello
            connection, _ = listener.accept()
            with connection:
                hello = connection.recv(65536)

        thread = threading.Thread(target=serve)
        thread.start()
        with FakeWeb() as web:
            guard = web.guard()
            guard.reach = lambda address, port: listener.getsockname()
            with pytest.raises(WebUnreachable):
                fetch.tool(guard).run({"url": "https://wiki.test/"}, Context())
        thread.join()
    assert b"wiki.test" in hello


def test_a_server_that_trickles_is_cut_by_the_total_time():
    trickle = Trickle()
    with FakeWeb(trickle) as web:
        with pytest.raises(WebUnreachable, match="did not finish in time"):
            run(web, limits=Limits(total=0.3))
        trickle.left.wait()


def test_a_wish_to_stop_ends_it_at_once():
    hang, cancel = Hang([b"some "]), threading.Event()
    with FakeWeb(hang) as web:
        threading.Thread(target=lambda: hang.reached.wait() and cancel.set()).start()
        with pytest.raises(Cancelled):
            run(web, cancel=cancel)
        hang.left.wait()


def test_a_page_without_an_end_is_read_to_the_cap():
    with FakeWeb(Raw([b"word " * 400] * 50)) as web:
        result = run(web, limits=Limits(size=10_000))
    assert len(result.data["text"]) == 9_999  # the last blank is none of the text
    assert "note: the page was longer and is cut" in result.text


@pytest.mark.parametrize("packed", ["gzip", "deflate", "raw deflate"])
def test_a_bomb_is_unpacked_only_to_the_cap(packed, monkeypatch):
    plain = b"boom " * 2_000_000
    bomb = {"gzip": gzip.compress, "deflate": zlib.compress, "raw deflate": lambda data: zlib.compress(data)[2:-4]}
    sizes = []
    from mcgod.tools.web import inflate

    real = inflate.Inflater.feed
    monkeypatch.setattr(
        inflate.Inflater, "feed", lambda self, data, most: sizes.append(len(out := real(self, data, most))) or out
    )
    headers = {"Content-Encoding": packed.split()[-1]}
    with FakeWeb(Page(bomb[packed](plain), kind="text/plain", headers=headers)) as web:
        result = run(web, limits=Limits(size=50_000))
    assert len(result.data["text"]) == 49_999
    assert sum(sizes) == 50_001


@pytest.mark.parametrize("name", ["br", "zstd", "gzip, gzip", "compress"])
def test_packing_that_was_not_asked_for_is_refused(name):
    with (
        FakeWeb(Page(b"x", headers={"Content-Encoding": name})) as web,
        pytest.raises(WebUnreachable, match="packed as"),
    ):
        run(web)


def test_a_body_that_is_not_packed_as_it_says_is_refused():
    page = Page(b"no gzip", headers={"Content-Encoding": "gzip"})
    with FakeWeb(page) as web, pytest.raises(WebUnreachable, match="says that it is gzip"):
        run(web)


@pytest.mark.parametrize(
    ("page", "error", "message"),
    [
        (Page(b"", 404), NotFound, "wiki.test answered 404"),
        (Page(b"", 410), NotFound, "wiki.test answered 410"),
        (Page(b"", 500), WebUnreachable, "wiki.test answered 500"),
        (Page(b"", 403), WebUnreachable, "wiki.test answered 403"),
        (Page(b"", 302), WebUnreachable, "wiki.test answered 302"),
        (Page(b" \n "), BadInput, "http://wiki.test/a: the page is empty"),
        (Page("<html><script>render()</script>"), BadInput, "no readable text"),
        (Page(b"\x89PNG\r\n\x1a\n\0\0", kind="image/png"), BadInput, "no readable text"),
        (Page(b"PK\3\4\0\0", kind=""), BadInput, "binary: no readable text"),
        (Page(b"a text", kind="application/octet-stream"), BadInput, "no readable text"),
    ],
)
def test_each_failure_says_what_it_is(page, error, message):
    with FakeWeb(page) as web, pytest.raises(error, match=message):
        run(web)


def test_a_connection_that_breaks_is_out_of_reach():
    with (
        FakeWeb(Raw([b"begin"], cut=True)) as web,
        pytest.raises(WebUnreachable, match="connection to wiki.test broke"),
    ):
        run(web)


def test_its_schema_wants_a_url():
    tool = fetch.tool()
    assert (tool.name, tool.risk, tool.outside, "sudo" in tool.modes) == ("fetch_url", "web", True, False)
    assert tool.parameters["required"] == ["url"]
    for given in ({}, {"url": ""}, {"url": "http://a.test", "extra": 1}):
        with pytest.raises(BadUsage):
            arguments.checked(tool, given)
