"""Tools that give what they gave when a turn was recorded, and do nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcgod.errors import McgodError
from mcgod.tools.commands import judged
from mcgod.tools.toolbox import Called, Toolbox, wire_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcgod.llm.port import ToolCall
    from mcgod.tools.port import Context

_RUN = "execute-command"
_UNKNOWN = "ERROR: this was not looked up when the turn was recorded; answer without it"


class RecordedTools(Toolbox):
    """The tools that ``stages`` (of the kind ``tool``) tell of; a call with other words than then gets the next result.

    Raises KeyError or TypeError for stages of another shape.
    """

    def __init__(self, stages: Sequence[dict[str, Any]]) -> None:
        super().__init__(())
        self._left = [(wire_name(str(one["tool"])), _read(one.get("arguments")), one) for one in stages]
        self.names = list(dict.fromkeys(name for name, _, _ in self._left))
        self._words = {name: {key for one, said, _ in self._left if one == name for key in said} for name in self.names}

    def schemas(self, mode: str) -> list[dict[str, Any]]:  # noqa: ARG002 - who may call what was settled then
        """Return what a model is told of them: their names, and the arguments that they were called with."""
        return [
            {
                "type": "function",
                "function": {
                    "name": name,
                    "description": "Gives what it gave when this turn was recorded.",
                    "parameters": {"type": "object", "properties": {word: {} for word in sorted(self._words[name])}},
                },
            }
            for name in self.names
        ]

    def answer(self, call: ToolCall, context: Context) -> Called:
        """Give the recorded result. A command that it is to run is judged, and counted with the turn's others."""
        name, said = wire_name(call.name), _read(call.arguments)
        same = next((one for one in self._left if one[:2] == (name, said)), None)
        found = same or next((one for one in self._left if one[0] == name), None)
        if found is None:
            return Called(call.name[:80], call.arguments, _UNKNOWN, ok=False, ms=0)
        if sum(one[0] == name for one in self._left) > 1:
            self._left.remove(found)  # the last one is given again and again
        text, ok = str(found[2].get("text", "")), bool(found[2].get("ok"))
        if name == _RUN:
            try:
                verdict = judged(str(said.get("command", "")).strip().removeprefix("/"), context)
            except McgodError as error:
                return Called(name, call.arguments, f"ERROR: {error.message}", ok=False, ms=0)
            if not verdict.allowed:
                return Called(name, call.arguments, f"ERROR: the rules refuse it: {verdict.hint}", ok=False, ms=0)
            context.ran.append(verdict.with_reply(text, ran=True, ok=ok))
        return Called(str(found[2]["tool"]), call.arguments, text, ok, 0)


def _read(arguments: Any) -> dict[str, Any]:
    try:
        given = json.loads(arguments or "{}")
    except (ValueError, TypeError):
        return {}
    return given if isinstance(given, dict) else {}
