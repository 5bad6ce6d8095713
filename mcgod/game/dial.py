"""Open a TCP connection to a host within a deadline: every address, IPv4 and IPv6, no signals.

Knows nothing of what is spoken on it. Failures are the outages of RCON, its only user.
"""

from __future__ import annotations

import queue
import socket
import threading
import time
from typing import TYPE_CHECKING, Any

from mcgod.game.outages import NameUnknown, Refused, TimedOut

if TYPE_CHECKING:
    from collections.abc import Sequence

    Address = tuple[int, int, int, str, Any]


def dial(host: str, port: int, deadline: float) -> socket.socket:
    """Connect to the first address of ``host`` that answers before ``deadline`` (time.monotonic, seconds).

    The time left is shared out, so that one dead address does not starve the
    others. Raises NameUnknown, Refused, TimedOut.
    """
    addresses = _resolve(host, port, deadline)
    fault: OSError | None = None
    for count, (family, kind, protocol, _, address) in enumerate(addresses):
        share = (deadline - time.monotonic()) / (len(addresses) - count)
        if share <= 0:
            break
        try:
            link = socket.socket(family, kind, protocol)
        except OSError as error:  # no IPv6 on this machine, say
            fault = fault or error
            continue
        try:
            link.settimeout(share)
            link.connect(address)
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError as error:
            link.close()
            # A refusal tells more than an address that is not routed or silent.
            fault = error if isinstance(error, ConnectionRefusedError) else fault or error
            continue
        except BaseException:
            link.close()
            raise
        return link
    raise _outage(fault, place(host, port)) from fault


def place(host: str, port: int) -> str:
    """Write host and port for people, an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _outage(fault: OSError | None, where: str) -> Refused | TimedOut:
    if fault is None or isinstance(fault, TimeoutError):
        return TimedOut(f"no connection to {where} in time", hint="is the host right, or a firewall in between?")
    if isinstance(fault, ConnectionRefusedError):
        hint = "is the server up, with enable-rcon=true and this rcon.port in server.properties?"
        return Refused(f"{where} refused the connection", hint=hint)
    return Refused(f"no way to {where}: {fault.strerror or fault}", hint="check rcon.host and the network")


def _resolve(host: str, port: int, deadline: float) -> Sequence[Address]:
    try:
        return _lookup(host, port, socket.AI_NUMERICHOST)
    except (OSError, ValueError):
        pass
    # The system's resolver knows no deadline; a thread that is left behind ends by itself.
    answers: queue.SimpleQueue[Sequence[Address] | Exception] = queue.SimpleQueue()

    def ask() -> None:
        try:
            answers.put(_lookup(host, port, 0))
        except (OSError, ValueError) as error:
            answers.put(error)

    threading.Thread(target=ask, name=f"resolve {host}", daemon=True).start()
    try:
        answer = answers.get(timeout=max(0.0, deadline - time.monotonic()))
    except queue.Empty:
        raise TimedOut(f"the name {host!r} was not resolved in time", hint="check rcon.host and DNS") from None
    if isinstance(answer, Exception):
        raise NameUnknown(f"the name {host!r} has no address", hint="check rcon.host for a typing error") from answer
    return answer


def _lookup(host: str, port: int, flags: int) -> Sequence[Address]:
    return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=flags)
