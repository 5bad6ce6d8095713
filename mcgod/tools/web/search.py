"""``web.search``: the web by keywords, over Tavily or a SearXNG of one's own.

Sources: https://docs.tavily.com/documentation/api-reference/endpoint/search
(the key goes into the Authorization header, never into the body) and
https://docs.searxng.org/dev/search_api.html (where the format json must be
switched on in its settings.yml).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.errors import BadConfig, BadUsage, WebUnreachable
from mcgod.tools.port import Tool, ToolResult, parameters
from mcgod.tools.web.chunks import cut

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from threading import Event

    from mcgod.config import Config
    from mcgod.tools.port import Context

_TAVILY = "https://api.tavily.com"
_LONGEST = 400  # characters of a query, which is Tavily's own limit
_SNIPPET = 420  # characters
_SCHEMA = parameters(
    {
        "query": {"type": "string", "minLength": 1, "description": "keywords, as one would type them"},
        "max_results": {"type": "integer", "minimum": 1, "maximum": 10, "default": 5},
    },
    ("query",),
)
_CURE = "mcgod config set tools.search.provider searxng, and tools.search.endpoint its address; or tavily, with a key"


class Hit(NamedTuple):
    """One result. ``score`` is the provider's own, None when it gives none."""

    title: str
    url: str
    snippet: str
    score: float | None = None

    def to_json(self) -> dict[str, Any]:
        """Return ``{"title","url","snippet","score"}``."""
        return self._asdict()


class Found(NamedTuple):
    """What a search brought: results in the provider's order, and its answer in words, if any."""

    hits: list[Hit]
    answer: str = ""


def configured(config: Config) -> bool:
    """Whether a search can work: models are offered the tool only then."""
    match config["tools.search.provider"]:
        case "tavily":
            return bool(config["tools.search.api_key"] or config["tools.search.api_key_file"])
        case "searxng":
            return bool(config["tools.search.endpoint"])
        case _:
            return False


def tools(config: Config) -> list[Tool]:
    """Return ``web.search``, and the same as ``search``, its name in the interface mod's world."""

    def run(given: Mapping[str, Any], context: Context) -> ToolResult:
        provider = config["tools.search.provider"]
        if not provider:
            raise BadConfig("no web search is set up", hint=_CURE)
        query = given["query"].strip()[:_LONGEST]
        if not query:
            raise BadUsage("the query is empty")
        most = given.get("max_results", 5)
        try:
            found = _PROVIDERS[provider](config, query, most, context.cancel)
        except (AttributeError, TypeError):
            raise WebUnreachable(f"{provider} answered in a form that is not its own") from None
        return _told(query, provider, found._replace(hits=found.hits[:most]))

    what = "Search the web. Returns titles, addresses and snippets; read a page with fetch_url."
    return [Tool(name, what, _SCHEMA, run, risk="web", outside=True) for name in ("web.search", "search")]


def _tavily(config: Config, query: str, most: int, cancel: Event | None) -> Found:
    from mcgod.tools.web.api import Api  # noqa: PLC0415 - when a search is made

    key = config.search_key()
    if not key:
        raise BadConfig("Tavily wants a key", hint="set MCGOD_TOOLS_SEARCH_API_KEY, or tools.search.api_key_file")
    api = Api(config["tools.search.endpoint"] or _TAVILY, setting="tools.search.endpoint", key=key)
    body = {
        "query": query,
        "search_depth": "advanced",
        "max_results": most,
        "include_answer": True,
        "include_images": False,
        "include_raw_content": False,
    }
    said = api.post("/search", body, cancel)
    return Found([_hit(one) for one in said.get("results") or []], _text(said.get("answer")))


def _searxng(config: Config, query: str, most: int, cancel: Event | None) -> Found:  # noqa: ARG001 - it takes no limit
    from mcgod.tools.web.api import Api  # noqa: PLC0415 - when a search is made
    from mcgod.tools.web.faults import WebFailed  # noqa: PLC0415

    if not config["tools.search.endpoint"]:
        raise BadConfig("SearXNG has no address", hint="mcgod config set tools.search.endpoint http://127.0.0.1:8888")
    api = Api(config["tools.search.endpoint"], setting="tools.search.endpoint", key=config.search_key())
    try:
        said = api.get("/search", {"q": query, "format": "json"}, cancel)
    except WebFailed as error:
        if error.status == 403:  # what SearXNG says when a format is not allowed
            error.hint = "allow the format json in SearXNG's settings.yml, under search.formats"
        raise
    answers = said.get("answers") or []
    first = answers[0].get("answer") if answers and isinstance(answers[0], dict) else (answers or [""])[0]
    return Found([_hit(one) for one in said.get("results") or []], _text(first))


_PROVIDERS: Mapping[str, Callable[[Config, str, int, Event | None], Found]] = {"tavily": _tavily, "searxng": _searxng}


def _hit(raw: Mapping[str, Any]) -> Hit:
    score = raw.get("score")
    snippet = _text(raw.get("content") or raw.get("snippet"))
    return Hit(
        _text(raw.get("title")),
        _text(raw.get("url")),
        snippet if len(snippet) <= _SNIPPET else f"{snippet[:_SNIPPET]}…",
        float(score) if isinstance(score, int | float) else None,
    )


def _text(value: object) -> str:
    return " ".join(str(value or "").split())


def _told(query: str, provider: str, found: Found) -> ToolResult:
    lines = [f"results for {query!r} ({provider})"]
    lines += ["", f"answer: {found.answer}"] if found.answer else []
    for number, hit in enumerate(found.hits, start=1):
        lines += ["", f"{number}. {hit.title or hit.url}", f"   {hit.url}"]
        lines += [f"   {hit.snippet}"] if hit.snippet else []
        lines += [f"   score {hit.score:.3f}"] if hit.score is not None else []
    lines += [] if found.hits else ["", "nothing was found"]
    data = {
        "query": query,
        "provider": provider,
        "answer": found.answer,
        "results": [hit.to_json() for hit in found.hits],
    }
    return ToolResult(cut("\n".join(lines)), data)
