"""Rewrites of creatures' names, which are text components since 1.21.5 and were strings of JSON before."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mcgod.grammar import components, snbt
from mcgod.grammar.errors import Misread
from mcgod.grammar.reader import Reader
from mcgod.rules.repairs import notation, textform
from mcgod.rules.repairs.pieces import dialect, replaced

if TYPE_CHECKING:
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context

_KEY = re.compile(r"""(?<=[{,])\s*["']?CustomName["']?\s*:\s*""")


def creature_name(command: str, seen: Match, context: Context) -> str:
    """``CustomName:"Bob"`` -> ``CustomName:'"Bob"'``; since 1.21.5 ``CustomName:'{"text":"Bob"}'`` -> a compound."""
    if "CustomName" not in command:
        return command
    to = dialect(context)
    for span in reversed(seen.spans):
        if span.kind != "snbt":
            continue
        for found in reversed(list(_KEY.finditer(command, span.start, span.end))):
            reader = Reader(command, to)
            reader.cursor = found.end()
            try:
                value = snbt.read(reader)
            except Misread:
                continue
            text = _meant(value, modern=to.modern)
            if text is not None and not components.text_fault(textform.from_string(text), to):
                written = textform.from_string(text) if to.modern else text
                command = replaced(command, found.end(), reader.cursor, notation.snbt(written))
    return command


def _meant(value: Any, *, modern: bool) -> str | None:
    """Return the component as JSON that ``value`` should be; None where it is right as it stands."""
    if modern:
        opened = textform.from_string(value) if isinstance(value, str) else value
        meant = textform.in_era(opened, modern=True)
        return None if meant == value else notation.as_json(meant)
    if isinstance(value, dict | list):
        return notation.as_json(textform.in_era(value, modern=False))
    if not isinstance(value, str) or not value or _is_json(value):
        return None
    return notation.as_json(value)


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[", '"')
