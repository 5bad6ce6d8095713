"""The words of SNBT: numbers, truth values, texts, and the operations of 1.21.5. Pure.

Source: TagParser and, since 1.21.5, SnbtGrammar of the game. Before 1.21.5 a
word that is no number is a text; since then a word that starts like a number
must be one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mcgod.grammar.reader import finite

if TYPE_CHECKING:
    from mcgod.grammar.reader import Reader

# The kind of a value as the game names it, and the value.
Tagged = tuple[str, Any]

_OLD_WHOLE = re.compile(r"([-+]?(?:0|[1-9][0-9]*))([bBsSlL]?)")
_OLD_DECIMAL = re.compile(r"([-+]?(?:[0-9]+\.?|[0-9]*\.[0-9]+)(?:[eE][-+]?[0-9]+)?)([fFdD])")
_OLD_DOUBLE = re.compile(r"([-+]?(?:[0-9]+\.|[0-9]*\.[0-9]+)(?:[eE][-+]?[0-9]+)?)(d?)")
_WHOLE = re.compile(
    r"([-+]?)(?:0[xX](?P<hex>[0-9a-fA-F_]+)|0[bB](?P<bin>[01_]+)|(?P<dec>0|[1-9][0-9_]*))"
    r"(?P<sign>[sSuU]?)(?P<size>[bBsSiIlL]?)"
)
_DECIMAL = re.compile(r"([-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9][0-9_]*)?)([fFdD]?)")
_STARTS_NUMBER = frozenset("+-.0123456789")
_KINDS = {"b": ("byte", 8), "s": ("short", 16), "": ("int", 32), "i": ("int", 32), "l": ("long", 64)}
_ESCAPES = {"b": "\b", "s": " ", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "\\": "\\", "'": "'", '"': '"'}
_CODES = {"x": 2, "u": 4, "U": 8}
_HEX = re.compile(r"[0-9a-fA-F]*")
_QUOTED = re.compile(r"""[^"'\\]*""")
_HALF = re.compile("[\ud800-\udfff]")
_UUID = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
_NAME = re.compile(r"\{[-A-Za-z0-9 ]+\}")


def read(reader: Reader, *, plain: bool = False) -> Tagged:
    """Take one value that is no list and no compound, and no operation either when ``plain``. Raises Misread."""
    if reader.peek() in {'"', "'"}:
        return "string", quoted(reader)
    start = reader.cursor
    word = reader.word()
    if not word:
        raise reader.fail("Expected value")
    if not reader.dialect.modern:
        return _old(word)
    if word[0] in _STARTS_NUMBER:
        if found := _whole(word) or _decimal(word):
            return found
        reader.cursor = start
        raise reader.fail(f"Failed to parse number: {word}")
    if reader.peek() == "(" and not plain:
        return _operation(reader, word, start)
    return _truth(word) or ("string", word)


def key(reader: Reader) -> str:
    """Take the name of a compound's entry. Raises Misread."""
    start = reader.cursor
    found = quoted(reader) if reader.peek() in {'"', "'"} else reader.word()
    if not found:
        reader.cursor = start
        raise reader.fail("Expected key")
    return found


def quoted(reader: Reader) -> str:
    """Take a text in quotes with the escapes that the version knows. Raises Misread."""
    if not reader.dialect.modern:
        return reader.quoted()
    mark = reader.peek()
    reader.cursor += 1
    out: list[str] = []
    while True:
        out.append(reader.take(_QUOTED))
        char = reader.peek()
        if not char:
            raise reader.fail("Unclosed quoted string")
        reader.cursor += 1
        if char == mark:
            return _joined("".join(out))
        out.append(_escape(reader) if char == "\\" else char)


