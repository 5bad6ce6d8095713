"""Who may speak to the server over HTTP: the right name, the right page, the right token. Pure.

A page that a browser has open can reach a server on this machine, also under a
name of its own that it lets point here. So on loopback only loopback's names
are answered, and from pages only those of this machine, or that the admin
named. The token is asked for in any case.
"""

from __future__ import annotations

import hmac
from ipaddress import ip_address
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


class Refusal(NamedTuple):
    """Why a request is not answered: the HTTP status, and a word on it."""

    status: int
    why: str


class Guard(NamedTuple):
    """What is asked of a request. ``wide``: the server listens on more than loopback."""

    token: str
    wide: bool = False
    origins: Collection[str] = ()

    def refusal(self, headers: Mapping[str, str]) -> Refusal | None:
        """Return why a request with these ``headers`` (names in lower case) is refused, or None."""
        if not self.wide and not is_loopback(_host(headers.get("host", ""))):
            return Refusal(421, "this server answers to the names of this machine only")
        origin = headers.get("origin")
        if origin is not None and origin not in self.origins and not is_loopback(urlsplit(origin).hostname or ""):
            return Refusal(403, "pages of that origin may not call this server; see mcp.origins")
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not hmac.compare_digest(given.strip().encode(), self.token.encode()):
            return Refusal(401, "the token is missing or wrong")
        return None


def is_loopback(host: str) -> bool:
    """Whether ``host``, a name or an address, means this machine."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _host(header: str) -> str:
    """Return the name in a Host header, without its port. Empty for one that is none."""
    try:
        return urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return ""
