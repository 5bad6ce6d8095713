"""What this bridge can do now, what it lacks, and why: of its methods, and of the events that are heard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.bridge.methods.means import Call
from mcgod.game.modlink.primitives import PRIMITIVES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcgod.bridge.methods.means import Means

_NO_MOD = "it needs the interface mod, and none is configured; see mod.vantage"


def calls(means: Means, others: Mapping[str, Call]) -> dict[str, Call]:
    """Return ``capabilities``, which tells of ``others`` and of itself."""

    async def capabilities(_params: dict[str, Any]) -> dict[str, Any]:
        mod = means.mod.mod
        table = {**others, "capabilities": itself}
        reasons = {name: why_missing(means, call) for name, call in sorted(table.items())}
        return {
            "supported": [name for name, reason in reasons.items() if not reason],
            "missing": {name: reason for name, reason in reasons.items() if reason},
            "limits": _limits(means),
            "events": _heard(means),
            "mod": mod.to_json() if mod else None,
        }

    itself = Call(capabilities, looks=True)
    return {"capabilities": itself}


def why_missing(means: Means, call: Call) -> str:
    """Return why ``call`` cannot be served now; empty when it can."""
    if not call.needs or (call.rcon and means.keeper.has_game):
        return ""
    if not means.mod.configured:
        return "no server is configured" if call.rcon else _NO_MOD
    mod = means.mod.mod
    if mod is None:
        return f"the interface mod is not connected: {means.mod.why_down}"
    return PRIMITIVES[call.needs].lacking(mod)


def _limits(means: Means) -> dict[str, str]:
    """Say what is served, but less than a mod would serve."""
    mod = means.mod.mod

    def has(name: str) -> bool:
        return mod is not None and not PRIMITIVES[name].lacking(mod)

    limits = {
        "entities": ("entities", "near a named player only; the rest needs the interface mod"),
        "chat": ("chat", "shown as the server's words; only a client's mod speaks as a player"),
        "wait": ("wait", "by the clock; only the interface mod counts the game's ticks"),
        "player": ("player", "without what they look at; that needs a server's interface mod"),
    }
    told = {method: text for method, (primitive, text) in limits.items() if not has(primitive)}
    if not (mod and mod.vantage == "client" and has("world")):
        told["world"] = "facts only; only a client's mod opens worlds"
    if mod and mod.vantage == "client" and not means.keeper.has_game:
        told["command"] = "sent as the client's player; its output is not known"
    return told


def _heard(means: Means) -> dict[str, str]:
    """Say where events come from, or why they do not come.

    A server's mod pushes no word of joins, deaths or system messages: its
    ``game`` events are the output of commands. So it never replaces the log.
    """
    mod = means.mod.mod
    listed = mod.capabilities if mod else frozenset()

    def pushes(name: str) -> bool:
        return mod is not None and (listed is None or f"events:{name}" in listed)

    need_log = "missing: only the server's log tells; set server.dir or log.path"
    chat = "log" if means.log else "mod" if pushes("chat") else need_log
    system = "log" if means.log else "mod" if pushes("game") and mod and mod.vantage == "client" else need_log
    output = "mod" if pushes("game") and mod and mod.vantage == "server" else "missing: only a server's mod tells"
    return {
        "chat": chat,
        "system_messages": system,
        **dict.fromkeys(("join", "leave", "death", "advancement"), "log" if means.log else need_log),
        "command_output": output,
    }
