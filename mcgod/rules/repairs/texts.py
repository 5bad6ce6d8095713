"""Rewrites of texts on the screen: plain words become JSON, and old or new keys those of the server's version."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from mcgod.grammar import components, snbt
from mcgod.grammar.dialect import Dialect
from mcgod.grammar.errors import Misread
from mcgod.grammar.reader import Reader
from mcgod.rules.repairs import notation, textform
from mcgod.rules.repairs.pieces import WHO, dialect, innermost, replaced

if TYPE_CHECKING:
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context

_PLACE = re.compile(rf"(tellraw {WHO} |title {WHO} (?:title|subtitle|actionbar) )(.+)", re.DOTALL)
_UNPLACED = re.compile(
    rf"(title {WHO} )(?!(?:title|subtitle|action_?bar|times|clear|reset)\b)(.+)", re.DOTALL | re.IGNORECASE
)
_OPEN = ("{", "[")


def title_place(command: str, seen: Match, _context: Context) -> str:
    """``title Steve Hello`` -> ``title Steve title Hello``."""
    head, body = innermost(command, seen)
    found = _UNPLACED.fullmatch(body)
    return f"{head}{found[1]}title {found[2]}" if found and seen.path[-1:] == ("<targets>",) else command


def plain_words(command: str, seen: Match, _context: Context) -> str:
    """``title Steve title Hello there`` -> ``title Steve title "Hello there"``."""
    head, body = innermost(command, seen)
    found = _PLACE.fullmatch(body)
    if not found or found[2].lstrip("'\" ").startswith(_OPEN):
        return command
    text = found[2]
    if text[0] in "\"'" and text[-1] == text[0] and len(text) > 1 and text[0] not in text[1:-1]:
        text = text[1:-1]
    return f"{head}{found[1]}{notation.as_json(text)}" if text.strip("\"' ") else command


def loose_text(command: str, seen: Match, context: Context) -> str:
    """``{text:'Hi'}`` -> ``{"text":"Hi"}`` where JSON is asked for; a text in quotes too many loses them."""
    head, body = innermost(command, seen)
    found = _PLACE.fullmatch(body)
    if not found or not found[2].lstrip("'\" ").startswith(_OPEN):
        return command
    value = _loose(found[2], context)
    if value is None:
        return command
    return f"{head}{found[1]}{notation.as_json(value)}"


def text_keys(command: str, seen: Match, context: Context) -> str:
    """``hoverEvent`` <-> ``hover_event``, ``clickEvent`` <-> ``click_event`` (1.21.5), with what stands in them."""
    for span in reversed(seen.spans):
        if span.kind != "text":
            continue
        value = textform.from_string(span.value) if isinstance(span.value, str) else span.value
        # Words that only look like a component are words.
        if isinstance(span.value, str) and not isinstance(value, dict | list):
            continue
        meant = textform.in_era(value, modern=dialect(context).modern)
        # JSON is SNBT too, since 1.21.5.
        if meant != span.value and not components.text_fault(meant, dialect(context)):
            command = replaced(command, span.start, span.end, notation.as_json(meant))
    return command


def _loose(text: str, context: Context) -> Any:
    """Read what was meant as a component: JSON or SNBT, perhaps in quotes. None when it is none."""
    if text[0] in "\"'" and text[-1] == text[0]:
        text = text[1:-1].replace(f"\\{text[0]}", text[0])
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        reader = Reader(text, Dialect("26.1", context.registry))
        try:
            value = snbt.read(reader)
        except Misread:
            return None
        if reader.more:
            return None
    meant = textform.in_era(value, modern=dialect(context).modern)
    return None if components.text_fault(meant, dialect(context)) else meant
