"""Memories: short records, ``memories/<id>.json``, with what is known of each. Pure but for the shelf's files.

    {"v":1,"id":"oak-by-the-river","title":"Oaks by the river","content":"…","status":"working","confidence":0.8,
     "tags":["wood"],"references":["river"],"conflicts":[],
     "relationships":[{"target":"river","type":"mentions","origin":"manual","created":"2026-…Z"}],
     "source_links":[{"label":"…","uri":"…","start_line":1,"end_line":2}],"usage_count":0,"author":"Steve",
     "position":[1,64,2],"dimension":"minecraft:overworld","created":"2026-…Z","updated":"2026-…Z"}

Fields that are not known stay. A reference is the id of a memory, or a whole
reference such as ``page:villages/north``.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from mcgod import jsonl
from mcgod.errors import BadInput
from mcgod.kb import fields as fields_
from mcgod.kb.port import KINDS, Entry, Reference
from mcgod.kb.shelf import Shelf
from mcgod.paths import plain_name, safe_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

Record = dict[str, Any]

VERSION = 1
LONGEST = 20_000  # characters of the content
MOST_LINKS = 200
STATUSES = ("unconsolidated", "working", "core", "deprecated")
TYPES = ("references", "supersedes", "superseded_by", "depends_on", "conflicts_with", "mentions", "links_to", "same_as")
ORIGINS = ("manual", "inferred", "imported")
_ID = re.compile(r"[A-Za-z0-9_-]{1,100}\Z")
_OWN = frozenset({"v", "id", "title", "content", "tags", "position", "dimension", "updated"})


def shelf(folder: Path) -> Shelf:
    """Return the shelf of a base's memories in ``folder``; file names tell ids apart where case does not."""
    return Shelf("memory", folder, ".json", name_of=safe_name, id_of=_id_of)


def is_id(text: str) -> bool:
    """Whether ``text`` may be the id of a memory."""
    return bool(_ID.match(text))


def parse(text: str, name: str) -> Record:
    """Read a record; ``name`` is the file that errors name. Raises BadInput with its line or field."""
    try:
        raw = json.loads(text.removeprefix("\ufeff"))
    except RecursionError as error:
        raise BadInput(f"{name}: nested too deep", hint="mend it, or remove it") from error
    except json.JSONDecodeError as error:
        raise BadInput(f"{name}, line {error.lineno}: not JSON: {error.msg}", hint="mend it, or remove it") from error
    if not isinstance(raw, dict):
        raise BadInput(f"{name}, line 1: not a JSON object", hint="mend it, or remove it")
    if isinstance(raw.get("v"), int) and raw["v"] > VERSION:
        raise BadInput(f"{name} is of version {raw['v']}, written by a newer mcgod")
    try:
        return checked(raw)
    except BadInput as error:
        raise BadInput(f"{name}: {error.message}", hint=error.hint) from error


def render(record: Record) -> str:
    """Return the text of a checked record's file."""
    return jsonl.document(record).decode("utf-8")


def checked(raw: Mapping[str, Any]) -> Record:
    """Return ``raw`` with every field held against what it may be, in one order. Raises BadInput naming the field."""
    if not isinstance(raw.get("id"), str) or not is_id(raw["id"]):
        raise BadInput(
            f"id must be letters, digits, _ and -, at most 100, not {str(raw.get('id'))[:40]!r}",
            hint="such as oak-by-the-river",
        )
    record: Record = {"v": VERSION, "id": raw["id"]}
    for name, check in _CHECKS.items():
        value = check(name, raw.get(name))
        if value is not None:
            record[name] = value
    if any(edge["target"].casefold() == record["id"].casefold() for edge in record["relationships"]):
        raise BadInput("relationships: a memory has no relation to itself")
    more = {name: value for name, value in raw.items() if name not in record and name not in _CHECKS}
    return record | {name: fields_.check(name, value) for name, value in more.items()}


def entry(kb: str, record: Record) -> Entry:
    """Return the entry that a checked record is; its links are whole references."""
    own = _OWN if "position" in record else _OWN - {"dimension"}
    found = dict.fromkeys(_whole(kb, target) for target in targets(record))
    return Entry(
        kb=kb,
        kind="memory",
        id=record["id"],
        title=record["title"],
        body=record["content"],
        tags=tuple(record["tags"]),
        links=tuple(found),
        place=fields_.where(record),
        updated=fields_.epoch(record["updated"]) if "updated" in record else 0.0,
        more={name: value for name, value in record.items() if name not in own},
    )


