"""A MediaWiki asked for one page: redirects are followed, and what is no title is searched for.

Source: https://www.mediawiki.org/wiki/API:Main_page, formatversion 2.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit

from mcgod.errors import WebUnreachable
from mcgod.tools.web.api import Api
from mcgod.tools.web.article import Article, take_apart

if TYPE_CHECKING:
    from collections.abc import Mapping
    from threading import Event

_NEAR = "6"  # titles that are suggested


class Result(NamedTuple):
    """What was found: an article, or none. ``near`` are other titles, ``searched`` when the query was no title."""

    article: Article | None
    near: list[str]
    searched: bool = False


def endpoint_of(endpoint: str, language: str) -> str:
    """Return where the wiki of ``language`` is: English has the host of the setting, others one below it."""
    parts = urlsplit(endpoint)
    return endpoint if language == "en" else urlunsplit(parts._replace(netloc=f"{language}.{parts.netloc}"))


class MediaWiki:
    """The wiki whose api.php is at ``endpoint``."""

    def __init__(self, endpoint: str, cancel: Event | None = None) -> None:
        self._api = Api(endpoint, setting="tools.wiki.endpoint")
        self._cancel = cancel

    def look_up(self, query: str) -> Result:
        """Return the page that ``query`` names, else the best that a search finds. Raises WebUnreachable."""
        try:
            if page := self._page(query):
                return Result(self._article(page), [])
            found = self._ask(action="query", list="search", srsearch=query, srlimit=_NEAR)["query"]["search"]
            titles = [str(one["title"]) for one in found]
            page = self._page(titles[0]) if titles else None
            if page:
                return Result(self._article(page), titles[1:], searched=True)
            near = self._ask(action="opensearch", search=query, limit=_NEAR, profile="fuzzy")
            return Result(None, [str(title) for title in near[1]], searched=True)
        except (AttributeError, TypeError, KeyError, IndexError):
            raise WebUnreachable(
                f"{self._api.endpoint} does not answer as MediaWiki does", hint="is tools.wiki.endpoint right?"
            ) from None

    def _page(self, title: str) -> Mapping[str, Any] | None:
        """Return what the wiki knows of the page called ``title``, redirects resolved; None when there is none."""
        # A bar separates titles, and others are no part of one. Source: https://www.mediawiki.org/wiki/Manual:Page_title
        if any(char in title for char in "|#<>[]{}"):
            return None
        said = self._ask(action="query", titles=title, redirects="1", prop="info|pageprops", inprop="url")
        page: Mapping[str, Any] = said.get("query", {}).get("pages", [{"missing": True}])[0]
        return None if page.get("missing") or page.get("invalid") or "pageid" not in page else page

    def _article(self, page: Mapping[str, Any]) -> Article:
        parsed = self._ask(
            action="parse", pageid=str(page["pageid"]), prop="text|revid|links", disableeditsection="1", disabletoc="1"
        )["parse"]
        facts, sections = take_apart(parsed["text"])
        props = page.get("pageprops") or {}
        links = [
            str(link["title"]) for link in parsed.get("links", []) if link.get("ns") == 0 and link.get("exists", True)
        ]
        return Article(
            str(page["title"]),
            str(page.get("fullurl", "")),
            int(parsed["revid"]),
            datetime.now(UTC).isoformat(timespec="seconds"),
            facts,
            sections,
            links if "disambiguation" in props else [],
        )

    def _ask(self, **params: str) -> Any:
        said = self._api.get("", {**params, "format": "json", "formatversion": "2"}, self._cancel)
        if isinstance(said, dict) and "error" in said:
            raise WebUnreachable(f"the wiki refused: {str(said['error'].get('info', said['error']))[:200]}")
        return said
