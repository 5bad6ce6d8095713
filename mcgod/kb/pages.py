"""Pages: Markdown with front matter, ``pages/**/<slug>.md``, into entries and back. Pure but for the shelf's files.

A page's title is its front matter's, else its first ``# `` line, else made of
its slug.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadInput, BadUsage
from mcgod.kb import fields as fields_
from mcgod.kb import frontmatter
from mcgod.kb.links import heading, links
from mcgod.kb.port import Entry
from mcgod.kb.shelf import Shelf
from mcgod.kb.slug import is_slug

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from mcgod.kb.frontmatter import Document

LONGEST = 1_000_000  # characters of a page
# Fields that an entry has in a place of its own.
_OWN = frozenset({"title", "tags", "position", "dimension", "updated"})


def shelf(folder: Path, beneath: Path | None = None) -> Shelf:
    """Return the shelf of a base's pages in ``folder``; ``beneath`` holds those that ship."""
    return Shelf("page", folder, ".md", id_of=lambda name: name if is_slug(name) else None, beneath=beneath)


def entry(kb: str, page: str, text: str, modified: float, name: str) -> Entry:
    """Read a page's text; ``modified`` is its file's time, ``name`` what errors call it. Raises BadInput."""
    document = frontmatter.parse(text, name)
    kept = document.fields
    own = _OWN if "position" in kept else _OWN - {"dimension"}
    return Entry(
        kb=kb,
        kind="page",
        id=page,
        title=title(document, page),
        body=document.body,
        tags=tuple(kept.get("tags", ())),
        links=links(document.body, page),
        place=fields_.where(kept),
        updated=fields_.epoch(kept["updated"]) if "updated" in kept else round(modified, 3),
        more={key: kept[key] for key in sorted(kept, key=fields_.order) if key not in own},
    )


def title(document: Document, page: str) -> str:
    """Return a page's title."""
    told: str = document.fields.get("title") or heading(document.body)
    return told or page.rpartition("/")[2].replace("-", " ").replace("_", " ").strip().capitalize() or page


def new(text: str, given: Mapping[str, Any], now: str, name: str = "the page") -> tuple[str, Document]:
    """Make a page of ``text``, which may have front matter, and of the fields ``given``; returns its title first.

    ``now`` is an ISO time. Raises BadInput for a wrong field, BadUsage for a
    page without a title or a text.
    """
    document = frontmatter.parse(text, name)
    if not document.body.strip():
        raise BadUsage("an empty page", hint="pipe its Markdown in")
    document = document.changed(given)
    called = document.fields.get("title") or heading(document.body)
    if not called:
        raise BadUsage("a page needs a title", hint="--title, or a first line such as # North gate")
    times = {"title": called, "created": document.fields.get("created", now), "updated": now}
    return called, sized(document.changed(times, _ended(document.body)))


def updated(old: Document, page: str, body: str | None, given: Mapping[str, Any], now: str) -> Document:
    """Return the page ``old`` with another body or other fields. It keeps its title unless one is given.

    Raises BadInput for a wrong field, BadUsage for an empty body.
    """
    if body is not None and not body.strip():
        raise BadUsage("an empty page", hint="mcgod kb remove takes a page away")
    changed = old.changed(given, None if body is None else _ended(body))
    kept = title(old, page)
    if "title" not in given and title(changed, page) != kept and not heading(changed.body):
        changed = changed.changed({"title": kept})
    if changed != old and "updated" in old.fields and "updated" not in given:
        changed = changed.changed({"updated": now})
    return sized(changed)


def touched(text: str, old: Document, now: str, name: str) -> str:
    """Return a page's ``text``, which somebody wrote over ``old``, with ``now`` as its time where it kept the old one.

    The rest of its head stays as it was written. Raises BadInput.
    """
    document = frontmatter.parse(text, name)
    was = old.fields.get("updated")
    if was is None or document.fields.get("updated") != was:
        return text
    line = re.compile(rf"^(updated:\s*['\"]?){re.escape(was)}", re.MULTILINE)
    return line.sub(lambda found: found[1] + now, document.head, count=1) + document.body


def from_entry(told: Entry) -> Document:
    """Return the page that an entry of another base, or of an export, describes. Raises BadInput."""
    given = {
        **told.more,
        "tags": list(told.tags) or None,
        **fields_.placed(told.place),
        "updated": fields_.iso(told.updated),
    }
    document = frontmatter.Document({}, told.body).changed(given)
    return sized(document if title(document, told.id) == told.title else document.changed({"title": told.title}))


def sized(document: Document) -> Document:
    """Return ``document`` if it is of a size that a page may have. Raises BadInput."""
    if len(document.body) > LONGEST:
        raise BadInput(f"the page is {len(document.body)} characters long, at most {LONGEST}")
    return document


def _ended(body: str) -> str:
    return body if body.endswith("\n") else f"{body}\n"
