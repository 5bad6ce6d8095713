"""What a call came to, as the protocol carries it: a text, structured data, and whether it is an error. Pure, bounded.

An error is ``{"error":{"slug","exit","message","hint"}}``. What holds words of
players, signs or pages says so, in its text and in its data.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.errors import McgodError
from mcgod.tools.toolbox import UNTRUSTED, cut_at

if TYPE_CHECKING:
    from mcgod.tools.port import ToolResult

TEXT, DATA = 40_000, 200_000  # characters of the text, and of the data as JSON
_REASON = 2000  # characters of a message or hint


class Told(NamedTuple):
    """A result: ``data`` is an object, which older protocols insist on."""

    text: str
    data: dict[str, Any]
    failed: bool = False


def told(result: ToolResult, *, outside: bool) -> Told:
    """Return what a tool found; ``outside`` marks what nobody vouches for."""
    text = cut_at(result.text.strip() or "(nothing)", TEXT)
    value = result.data if result.data is not None else {"text": text}
    data = value if isinstance(value, dict) else {"result": value}
    size = len(json.dumps(data, ensure_ascii=False, default=str))
    if size > DATA:
        data = {"cut": f"{size} characters are too many; ask for less", "text": text}
    if outside:
        text = json.dumps({"note": UNTRUSTED, "result": text}, ensure_ascii=False)
        data = {"untrusted": UNTRUSTED, **{key: value for key, value in data.items() if key != "untrusted"}}
    return Told(text, data, failed=not result.ok)


def fault(error: BaseException) -> Told:
    """Return an error as a result, so that the model can read it and do better."""
    if not isinstance(error, McgodError):
        error = McgodError(f"the call failed: {type(error).__name__}: {str(error)[:200]}")
    body = facts(error)
    cure = f" (try: {body['hint']})" if body["hint"] else ""
    return Told(f"{body['slug']}: {body['message']}{cure}", {"error": body}, failed=True)


def facts(error: McgodError) -> dict[str, Any]:
    """Return ``{"slug","exit","message","hint"}``."""
    return {
        "slug": error.slug,
        "exit": error.exit,
        "message": error.message[:_REASON],
        "hint": error.hint[:_REASON],
    }
