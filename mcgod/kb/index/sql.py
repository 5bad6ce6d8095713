"""A query as the index's own languages say it: SQL for what an entry is, FTS5's for what it says. Pure.

No word of a user gets into either but as a bound value, or as a term, which
has letters and digits alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcgod.kb.index.query import Must, Query
    from mcgod.kb.index.rank import Asked
    from mcgod.kb.port import Place


def conditions(query: Query, kbs: Sequence[str], kinds: Sequence[str], near: Place | None) -> tuple[str, list[Any]]:
    """Return the SQL of everything that is not about terms, and its values."""
    parts, values = [], list[Any]()
    for column, wanted in (("kb", kbs), ("kind", kinds)):
        if wanted:
            parts.append(f"d.{column} IN ({', '.join('?' * len(wanted))})")
            values += wanted
    for group in query.musts:
        if not group[0].phrase:
            either = " OR ".join(_condition(must, values) for must in group)
            parts.append(f"({either})")
    parts += [f"NOT {_condition(must, values)}" for must in query.nots if not must.phrase]
    if near:
        parts.append("d.x IS NOT NULL AND d.dimension = ?")
        values.append(near.dimension)
    return "".join(f" AND {part}" for part in parts), values


def _condition(must: Must, values: list[Any]) -> str:
    if must.kind:
        values.append(must.kind)
        return "d.kind = ?"
    values.append(must.tag)
    return "EXISTS (SELECT 1 FROM json_each(d.tags) WHERE value = ?)"


def expression(query: Query, words: Sequence[Asked]) -> str:
    """Return what FTS5 is asked, empty when there is nothing for it."""
    groups = [[_phrase(must) for must in group if must.phrase] for group in query.musts]
    musts = " AND ".join(f"({' OR '.join(group)})" for group in groups if group)
    any_of = " OR ".join(f'"{word.term}"{"*" if word.prefix else ""}' for word in words)
    wanted = f"({musts}) AND ({any_of})" if musts and any_of else musts or any_of
    nots = " OR ".join(_phrase(must) for must in query.nots if must.phrase)
    return f"({wanted}) NOT ({nots})" if wanted and nots else wanted


def _phrase(must: Must) -> str:
    words = " ".join(must.phrase)
    column = "title : " if must.title else "{title tags body} : "
    return f'{column}"{words}"{" *" if must.prefix else ""}'
