"""Where the Redis is, as ``store.url`` says it. Pure."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from mcgod.errors import BadConfig

_PORT = 6379
_HINT = "such as redis://127.0.0.1:6379/0, rediss://redis.example/0 with TLS, or unix:///run/redis.sock"


class Address(NamedTuple):
    """One Redis. ``path`` is a socket's, or empty; ``password`` is never shown."""

    host: str
    port: int
    number: int
    tls: bool = False
    path: str = ""
    user: str = ""
    password: str = ""

    def __str__(self) -> str:
        return self.path or f"{self.host}:{self.port}"

    def __repr__(self) -> str:
        return f"Address({self}, db {self.number})"


def read(url: str, password: str = "") -> Address:
    """Read ``redis://[user@]host[:port][/db]``, ``rediss://`` or ``unix://[user@]path[?db=N]``. Raises BadConfig.

    A password in the address is refused: settings are shown, and addresses stand in errors.
    """
    try:
        parts = urlsplit(url)
        port = parts.port or _PORT
        number = int((parts.query.removeprefix("db=") if parts.scheme == "unix" else parts.path.strip("/")) or 0)
    except ValueError:
        raise BadConfig("store.url is no address", hint=_HINT) from None
    if parts.password is not None:
        raise BadConfig("store.url must not hold the password", hint="set store.password_file, or MCGOD_STORE_PASSWORD")
    user = unquote(parts.username or "")
    if parts.scheme == "unix" and parts.path:
        return Address("", 0, number, path=parts.path, user=user, password=password)
    if parts.scheme not in ("redis", "rediss") or not parts.hostname:
        raise BadConfig("store.url is no address", hint=_HINT)
    return Address(parts.hostname, port, number, parts.scheme == "rediss", user=user, password=password)
