"""What is said: the rest of the command, with selectors replaced by names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.sandbox.arguments.entity import read_selector
from mcgod.sandbox.reader import Reader, Refusal

if TYPE_CHECKING:
    from mcgod.sandbox.source import Source

_LIMIT = 256  # characters


class Message:
    """A chat text. ``@a`` and its like become the names of who is meant."""

    def parse(self, reader: Reader, _: Source) -> str:
        """Take the rest, and refuse one that is too long."""
        text = reader.rest()
        reader.cursor = len(reader.text)
        if len(text) > _LIMIT:
            raise Refusal(f"Chat message was too long ({len(text)} > maximum {_LIMIT} characters)")
        return text

    def resolve(self, source: Source, value: str) -> str:
        """Return the text with its selectors replaced, which only operators may use."""
        return _expand(value, source) if "@" in value and source.level >= 2 else value


def _expand(text: str, source: Source) -> str:
    reader, out = Reader(text), list[str]()
    while reader.can_read():
        if reader.peek() != "@":
            out.append(reader.peek())
            reader.cursor += 1
            continue
        ahead = reader.fork()
        try:
            selector = read_selector(ahead, source)
        except Refusal as refusal:
            if not refusal.message.startswith(("Missing selector type", "Unknown selector type")):
                raise
            out.append("@")
            reader.cursor += 1
            continue
        out.append(", ".join(source.realm.display(one) for one in selector.pick(source)))
        reader.cursor = ahead.cursor
    return "".join(out)
