"""Strip what models wrap around a command, and refuse what could smuggle a second one. Pure.

Limits: the game closes an RCON connection at a body above 1446 bytes, and a
newline forges a line in some servers' logs.
"""

from __future__ import annotations

import re

from mcgod.rules.verdict import Rejection, Repair

LONGEST = 1446  # bytes of UTF-8

_FENCE = re.compile(r"\A\s*```[a-z]*\s*\n?(.*?)\n?\s*(?:```)?\s*\Z", re.DOTALL)
_MARK = re.compile(r"\A(?:[-*•]\s+|\d{1,2}[.)]\s+)")
# C0, DEL and C1; characters that show nothing, or turn the text around; tags, in which a whole text can hide.
_CONTROL = re.compile(
    r"[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff0-\ufffb"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e00ff]"
)
# `give Alex bread 3 /give Alex torch 8` and `…; give …` are two wishes in one string.
_SECOND = re.compile(r"(?:;\s*|\s&&\s*|(?<! run)\s)/[a-z]+\s|;\s*[a-z]+\s", re.IGNORECASE)


def split_lines(proposed: str) -> list[str]:
    """Split one proposed string at its newlines, fences and blank lines dropped."""
    fenced = _FENCE.match(proposed) if proposed.lstrip().startswith("```") else None
    lines = (fenced[1] if fenced else proposed).replace("\r\n", "\n").split("\n")
    return [line for line in lines if line.strip() and not line.strip().startswith("```")] or [""]


def tidy(text: str) -> tuple[str, tuple[Repair, ...]]:
    """Take off backticks, list marks, outer blanks and one leading slash. Raises Rejection.

    >>> tidy("- `/time set day`")[0]
    'time set day'
    """
    clean = text.strip()
    for _ in range(3):
        clean = _MARK.sub("", clean.strip("` \t"), count=1)
    clean = clean.removeprefix("/")
    _refuse_unclean(clean)
    repairs = (Repair("hygiene", text, clean),) if clean != text else ()
    return clean, repairs


def check_clean(text: str) -> None:
    """Refuse characters that are not to be seen, and what is longer than one RCON packet takes. Raises Rejection."""
    if found := _CONTROL.search(text):
        raise Rejection("control-character", f"U+{ord(found[0]):04X} at {found.start()}")
    if (size := len(text.encode("utf-8", "surrogatepass"))) > LONGEST:
        raise Rejection("too-long", f"{size} bytes")


def _refuse_unclean(text: str) -> None:
    if not text:
        raise Rejection("empty")
    check_clean(text)
    if text[0] == "#":
        raise Rejection("comment")
    if text[0] == "$":
        raise Rejection("macro")
    if text[0] == "/" or text[0].isspace():
        raise Rejection("unknown-command", text.split(maxsplit=1)[0])
    if _SECOND.search(_outside_strings(text)):
        raise Rejection("several-commands")


def _outside_strings(text: str) -> str:
    """Blank out quoted strings, in which a slash or semicolon is only text."""
    return re.sub(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'', lambda found: "_" * len(found[0]), text)
