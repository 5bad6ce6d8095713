"""``fetch_url``: a public web page as text, or the parts of it that a question is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from mcgod.errors import BadInput, NotFound, WebUnreachable
from mcgod.tools.port import Tool, ToolResult, parameters
from mcgod.tools.web import chunks
from mcgod.tools.web.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcgod.llm.watch import Watch
    from mcgod.tools.port import Context
    from mcgod.tools.web.guard import Guard, Target
    from mcgod.tools.web.wire import Answer

_REDIRECTS = 5
_ACCEPT = "text/html,application/xhtml+xml,text/markdown,text/plain,application/json;q=0.9,*/*;q=0.5"
_MOVED = frozenset({301, 302, 303, 307, 308})
_SCHEMA = parameters(
    {
        "url": {"type": "string", "minLength": 1, "description": "the whole address, with https://"},
        "query": {"type": "string", "description": "what you want to know; picks the parts of a long page"},
    },
    ("url",),
)


def tool(guard: Guard | None = None, limits: Limits | None = None) -> Tool:
    """Return the tool. ``guard`` and ``limits`` are for tests; the usual ones are strict."""

    def run(given: Mapping[str, Any], context: Context) -> ToolResult:
        from mcgod.llm.watch import Watch  # noqa: PLC0415 - with the rest of the call
        from mcgod.tools.web import guard as guards  # noqa: PLC0415
        from mcgod.tools.web import pages  # noqa: PLC0415

        bounds = limits or Limits()
        with Watch(context.cancel, bounds.total) as watch:
            target, answer = retrieve(given["url"], guard or guards.Guard(), bounds, watch)
        try:
            page = pages.read(answer)
        except BadInput as error:
            raise BadInput(f"{target.url[:200]}: {error.message}", hint=error.hint) from None
        return present(target.url, page.title, page.mode, page.text, query=given.get("query", ""), note=page.note)

    return Tool(
        "fetch_url",
        "Fetch a public web page and return its text. Of a long page it returns the parts that fit the query best.",
        _SCHEMA,
        run,
        risk="web",
        outside=True,
    )


def retrieve(url: str, guard: Guard, limits: Limits, watch: Watch) -> tuple[Target, Answer]:
    """Fetch ``url``, and return where it led and what was there.

    Each address on the way is checked anew. Raises what the guard raises,
    NotFound for 404 and 410, and WebUnreachable.
    """
    from mcgod.tools.web.faults import WebFailed  # noqa: PLC0415 - with httpx
    from mcgod.tools.web.wire import Wire, send  # noqa: PLC0415

    for _ in range(_REDIRECTS + 1):
        target = guard.check(url, watch)
        # A wire of its own for each: pooled connections know their address, not the name they were made for.
        wire = Wire(watch, limits, target, guard.reach)
        try:
            answer = send("GET", target.url, wire=wire, watch=watch, limits=limits, headers={"Accept": _ACCEPT})
        finally:
            wire.close()
        if answer.status in _MOVED and answer.location:
            url = urljoin(target.url, answer.location)
        elif answer.status in (404, 410):
            raise NotFound(f"{target.host} answered {answer.status}: there is no such page", hint="is the URL right?")
        elif not 200 <= answer.status < 300:
            raise WebFailed(f"{target.host} answered {answer.status}", status=answer.status)
        else:
            return target, answer
    raise WebUnreachable(f"more than {_REDIRECTS} redirects, the last to {url[:200]}")


def present(
    url: str, title: str, mode: str, text: str, *, query: str = "", note: str = "", head: tuple[str, ...] = ()
) -> ToolResult:
    """Return a text under lines that name its source; data is ``{"url","title","mode","text","chunks"}``.

    ``data.text`` is the whole text; ``chunks`` are the parts of it that are shown.
    """
    chosen = chunks.choose(text, query)
    lines = [*head, f"source: {url}", *([f"title: {title}"] if title else []), f"mode: {mode}"]
    lines += [f"note: {note}"] if note else []
    data = {"url": url, "title": title, "mode": mode, "text": text, "chunks": [chunk.to_json() for chunk in chosen]}
    return ToolResult(chunks.cut("\n".join(lines) + "\n\n" + chunks.shown(chosen, query)), data)
