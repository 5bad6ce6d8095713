"""The message of a turn: what was granted, what was not, and why, in the soul's voice.

Pure. It claims a deed only when its command was accepted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.llm.oracle import interventions
from mcgod.llm.oracle.deeds import listing, told
from mcgod.llm.oracle.reading import read
from mcgod.llm.oracle.voices import voice_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcgod.llm.oracle.plan import Plan, Scene
    from mcgod.llm.oracle.voices import Voice

_DONE = frozenset({"accepted", "repaired"})
# Refusals that only the command call could decide, and the command that shows it decided otherwise.
_OVERRULED = {"unseen": "summon ", "spawn": "teleport "}
_MOST_REASONS = 3
_AIMLESS = frozenset({"help", "greeting", "praise", "joke", "abilities", "declined"})  # said only when nothing else is


def speak(question: Mapping[str, Any], scene: Scene, prayer: str) -> str:
    """Return what the god says to a message question."""
    voice, event = voice_of(str(question.get("soul") or "default")), question.get("event")
    done, undone = _deeds(question.get("commands"), scene.player)
    plan = read(prayer, scene)
    seed = f"{scene.player}|{prayer}"
    parts = []
    if done:
        granted = voice.events[str(event)] if interventions.known(event) else voice.granted
        things = listing(done)
        parts.append(voice.say(granted, seed, things=things, Things=things[:1].upper() + things[1:], player="{player}"))
    if undone:
        things = listing(undone)
        parts.append(voice.say(voice.withheld, seed, things=things, Things=things[:1].upper() + things[1:]))
    parts += _reasons(plan, voice, seed, question)
    parts = [*_talk(plan, voice, seed, alone=not parts), *parts]
    if not parts:
        parts.append(voice.say(voice.empty if plan.heard else voice.unknown, seed))
    return " ".join(parts).replace("{player}", scene.player or "mortal")


def _deeds(commands: Any, player: str) -> tuple[list[str], list[str]]:
    """Return what was done and what was not, in words; a deed that was also done once is not called undone."""
    rows = [row for row in commands if isinstance(row, dict)] if isinstance(commands, list) else []
    done = told([str(row.get("command")) for row in rows if row.get("verdict") in _DONE], player)
    undone = told([str(row.get("command")) for row in rows if row.get("verdict") not in _DONE], player)
    return done, [deed for deed in undone if deed not in done]


def _reasons(plan: Plan, voice: Voice, seed: str, question: Mapping[str, Any]) -> list[str]:
    """Say why something was refused; this question may know less of the world than the command call's did."""
    rows = question.get("commands")
    sent = [str(row.get("command")) for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    decided = str(question.get("reason") or "").partition("refused: ")[2]
    refused: dict[str, str] = {}
    for topic, what in plan.refused:
        overruled = topic in _OVERRULED and any(command.startswith(_OVERRULED[topic]) for command in sent)
        unsure = topic == "absent" and not question.get("server") and what not in decided
        if not overruled and not unsure:
            refused.setdefault(topic, what)
    return [voice.say(voice.refused[topic], seed, what=what) for topic, what in [*refused.items()][:_MOST_REASONS]]


def _talk(plan: Plan, voice: Voice, seed: str, *, alone: bool) -> list[str]:
    topics = [topic for topic in dict.fromkeys(plan.talk) if alone or topic not in _AIMLESS]
    return [voice.say(voice.talk[topic], seed) for topic in topics[:1]]
