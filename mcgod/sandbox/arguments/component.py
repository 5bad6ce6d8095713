"""Text components: strict JSON until 1.21.4, SNBT since 1.21.5."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcgod.grammar import versions
from mcgod.sandbox import snbt
from mcgod.sandbox.arguments.plain import Plain
from mcgod.sandbox.richtext import malformed, plain_text

if TYPE_CHECKING:
    from mcgod.sandbox.reader import Reader
    from mcgod.sandbox.source import Source

_MALFORMED = (
    "Invalid chat component: Use JsonReader.setStrictness(Strictness.LENIENT) to accept malformed JSON at "
    "line 1 column {column} path $\nSee https://github.com/google/gson/blob/main/Troubleshooting.md#malformed-json"
)
_CUT_OFF = "Invalid chat component: End of input at line 1 column {column} path $"
_SHAPELESS = "Invalid chat component: Don't know how to turn {} into a Component"


class Component(Plain):
    """A text component; the value is the text that it shows."""

    def parse(self, reader: Reader, source: Source) -> str:
        """Take the component."""
        start = reader.cursor
        modern = (versions.key(source.world.version) or ()) >= (1, 21, 5)
        value = snbt.read(reader) if modern else _read_json(reader)
        if wrong := malformed(value):
            raise reader.fail(_SHAPELESS.format(json.dumps(wrong[0])), None if modern else start)
        return plain_text(value)


def _read_json(reader: Reader) -> Any:
    try:
        value, end = json.JSONDecoder(parse_constant=_refuse_constant).raw_decode(reader.text, reader.cursor)
    except ValueError as error:
        at = getattr(error, "pos", reader.cursor)
        message = _MALFORMED if at < len(reader.text) else _CUT_OFF
        raise reader.fail(message.format(column=at - reader.cursor + 1), at) from None
    reader.cursor = end
    return value


def _refuse_constant(name: str) -> None:
    """Python reads NaN and Infinity, the game does not."""
    raise ValueError(name)
