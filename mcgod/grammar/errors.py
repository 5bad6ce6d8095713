"""What the matcher says about text that a server would not read."""

from __future__ import annotations

from mcgod.errors import BadInput


class Misread(BadInput):
    """A part of a command is not what its place asks for; the matcher answers with it and never lets it out.

    ``message`` is the server's own wording, ``cursor`` the character at which the server would point.
    """

    def __init__(self, message: str, cursor: int) -> None:
        super().__init__(message)
        self.cursor = cursor
