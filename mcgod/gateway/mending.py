"""What a turn did in the node in which its process died, entered into it: so that the node can be gone on with.

A command that was sent and has no reply is marked as unknown and stays so. A
tool that may have done its work is not called again; its model is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.errors import NotFound
from mcgod.god import tooluse
from mcgod.rules.verdict import ACCEPTED, Verdict
from mcgod.tools.toolbox import Called

if TYPE_CHECKING:
    from mcgod.gateway.sent import Sent
    from mcgod.god.turn import Turn

_ONCE = frozenset({"act", "write", "record"})  # risks of tools that leave something behind


def mend(turn: Turn, node: str, sent: list[Sent]) -> bool:
    """Enter into ``turn`` what it had ``sent`` in ``node``; return whether the node is done with thereby."""
    if node == "act":
        _enter(turn, sent)
    return node == "use_tools" and _give_up(turn, sent)


def _enter(turn: Turn, sent: list[Sent]) -> None:
    """Give each command its outcome; what is none of them was a line of the message."""
    told = _replies_told(turn)
    for one in (one for one in sent if one.ran is not False):
        place = next((at for at, verdict in enumerate(turn.verdicts) if _is_due(verdict, one.command)), None)
        if place is None:
            turn.said += 1
            continue
        verdict = _outcome(turn.verdicts[place], one)
        turn.verdicts = (*turn.verdicts[:place], verdict, *turn.verdicts[place + 1 :])
        if told:
            told -= 1
            continue
        known = one.ran is not None
        turn.stage("reply", command=one.command, output=verdict.output, ok=verdict.ok, known=known)


def _is_due(verdict: Verdict, command: str) -> bool:
    return verdict.command == command and verdict.ran is False


def _outcome(verdict: Verdict, one: Sent) -> Verdict:
    reply = one.reply
    return verdict.with_reply(reply.text if reply else "", ran=one.ran, ok=bool(reply and reply.ok))


def _replies_told(turn: Turn) -> int:
    """Return how many replies of this turn are in its trace already."""
    lines = turn.services.store.turns(turn.request.owner, turn.known_session().id).records
    return sum(1 for one in lines if one.get("request_id") == turn.request.id and one.get("stage") == "reply")


def _give_up(turn: Turn, sent: list[Sent]) -> bool:
    """End the call that was under way, if it could have left something behind; return whether it was ended."""
    call = turn.calls[len(turn.called)]
    ran = [one for one in sent if one.ran is not False]
    try:
        tool = turn.tools().get(call.name)
    except NotFound:
        return False
    if not ran and tool.risk not in _ONCE:
        return False
    turn.executed += [_outcome(Verdict(one.command, ACCEPTED, one.command), one) for one in ran]
    told = "ERROR: the god was interrupted in this call, which may have done its work; do not call it again"
    for one in ran:
        known = (
            f"it ran, and the answer was: {one.reply.text}" if one.reply and one.ran else "nobody knows whether it ran"
        )
        told += f"\n{one.command}: {known}"
    tooluse.note(turn, Called(tool.name, call.arguments, told, ok=False, ms=0))
    return True
