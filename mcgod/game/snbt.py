"""Read the game's stringified NBT into plain values. Pure; writes nothing, and knows no data version.

Integers and floats of any width become int and float, arrays become lists.
Source: the text that ``data get`` prints in Minecraft 1.13 to 26.3.
"""

from __future__ import annotations

import re
from typing import Any

from mcgod.errors import BadInput

_DEEPEST = 64  # the game prints no deeper
_SPACE = re.compile(r"\s*")
_ARRAY = re.compile(r"\[[BIL];")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"|\'((?:[^\'\\]|\\.)*)\'', re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_WORD = re.compile(r"[0-9A-Za-z_\-.+]+")
_INTEGER = re.compile(r"[+-]?\d{1,20}[bslBSL]?")
_DECIMAL = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[dfDF]?")


def read(text: str) -> Any:
    """Return the value that ``text`` is: dict, list, str, int, float or bool. Raises BadInput."""
    reader = _Reader(text)
    value = reader.value(0)
    reader.skip()
    if reader.at < len(text):
        raise reader.fault("nothing more")
    return value


class _Reader:
    """A place in a text. Depth is bounded, and each character is looked at a bounded number of times."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def skip(self) -> str:
        """Step over white space and return the next character, or nothing at the end."""
        if found := _SPACE.match(self.text, self.at):
            self.at = found.end()
        return self.text[self.at : self.at + 1]

    def fault(self, wanted: str) -> BadInput:
        return BadInput(f"not NBT text: {wanted} expected at character {self.at}")

    def value(self, depth: int) -> Any:
        if depth > _DEEPEST:
            raise self.fault("less depth")
        first = self.skip()
        if first == "{":
            return self.compound(depth)
        if first == "[":
            return self.list(depth)
        if first in {'"', "'"}:
            return self.string()
        return _scalar(self.word())

    def compound(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self.at += 1
        while self.skip() != "}":
            key = self.string() if self.skip() in {'"', "'"} else self.word()
            if self.skip() != ":":
                raise self.fault("a colon")
            self.at += 1
            found[key] = self.value(depth + 1)
            self.separator("}")
        self.at += 1
        return found

    def list(self, depth: int) -> list[Any]:
        found = []
        head = _ARRAY.match(self.text, self.at)
        self.at = head.end() if head else self.at + 1
        while self.skip() != "]":
            found.append(self.value(depth + 1))
            self.separator("]")
        self.at += 1
        return found

    def separator(self, close: str) -> None:
        """Step over a comma, or stay at ``close``."""
        char = self.skip()
        if char == ",":
            self.at += 1
        elif char != close:
            raise self.fault(f"a comma or {close}")

    def string(self) -> str:
        found = _QUOTED.match(self.text, self.at)
        if not found:
            raise self.fault("a closing quote")
        self.at = found.end()
        return _ESCAPE.sub(r"\1", found[1] if found[1] is not None else found[2])

    def word(self) -> str:
        found = _WORD.match(self.text, self.at)
        if not found:
            raise self.fault("a value")
        self.at = found.end()
        return found[0]


def _scalar(word: str) -> str | int | float | bool:
    if _INTEGER.fullmatch(word):
        return int(word.rstrip("bslBSL"))
    if _DECIMAL.fullmatch(word):
        return float(word.rstrip("dfDF"))
    return {"true": True, "false": False}.get(word, word)
