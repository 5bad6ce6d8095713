"""The stages of a turn as a person reads them. Pure; text is as it was recorded, so who prints it makes it harmless."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcgod.replay.trace import misshapen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcgod.replay.trace import Stage

_INDENT = " " * 21  # of lines that go on
_SHORT = 300  # characters of a text that is not shown in full


def shown(stage: Stage, record: dict[str, Any], *, full: bool) -> str:
    """Return the lines for one stage, from the record that ``timeline.told`` made. Raises Damaged."""
    clock = since(record)
    lines = []
    for number, (what, text) in enumerate(parts(stage, record)):
        body = text if full or len(text) <= _SHORT else f"{text[:_SHORT]}…"
        lines.append(f"{'' if number else clock:>9}  {what:<10}" + body.replace("\n", f"\n{_INDENT}"))
    if stage.name == "input":
        lines.insert(0, f"turn {stage.turn}  {record.get('at')}  {stage.request_id}")
    return "\n".join(lines)


def parts(stage: Stage, record: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what a stage tells, each with a word for what it is, empty where it goes on. Raises Damaged."""
    try:
        return list(_STAGES.get(stage.name, _other)(record))
    except (AttributeError, KeyError, TypeError, ValueError, IndexError):
        raise misshapen(stage) from None


def since(record: dict[str, Any]) -> str:
    """Return how long after the turn's beginning a stage came, ``+1.250`` seconds."""
    after = record.get("after")
    return f"+{after / 1000:.3f}" if isinstance(after, int) else "?"


def _input(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    who = record.get("player") or record.get("owner") or "somebody"
    event = f", on {record['event']}" if record.get("event") else ""
    dry = ", dry run" if record.get("dry_run") else ""
    yield "asked", str(record.get("text", ""))
    yield "", f"by {who}, mode {record.get('mode')}, soul {record.get('soul')}, {record.get('version')}{event}{dry}"


def _observed(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    server, player = record.get("server"), record.get("player")
    if server is None:
        yield "saw", "no server"
    else:
        online = ", ".join(map(str, server["online"])) or "nobody"
        yield "saw", f"online: {online}; time {server.get('daytime')}; difficulty {server.get('difficulty')}"
    if player is not None:
        place = " ".join(map(str, player.get("position") or ("somewhere",)))
        holds = ", ".join(f"{count} {item}" for item, count in player.get("inventory", {}).items()) or "nothing"
        body = f"health {player.get('health')}, food {player.get('food')}"
        yield "", f"player at {place}, {player.get('dimension')}, {body}, {player.get('gamemode')}, holds {holds}"
    for entry in record.get("known") or ():
        yield "known", _compact(entry)


def _request(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    again = f", attempt {record['attempt']}" if record.get("attempt", 1) != 1 else ""
    head = f"{record.get('role')} model {record.get('model')}{again}"
    if "prompt" in record:
        prompt = record["prompt"]
        size = f"{prompt['messages']} messages, {prompt['characters']} characters, sha256 {prompt['sha256'][:12]}"
        yield "request", f"{head}: {size}"
        return
    yield "request", head
    for message in record.get("messages", ()):
        calls = f" {_compact(message['tool_calls'])}" if message.get("tool_calls") else ""
        yield "", f"[{message['role']}] {message.get('content') or ''}{calls}"


def _response(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    usage = record.get("usage") or {}
    if record.get("thinking"):
        yield "thinking", str(record["thinking"])
    yield "response", str(record.get("text") or "(no text)")
    if deltas := record.get("deltas"):
        yield "", f"in {len(deltas)} pieces, the first after {deltas[0][0]} ms, the last after {deltas[-1][0]} ms"
    for piece in record.get("pieces") or ():
        yield "piece", f"{piece['after']} ms  {piece['text']}"
    for call in record.get("tool_calls") or ():
        yield "", f"calls {call['name']} {call['arguments']}"
    yield "", f"{record.get('finish')}, {usage.get('input', 0)} tokens in, {usage.get('output', 0)} out"


def _tool(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield "tool", f"{record['tool']} {record.get('arguments', '')}"
    yield "" if record.get("ok") else "failed", str(record.get("text", ""))


def _verdicts(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield "judged", str(record.get("reason") or "(no reason given)")
    for verdict in record["verdicts"]:
        if verdict["verdict"] == "rejected":
            yield "refused", f"{verdict['proposed']}  ({verdict.get('reason')}: {verdict.get('hint')})"
            continue
        repairs = "; ".join(f"{one['rule']}: {one['before'] or '-'} -> {one['after']}" for one in verdict["repairs"])
        yield verdict["verdict"], f"{verdict['command']}{f'  ({repairs})' if repairs else ''}"


def _reply(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    what = "unknown" if not record.get("known", True) else "ran" if record.get("ok") else "failed"
    yield what, f"{record['command']}  ({record.get('output') or 'no answer'})"


def _message(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield "said", str(record.get("text", ""))


def _end(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    error = f": {record['error']['message']}" if record.get("error") else ""
    spent = ", ".join(f"{part} {ms} ms" for part, ms in (record.get("ms") or {}).items())
    yield "end", f"{record.get('state')}{error}{f'  ({spent})' if spent else ''}"
    for note in record.get("notes") or ():
        yield "note", str(note)


def _other(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Show a stage that this version does not know, as it is."""
    rest = {key: value for key, value in record.items() if key not in ("v", "request_id", "turn", "at", "after")}
    yield str(record.get("stage")), _compact(rest)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


_STAGES: dict[str, Callable[[dict[str, Any]], Iterator[tuple[str, str]]]] = {
    "input": _input,
    "observed": _observed,
    "request": _request,
    "response": _response,
    "tool": _tool,
    "verdicts": _verdicts,
    "reply": _reply,
    "message": _message,
    "end": _end,
}
