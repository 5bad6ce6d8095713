"""A cursor over a command's text, with the game's words for what it could not read. Pure.

Source: Brigadier's StringReader (MIT) and the 1.21.4 language file.
"""

from __future__ import annotations

import re

from mcgod.errors import BadInput

UNKNOWN_COMMAND = "Unknown or incomplete command, see below for error"
UNKNOWN_ARGUMENT = "Incorrect argument for command"
SEPARATOR = "Expected whitespace to end one argument, but found trailing data"

_CONTEXT = 10  # characters shown before the cursor
_WORD = re.compile(r"[0-9A-Za-z_.+\-]*")
_NUMBER = re.compile(r"[0-9.\-]*")
_ID = re.compile(r"[0-9a-z_:/.\-]*")
_QUOTES = frozenset({'"', "'"})
_INT_RANGE = range(-(2**31), 2**31)


class Refusal(BadInput):
    """The game's own refusal of a command; it is answered, and never leaves the sandbox.

    ``text`` and ``cursor`` say where, when the refusal is about the words of
    the command; a command that was well-formed but failed has None there.
    """

    def __init__(self, message: str, text: str | None = None, cursor: int = 0) -> None:
        super().__init__(message)
        self.text = text
        self.cursor = cursor

    def lines(self) -> list[str]:
        """Return what the game prints: the message, and the command up to its mark."""
        if self.text is None:
            return [self.message]
        at = min(self.cursor, len(self.text))
        start = max(0, at - _CONTEXT)
        dots = "..." if start else ""
        return [self.message, f"{dots}{self.text[start:]}<--[HERE]"]


class Reader:
    """A command and how far it has been read; ``cursor`` counts characters."""

    __slots__ = ("cursor", "text")

    def __init__(self, text: str, cursor: int = 0) -> None:
        self.text = text
        self.cursor = cursor

    def fork(self) -> Reader:
        """Return a reader at the same place, to try something with."""
        return Reader(self.text, self.cursor)

    def can_read(self, count: int = 1) -> bool:
        """Say whether ``count`` more characters are there."""
        return self.cursor + count <= len(self.text)

    def peek(self) -> str:
        """Return the next character without taking it, or an empty string at the end."""
        return self.text[self.cursor : self.cursor + 1]

    def skip(self, char: str) -> bool:
        """Take ``char`` if it comes next, and say whether it did."""
        if self.peek() != char:
            return False
        self.cursor += 1
        return True

    def skip_blanks(self) -> None:
        """Take blanks as long as there are some."""
        while self.peek().isspace():
            self.cursor += 1

    def rest(self) -> str:
        """Return everything that is left without taking it."""
        return self.text[self.cursor :]

    def fail(self, message: str, at: int | None = None) -> Refusal:
        """Make a refusal that points at ``at``, or at the cursor."""
        return Refusal(message, self.text, self.cursor if at is None else at)

    def expect(self, char: str) -> None:
        """Take ``char``, or refuse."""
        if not self.skip(char):
            raise self.fail(f"Expected '{char}'")

    def word_ahead(self) -> str:
        """Return everything up to a space without taking it."""
        end = self.text.find(" ", self.cursor)
        return self.text[self.cursor :] if end < 0 else self.text[self.cursor : end]

    def until_space(self) -> str:
        """Take everything up to a space."""
        found = self.word_ahead()
        self.cursor += len(found)
        return found

    def word(self) -> str:
        """Take letters, digits and ``_ . + -``; may be empty."""
        return self._take(_WORD)

    def string(self) -> str:
        """Take a quoted text, or a word."""
        return self.quoted() if self.peek() in _QUOTES else self.word()

    def quoted(self) -> str:
        """Take a text in single or double quotes and return what it means."""
        mark = self.peek()
        if mark not in _QUOTES:
            raise self.fail("Expected quote to start a string")
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

    def resource(self) -> str:
        """Take an id and return it with its namespace, ``minecraft:`` by default."""
        start = self.cursor
        found = self._take(_ID)
        space, colon, path = found.partition(":")
        if not colon:
            space, path = "minecraft", found
        if "/" in space or ":" in path:
            raise self.fail("Invalid ID", start)
        return f"{space or 'minecraft'}:{path}"

    def integer(self) -> int:
        """Take a whole number of 32 bits."""
        start = self.cursor
        found = self._take(_NUMBER)
        if not found:
            raise self.fail("Expected integer")
        if re.fullmatch(r"-?[0-9]+", found) and int(found) in _INT_RANGE:
            return int(found)
        raise self.fail(f"Invalid integer '{found}'", start)

    def decimal(self, kind: str = "double") -> float:
        """Take a number; ``kind`` (``double`` or ``float``) only changes the words of a refusal."""
        start = self.cursor
        found = self._take(_NUMBER)
        if not found:
            raise self.fail(f"Expected {kind}")
        try:
            return float(found)
        except ValueError:
            raise self.fail(f"Invalid {kind} '{found}'", start) from None

    def boolean(self) -> bool:
        """Take ``true`` or ``false``."""
        start = self.cursor
        found = self.string()
        if not found:
            raise self.fail("Expected boolean")
        if found not in {"true", "false"}:
            raise self.fail(f"Invalid boolean, expected 'true' or 'false' but found '{found}'", start)
        return found == "true"

    def _take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.cursor)
        assert found, "every pattern here also matches nothing"
        self.cursor = found.end()
        return found[0]
