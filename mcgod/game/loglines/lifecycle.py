"""The server itself: starting, ready, stopping, and its RCON listener. Pure. Source: vanilla 1.0 to 26.3, Velocity."""

from __future__ import annotations

import re

from mcgod.game.loglines.event import Meaning

_STARTING = re.compile(r"Starting [Mm]inecraft server version (?P<version>.{1,80})")
_READY = re.compile(r'Done \((?P<took>[\d.,\s]{1,20})s\)!(?: For help, type "help"(?: or "\?")?)?')
_STOPPING = frozenset({"Stopping the server", "Stopping server"})
_RCON_UP = re.compile(r"RCON running on (?P<address>\S{1,80})")
_RCON_CLIENT = re.compile(r"Thread RCON Client (?P<address>/\S{1,80}) (?P<what>started|shutting down)")
_RCON_OLD = re.compile(r"R(?:con|CON) connection from: (?P<address>/\S{1,80})")


def server(body: str) -> Meaning | None:
    """Return the server_starting, server_ready or server_stopping that ``body`` is, or None."""
    if not body.startswith(("Starting ", "Done (", "Stopping ")):
        return None
    if found := _STARTING.fullmatch(body):
        return Meaning("server_starting", "", found["version"])
    if found := _READY.fullmatch(body):
        return Meaning("server_ready", "", seconds(found["took"]))
    return Meaning("server_stopping") if body in _STOPPING else None


def rcon(body: str) -> Meaning | None:
    """Return the rcon_up or rcon_client that ``body`` is, or None."""
    if not body.startswith(("RCON ", "Thread RCON ", "Rcon ")):
        return None
    if found := _RCON_UP.fullmatch(body):
        return Meaning("rcon_up", "", found["address"])
    if found := _RCON_CLIENT.fullmatch(body):
        return Meaning("rcon_client", "", found["what"], {"address": found["address"].lstrip("/")})
    if found := _RCON_OLD.fullmatch(body):
        return Meaning("rcon_client", "", "connection", {"address": found["address"].lstrip("/")})
    return None


def seconds(text: str) -> str:
    """Return a number of seconds with a decimal point and no thousands separators.

    The server always prints decimals, so the last separator is the decimal one.

    >>> seconds("1,032.5"), seconds("1.032,5"), seconds("3,355"), seconds("12.080")
    ('1032.5', '1032.5', '3.355', '12.080')
    """
    digits = "".join(text.split())
    cut = max(digits.rfind("."), digits.rfind(","))
    whole, part = (digits[:cut], digits[cut + 1 :]) if cut >= 0 else (digits, "")
    whole = whole.replace(",", "").replace(".", "")
    return f"{whole}.{part}" if part else whole
