"""SNBT, the game's notation for data: text to values and values to text. Pure.

Compounds are dicts, lists are lists, texts are str; an int is an Int, a
float is a Double, and the other kinds of number are the small classes here.
Source: the game's TagParser and TextComponentTagVisitor, 1.21.4.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mcgod.sandbox.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Callable

# The game allows 512; each level takes two frames here, and Python has a thousand.
MAX_DEPTH = 256


class Byte(int):
    """8 bits, ``1b``; also what ``true`` and ``false`` mean."""


class Short(int):
    """16 bits, ``1s``."""


class Long(int):
    """64 bits, ``1L``."""


class Float(float):
    """32 bits, ``1.0f``."""


class Array(list[int]):
    """An array of bytes, ints or longs, ``[I; 1, 2]``; ``letter`` is B, I or L."""

    def __init__(self, letter: str, values: list[int]) -> None:
        super().__init__(values)
        self.letter = letter


_WORD = re.compile(r"[0-9A-Za-z_.+-]+")
_NUMBERS: tuple[tuple[re.Pattern[str], Callable[[str], Any]], ...] = (
    (re.compile(r"[-+]?(?:0|[1-9][0-9]*)"), int),
    (re.compile(r"[-+]?(?:0|[1-9][0-9]*)[bB]"), lambda word: Byte(word[:-1])),
    (re.compile(r"[-+]?(?:0|[1-9][0-9]*)[sS]"), lambda word: Short(word[:-1])),
    (re.compile(r"[-+]?(?:0|[1-9][0-9]*)[lL]"), lambda word: Long(word[:-1])),
    (re.compile(r"[-+]?(?:[0-9]+\.?|[0-9]*\.[0-9]+)(?:[eE][-+]?[0-9]+)?[fF]"), lambda word: Float(word[:-1])),
    (re.compile(r"[-+]?(?:[0-9]+\.?|[0-9]*\.[0-9]+)(?:[eE][-+]?[0-9]+)?[dD]"), lambda word: float(word[:-1])),
    (re.compile(r"[-+]?(?:[0-9]+\.|[0-9]*\.[0-9]+)(?:[eE][-+]?[0-9]+)?"), float),
)
_RANGES = {int: 32, Byte: 8, Short: 16, Long: 64}
_WORDS = {"true": Byte(1), "false": Byte(0)}
_LETTERS = {"B": "b", "I": "", "L": "L"}


def loads(text: str) -> Any:
    """Read one value. Raises Refusal, also when something follows it."""
    reader = Reader(text)
    value = read(reader)
    reader.skip_blanks()
    if reader.can_read():
        raise reader.fail("Unexpected trailing data")
    return value


def read(reader: Reader, depth: int = 0) -> Any:
    """Take one value of any kind. Raises Refusal."""
    reader.skip_blanks()
    if depth > MAX_DEPTH:
        raise reader.fail("Reached maximum depth")
    match reader.peek():
        case "":
            raise reader.fail("Expected value")
        case "{":
            return read_compound(reader, depth)
        case "[":
            # As the game looks ahead: `[";"]` is a list, whose first text begins with the mark of an array.
            ahead = reader.text[reader.cursor + 1 : reader.cursor + 3]
            is_array = ahead[1:] == ";" and ahead[0] not in {'"', "'"}
            return _read_array(reader) if is_array else _read_list(reader, depth)
        case '"' | "'":
            return reader.quoted()
        case _:
            return _read_bare(reader)


def read_compound(reader: Reader, depth: int = 0) -> dict[str, Any]:
    """Take ``{key: value, ...}``. Raises Refusal."""
    reader.expect("{")
    found: dict[str, Any] = {}
    reader.skip_blanks()
    while reader.can_read() and reader.peek() != "}":
        key = reader.string()
        if not key:
            raise reader.fail("Expected key")
        reader.skip_blanks()
        reader.expect(":")
        found[key] = read(reader, depth + 1)
        if not _comma(reader):
            break
        if not reader.can_read():
            raise reader.fail("Expected key")
    reader.expect("}")
    return found


def pretty(value: Any) -> str:  # noqa: PLR0911 - one for each kind of value
    """Write ``value`` the way ``data get`` prints it: on one line, with blanks after commas."""
    match value:
        case dict():
            return "{" + ", ".join(f"{_key(key)}: {pretty(one)}" for key, one in value.items()) + "}"
        case Array():
            mark = _LETTERS[value.letter]
            return f"[{value.letter}; " + ", ".join(f"{one}{mark}" for one in value) + "]"
        case list():
            return "[" + ", ".join(pretty(one) for one in value) + "]"
        case str():
            return quote(value)
        case Byte():
            return f"{int(value)}b"
        case Short():
            return f"{int(value)}s"
        case Long():
            return f"{int(value)}L"
        case Float():
            return f"{float(value)!r}f"
        case float():
            return f"{value!r}d"
        case _:
            return str(value)


def quote(text: str) -> str:
    """Put ``text`` in the quotes that need the fewest escapes, double ones when in doubt."""
    mark = "'" if '"' in text and "'" not in text else '"'
    return mark + text.replace("\\", "\\\\").replace(mark, "\\" + mark) + mark


def matches(pattern: Any, value: Any) -> bool:
    """Say whether ``value`` has all that ``pattern`` has, as ``nbt=`` and paths compare."""
    if isinstance(pattern, dict):
        return isinstance(value, dict) and all(
            key in value and matches(one, value[key]) for key, one in pattern.items()
        )
    if isinstance(pattern, list) and not isinstance(pattern, Array):
        if not isinstance(value, list) or (not pattern) != (not value):
            return False
        return all(any(matches(one, other) for other in value) for one in pattern)
    return type(pattern) is type(value) and bool(pattern == value)


def _read_list(reader: Reader, depth: int) -> list[Any]:
    reader.expect("[")
    found: list[Any] = []
    reader.skip_blanks()
    if not reader.can_read():
        raise reader.fail("Expected value")
    while reader.peek() != "]":
        found.append(read(reader, depth + 1))
        if not _comma(reader):
            break
        if not reader.can_read():
            raise reader.fail("Expected value")
    reader.expect("]")
    return found


def _read_array(reader: Reader) -> Array:
    reader.expect("[")
    letter = reader.peek()
    if letter not in _LETTERS:
        raise reader.fail(f"Invalid array type '{letter}'")
    reader.cursor += 2
    values: list[int] = []
    reader.skip_blanks()
    while reader.can_read() and reader.peek() != "]":
        at = reader.cursor
        value = read(reader)
        if not isinstance(value, int):
            raise reader.fail(f"Can't insert {type(value).__name__} into {letter}", at)
        values.append(int(value))
        if not _comma(reader):
            break
    reader.expect("]")
    return Array(letter, values)


def _read_bare(reader: Reader) -> Any:
    word = _WORD.match(reader.text, reader.cursor)
    if not word:
        raise reader.fail("Expected value")
    reader.cursor = word.end()
    for shape, make in _NUMBERS:
        if shape.fullmatch(word[0]):
            value = make(word[0])
            bits = _RANGES.get(type(value))
            # A number that is too big for its kind is a text, as in the game.
            return word[0] if bits and not -(2 ** (bits - 1)) <= value < 2 ** (bits - 1) else value
    return _WORDS.get(word[0].lower(), word[0])


def _comma(reader: Reader) -> bool:
    reader.skip_blanks()
    found = reader.skip(",")
    reader.skip_blanks()
    return found


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9._+-]+", key) else quote(key)
