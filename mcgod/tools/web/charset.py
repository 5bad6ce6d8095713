"""Bytes from the web into text, by what the server says, what the page says, or what the bytes look like. Pure.

Source: the order of the WHATWG encoding standard, shortened: a byte order
mark, the Content-Type's charset, a ``meta`` near the start, then UTF-8.
"""

from __future__ import annotations

import codecs
import re

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_NAME = r"charset\s{0,9}=\s{0,9}[\"']?\s{0,9}([A-Za-z0-9_.:-]{1,40})"
_CHARSET = re.compile(_NAME, re.IGNORECASE)
_META = re.compile(r"<meta\b[^>]{0,200}?" + _NAME, re.IGNORECASE)
# Pages that say one of these mean Windows' own code page. Source: the WHATWG encoding standard's labels.
_WINDOWS = frozenset({"ascii", "us-ascii", "iso-8859-1", "iso8859-1", "latin-1", "latin1", "cp1252"})
_KNOWN = re.compile(
    r"(utf-?(8|16(-?[lb]e)?)|(us-)?ascii|latin-?1|iso-?8859-?\d+|iso-2022-(jp|kr)|(windows-?|cp-?)\d+|koi8-[ru]"
    r"|gb(2312|k|18030)|big5(-hkscs)?|euc-(jp|kr)|shift[_-]jis|sjis|mac-?\w+|tis-620)",
    re.IGNORECASE,
)
_NEAR = 2048  # bytes in which a page names its charset


def decode(body: bytes, kind: str) -> str:
    """Return ``body`` as text; ``kind`` is the Content-Type. Bytes that fit nowhere become U+FFFD."""
    for mark, name in _MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace")
    named = _CHARSET.search(kind) or _META.search(body[:_NEAR].decode("latin-1"))
    if named and (text := _as(body, named[1])) is not None:
        return text
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        # A body that was cut may end inside a character; anything else is not UTF-8.
        return body.decode("utf-8" if error.start >= len(body) - 3 else "cp1252", "replace")


def is_binary(body: bytes) -> bool:
    """Whether ``body`` is no text, by its first bytes: a NUL that no UTF-16 explains."""
    return b"\0" in body[:1024] and not body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))


def _as(body: bytes, name: str) -> str | None:
    """Decode by a charset's ``name``; None for one that does not exist, or that no page has.

    Python knows codecs that unpack archives, or need the square of the time.
    """
    if not _KNOWN.fullmatch(name):
        return None
    try:
        return body.decode("cp1252" if name.lower() in _WINDOWS else name, "replace")
    except LookupError:
        return None
