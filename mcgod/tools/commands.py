"""Tools that run commands in the game, and tell which there are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadConfig, Cancelled, GameUnreachable, Refused, Unreachable
from mcgod.rules.plan import plan
from mcgod.rules.risk import class_of
from mcgod.tools.port import Tool, ToolResult, parameters

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mcgod.game.port import Game
    from mcgod.rules.context import Context as RulesContext
    from mcgod.rules.verdict import Verdict
    from mcgod.tools.port import Context

_MOST = 500  # names that one listing has
_LONGEST = 14_000  # characters of a listing
_NAMED = re.compile(r"(?:^|\s|(?<=[)\]>.\w|]))/([a-z0-9_.:-]+)")


def tools() -> list[Tool]:
    """Return ``execute-command`` and ``list_commands``."""
    return [
        Tool(
            "execute-command",
            "Run one command on the server and get its output. It has to pass the rules of the mode. "
            "Give it with or without a slash.",
            parameters({"command": {"type": "string", "minLength": 1, "maxLength": 2000}}, ("command",)),
            _execute,
            risk="act",
            outside=True,
        ),
        Tool(
            "list_commands",
            "List the commands that the server has: the game's own, and those of mods, plugins and packs. "
            "mod_id keeps those that look like that mod's.",
            parameters({"mod_id": {"type": "string", "maxLength": 64}}),
            _list,
        ),
    ]


def run_judged(proposed: str, context: Context) -> Verdict:
    """Judge ``proposed`` after what was run before it, and run it if it passes; return the verdict with the outcome.

    Raises BadConfig without a server, GameUnreachable when the server went
    away, which may have run it, and Cancelled.
    """
    verdict = judged(proposed, context)
    if verdict.command is None or context.dry_run:
        return verdict
    if context.game is None:
        raise BadConfig("no server is configured", hint="mcgod config init --server-dir DIR")
    if context.cancel and context.cancel.is_set():
        raise Cancelled("the request was stopped")
    context.before_act()
    reply = context.game.command(verdict.command)
    verdict = verdict.with_reply(reply.text, ran=True if reply.known else None, ok=reply.ok)
    context.ran.append(verdict)
    if not reply.known:
        family = reply.command.split(maxsplit=1)[0]
        raise GameUnreachable(f"the server went away during {family!r}, which may have run", hint="mcgod doctor")
    return verdict


def judged(proposed: str, context: Context) -> Verdict:
    """Judge one command after those that the turn has run; an admin is asked where only a yes is lacking."""
    if context.rules is None:
        raise BadConfig("no rules are at hand to judge a command")
    verdict = _last(proposed, context.rules, context.ran)
    if verdict.reason == "needs-yes" and context.confirm and context.confirm([verdict.proposed]):
        verdict = _last(proposed, context.rules._replace(yes_to=frozenset({verdict.proposed})), context.ran)
    return verdict


def _last(proposed: str, rules: RulesContext, ran: list[Verdict]) -> Verdict:
    verdicts = plan([*(verdict.command or "" for verdict in ran), proposed], rules)
    if len(verdicts) != len(ran) + 1:
        raise Refused("a call runs exactly one command, on one line", hint="call it once for each command")
    return verdicts[-1]


def _execute(given: Mapping[str, Any], context: Context) -> ToolResult:
    verdict = run_judged(given["command"].strip().removeprefix("/"), context)
    if verdict.command is None:
        raise Refused(f"the rules refuse it: {verdict.hint}", hint=f"mcgod rules show {verdict.reason}")
    output = verdict.output if verdict.ran else "(dry run)"
    lines = [f"command: /{verdict.command}", f"result: {_word(verdict)}", f"output: {output or '(no output)'}"]
    lines[1:1] = [f"repaired: {repair.before} -> {repair.after}" for repair in verdict.repairs]
    return ToolResult("\n".join(lines), verdict.to_json(), ok=verdict.ok is not False)


def _word(verdict: Verdict) -> str:
    return ("ok" if verdict.ok else "failed") if verdict.ran else "not run"


def _list(given: Mapping[str, Any], context: Context) -> ToolResult:
    if context.rules is None:
        raise BadConfig("no grammar is at hand")
    known = set(context.rules.tree.root.literals)
    told, note = _told(context.game)
    wanted = str(given.get("mod_id") or "")
    names = sorted(name for name in known | told if _belongs(name, wanted))
    rows = [{"name": name, "known": name in known, "open": _open(name, context.rules)} for name in names[:_MOST]]
    words = [f"{row['name']}{_mark(row)}" for row in rows]
    text = "\n".join([f"{len(names)} commands{f' for {wanted}' if wanted else ''}{note}:", *words])
    return ToolResult(text[:_LONGEST], rows)


def _told(game: Game | None) -> tuple[set[str], str]:
    """Return the names that the server's own help tells, and what is to be said where it could not be asked."""
    if game is None:
        return set(), ", by the grammar alone: no server is configured"
    try:
        return names_in(game.command("help").text), ""
    except Refused:
        return set(), ", by the grammar alone"
    except Unreachable:
        return set(), ", by the grammar alone: the server is out of reach"


def names_in(text: str) -> set[str]:
    """Return the commands that an answer to ``help`` names. Vanilla joins its lines with nothing between them.

    Source: the answer of a vanilla 1.21 server over RCON, ``/advancement (grant|revoke)/attribute <target>...``.
    """
    return set(_NAMED.findall(text))


def _belongs(name: str, mod: str) -> bool:
    """Whether ``name`` looks like a command of ``mod``: equal, with it as a prefix, or holding it when long enough."""
    bare = re.sub(r"[^a-z0-9]", "", mod.lower())
    plain = re.sub(r"[^a-z0-9:_-]", "", name.lower())
    return not bare or plain == bare or re.split(r"[:_-]", plain)[0] == bare or (len(bare) >= 5 and bare in plain)


def _open(name: str, rules: RulesContext) -> bool:
    policy = rules.policy
    families: Iterable[str] = (family.split(" ")[0] for family in policy.families)
    return name in policy.plugins or name in families or class_of((name,)) in policy.classes


def _mark(row: Mapping[str, Any]) -> str:
    return "" if row["open"] else " (not open in this mode)" if row["known"] else " (of a mod, plugin or pack)"