def _joined(text: str) -> str:
    r"""Make one character of two halves that were written as ``\ud83d\ude00``, as Java's texts are."""
    if not _HALF.search(text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def _escape(reader: Reader) -> str:
    start = reader.cursor
    char = reader.peek()
    reader.cursor += 1
    if char in _ESCAPES:
        return _ESCAPES[char]
    if char in _CODES:
        digits = reader.text[reader.cursor : reader.cursor + _CODES[char]]
        if len(digits) == _CODES[char] and _HEX.fullmatch(digits) and int(digits, 16) <= 0x10FFFF:
            reader.cursor += len(digits)
            return chr(int(digits, 16))
    elif char == "N" and (name := reader.take(_NAME)):
        return _named(reader, name[1:-1], start)
    raise reader.fail(f"Invalid escape sequence '\\{char}' in quoted string", start)


def _named(reader: Reader, name: str, start: int) -> str:
    from unicodedata import lookup  # noqa: PLC0415 - almost never needed

    try:
        return lookup(name)
    except KeyError:
        raise reader.fail(f"Invalid Unicode character name: {name}", start) from None


def _operation(reader: Reader, word: str, start: int) -> Tagged:
    """Take the brackets of ``bool(x)`` or ``uuid(x)``; one operation inside another, which is idle, is not read."""
    reader.cursor += 1
    reader.skip_blanks()
    found: Tagged = read(reader, plain=True) if reader.peek() not in {"", ")"} else ("", None)
    reader.skip_blanks()
    if not reader.skip(")") or not found[0] or word not in {"bool", "uuid"}:
        reader.cursor = start
        raise reader.fail(f"No such operation: {word}")
    kind, value = found
    if word == "bool":
        if kind == "string":
            raise reader.fail("Expected a number or a boolean", start)
        return "byte", bool(value)
    text = str(value)
    if kind != "string" or not _UUID.fullmatch(text):
        raise reader.fail("Expected a string representing a valid UUID", start)
    number = int(text.replace("-", ""), 16)
    return "int array", [_signed(number >> shift, 32) for shift in (96, 64, 32, 0)]


def _truth(word: str) -> Tagged | None:
    lower = word.lower()
    return ("byte", lower == "true") if lower in {"true", "false"} else None


def _old(word: str) -> Tagged:
    if found := _OLD_WHOLE.fullmatch(word):
        kind, bits = _KINDS[found[2].lower()]
        # A number that is too big for its kind is a text, as in the game.
        return (kind, int(found[1])) if _fits(found[1], bits) else ("string", word)
    if found := _OLD_DECIMAL.fullmatch(word) or _OLD_DOUBLE.fullmatch(word):
        return "float" if found[2] in {"f", "F"} else "double", finite(found[1])
    return _truth(word) or ("string", word)


def _whole(word: str) -> Tagged | None:
    found = _WHOLE.fullmatch(word)
    if not found:
        return None
    digits, base = next((found[name], base) for name, base in (("hex", 16), ("bin", 2), ("dec", 10)) if found[name])
    if digits[0] == "_" or digits[-1] == "_" or len(digits) > 64 + 63:
        return None
    kind, bits = _KINDS[found["size"].lower()]
    if found["sign"] and not found["size"]:
        # ``1s`` is a short; a lone ``u`` says nothing about a size.
        if found["sign"] in {"u", "U"}:
            return None
        kind, bits = _KINDS["s"]
    value = int(digits.replace("_", ""), base)
    unsigned = found["sign"] in {"u", "U"} or (base != 10 and not found["sign"])
    if found[1] == "-":
        return (kind, -value) if value <= 2 ** (bits - 1) and found["sign"] not in {"u", "U"} else None
    if value >= 2 ** (bits if unsigned else bits - 1):
        return None
    return kind, _signed(value, bits)


def _decimal(word: str) -> Tagged | None:
    found = _DECIMAL.fullmatch(word)
    # A whole number without point, exponent and letter is not a decimal, whatever is wrong with it.
    if not found or not (found[2] or set(found[1]) & set(".eE")) or re.search(r"_(?![0-9_])|(?<![0-9_])_", found[1]):
        return None
    value = finite(found[1].replace("_", ""))
    return ("float" if found[2] in {"f", "F"} else "double", value)


def _fits(digits: str, bits: int) -> bool:
    return len(digits) <= 21 and -(2 ** (bits - 1)) <= int(digits) < 2 ** (bits - 1)


def _signed(value: int, bits: int) -> int:
    value &= 2**bits - 1
    return value - 2**bits if value >= 2 ** (bits - 1) else value
