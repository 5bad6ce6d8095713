"""Java ``.properties`` text, as Minecraft writes ``server.properties``. Pure.

Source: java.util.Properties.load, and the game's habit of reading the file
as UTF-8 (Latin-1 for bytes that are not).
"""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))", re.DOTALL)
_LETTERS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}
# The key ends at the first blank, `=` or `:` that is not escaped.
_PAIR = re.compile(r"((?:\\.|[^\\=:\s])*)[ \t\f]*[=:]?[ \t\f]*(.*)", re.DOTALL)


def parse(data: bytes) -> dict[str, str]:
    """Decode a properties file; of a key that stands twice the last value counts. Never raises."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    found = {}
    for line in _logical_lines(text):
        if pair := _PAIR.match(line):
            found[_unescape(pair[1])] = _unescape(pair[2])
    return found


def escape(value: str) -> str:
    """Write ``value`` as the right-hand side of a pair, the way Java's store() does."""
    out = value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
    out = re.sub(r"[=:#!]", r"\\\g<0>", out)
    return "\\" + out if out.startswith(" ") else out


def _logical_lines(text: str) -> list[str]:
    """Drop comments and blanks, and join lines that end in an odd number of backslashes."""
    lines: list[str] = []
    joined = ""
    for raw in re.split(r"\r\n|\r|\n", text):
        line = raw.lstrip(" \t\f")
        if not joined and (not line or line[0] in "#!"):
            continue
        trailing = len(line) - len(line.rstrip("\\"))
        if trailing % 2:
            joined += line[:-1]
            continue
        lines.append(joined + line)
        joined = ""
    return [*lines, joined] if joined else lines


def _unescape(text: str) -> str:
    def one(found: re.Match[str]) -> str:
        return chr(int(found[1], 16)) if found[1] else _LETTERS.get(found[2], found[2])

    return _ESCAPE.sub(one, text)
