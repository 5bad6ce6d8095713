"""What a program that thinks in a model's place is told of a turn: one JSON document, on one line. Pure.

{"v":1,"request_id":"…","try":1,"mode":"god","event":null,"player":"Steve","owner":"…","session":"k3f9","prayer":"…",
 "soul":{"name":"default","text":"…"},"version":"1.21.4","server":{…},"player_state":{…},"known":[…],"history":[…],
 "max_commands":8,"forms":["give TARGET ITEM ?COUNT",…],"rejected":[{"command":"…","reason":"…","hint":"…"}]}

It answers ``{"commands":["give Steve minecraft:bread 3"],"reason":"…","message":"Eat."}``. Commands go through the
rules as anybody's do; without ``message`` the message model speaks. What players wrote is data for it as well.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from mcgod.god import prompts, usage
from mcgod.god.modes import MODES
from mcgod.llm.port import Message
from mcgod.store import history

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcgod.god.turn import Turn
    from mcgod.rules.policy import Policy
    from mcgod.rules.verdict import Verdict

VERSION = 1


def messages(turn: Turn, policy: Policy, rejected: Sequence[Verdict] = ()) -> list[Message]:
    """Return the question; ``rejected`` are the verdicts of the try before."""
    request, services = turn.request, turn.services
    document = {
        "v": VERSION,
        "request_id": request.id,
        "try": turn.tries,
        "mode": request.mode,
        "event": request.event,
        "player": request.player,
        "owner": request.owner,
        "session": turn.known_session().id,
        "prayer": request.text,
        "soul": {"name": turn.soul, "text": services.souls.text(turn.soul)},
        "version": services.registry.asked,
        "server": turn.server.to_json() if turn.server else None,
        "player_state": prompts.player_json(turn.player),
        "known": turn.known,
        "history": _past(turn) if MODES[request.mode].history else [],
        "max_commands": services.max_commands,
        "forms": list(usage.lines(policy, services.tree)),
        "rejected": prompts.refused(rejected),
    }
    return [Message("user", json.dumps(document, ensure_ascii=False))]


def _past(turn: Turn) -> list[history.Entry]:
    """Return what was said and done before, as the session keeps it, the newest that fits."""
    entries = turn.known_session().entries(turn.services.history_name)
    return list(history.trim(entries, turn.services.history_tokens))
