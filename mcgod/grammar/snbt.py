"""SNBT, the game's notation for data, in the form of before 1.21.5 and of since. Pure.

Values come out as what JSON knows: a compound is a dict, lists and arrays are
lists, numbers of all sizes are int or float. Nesting is followed without
recursion, as deep as the game allows. Source: the game's TagParser.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.grammar import scalars

if TYPE_CHECKING:
    from mcgod.grammar.reader import Reader
    from mcgod.grammar.scalars import Tagged

MAX_DEPTH = 512


def read(reader: Reader) -> Any:
    """Take one value of any kind. Raises Misread."""
    return _read(reader)[1]


def read_compound(reader: Reader) -> dict[str, Any]:
    """Take ``{key: value, ...}``. Raises Misread."""
    if reader.peek() != "{":
        raise reader.fail("Expected '{'")
    found: dict[str, Any] = _read(reader)[1]
    return found


class _Compound:
    """A compound that is being read."""

    kind, end = "compound", "}"

    def __init__(self) -> None:
        self.found: dict[str, Any] = {}
        self._key = ""

    def begin(self, reader: Reader) -> None:
        """Take the next entry's key."""
        if not reader.more:
            raise reader.fail("Expected key")
        self._key = scalars.key(reader)
        reader.skip_blanks()
        reader.expect(":")

    def put(self, value: Tagged, _reader: Reader, _at: int) -> None:
        """Keep the value that belongs to the last key."""
        self.found[self._key] = value[1]


class _List:
    """A list or array that is being read; ``letter`` is B, I or L for an array."""

    end = "]"

    def __init__(self, letter: str = "") -> None:
        self.kind = {"B": "byte array", "I": "int array", "L": "long array"}.get(letter, "list")
        self.found: list[Any] = []
        self._letter = letter
        self._of = ""

    def begin(self, reader: Reader) -> None:
        """See that there is a next element."""
        if not reader.more:
            raise reader.fail("Expected value")

    def put(self, value: Tagged, reader: Reader, at: int) -> None:
        """Keep one element, if it is of a kind that may stand here."""
        kind, content = value
        if self._letter:
            if kind not in _ELEMENTS[self._letter][: None if reader.dialect.modern else 1]:
                raise reader.fail(f"Can't insert {kind} into {self.kind}", at)
        elif not reader.dialect.modern and kind != (self._of or kind):
            raise reader.fail(f"Can't insert {kind} into list of {self._of}", at)
        self._of = kind
        self.found.append(content)


# What the elements of an array may be; before 1.21.5 only the first.
_ELEMENTS = {"B": ("byte",), "I": ("int", "short", "byte"), "L": ("long", "int", "short", "byte")}


def _read(reader: Reader) -> Tagged:
    open_: list[tuple[_Compound | _List, int]] = []
    while True:
        reader.skip_blanks()
        at = reader.cursor
        frame = _open(reader)
        if frame:
            if len(open_) >= MAX_DEPTH:
                raise reader.fail("Reached maximum depth")
            open_.append((frame, at))
            done = None
        else:
            done = scalars.read(reader)
        if whole := _close(reader, open_, done, at):
            return whole


def _close(reader: Reader, open_: list[tuple[_Compound | _List, int]], done: Tagged | None, at: int) -> Tagged | None:
    """Hand ``done`` to the container that it stands in, and end containers as long as they end here.

    Returns the whole value, or None when another one follows.
    """
    while open_:
        frame, start = open_[-1]
        if done:
            frame.put(done, reader, at)
            reader.skip_blanks()
            comma = reader.skip(",")
        else:
            comma = True
        reader.skip_blanks()
        # A comma may also stand before the end.
        if comma and reader.peek() != frame.end:
            frame.begin(reader)
            return None
        reader.expect(frame.end)
        open_.pop()
        done, at = (frame.kind, frame.found), start
    return done


def _open(reader: Reader) -> _Compound | _List | None:
    char = reader.peek()
    if not char:
        raise reader.fail("Expected value")
    if char == "{":
        reader.cursor += 1
        return _Compound()
    if char != "[":
        return None
    letter = reader.peek(1)
    if reader.peek(2) != ";" or letter in {'"', "'"}:
        reader.cursor += 1
        return _List()
    if letter not in _ELEMENTS:
        raise reader.fail(f"Invalid array type '{letter}'", reader.cursor + 1)
    reader.cursor += 3
    return _List(letter)
