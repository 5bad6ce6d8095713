"""``minecraft.wiki_lookup``: a thing of the game, as the Minecraft wiki has it, with its infobox as facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from mcgod.errors import BadUsage, StoreFailed, WebUnreachable
from mcgod.tools.port import Tool, ToolResult, parameters
from mcgod.tools.web import chunks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from threading import Event

    from mcgod.tools.port import Context
    from mcgod.tools.web.article import Article
    from mcgod.tools.web.mediawiki import Result
    from mcgod.tools.web.shelf import Shelf

# The languages that minecraft.wiki has, each on a host of its own. Source: https://minecraft.wiki
_LANGUAGES = ["en", "de", "es", "fr", "it", "ja", "ko", "lzh", "nl", "pt", "ru", "th", "uk", "zh"]
_SCHEMA = parameters(
    {
        "query": {"type": "string", "minLength": 1, "description": "a thing, such as brewing stand"},
        "section": {"type": "string", "description": "one section, such as Obtaining; without, the summary"},
        "lang": {"type": "string", "enum": _LANGUAGES, "default": "en", "description": "the wiki's language"},
    },
    ("query",),
)


def tool(endpoint: str, shelf: Callable[[], Shelf]) -> Tool:
    """Return the tool for the wiki whose api.php is at ``endpoint``; ``shelf`` makes the place of what was read."""

    def run(given: Mapping[str, Any], context: Context) -> ToolResult:
        query = " ".join(given["query"].replace("_", " ").split())
        if not query or len(query) > 200:
            raise BadUsage("the query must be a thing's name, of at most 200 characters")
        found, note = _look_up(endpoint, given.get("lang", "en"), query, shelf(), context.cancel)
        if found.article is None:
            near = f"; there are: {', '.join(found.near)}" if found.near else ""
            data = {"query": query, "title": None, "suggestions": found.near}
            return ToolResult(f"the wiki has no page on {query!r}{near}", data, ok=False)
        return _told(found.article, given.get("section", ""), note, found)

    what = "Look a thing of the game up in the Minecraft wiki: facts, summary, or one section of its page."
    return Tool("minecraft.wiki_lookup", what, _SCHEMA, run, risk="web", outside=True)


def _look_up(endpoint: str, language: str, query: str, shelf: Shelf, cancel: Event | None) -> tuple[Result, str]:
    """Return the page on ``query``, fresh from the shelf or from the wiki, and a note when neither was to be had."""
    from mcgod.tools.web.mediawiki import MediaWiki, Result, endpoint_of  # noqa: PLC0415 - when it is asked

    where = endpoint_of(endpoint, language)
    question = f"{urlsplit(where).netloc} {query.casefold()}"
    kept = shelf.get(question)
    if kept and kept.fresh:
        return Result(kept.article, []), ""
    try:
        found = MediaWiki(where, cancel).look_up(query)
    except WebUnreachable as error:
        if kept is None:
            raise
        return Result(
            kept.article, []
        ), f"a copy of {kept.article.fetched[:10]}; the wiki is out of reach: {error.message}"
    if found.article is None:
        return found, ""
    try:
        shelf.put(question, found.article)
    except StoreFailed as error:
        return found, f"not kept: {error.message}"
    return found, ""


def _told(article: Article, section: str, note: str, found: Result) -> ToolResult:
    titles = [one.title for one in article.sections if one.title and one.level <= 3]
    data: dict[str, Any] = {
        "title": article.title,
        "url": article.url,
        "revision": article.revision,
        "fetched": article.fetched,
        "stale": note.startswith("a copy"),
        "facts": article.facts,
        "sections": titles,
        "disambiguation": article.leads_to,
        "section": None,
        "also": found.near,
    }
    head = [
        f"source: {article.url}",
        f"title: {article.title}",
        f"read: {article.fetched[:10]}, revision {article.revision}",
    ]
    head += [f"note: {note}"] if note else []
    head += [f"also found: {', '.join(found.near)}"] if found.near else []
    if article.leads_to:
        listed = "\n".join(f"- {title}" for title in article.leads_to[:100])
        text = f"{article.title!r} may mean several things; ask again for one of these:\n{listed}"
        return ToolResult(chunks.cut("\n".join(head) + "\n\n" + text), {**data, "text": text})
    chosen = article.find(section) if section else article.sections[0]
    if chosen is None:
        text = f"{article.title} has no section {section!r}; it has: {', '.join(titles)}"
        return ToolResult(text, {**data, "text": ""}, ok=False)
    head += [f"section: {chosen.title}"] if section else []
    head += [f"{name}: {value}" for name, value in article.facts.items()] if not section else []
    head += [f"sections: {', '.join(titles)}"] if titles and not section else []
    text = "\n\n".join(["\n".join(head), chunks.shown(chunks.choose(chosen.text)) or "(no text)"])
    return ToolResult(chunks.cut(text), {**data, "section": chosen.title or None, "text": chosen.text})
