"""Histories: what a provider is shown of a session's past, and how it is cut to a budget. Pure.

An entry is ``{"role","content"}``, an assistant's with ``toolCalls``
(``[{"id","name","arguments"}]``) and a tool's with ``toolCallId``; ``parts``
is what a provider wants back word for word. A turn starts at a ``user`` entry
and reaches to the next one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

Entry = dict[str, Any]


def tokens(text: str) -> int:
    """Estimate the tokens of ``text``, on the safe side: English has about four characters a token, CJK one."""
    wide = sum(1 for char in text if ord(char) > 0x2E80)
    return wide + (len(text) - wide + 2) // 3


def entry_tokens(entry: Entry) -> int:
    """Estimate what one entry costs, tool calls and a few tokens of framing included."""
    calls = entry.get("toolCalls") or ()
    spoken = tokens(str(entry.get("content") or ""))
    return 4 + spoken + sum(tokens(str(call.get("name")) + str(call.get("arguments"))) for call in calls)


def turns(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Split a history at its user entries; what stands before the first one is a turn of its own."""
    found: list[list[Entry]] = []
    for entry in entries:
        if entry.get("role") == "user" or not found:
            found.append([])
        found[-1].append(entry)
    return found


def trim(entries: Sequence[Entry], budget: int) -> list[Entry]:
    """Keep the newest whole turns that fit into ``budget`` tokens.

    Turns are dropped whole and oldest first, so a tool call never loses its
    result. Calls without results (a run was killed) and results without calls
    are left out.
    """
    kept: list[list[Entry]] = []
    for turn in reversed(turns(paired(entries))):
        budget -= sum(entry_tokens(entry) for entry in turn)
        if budget < 0:
            break
        kept.append(turn)
    return [entry for turn in reversed(kept) for entry in turn]


def paired(entries: Sequence[Entry]) -> list[Entry]:
    """Drop tool calls that have no result and results that have no call."""
    asked = {call.get("id") for entry in entries for call in entry.get("toolCalls") or ()}
    answered = {entry.get("toolCallId") for entry in entries if entry.get("role") == "tool"}
    whole: list[Entry] = []
    for entry in entries:
        if entry.get("role") == "tool":
            if entry.get("toolCallId") in asked:
                whole.append(entry)
        elif entry.get("toolCalls"):
            calls = [call for call in entry["toolCalls"] if call.get("id") in answered]
            if len(calls) == len(entry["toolCalls"]):
                whole.append(entry)
            elif calls or entry.get("content"):
                # A provider's own parts would still have the calls in them.
                rest = {key: value for key, value in entry.items() if key not in {"toolCalls", "parts"}}
                whole.append({**rest, "toolCalls": calls} if calls else rest)
        else:
            whole.append(entry)
    return whole
