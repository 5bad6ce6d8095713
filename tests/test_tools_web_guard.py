"""The guard before a stranger's URL: no way into the network that mcgod stands in."""

import threading

import pytest

from mcgod.errors import BadUsage, Cancelled, McgodError, Refused, WebUnreachable
from mcgod.llm.watch import Watch
from mcgod.tools.web.addresses import forbidden
from mcgod.tools.web.guard import Guard, resolve

GOOD4, GOOD6 = "93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"


def check(url, *addresses):
    """Check ``url`` where every name has ``addresses``; without any, resolving is a defect."""

    def answer(host, port):
        assert addresses, f"{host} was resolved"
        return list(addresses)

    with Watch(None, 60) as watch:
        return Guard(answer).check(url, watch)


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.100.100.200", "100.127.255.255",
        "127.0.0.1", "127.255.255.254", "168.63.129.16", "169.254.169.254", "169.254.0.1", "172.16.0.1",
        "172.31.255.255", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255",
        "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::2", "100::1", "2001:db8::1", "3fff::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0",
        "fec0::1", "ff02::1", "4000::1", "64:ff9b:1::808:808",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:0:10.0.0.1", "::127.0.0.1",
        "::10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b::10.1.2.3",
        "2002:7f00:1::", "2002:a00:1::1", "2002:c0a8:101::", "2002:a9fe:a9fe::1",
        "2001:0:7f00:1::", "2001:0:808:808:0:0:80ff:fffe", "2001:0:a00:1:0:0:f7f7:f7f7",
        "2606:2800::5efe:10.0.0.1", "2606:2800::200:5efe:c0a8:1", "fe80::5efe:8.8.8.8",
        "nonsense", "", "1.2.3", "01.2.3.4",
    ],
)  # fmt: skip
def test_addresses_that_are_not_public_are_named_as_what_they_are(address):
    assert forbidden(address)


@pytest.mark.parametrize(
    "address",
    [
        GOOD4, "8.8.8.8", "1.1.1.1", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "11.0.0.1",
        "223.255.255.255", "168.63.129.15", "192.167.1.1", GOOD6, "2001:4860:4860::8888", "64:ff9b::808:808",
        "::ffff:8.8.8.8", "2002:808:808::1",
    ],
)  # fmt: skip
def test_public_addresses_pass(address):
    assert forbidden(address) == ""


@pytest.mark.parametrize(
    "host",
    [
        "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "127.1", "127.0.1", "0", "0x0", "1.1",
        "0x08.8.8.8", "08.8.8.8", "134744072", "3232235777", "127.0.0.1.", "127.0.0.01", "1.2.3.4.5", "256.1.1.1",
        "999999999999", "0x", "example.0x7f", "example.1", "１２７.0.0.1", "127。0。0。1", "①②⑦.0.0.1",
        "localhost", "LOCALHOST", "localhost.", "a.localhost", "a.localhost.", "router", "router.lan", "nas.local",
        "metadata", "metadata.google.internal", "METADATA.google.internal.", "db.corp", "x.home.arpa", "abc.onion",
        "localhost.localdomain", "127.0.0.1", "10.0.0.1", "169.254.169.254", "[::1]", "[::]", "[::ffff:127.0.0.1]",
        "[0:0:0:0:0:ffff:7f00:1]", "[fe80::1%25eth0]", "[fd00:ec2::254]", "[64:ff9b::7f00:1]", "[::127.0.0.1]",
    ],
)  # fmt: skip
def test_hosts_inside_are_refused_in_every_spelling_and_never_resolved(host):
    for scheme in ("http", "https"):
        with pytest.raises(Refused) as refused:
            check(f"{scheme}://{host}/latest/meta-data/")
        assert refused.value.hint


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.com/", "file:///etc/passwd", "gopher://example.com:70/_x", "data:text/plain,x", "//example.com/",
        "javascript:alert(1)", "jar:http://example.com!/", "example.com", "http:", "http://", "https:///path", "",
        "   ", "http:example.com", "unix:///run/docker.sock", "http://exa mple.com/", "http://example.com/\r\nHost: x",
        "http://example.com\\@127.0.0.1/", "http://example.com/\x00", "http://a..b.com/", "http://.com/", "http://%31.com/",
        "http://127.0.0.%31/", "http://[::1", "http://[nonsense]/", "http://[1.2.3.4]/", "http://example.com:99999/",
        "http://example.com:x/", f"http://{'a' * 64}.com/", f"http://example.com/{'a' * 3000}", "http://ex*mple.com/",
    ],
)  # fmt: skip
def test_what_is_no_web_address_is_wrong_usage(url):
    with pytest.raises(BadUsage):
        check(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://user@example.com/", "http://user:secret@example.com/", "http://:@example.com/", "http://@example.com/",
        "http://example.com@127.0.0.1/", "http://example.com:22/", "http://example.com:25575/", "https://example.com:80/",
        "http://example.com:443/", "http://example.com:8080/", "http://example.com:6379/", "http://example.com:0/",
    ],
)  # fmt: skip
def test_names_passwords_and_other_ports_are_refused(url):
    with pytest.raises(Refused) as refused:
        check(url)
    assert "secret" not in f"{refused.value.message} {refused.value.hint}"


