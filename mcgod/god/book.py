"""A session as a written book in a player's hands.

A command over RCON is too short for a book, so the book falls at the player's
feet as an item that nobody can take yet, is written page by page, and is let
go. Every command of it is judged like any other.
"""

from __future__ import annotations

import json
import textwrap
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadConfig, GameUnreachable, NotFound, Refused
from mcgod.game.speech import clean
from mcgod.grammar.dialect import Dialect
from mcgod.names import in_command
from mcgod.rules.judge import judge
from mcgod.rules.repairs.notation import Typed, quoted, snbt

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mcgod.tools.port import Context

# What the game shows of a page: 14 lines of about 19 letters. Source: https://minecraft.wiki/w/Written_Book
_WIDTH, _LINES = 19, 14
MOST_PAGES = 100
_TITLE = 32  # characters
_WRITING = 32767  # ticks: an item with this delay is never picked up, and does not age


def pages(title: str, spoken: Iterable[tuple[str, str]]) -> list[str]:
    """Lay ``spoken`` (who, what) out on pages; where they are too many the oldest go, and page one says so."""
    lines: list[str] = []
    for who, text in spoken:
        paragraphs = [f"{who}:", *clean(text).split("\n"), ""]
        lines += [line for paragraph in paragraphs for line in textwrap.wrap(paragraph, _WIDTH) or [""]]
    laid = ["\n".join(lines[at : at + _LINES]).strip() for at in range(0, len(lines), _LINES)]
    kept = laid[-(MOST_PAGES - 1) :]
    note = f"\n\nThe first {len(laid) - len(kept)} pages are left out." if len(kept) < len(laid) else ""
    return [clean(title) + note, *kept]


def commands(player: str, title: str, written: Sequence[str], tag: str, dialect: Dialect) -> list[str]:
    """Return the commands that put the book at the player's feet; ``tag`` is a word that no other entity has."""
    place = 'Item.components."minecraft:written_book_content".pages' if dialect.components else "Item.tag.pages"
    which = f"@e[type=minecraft:item,tag={tag},limit=1]"
    content = {"title": clean(title)[:_TITLE], "author": "God", "pages": []}
    item: dict[str, Any] = {"id": "minecraft:written_book"}
    if dialect.components:
        item |= {"count": 1, "components": {"minecraft:written_book_content": content}}
    else:
        item |= {"Count": Typed("1b"), "tag": content}
    entity = snbt({"Item": item, "Tags": [tag], "PickupDelay": _WRITING})
    adding = f"data modify entity {which} {place} append value"
    return [
        f"execute at {in_command(player)} run summon minecraft:item ~ ~ ~ {entity}",
        *(f"{adding} {_page(page, dialect)}" for page in written),
        f"data merge entity {which} {{PickupDelay:0}}",
    ]


def give(context: Context, player: str, title: str, written: Sequence[str], tag: str) -> None:
    """Put the book at the player's feet.

    Raises BadConfig without a server, NotFound when the player is not online,
    Refused, GameUnreachable.
    """
    game, rules = context.game, context.rules
    if game is None or rules is None:
        raise BadConfig("no server is configured", hint="mcgod config init --server-dir DIR")
    if game.player(player) is None:
        raise NotFound(f"{player} is not online", hint="a book is given to who is there")
    made = commands(player, title, written, tag, Dialect(rules.registry.asked, rules.registry))
    verdicts = [judge(command, rules) for command in made]
    if refused := next((verdict for verdict in verdicts if verdict.command is None), None):
        raise Refused(f"the rules refuse the book: {refused.hint}", hint=f"mcgod rules show {refused.reason}")
    for command in made:
        reply = game.command(command)
        if not reply.known:
            raise GameUnreachable("the server went away while the book was written", hint="mcgod doctor")
        if not reply.ok:
            raise Refused(f"the server would not write the book: {reply.text}")


def _page(text: str, dialect: Dialect) -> str:
    """Return a page as the version wants it: a text component, as SNBT or as JSON in a string."""
    words = json.dumps(text, ensure_ascii=False)
    return f"{{text:{words}}}" if dialect.modern else quoted(f'{{"text":{words}}}')
