"""Text from outside made fit for a page. Whatever stands on it, but for the page's own markup, comes through here."""

from __future__ import annotations

import html
import re

# What no HTML may hold or what deceives the eye: C0 but tab and newline, DEL, C1, marks that reorder, half characters.
_UNFIT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)


def escaped(text: object) -> str:
    """Return ``text`` as it may stand between tags and in quoted attributes."""
    return html.escape(_UNFIT.sub("\N{REPLACEMENT CHARACTER}", str(text)))


def cut(text: str, most: int | None) -> str:
    """Return ``text``, escaped, with at most ``most`` characters of it; it says how many are left out."""
    if most is None or len(text) <= most:
        return escaped(text)
    return f'{escaped(text[:most])}… <i class="rest">{len(text) - most:,} characters more</i>'


def duration(ms: object) -> str:
    """Return milliseconds as people say them."""
    if not isinstance(ms, int):
        return "?"
    return f"{ms / 1000:.1f} s" if ms >= 1000 else f"{ms} ms"
