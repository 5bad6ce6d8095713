"""Read what a model said: a proposal of commands, or a speech.

Pure. Whatever the text, the only error is Unreadable, with a reason that can
go back to the model. Nothing here judges commands; that is the rules' task.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadInput
from mcgod.llm import documents, thinking

if TYPE_CHECKING:
    from mcgod.llm.documents import Found

_SPEECH_KEYS = ("speech", "message", "text", "reply", "response", "answer")
_COMMAND_KEYS = ("commands", "command", "cmds", "cmd")
_KNOWN_KEYS = frozenset({*_SPEECH_KEYS, *_COMMAND_KEYS, "reason"})
_CALL_KEYS = ("parameters", "arguments", "args", "function", "tool_calls")
_ECHO = 80  # characters in a row that nobody repeats by chance


class Unreadable(BadInput):
    """A model's answer cannot be used; ``reason`` says why, in words fit for the model."""

    slug = "model-unreadable"

    def __init__(self, reason: str) -> None:
        super().__init__(f"the model's answer cannot be read: {reason}")
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a command call answered.

    ``commands`` are as the model wrote them, unjudged. ``truncated``: the
    answer was cut; an unfinished last command is not among them. ``notes``
    say what was dropped or mended.
    """

    commands: tuple[str, ...] = ()
    reason: str = ""
    speech: str = ""
    notes: tuple[str, ...] = ()
    truncated: bool = False
    thinking: str = ""


def proposal(text: str, *, finish: str = "stop", reasoning: str = "") -> Proposal:
    """Read the answer to a command call.

    ``finish`` and ``reasoning`` are the Completion's ``finish`` and
    ``thinking``; they make the reason of a failure precise. Raises Unreadable.
    """
    said = _spoken(text, finish, reasoning)
    for found in documents.find(said.speech):
        if isinstance(found.value, (dict, list)) or (isinstance(found.value, str) and found.how == "strict"):
            return _proposal_of(found, said.thinking)
    for part in (*documents.fenced(said.speech), said.speech):
        lines = [line.strip() for line in part.splitlines() if line.strip()]
        if lines and all(line.startswith("/") for line in lines):
            return Proposal(tuple(lines), notes=("commands without JSON",), thinking=said.thinking)
    raise Unreadable(f"no JSON in it, it starts with {_start(said.speech)}")


def speech(text: str, *, finish: str = "stop", reasoning: str = "", prompt: str = "") -> str:
    """Read the answer to a message call: JSON with a message, or plain text, without think tags and fences.

    ``prompt`` is the system prompt, to notice an answer that repeats it. A
    cut message ends after its last whole sentence, or in an ellipsis. Raises
    Unreadable.
    """
    said = _spoken(text, finish, reasoning)
    message, cut = _message(said.speech)
    message = message.strip()
    if not message:
        raise Unreadable("empty answer")
    if prompt and _repeats(message, prompt):
        raise Unreadable("prompt echo")
    return _rounded(message) if cut or finish == "length" else message


def _spoken(text: str, finish: str, reasoning: str) -> thinking.Split:
    """Separate speech from reasoning; text that is wholly JSON is left alone."""
    said = thinking.Split(text, "", cut=False) if documents.strict(text) else thinking.split(text)
    if said.speech.strip():
        return said._replace(speech=said.speech.strip())
    if said.cut or ((reasoning or said.thinking) and finish == "length"):
        raise Unreadable("cut while thinking")
    raise Unreadable("only thinking, no answer" if reasoning or said.thinking else "empty answer")


def _proposal_of(found: Found, thought: str) -> Proposal:
    value, notes = found.value, ["broken JSON was mended"] if found.how == "repaired" else []
    doc = {str(key).strip().casefold(): item for key, item in value.items()} if isinstance(value, dict) else {}
    if isinstance(value, dict):
        _refuse_foreign(doc, mended=found.how == "repaired")
        listed = next((doc[key] for key in _COMMAND_KEYS if key in doc), None)
    else:
        listed = value
    items: list[Any] = listed.splitlines() if isinstance(listed, str) else listed if isinstance(listed, list) else []
    if listed is not None and not isinstance(listed, (str, list)):
        notes.append("commands is neither a list nor a text")
    last_is_commands = not doc or next(reversed(doc)) in _COMMAND_KEYS
    if found.cut:
        notes.append("the answer was cut")
        if last_is_commands and not found.whole and items:
            items = items[:-1]
            notes.append("an unfinished last command was dropped")
    commands = [command for item in items if (command := _command_of(item, notes))]
    return Proposal(tuple(commands), _text(doc.get("reason")), _first_text(doc), tuple(notes), found.cut, thought)


def _refuse_foreign(doc: dict[str, Any], *, mended: bool) -> None:
    """Raise for a document that is no proposal: a call of a tool nobody offered, or something else.

    In a mended document an unknown key may be a torn-off part of a sentence.
    """
    if mended and any(key not in _KNOWN_KEYS for key in doc):
        raise Unreadable("broken JSON, are the quotes inside its texts escaped?")
    if any(key in doc for key in (*_COMMAND_KEYS, *_SPEECH_KEYS, "reason")):
        return
    if any(key in doc for key in _CALL_KEYS):
        name = doc.get("name") or (doc["function"].get("name") if isinstance(doc.get("function"), dict) else None)
        raise Unreadable(f"a call of {_start(_text(name) or 'a tool')} instead of commands")
    raise Unreadable("a document without commands")


def _command_of(item: Any, notes: list[str]) -> str:
    if isinstance(item, dict):
        item = next((item[key] for key in _COMMAND_KEYS if key in item), None)
    if isinstance(item, str):
        return item.strip()
    notes.append("a list entry that is no command was dropped")
    return ""


def _message(text: str) -> tuple[str, bool]:
    """Return the message in ``text`` and whether it was cut."""
    blocks = documents.fenced(text)
    bare = blocks[0] if len(blocks) == 1 and text.startswith("```") else text
    for found in documents.find(text):
        if isinstance(found.value, dict):
            doc = {str(key).strip().casefold(): item for key, item in found.value.items()}
            if found.how == "repaired":
                _refuse_foreign(doc, mended=True)
            if any(key in doc for key in _SPEECH_KEYS):
                ends_in_speech = next(reversed(doc)) in _SPEECH_KEYS
                return _first_text(doc), found.cut and ends_in_speech and not found.whole
        elif isinstance(found.value, str):
            return found.value, False
    if bare.startswith(("{", "[{", '["')):
        raise Unreadable(f"no message in it, it starts with {_start(bare)}")
    return bare, False


def _first_text(doc: dict[str, Any]) -> str:
    return next((text for key in _SPEECH_KEYS if (text := _text(doc.get(key)))), "")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _rounded(message: str) -> str:
    end = max(message.rfind(mark) for mark in ".!?…")
    return message[: end + 1] if end > 0 else f"{message}…"


def _repeats(message: str, prompt: str) -> bool:
    said, told = " ".join(message.casefold().split()), " ".join(prompt.casefold().split())
    starts = range(0, len(said) - _ECHO + 1, _ECHO // 2)
    return any(said[start : start + _ECHO] in told for start in starts)


def _start(text: str) -> str:
    """Quote the beginning of ``text`` on one line."""
    line = " ".join(text.split())
    return repr(line if len(line) <= 40 else f"{line[:40]}…")