def from_entry(told: Entry) -> Record:
    """Return the record that an entry of an export describes. Raises BadInput."""
    raw = {
        **told.more,
        "id": told.id,
        "title": told.title,
        "content": told.body,
        "tags": list(told.tags),
        **fields_.placed(told.place),
        "updated": fields_.iso(told.updated) if told.updated else None,
    }
    return checked({name: value for name, value in raw.items() if value is not None})


def targets(record: Record) -> Iterator[str]:
    """Yield what a record points at, as it names it: references, conflicts, the ends of its relationships."""
    yield from record["references"]
    yield from record["conflicts"]
    yield from (edge["target"] for edge in record["relationships"])


def _whole(kb: str, target: str) -> str:
    read = Reference.read(target)
    return str(read) if read.kind else f"{kb}:memory:{target}"


def _id_of(name: str) -> str | None:
    plain = plain_name(name)
    return plain if is_id(plain) and safe_name(plain) == name else None


def _content(name: str, value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise BadInput(f"{name} must be a text")
    if len(value) > LONGEST:
        raise BadInput(f"{name} is {len(value)} characters long, at most {LONGEST}")
    return value


def _title(name: str, value: Any) -> str:
    return str(fields_.check(name, value or "untitled"))


def _word_of(words: tuple[str, ...], default: str) -> Callable[[str, Any], str]:
    """Return a check for one of ``words``, in any case and with or without underscores, or its number."""
    folded = {word.replace("_", ""): word for word in words}

    def check(name: str, value: Any) -> str:
        if value is None:
            return default
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(words):
            return words[value]
        if isinstance(value, str) and (found := folded.get(re.sub(r"[_\s-]", "", value).lower())):
            return found
        raise BadInput(f"{name} must be one of {', '.join(words)}, not {str(value)[:40]!r}")

    return check


def _targets(name: str, value: Any) -> list[str]:
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > MOST_LINKS:
        raise BadInput(f"{name} must be a list of at most {MOST_LINKS} ids")
    return list(dict.fromkeys(_target(name, one) for one in value))


def _target(name: str, value: Any) -> str:
    text = value.strip() if isinstance(value, str) else ""
    if not is_id(text) and not (text and Reference.read(text).kind in KINDS):
        raise BadInput(f"{name}: {str(value)[:40]!r} is no id", hint="a memory's id, or such as page:villages/north")
    return text


def _edges(name: str, value: Any) -> list[Record]:
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > MOST_LINKS or not all(isinstance(one, dict) for one in value):
        raise BadInput(f"{name} must be a list of at most {MOST_LINKS} objects with target and type")
    return [_edge(name, one) for one in value]


def _edge(name: str, raw: Record) -> Record:
    edge = {
        "target": _target(f"{name}.target", raw.get("target")),
        "type": _TYPE(f"{name}.type", raw.get("type") or "references"),
        "origin": _ORIGIN(f"{name}.origin", raw.get("origin")),
    }
    created = fields_.check("created", raw.get("created"))
    return edge | ({"created": created} if created else {})


def _source_links(name: str, value: Any) -> list[Record]:
    rows = value if isinstance(value, list) else [] if value is None else [value]
    if not all(isinstance(one, dict) and isinstance(one.get("uri"), str) for one in rows):
        raise BadInput(f"{name} must be a list of objects with a uri")
    fields_.check(name, rows)
    return [dict(one) for one in rows]


def _count(name: str, value: Any) -> int:
    if value is None:
        return 0
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BadInput(f"{name} must be a whole number from 0, not {str(value)[:40]}")
    return value


_TYPE, _ORIGIN = _word_of(TYPES, "references"), _word_of(ORIGINS, "manual")
_CHECKS: dict[str, Callable[[str, Any], Any]] = {
    "title": _title,
    "content": _content,
    "status": _word_of(STATUSES, "unconsolidated"),
    "confidence": fields_.check,
    "tags": lambda name, value: fields_.check(name, value or []),
    "references": _targets,
    "conflicts": _targets,
    "relationships": _edges,
    "source_links": _source_links,
    "usage_count": _count,
    **dict.fromkeys(("author", "source", "type", "position", "dimension", "created", "updated"), fields_.check),
}
