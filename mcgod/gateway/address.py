"""Where the running gateway is: ``run/gateway.json``, which only its owner may read, and the lock that makes it one.

    {"v":1,"url":"http://127.0.0.1:8790","pid":4711,"token":"…"}

The token stands there only when it is of the gateway's own making; one that
was set stays where it was set.
"""

from __future__ import annotations

import ipaddress
import os
import secrets
import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mcgod import fsio, jsonl
from mcgod.errors import BadConfig, Busy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mcgod.config import Config

VERSION = 1


@contextmanager
def alone(run_root: Path) -> Iterator[None]:
    """Be the one gateway of this home, for the block. Raises Busy when there is one already."""
    fsio.make_folder(run_root)
    try:
        with fsio.locked(run_root / "gateway.lock", timeout=0):
            yield
            fsio.remove(run_root / "gateway.json")
    except Busy as error:
        if not error.message.startswith("gateway.lock"):
            raise
        raise Busy("a gateway already runs on this home", hint="see run/gateway.json") from None


def token_of(config: Config) -> tuple[str, bool]:
    """Return the token that callers have to show, and whether it was set. Raises BadConfig.

    Without one the gateway makes its own, which only this machine's user can
    read; so it must not be reached from elsewhere.
    """
    token = config.secret("gateway.token")
    if token and not (token.isascii() and token.isprintable() and " " not in token):
        raise BadConfig("gateway.token has a blank or a sign that no token has")
    if not token and not _is_loopback(config["gateway.host"]):
        raise BadConfig(
            f"gateway.host is {config['gateway.host']}, which others can reach, and gateway.token is not set",
            hint="set MCGOD_GATEWAY_TOKEN or gateway.token_file, or let gateway.host be 127.0.0.1",
        )
    return token or secrets.token_urlsafe(32), bool(token)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises Busy when the port is taken, BadConfig for what is no address of ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        made = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        if error.errno is not None and error.strerror and "in use" in error.strerror:
            raise Busy(f"port {port} is taken", hint="mcgod config set gateway.port 0") from error
        raise BadConfig(f"cannot listen on {host} port {port}: {error.strerror or error}") from error
    # Connections inherit it. Else a head would be acknowledged, 40 ms later, before its body is sent.
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def publish(run_root: Path, host: str, port: int, token: str) -> str:
    """Write where the gateway is, with its token unless that is empty; return its address."""
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    record = {"v": VERSION, "url": url, "pid": os.getpid(), **({"token": token} if token else {})}
    fsio.replace_file(run_root / "gateway.json", jsonl.document(record))
    return url


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
