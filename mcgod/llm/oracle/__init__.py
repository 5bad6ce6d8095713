"""The oracle: the built-in model, which needs no network and no weights.

It understands everyday English prayers by tables of phrases, and answers the
two questions of a turn as any model would. The same question always
gets the same answer.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcgod.errors import Cancelled, McgodError
from mcgod.llm.oracle import interventions
from mcgod.llm.oracle.items import Items
from mcgod.llm.oracle.plan import Plan, Scene, quoted
from mcgod.llm.oracle.reading import read
from mcgod.llm.oracle.speaking import speak
from mcgod.llm.port import Completion

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from threading import Event

    from mcgod.llm.port import Message, OnDelta, Schema

_MOST_COMMANDS = 8
# What to offer instead of a rejected command when nothing else is left, by its first word.
_INSTEAD = {
    "effect": "give {who} minecraft:golden_apple 1",
    "summon": "give {who} minecraft:lead 1",
    "teleport": "give {who} minecraft:compass 1",
    "time": "give {who} minecraft:torch 8",
    "give": "give {who} minecraft:bread 4",
}


class Oracle:
    """A Model without a model. ``items`` returns the item ids, without namespace, of a game version."""

    name = "oracle/1"

    def __init__(self, items: Callable[[str], Collection[str]]) -> None:
        self._load = items
        self._items: dict[str, Items] = {}

    def chat(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[Schema] = (),  # noqa: ARG002 - the oracle needs none
        schema: Schema | None = None,
        on_delta: OnDelta | None = None,
        cancel: Event | None = None,
    ) -> Completion:
        """Answer the question document in the last user message; text that is none is taken for a prayer.

        A proposal is JSON; a message is plain speech, or ``{"message":"…"}`` when there is a schema.
        """
        if cancel and cancel.is_set():
            raise Cancelled("the request was stopped")
        text = next((message.content for message in reversed(messages) if message.role == "user"), "")
        question = _question(text, schema)
        prayer = question.get("prayer")
        prayer = prayer if isinstance(prayer, str) else ""
        scene = Scene.of(question, self._known(str(question.get("version") or "")))
        if question["task"] == "commands":
            said = json.dumps(_propose(question, scene, prayer), ensure_ascii=False)
        else:
            said = speak(question, scene, prayer)
            said = json.dumps({"message": said}, ensure_ascii=False) if schema else said
        if on_delta:
            on_delta(said)
        return Completion(said, self.name)

    def _known(self, version: str) -> Items:
        if version not in self._items:
            try:
                self._items[version] = Items(self._load(version))
            except McgodError:  # an unknown version: everyday names will do
                self._items[version] = Items(())
        return self._items[version]


def _question(text: str, schema: Schema | None) -> dict[str, Any]:
    try:
        question = json.loads(text)
    except (ValueError, RecursionError):
        question = None
    if not isinstance(question, dict):
        question = {"prayer": text}
    if question.get("task") not in {"commands", "message"}:
        wanted = (schema or {}).get("properties")
        question["task"] = "commands" if isinstance(wanted, dict) and "commands" in wanted else "message"
    return question


def _propose(question: Mapping[str, Any], scene: Scene, prayer: str) -> dict[str, Any]:
    event = question.get("event")
    if scene.mode == "god_system" and isinstance(event, str) and interventions.known(event):
        moment = json.dumps(question.get("server"), sort_keys=True)
        gifts = interventions.answer(event, quoted(scene.player), moment) if scene.player else []
        plan = Plan(*gifts, heard=event)
    else:
        plan = read(prayer, scene)
    most = question.get("max_commands")
    commands = _without_rejected(plan.commands, question.get("rejected"), scene)
    limit = most if isinstance(most, int) and most >= 0 else _MOST_COMMANDS
    return {"commands": commands[:limit], "reason": plan.reason()}


def _without_rejected(commands: list[str], rejected: Any, scene: Scene) -> list[str]:
    """Return ``commands`` without the rejected ones; when none is left, something harmless instead."""
    rows = [row for row in rejected if isinstance(row, dict)] if isinstance(rejected, list) else []
    refused = {str(row.get("command")) for row in rows}
    others = any(str(row.get("reason")).startswith("target") for row in rows)  # a gift for a friend has no substitute
    left = [command for command in commands if command not in refused]
    if left or not refused or others or not scene.player or scene.sudo:
        return left
    offers = [_INSTEAD.get(command.split(" ")[0], "").format(who=quoted(scene.player)) for command in commands]
    return [offer for offer in dict.fromkeys(offers) if offer and offer not in refused][:1]
