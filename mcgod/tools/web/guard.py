"""The guard before a stranger's URL: what may be fetched, and the very addresses it is to be fetched from.

A model or a player names the URL, and the machine it is fetched from stands
inside somebody's network. So only public addresses pass, a name is resolved
once, each of its addresses is looked at, and the connection goes to one that
was looked at. Ports are 80 and 443 alone: RCON, databases and panels often
listen on a public address as well.
"""

from __future__ import annotations

import socket
import threading
from ipaddress import IPv6Address
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import SplitResult, urlsplit

from mcgod.errors import BadUsage, Refused, WebUnreachable
from mcgod.tools.web.addresses import forbidden, is_number, is_plain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mcgod.llm.watch import Watch

    Resolve = Callable[[str, int], Sequence[str]]
    Reach = Callable[[str, int], tuple[str, int]]

_PORTS = {"http": 80, "https": 443}
_LONGEST = 2048  # characters of a URL
# Names that mean something only inside a network. Sources: RFC 6761, 6762, 8375, and ICANN's reservation of .internal.
_INSIDE = ("localhost", "localdomain", "local", "internal", "intranet", "lan", "home", "corp", "home.arpa", "onion")
_HINT = "only public web pages can be fetched"


class Target(NamedTuple):
    """A URL that passed, in canonical form; ``addresses`` are the ones to connect to."""

    url: str
    host: str
    port: int
    addresses: tuple[str, ...]


def resolve(host: str, port: int) -> list[str]:
    """Return every address of ``host``, in the system's order. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class Guard:
    """Checks URLs. ``resolve`` turns a name into addresses.

    ``reach`` is for tests alone: it says where a checked address is really
    dialled. No setting leads to it.
    """

    def __init__(self, resolve: Resolve = resolve, reach: Reach | None = None) -> None:
        self._resolve = resolve
        self.reach = reach

    def check(self, url: str, watch: Watch) -> Target:
        """Return where ``url`` leads. Raises BadUsage, Refused, or WebUnreachable for a name that nobody knows."""
        parts = _split(url)
        port = _port(parts)
        host = _host(parts)
        addresses = [host] if is_plain(host) or ":" in host else self._addresses(host, port, watch)
        for address in addresses:
            if why := forbidden(address):
                named = host if host == address else f"{host}, which is {address}"
                raise Refused(f"{named}: that address is {why}", hint=_HINT)
        shown = f"[{host}]" if ":" in host else host
        path = parts.path or "/"
        clean = f"{parts.scheme.lower()}://{shown}{path}{f'?{parts.query}' if parts.query else ''}"
        return Target(clean, host, port, tuple(addresses))

    def _addresses(self, host: str, port: int, watch: Watch) -> list[str]:
        """Resolve ``host`` aside: the system's resolver has a patience of its own, and cannot be interrupted."""
        found: list[str] = []
        failure: list[str] = []

        def work() -> None:
            try:
                found.extend(self._resolve(host, port))
            except OSError as error:
                failure.append(error.strerror or str(error))

        thread = threading.Thread(target=work, name="mcgod-resolve", daemon=True)
        thread.start()
        while thread.is_alive() and not (watch.expired or watch.cancelled):
            thread.join(0.02)
        watch.check()
        if thread.is_alive():
            raise WebUnreachable(f"no answer in time to the question where {host} is")
        if failure or not found:
            why = failure[0] if failure else "it has no address"
            raise WebUnreachable(f"{host} cannot be found: {why}", hint="is the name right?")
        return list(found)


def _split(url: str) -> SplitResult:
    text = url.strip()
    if not text:
        raise BadUsage("the URL is empty", hint="give one that starts with https://")
    if len(text) > _LONGEST:
        raise BadUsage(f"the URL has more than {_LONGEST} characters")
    # Readers of URLs do not agree on these: some drop them, some take a backslash for a slash.
    if any(char.isspace() or not char.isprintable() or char == "\\" for char in text):
        raise BadUsage("the URL has blanks, control characters or backslashes in it")
    try:
        parts = urlsplit(text)
    except ValueError as error:
        raise BadUsage(f"not a URL: {error}") from None
    if parts.scheme.lower() not in _PORTS or not parts.netloc:
        raise BadUsage("only http:// and https:// can be fetched", hint="give the whole URL, with https://")
    if "@" in parts.netloc:
        raise Refused("a URL with a name or password in it is not fetched", hint="leave out what stands before the @")
    return parts


def _port(parts: SplitResult) -> int:
    own = _PORTS[parts.scheme.lower()]
    try:
        port = own if parts.port is None else parts.port
    except ValueError:
        raise BadUsage("the URL's port is not a number up to 65535") from None
    if port != own:
        raise Refused(f"port {port} is not fetched from", hint=f"{parts.scheme} pages are on port {own}")
    return port


def _host(parts: SplitResult) -> str:
    """Return the host in its one canonical form: an address, or a name in lower case and ASCII."""
    raw = parts.hostname or ""
    if ":" in raw:
        try:
            return IPv6Address(raw).compressed
        except ValueError:
            raise BadUsage("the URL's IPv6 address is wrong") from None
    try:
        # Full-width digits and dots become plain ones here, before anything is compared.
        host = raw.encode("idna").decode("ascii").lower().removesuffix(".")
    except UnicodeError:
        raise BadUsage("the URL's host is not a name") from None
    if not all(label and set(label) <= _LETTERS for label in host.split(".")):
        raise BadUsage("the URL's host is not a name")
    if is_number(host) and not is_plain(host):
        raise Refused(f"{host} is an address in disguise", hint="write it as four decimal numbers")
    if not is_plain(host) and ("." not in host or host.endswith(tuple(f".{name}" for name in _INSIDE))):
        raise Refused(f"{host} is a name inside of a network", hint=_HINT)
    return host


_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")
