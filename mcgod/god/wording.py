"""What may be said to the god: some plain text, and no more of it than a prayer has. Pure."""

from __future__ import annotations

from mcgod.errors import BadInput, BadUsage

LONGEST = 4000  # characters; more is no prayer but a paste
_HINT = 'say something, such as "I need wood"'


def worded(text: str, what: str = "prayer", *, hint: str = "") -> str:
    """Return ``text`` without the blanks around it. Raises BadUsage when it is empty, BadInput for what is no text.

    ``hint`` says how else it may be given.
    """
    if not text.strip():
        raise BadUsage(f"an empty {what}", hint=_HINT + hint)
    if len(text) > LONGEST:
        raise BadInput(f"the {what} is {len(text)} characters long, at most {LONGEST} are heard")
    if any(ord(char) < 32 and char not in "\t\r\n" for char in text):
        raise BadInput(f"the {what} is not plain text: it has control characters")
    return text.strip()
