"""What somebody says to the god: from an argument, or from standard input."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from mcgod.errors import BadInput
from mcgod.god.wording import LONGEST, worded

if TYPE_CHECKING:
    from collections.abc import Sequence


def spoken(words: Sequence[str], *, what: str = "prayer") -> str:
    """Return the text of ``words``, or of standard input when they are ``-`` or missing.

    Standard input is not touched when words are given, so that a prayer
    inside ``while read`` does not eat the loop's lines. Raises BadUsage or
    BadInput.
    """
    text = " ".join(words)
    if text.strip() == "-" or (not words and not sys.stdin.isatty()):
        text = _piped(what)
    return worded(text, what, hint=f", or pipe it in and write - for the {what}")


def _piped(what: str) -> str:
    # One byte over four a character is enough to know that it is too long.
    data = sys.stdin.buffer.read(LONGEST * 4 + 1)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        if len(data) > LONGEST * 4:
            raise BadInput(
                f"the {what} is over {LONGEST * 4} bytes long, at most {LONGEST} characters are heard"
            ) from None
        raise BadInput(f"the {what} on standard input is not UTF-8 text") from None
