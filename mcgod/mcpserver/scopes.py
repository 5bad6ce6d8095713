"""How much a client of the MCP server may do, as data. Each scope may do all that the one before it may.

What has no place in a scope is not listed there, and is refused when it is
called all the same.
"""

from __future__ import annotations

from typing import NamedTuple

from mcgod.errors import BadUsage


class Scope(NamedTuple):
    """One scope. ``mode`` is that whose tools it has, and whose rules hold for its commands."""

    name: str
    mode: str
    rank: int

    def covers(self, name: str) -> bool:
        """Whether what is for the scope ``name`` may be done in this one."""
        return SCOPES[name].rank <= self.rank


SCOPES = {
    scope.name: scope
    for scope in (
        Scope("read", "god_system", 0),  # a mode that has tools which read, and no others
        Scope("god", "god", 1),
        Scope("sudo", "sudo", 2),
    )
}


def scope_of(name: str) -> Scope:
    """Return the scope called ``name``. Raises BadUsage."""
    if name not in SCOPES:
        raise BadUsage(f"{name!r} is no scope", hint=f"one of {', '.join(SCOPES)}")
    return SCOPES[name]
