"""A cursor over a command's text that reads as the game's own reader does. Pure.

Source: Brigadier's StringReader (MIT) and ResourceLocation of the game.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.grammar.errors import Misread

if TYPE_CHECKING:
    from mcgod.grammar.dialect import Dialect

# Java's Character.isWhitespace, which leaves out the no-break spaces.
_BLANKS = re.compile("[ \t-\r\x1c-\x1f\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]*")
_WORD = re.compile(r"[0-9A-Za-z_.+-]*")
_NUMBER = re.compile(r"[0-9.-]*")
_WHOLE = re.compile(r"-?[0-9]+")
_DECIMAL = re.compile(r"-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")
_ID = re.compile(r"[0-9a-z_:/.-]*")
_UNTIL_SPACE = re.compile(r"[^ ]*")
_PLAIN_QUOTED = {'"': re.compile(r'"([^"\\]*)"'), "'": re.compile(r"'([^'\\]*)'")}

_BIGGEST = 1.7976931348623157e308

INT, LONG = range(-(2**31), 2**31), range(-(2**63), 2**63)


def finite(digits: str) -> float:
    """Turn ``digits`` into a number that JSON can hold; what Java calls infinite is the biggest one."""
    return max(min(float(digits), _BIGGEST), -_BIGGEST)


class Reader:
    """A command and how far it has been read; ``cursor`` counts characters."""

    __slots__ = ("cursor", "dialect", "text")

    def __init__(self, text: str, dialect: Dialect) -> None:
        self.text = text
        self.cursor = 0
        self.dialect = dialect

    def fail(self, message: str, at: int | None = None) -> Misread:
        """Make a Misread that points at ``at``, or at the cursor."""
        return Misread(message, self.cursor if at is None else at)

    @property
    def more(self) -> bool:
        """Whether there is a next character."""
        return self.cursor < len(self.text)

    def peek(self, ahead: int = 0) -> str:
        """Return the next character, or one further ahead, without taking it; empty at the end."""
        at = self.cursor + ahead
        return self.text[at : at + 1]

    def skip(self, char: str) -> bool:
        """Take ``char`` if it comes next, and say whether it did."""
        if not self.text.startswith(char, self.cursor):
            return False
        self.cursor += len(char)
        return True

    def expect(self, char: str) -> None:
        """Take ``char``, or refuse."""
        if not self.skip(char):
            raise self.fail(f"Expected '{char}'")

    def skip_blanks(self) -> None:
        """Take blanks as long as there are some."""
        self.take(_BLANKS)

    def take(self, pattern: re.Pattern[str]) -> str:
        """Take what ``pattern`` matches here, which may be nothing."""
        found = pattern.match(self.text, self.cursor)
        if not found:
            return ""
        self.cursor = found.end()
        return found[0]

    def word(self) -> str:
        """Take letters, digits and ``_ . + -``; may be empty."""
        return self.take(_WORD)

    def until_space(self) -> str:
        """Take everything up to a space; may be empty."""
        return self.take(_UNTIL_SPACE)

    def rest(self) -> str:
        """Take everything that is left."""
        start, self.cursor = self.cursor, len(self.text)
        return self.text[start:]

    def string(self) -> str:
        """Take a text in quotes, or a word."""
        return self.quoted() if self.peek() in _PLAIN_QUOTED else self.word()

    def quoted(self) -> str:
        """Take a text in quotes, in which only the quote and the backslash can be escaped."""
        mark = self.peek()
        if plain := _PLAIN_QUOTED[mark].match(self.text, self.cursor):
            self.cursor = plain.end()
            return plain[1]
        self.cursor += 1
        out: list[str] = []
        while char := self.peek():
            self.cursor += 1
            if char == mark:
                return "".join(out)
            if char == "\\":
                char = self.peek()
                if char not in {mark, "\\"}:
                    raise self.fail(f"Invalid escape sequence '\\{char}' in quoted string")
                self.cursor += 1
            out.append(char)
        raise self.fail("Unclosed quoted string")

    def id(self) -> str:
        """Take an id and return it with its namespace, ``minecraft:`` where none is written."""
        start = self.cursor
        space, colon, path = self.take(_ID).partition(":")
        if not colon:
            space, path = "", space
        if "/" in space or ":" in path:
            raise self.fail("Invalid ID", start)
        return f"{space or 'minecraft'}:{path}"

    def integer(self, bounds: range = INT) -> int:
        """Take a whole number, of 32 bits unless ``bounds`` says otherwise."""
        start = self.cursor
        word = self.take(_NUMBER)
        if not word:
            raise self.fail("Expected integer")
        # Eleven characters hold every int; more digits than that are not worth turning into a number.
        if _WHOLE.fullmatch(word) and len(word.lstrip("-0")) <= 19 and int(word) in bounds:
            return int(word)
        self.cursor = start
        raise self.fail(f"Invalid integer '{word}'")

    def decimal(self, kind: str = "double") -> float:
        """Take a number; ``kind`` (``double`` or ``float``) only changes the words of a refusal."""
        start = self.cursor
        word = self.take(_NUMBER)
        if not word:
            raise self.fail(f"Expected {kind}")
        if _DECIMAL.fullmatch(word):
            return finite(word)
        self.cursor = start
        raise self.fail(f"Invalid {kind} '{word}'")

    def boolean(self) -> bool:
        """Take ``true`` or ``false``."""
        start = self.cursor
        word = self.string()
        if not word:
            raise self.fail("Expected boolean")
        if word not in {"true", "false"}:
            self.cursor = start
            raise self.fail(f"Invalid boolean, expected 'true' or 'false' but found '{word}'")
        return word == "true"
