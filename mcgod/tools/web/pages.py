"""What was downloaded, as text to read: HTML as Markdown, JSON indented, the rest as it is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from mcgod.errors import BadInput
from mcgod.tools.web import charset, markup

if TYPE_CHECKING:
    from mcgod.tools.web.wire import Answer

_MOST = 120_000  # characters of text
_MOST_HTML = 1_000_000  # characters of markup
_MOST_TAGS = 20_000  # for trafilatura, whose time grows with their square: 7 s for 75,000 of <p>
_MODES = {
    "text/html": "html->markdown",
    "application/xhtml+xml": "html->markdown",
    "application/json": "json",
    "text/markdown": "markdown",
    "text/x-markdown": "markdown",
}
_TEXTS = ("/xml", "+xml", "/yaml", "/x-yaml", "/toml", "/javascript")
_MORE = "pip install 'mcgod[web]' gives cleaner text"


class Page(NamedTuple):
    """A page: ``mode`` is html->markdown, json, markdown or text; ``note`` says what to know of the text."""

    title: str
    mode: str
    text: str
    note: str = ""


def read(answer: Answer) -> Page:
    """Return what ``answer`` says. Raises BadInput when it is empty or not for reading."""
    if not answer.body.strip():
        raise BadInput("the page is empty")
    kind = answer.kind.partition(";")[0].strip().lower()
    mode = _mode(kind, answer.body)
    if not mode:
        raise BadInput(f"the page is {kind or 'binary'}: no readable text")
    text = charset.decode(answer.body, answer.kind)
    page = _html(text) if mode == "html->markdown" else _plain(text, mode)
    if not page.text:
        raise BadInput("the page has no readable text", hint="it may be built by a script in the browser")
    notes = [page.note] if page.note else []
    if answer.cut or len(page.text) > _MOST or (mode == "html->markdown" and len(text) > _MOST_HTML):
        notes.append("the page was longer and is cut")
    return page._replace(text=page.text[:_MOST], note="; ".join(notes))


def _mode(kind: str, body: bytes) -> str:
    """Return how to read a body of the type ``kind``; empty when it is no text."""
    start = body[:512].lstrip().lower()
    match kind:
        case _ if charset.is_binary(body):
            return ""
        case "":
            return "html->markdown" if start.startswith((b"<!doctype html", b"<html")) else "text"
        case _ if kind in _MODES:
            return _MODES[kind]
        case _ if kind.endswith("+json"):
            return "json"
        case _:
            return "text" if kind.startswith("text/") or kind.endswith(_TEXTS) else ""


def _plain(text: str, mode: str) -> Page:
    if mode == "json":
        try:
            text = json.dumps(json.loads(text), ensure_ascii=False, indent=1)
        except (ValueError, RecursionError):
            mode = "text"
    lines = text.strip().splitlines()
    heading = next((line[2:].strip() for line in lines if line.startswith("# ")), "") if mode == "markdown" else ""
    return Page(heading, mode, "\n".join(lines))


def _html(source: str) -> Page:
    source = source[:_MOST_HTML]
    parts = list(markup.tokens(source))
    text, note = _main_text(source)
    if not text:
        text = markup.joined(markup.blocks(parts))
    return Page(markup.title(parts), "html->markdown", text.strip(), note)


def _main_text(source: str) -> tuple[str, str]:
    """Return what trafilatura takes for the text of a page, empty where it does not serve, and a note why."""
    whole = "the text holds everything on the page"
    if source.count("<") > _MOST_TAGS:
        return "", whole
    try:
        import trafilatura  # noqa: PLC0415 - the extra named web, 0.3 s
    except ImportError:
        return "", f"{whole}; {_MORE}"
    try:
        text = trafilatura.extract(source, output_format="markdown", include_comments=False, fast=True)
    except (ValueError, RecursionError):
        return "", whole  # it may stumble over what nobody should write; our own reader does not
    return text or "", ""