def test_what_passes_is_put_in_one_form():
    target = check("HTTPS://WWW.Example.COM.:443/a b".replace(" ", "%20") + "?q=1#part", GOOD4, GOOD6)
    assert target == ("https://www.example.com/a%20b?q=1", "www.example.com", 443, (GOOD4, GOOD6))
    assert check("http://bücher.example", GOOD4).host == "xn--bcher-kva.example"
    assert check("http://8.8.8.8").addresses == ("8.8.8.8",)
    assert check(f"http://[{GOOD6}]/x")[:2] == (f"http://[{GOOD6}]/x", GOOD6)


@pytest.mark.parametrize("bad", ["127.0.0.1", "10.0.0.5", "169.254.169.254", "::1", "::ffff:10.0.0.5", "fe80::1%2"])
@pytest.mark.parametrize("order", [1, -1])
def test_one_bad_address_among_good_ones_is_enough(bad, order):
    with pytest.raises(Refused, match=r"evil\.example, which is"):
        check("http://evil.example/", *[GOOD4, bad, GOOD6][::order])


def test_a_name_without_an_address_is_out_of_reach():
    def unknown(host, port):
        raise OSError(-2, "Name or service not known")

    for lookup in (unknown, lambda host, port: []):
        with Watch(None, 60) as watch, pytest.raises(WebUnreachable, match=r"nowhere\.example cannot be found"):
            Guard(lookup).check("http://nowhere.example/", watch)


@pytest.mark.parametrize("kind", [Cancelled, WebUnreachable])
def test_a_resolver_that_hangs_is_left_behind(kind):
    hang, cancel = threading.Event(), threading.Event()

    def stuck(host, port):
        cancel.set() if kind is Cancelled else None
        hang.wait()
        return [GOOD4]

    try:
        with Watch(cancel, 60 if kind is Cancelled else 0.05) as watch, pytest.raises(kind):
            Guard(stuck).check("http://slow.example/", watch)
    finally:
        hang.set()


def test_the_systems_resolver_gives_plain_addresses():
    assert set(resolve("localhost", 80)) <= {"127.0.0.1", "::1"}
    assert resolve("127.0.0.1", 80) == ["127.0.0.1"]


@pytest.mark.parametrize(
    "text", ["http://[", "http://]", "http://[[::1]]/", "http://[::1]x/", "http://a:b:c/", "https://:443/"]
)
def test_mangled_urls_never_escape_the_error_tree(text):
    with pytest.raises(McgodError):
        check(text)
