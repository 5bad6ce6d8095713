"""The names of what the bus keeps in Redis. Pure.

mcgod:bus:<server>               a hash: the server's ``stream``, and the ``log`` position that it reaches to
mcgod:events:<server>:<stream>   a stream of events, ids <seq>-0, field ``e`` the event's line
mcgod:fates:<server>:<stream>    a hash: an event's number -> claim, act or answer, whichever came last
mcgod:prayers                    a stream of what may want an answer, of all servers; the group ``god`` shares it
mcgod:calls:<server>             a stream of calls to the server's bridge
mcgod:reply:<call>               a stream with the one answer to a call
mcgod:bridge:<server>            what the server's bridge says of itself, for as long as it runs
"""

from __future__ import annotations

from mcgod.paths import safe_name
from mcgod.store.redis.link import PREFIX

PRAYERS = f"{PREFIX}prayers"


def bus(server: str) -> str:
    """Name the hash about a server's stream."""
    return f"{PREFIX}bus:{safe_name(server)}"


def events(server: str, stream: str) -> str:
    """Name the stream of events."""
    return f"{PREFIX}events:{safe_name(server)}:{stream}"


def fates(server: str, stream: str) -> str:
    """Name the hash of what became of events."""
    return f"{PREFIX}fates:{safe_name(server)}:{stream}"


def calls(server: str) -> str:
    """Name the stream of calls to a bridge."""
    return f"{PREFIX}calls:{safe_name(server)}"


def reply(call: str) -> str:
    """Name the stream with the answer to a call."""
    return f"{PREFIX}reply:{call}"


def bridge(server: str) -> str:
    """Name what a bridge says of itself."""
    return f"{PREFIX}bridge:{safe_name(server)}"
