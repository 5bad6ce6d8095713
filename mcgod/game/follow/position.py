"""Where in which log a line ended, in a form that outlives the process and the file's name.

A log is known by its first bytes, since it changes its name and its inode when
it is rolled and packed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from mcgod.errors import BadInput

HEAD = 4096  # bytes at a log's start by which it is known again


class Position(NamedTuple):
    """The place behind a line. ``{"v":1,"inode":7340,"offset":1823,"head":"9f…","head_size":1823}``.

    ``offset`` counts bytes of the unpacked log, ``head`` is the SHA-256 (hex,
    shortened to 32) of its first ``head_size`` bytes. ``inode`` decides between
    logs that begin alike.
    """

    inode: int
    offset: int
    head: str
    head_size: int

    def to_json(self) -> dict[str, Any]:
        """Return the shape to store."""
        return {"v": 1, **self._asdict()}

    @classmethod
    def from_json(cls, record: Any) -> Position:
        """Read what ``to_json`` made. Raises BadInput."""
        if not isinstance(record, dict) or record.get("v") != 1:
            raise BadInput("this is no log position of version 1")
        fields: list[Any] = [record.get(name) for name in cls._fields]
        inode, offset, head, size = fields
        numbers = all(type(number) is int and number >= 0 for number in (inode, offset, size))
        if not numbers or not isinstance(head, str) or size > HEAD:
            raise BadInput("a log position needs inode, offset, head and head_size")
        return cls(inode, offset, head, size)


class Mark(NamedTuple):
    """What one log file is known by, shared by all positions in it."""

    inode: int
    head: str
    head_size: int


class Line(NamedTuple):
    """One line without its line end. ``end`` is the offset behind it, in bytes; ``cut`` when it was over-long."""

    text: str
    mark: Mark
    end: int
    cut: bool = False

    @property
    def position(self) -> Position:
        """Where to go on after this line."""
        return Position(self.mark.inode, self.end, self.mark.head, self.mark.head_size)


NO_MARK = Mark(0, "", 0)  # of a log that is empty or not there


def fingerprint(head: bytes) -> str:
    """Return the hash by which a log with these first bytes is known."""
    if not head:
        return ""
    from hashlib import sha256  # noqa: PLC0415 - commands that only parse lines do not need it

    return sha256(head).hexdigest()[:32]
