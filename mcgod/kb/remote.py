"""A knowledge base on a MemorySmith server: search, and pages to get, create and update. Memories can be read.

Two things its versions do not agree on are found out once and remembered:
whether a page's text is its ``markdown`` or its ``body``, and whether a slug
of two parts is sent as ``a/b`` or as ``a%2Fb``. A server that is down, or
answers something else, raises KbUnreachable: an empty result is only ever
what the server said.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from mcgod import fsio, jsonl
from mcgod.errors import BadInput, NotFound, StoreFailed
from mcgod.kb import fields as fields_
from mcgod.kb import frontmatter, memories, memorysmith, pages
from mcgod.kb.links import heading
from mcgod.kb.port import KINDS, Entry, Reference
from mcgod.kb.shelf import digest
from mcgod.kb.slug import free, slug
from mcgod.kb.wire import Caller, Rejected

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

MOST_HITS = 100  # that the server gives at a time
_FIELDS = ("markdown", "body")


class Hit(NamedTuple):
    """What a search found, in the server's order; ``score`` is the server's own, of no fixed scale, or None."""

    reference: Reference
    title: str
    snippet: str
    score: float | None


class RemoteBase:
    """The base ``name`` behind ``caller``; ``memo`` is a file for what is found out about it.

    ``clock`` returns epoch seconds.
    """

    def __init__(self, caller: Caller, *, clock: Callable[[], float], memo: Path | None = None) -> None:
        self.name = caller.name
        self._caller = caller
        self._clock = clock
        self._memo = memo
        self._known: dict[str, Any] = _recalled(memo, caller.url)

    @property
    def where(self) -> str:
        """The server, as errors name it."""
        return self._caller.where

    def search(self, query: str, limit: int = 20) -> list[Hit]:
        """Return what the server finds. Raises KbUnreachable."""
        try:
            found = self._caller.ask("GET", "api/search", query={"query": query, "limit": min(limit, MOST_HITS)})
        except NotFound:
            raise self._caller.strange("it has no /api/search") from None
        if not isinstance(found, list):
            raise self._caller.strange("a search gives no list")
        return [self._hit(one) for one in found][:limit]

    def get(self, reference: Reference | str) -> Entry:
        """Return a page, or a memory. Raises NotFound, KbUnreachable, and BadInput for a head that does not parse."""
        asked = Reference.read(reference) if isinstance(reference, str) else reference
        if asked.kb not in ("", self.name) or asked.kind not in ("", "page", "memory"):
            raise NotFound(f"{self.name} has no {asked.kind or 'entry'} {asked.id[:80]!r}")
        if asked.kind != "memory":
            with suppress(NotFound):
                return self._entry(self._page(slug(asked.id)))
        if asked.kind != "page" and memories.is_id(asked.id):
            with suppress(NotFound):
                raw = self._caller.ask("GET", f"api/memories/{quote(asked.id, safe='')}")
                return memories.entry(self.name, memorysmith.record(raw if isinstance(raw, dict) else {}))
        raise NotFound(
            f"{self._caller.where} has no {asked.kind or 'entry'} {asked.id[:80]!r}",
            hint="mcgod kb search finds entries",
        )

    def add_page(self, text: str, given: Mapping[str, Any] | None = None, *, page: str = "", author: str = "") -> Entry:
        """Add a page, as LocalBase does; the server is asked first whether its slug is free."""
        named = {"author": author} if author else {}
        title, document = pages.new(text, {**named, **(given or {})}, fields_.iso(self._clock()))
        name = free(slug(page or title), self._taken)
        return self._send("POST", "api/pages", {"slug": name, "title": title}, document)

    def update_page(
        self, page: str, *, body: str | None = None, given: Mapping[str, Any] | None = None, author: str = ""
    ) -> Entry:
        """Give a page another body or other fields, as LocalBase does; who may read it stays. Raises NotFound."""
        named = {"author": author} if author else {}
        name = slug(page)
        raw = self._page(name)
        old = frontmatter.parse(self._text(raw), f"{self.name}:page:{name}")
        if not old.fields.get("title") and not heading(old.body):
            old = old.changed({"title": str(raw.get("title") or pages.title(old, name))})
        new = pages.updated(old, name, body, {**named, **(given or {})}, fields_.iso(self._clock()))
        told = {"slug": name, "title": pages.title(new, name)}
        if raw.get("minimumRole"):
            told["minimumRole"] = str(raw["minimumRole"])
        return self._send("PUT", f"api/pages/{self._path(name)}", told, new)

    def _taken(self, name: str) -> bool:
        try:
            self._page(name)
        except NotFound:
            return False
        return True

    def _page(self, name: str) -> dict[str, Any]:
        """Return the server's page, its slug written first in the way that is known to work. Raises NotFound."""
        paths = [name, quote(name, safe="")] if "/" in name else [name]
        if not self._known.get("nested", True):
            paths.reverse()
        for path in paths:
            with suppress(NotFound):
                raw = self._caller.ask("GET", f"api/pages/{path}")
                if not isinstance(raw, dict):
                    raise self._caller.strange("a page is no object")
                if str(raw.get("slug") or name).strip("/").lower() != name:
                    continue  # it took the escaped slash for letters of the name
                if "/" in name:
                    self._learn(nested=path == name)
                self._learn_field(raw)
                return raw
        raise NotFound(f"{self._caller.where} has no page {name!r}", hint="mcgod kb search finds entries")

    def _path(self, name: str) -> str:
        return name if self._known.get("nested", True) else quote(name, safe="")

    def _send(self, method: str, path: str, told: Mapping[str, Any], document: frontmatter.Document) -> Entry:
        """Write a page in the field that the server reads, and return what it kept. Raises BadInput, KbUnreachable.

        Only what the server has rejected is sent again, never what it may have stored.
        """
        text = _headed(document, told["title"])
        known = self._field()
        ways: list[tuple[str, ...]] = [(known,)] if known else []
        fault: Rejected | None = None
        for way in [*ways, _FIELDS, *((one,) for one in _FIELDS)]:
            try:
                self._caller.ask(method, path, json={**told, **dict.fromkeys(way, text)})
            except Rejected as error:
                fault = fault or error
                continue
            kept = self._page(told["slug"])
            if self._text(kept).split() != text.split():
                self._known.pop("field", None)
                raise self._caller.strange("it has not kept the text of a page as it was sent")
            return self._entry(kept)
        raise fault or BadInput("the page was not sent")

    def _field(self) -> str:
        """Return the name of a page's text, empty as long as no page was seen."""
        if "field" not in self._known:
            listed = self._caller.ask("GET", "api/pages", query={"limit": 1})
            first = listed[0] if isinstance(listed, list) and listed and isinstance(listed[0], dict) else {}
            if isinstance(first.get("slug"), str):
                with suppress(NotFound):
                    self._page(first["slug"])
        return str(self._known.get("field", ""))

    def _learn_field(self, raw: Mapping[str, Any]) -> None:
        found = next((one for one in _FIELDS if isinstance(raw.get(one), str)), None)
        if found:
            self._learn(field=found)

    def _learn(self, **known: Any) -> None:
        if any(self._known.get(name) != value for name, value in known.items()):
            self._known |= known
            if self._memo:
                with suppress(StoreFailed):  # it is found out again then
                    fsio.make_folder(self._memo.parent)
                    said = jsonl.document({"v": 1, "url": digest(self._caller.url), **self._known})
                    fsio.replace_file(self._memo, said, durable=False)

    def _text(self, raw: Mapping[str, Any]) -> str:
        text = next((raw[one] for one in _FIELDS if isinstance(raw.get(one), str)), None)
        if text is None:
            raise self._caller.strange("a page has neither markdown nor body")
        return str(text)

    def _entry(self, raw: Mapping[str, Any]) -> Entry:
        name = str(raw.get("slug", "")).strip("/").lower()
        changed = raw.get("lastUpdatedUtc")
        modified = 0.0
        if isinstance(changed, str):
            with suppress(ValueError):
                modified = fields_.epoch(changed)
        read = pages.entry(self.name, name, self._text(raw), modified, f"{self.name}:page:{name}")
        told = frontmatter.parse(self._text(raw), name)
        if isinstance(raw.get("title"), str) and raw["title"] and not (told.fields.get("title") or heading(told.body)):
            from dataclasses import replace  # noqa: PLC0415 - a page without any title of its own

            read = replace(read, title=raw["title"])
        return read

    def _hit(self, raw: Any) -> Hit:
        kind = str(raw.get("kind", "page")).lower() if isinstance(raw, dict) else ""
        if kind not in KINDS or not isinstance(raw.get("id"), str):
            raise self._caller.strange("a search result has no kind and id")
        score = raw.get("score")
        return Hit(
            Reference(self.name, kind, raw["id"]),
            str(raw.get("title") or raw["id"]),
            str(raw.get("snippet") or ""),
            float(score) if isinstance(score, int | float) else None,
        )


def _headed(document: frontmatter.Document, title: str) -> str:
    """Return a page's text with a heading, which the server would put above the front matter else."""
    return frontmatter.render(
        document if heading(document.body) else document.changed({}, f"# {title}\n\n{document.body}")
    )


def _recalled(memo: Path | None, url: str) -> dict[str, Any]:
    try:
        raw = json.loads(memo.read_bytes()) if memo else None
    except (OSError, ValueError):
        return {}
    if not isinstance(raw, dict) or raw.get("url") != digest(url):
        return {}
    known = {"nested": raw["nested"]} if isinstance(raw.get("nested"), bool) else {}
    return known | ({"field": raw["field"]} if raw.get("field") in _FIELDS else {})
