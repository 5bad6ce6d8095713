"""Rewrites of what items carry: NBT to components and back, and values as the server's version spells them (1.20.5)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.grammar import itemdata, snbt
from mcgod.grammar.dialect import Dialect
from mcgod.grammar.errors import Misread
from mcgod.grammar.reader import Reader
from mcgod.rules.repairs import carried, packing, textform
from mcgod.rules.repairs.pieces import WHO, dialect, innermost, replaced

if TYPE_CHECKING:
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context

_PLACE = rf"give {WHO} |(?:item replace|replaceitem) (?:entity {WHO}|block \S+ \S+ \S+) \S+ (?:with )?"
# Until 1.12 count and damage stood before the data; models also put blanks there.
_ITEM = re.compile(rf"({_PLACE})([a-z0-9_:]+)(?: (\d+)(?: (\d+))?)? ?(?=[\[{{])")
_TEXTS = ("custom_name", "item_name", "lore", "written_book_content")
_COMPONENT = re.compile(r"(?:minecraft:)?[A-Za-z0-9_/]+(?: *[=:] *)?")
_JSON = ("{", "[", '"')
_BLANKS = re.compile(" *")


class Component(NamedTuple):
    """One component in a command, from ``start`` to ``end``; ``written`` is how its name and value are joined."""

    name: str
    written: str
    start: int
    end: int
    value: Any

    @property
    def is_spelled(self) -> bool:
        """Whether the name is as the game has it, with an equals sign behind it."""
        return self.written.removeprefix("minecraft:") == f"{self.name}="


def item_data(command: str, seen: Match, context: Context) -> str:
    """``diamond_sword{Enchantments:[…]}`` <-> ``diamond_sword[enchantments={…}]``, whichever the server reads."""
    head, body = innermost(command, seen)
    found = _ITEM.match(body)
    # A damage value, or a colour, is not what the item itself says.
    if not found or int(found[4] or 0):
        return command
    to, at = dialect(context), found.end()
    apart = at > found.end(2)
    try:
        if body[at] == "[" and to.components:
            if not apart:
                return _with_values(command, len(head) + at, context)
            data, end = _as_is(body, at, context)
        else:
            data, end = _converted(body, at, context)
    except (Misread, carried.Unknown):
        return command
    count = f" {found[3]}" if found[3] else ""
    return f"{head}{found[1]}{found[2]}{data}{count}{body[end:]}"


def item_values(command: str, seen: Match, context: Context) -> str:
    """``custom_name='{"text":"x"}'`` -> ``custom_name={text:"x"}`` and the like, where the game would read words."""
    if not dialect(context).components:
        return command
    for span in reversed(seen.spans):
        if span.kind == "item" and span.value["components"] and "[" in command[span.start : span.end]:
            try:
                command = _with_values(command, command.index("[", span.start), context)
            except (Misread, carried.Unknown):
                continue
    return command


def _converted(body: str, at: int, context: Context) -> tuple[str, int]:
    """Read data of either era at ``at`` and write it in the server's own. Raises Misread and Unknown."""
    to = dialect(context)
    if body[at] == "{":
        value, end = _compound(body, at, context)
        try:
            held = carried.from_nbt(value, context.registry)
        except carried.Unknown:
            held = carried.from_components(value, context.registry)
    else:
        found, end = _listed(body, at, context)
        held = carried.from_components({one.name: one.value for one in found}, context.registry)
    return (packing.bracketed(held, to) if to.components else packing.nbt(held)), end


def _with_values(command: str, at: int, context: Context) -> str:
    """Rewrite each component from ``at`` on that the server would not read, or would read as mere words."""
    for one in reversed(_listed(command, at, context)[0]):
        try:
            held = carried.from_components({one.name: one.value}, context.registry)
        except carried.Unknown:
            continue
        text = packing.bracketed(held, dialect(context)).removeprefix(f"[{one.name}=").removesuffix("]")
        if text and _differs(one, text, context):
            written = one.written if one.is_spelled else f"{one.name}="
            command = replaced(command, one.start, one.end, written + text)
    return command


def _differs(one: Component, text: str, context: Context) -> bool:
    """Tell whether ``text`` says something else to the server than what stands there."""
    to = dialect(context)
    if not one.is_spelled or itemdata.fault(one.name, one.value, to):
        return True
    meant = snbt.read(Reader(text, to))
    if one.name in _TEXTS and not to.modern:
        return bool(_opened(one.value) != _opened(meant)) or not _is_json(one)
    if one.name in ("enchantments", "stored_enchantments", "unbreakable"):
        return False
    if one.name == "dyed_color" and not to.modern:
        return False
    return bool(one.value != meant and not (one.name == "potion_contents" and isinstance(one.value, str)))


def _is_json(one: Component) -> bool:
    """Tell whether the pages of a book are strings of JSON; other texts the grammar has looked at."""
    pages = one.value.get("pages", ()) if isinstance(one.value, dict) else ()
    return all(isinstance(page, str) and page.lstrip()[:1] in _JSON for page in pages)


def _opened(value: Any) -> Any:
    match value:
        case str():
            return textform.from_string(value)
        case list():
            return [_opened(inner) for inner in value]
        case dict():
            return {key: _opened(inner) for key, inner in value.items()}
        case _:
            return value


def _as_is(body: str, at: int, context: Context) -> tuple[str, int]:
    end = _listed(body, at, context)[1]
    return body[at:end], end


def _compound(body: str, at: int, context: Context) -> tuple[dict[str, Any], int]:
    """Read a compound as either era would. Raises Misread."""
    for version in ("1.20.4", "26.1"):
        reader = Reader(body, Dialect(version, context.registry))
        reader.cursor = at
        try:
            return snbt.read_compound(reader), reader.cursor
        except Misread:
            if version == "26.1":
                raise
    raise AssertionError  # the loop returns or raises


def _listed(text: str, at: int, context: Context) -> tuple[list[Component], int]:
    """Read ``[name=value,…]`` loosely. Raises Misread."""
    reader = Reader(text, Dialect("26.1", context.registry))
    reader.cursor = at + 1
    found: list[Component] = []
    while True:
        reader.take(_BLANKS)
        start = reader.cursor
        written = reader.take(_COMPONENT)
        if not written:
            raise reader.fail("Expected item component")
        value = snbt.read(reader) if written.rstrip()[-1] in "=:" else True
        name = written.lower().strip(" =:").removeprefix("minecraft:")
        found.append(Component(name, written, start, reader.cursor, value))
        reader.take(_BLANKS)
        if reader.skip("]"):
            return found, reader.cursor
        reader.expect(",")
