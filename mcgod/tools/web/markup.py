"""HTML into blocks of text, in one pass, whatever somebody wrote. Pure.

Not ``html.parser``: its time grows with the square of the input for markup
that is never closed (30 s for 60 kB of ``<a ``, Python 3.11), and these pages
come from anybody. Here each character is looked at a bounded number of times.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

_TAG = re.compile(r"""<(/?)([a-zA-Z][^\s/><]*+)((?:[^<>"']++|"[^"]*+"|'[^']*+')*+)>""")
_ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))""")
_LONGEST_TAG = 2048  # characters; a longer one is skipped to the next >
_RAW = frozenset({"script", "style", "textarea", "title", "iframe", "xmp", "noembed", "noframes"})
_DROPPED = frozenset(
    {"script", "style", "nav", "header", "footer", "aside", "button", "select", "svg", "template", "noscript"}
    | {"iframe", "textarea", "title", "menu", "dialog", "object", "canvas", "math"}
)
# These end whatever is open: people leave out </li> and </tr>.
_CONTAINERS = frozenset({"ul", "ol", "dl", "table", "section", "article", "main", "body"})
_BLOCKS = frozenset(
    {"p", "div", "br", "hr", "blockquote", "figure", "figcaption", "details", "summary", "address", "caption"}
    | {"dt", "dd"}
)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr", "param"}
)


class Token(NamedTuple):
    """``kind`` is text, start or end; ``text`` is the words, or the tag's name; ``rest`` are raw attributes."""

    kind: str
    text: str
    rest: str = ""

    @property
    def attributes(self) -> dict[str, str]:
        """The attributes by name."""
        return {
            found[1].lower(): unescape(found[2] or found[3] or found[4] or "")
            for found in _ATTRIBUTE.finditer(self.rest[:_LONGEST_TAG])
        }


class Block(NamedTuple):
    """A piece of a page: ``kind`` is h1 to h6, p, li, tr or pre."""

    kind: str
    text: str

    def markdown(self) -> str:
        """Return the piece as Markdown."""
        match self.kind:
            case "li":
                return f"- {self.text}"
            case "pre":
                return f"```\n{self.text}\n```"
            case kind if kind in _HEADINGS:
                return f"{'#' * int(kind[1])} {self.text}"
            case _:
                return self.text


def tokens(source: str) -> Iterator[Token]:
    """Yield what ``source`` is made of. Nothing is raised; what is not closed ends with the source."""
    at, end = 0, len(source)
    while at < end:
        opening = source.find("<", at)
        if opening != at:
            stop = end if opening < 0 else opening
            yield Token("text", unescape(source[at:stop]))
            at = stop
            continue
        if source.startswith(("<!", "<?"), at):
            close = "-->" if source.startswith("<!--", at) else ">"
            at = _after(source, close, at)
        elif found := _TAG.match(source, at, at + _LONGEST_TAG):
            name, at = found[2].lower(), found.end()
            yield Token("end" if found[1] else "start", name, found[3])
            if name in _RAW and not found[1]:
                closing = re.compile(f"</{name}", re.IGNORECASE).search(source, at)
                yield Token("text", unescape(source[at : closing.start() if closing else end]))
                at = closing.start() if closing else end
        elif source[at + 1 : at + 2].isalpha() or source[at + 1 : at + 2] == "/":
            at = _after(source, ">", at)
        else:
            yield Token("text", "<")
            at += 1


def blocks(parts: Collection[Token], *, classes: Collection[str] = (), tags: Collection[str] = _DROPPED) -> list[Block]:
    """Return the text of a page, without what stands in ``tags``, or in an element of one of ``classes``."""
    page = _Page()
    for token in kept(parts, classes, tags):
        if token.kind == "text":
            page.write(token.text)
        elif token.kind == "start":
            page.open(token.text)
        else:
            page.close(token.text)
    page.flush()
    return page.blocks


def joined(page: Iterable[Block]) -> str:
    """Return blocks as one text: items of a list, and rows of a table, close together."""
    pieces, before = list[str](), ""
    for block in page:
        close = block.kind == before and before in ("li", "tr")
        pieces += ["\n" if close else "\n\n", block.markdown()]
        before = block.kind
    return "".join(pieces[1:])


def kept(parts: Collection[Token], classes: Collection[str], tags: Collection[str]) -> Iterator[Token]:
    """Yield the tokens that stand outside of every element that is dropped, or hidden."""
    skipped, depth = "", 0
    for token in parts:
        if skipped:
            if token.text == skipped and token.kind != "text":
                depth += 1 if token.kind == "start" else -1
                skipped = skipped if depth else ""
        elif token.kind == "start" and token.text not in VOID and _is_dropped(token, classes, tags):
            skipped, depth = token.text, 1
        else:
            yield token


def title(parts: Collection[Token]) -> str:
    """Return the page's title, or an empty string."""
    follows = False
    for token in parts:
        if follows and token.kind == "text":
            return squeezed(token.text)[:300]
        follows = token.kind == "start" and token.text == "title"
    return ""


def squeezed(text: str) -> str:
    """Return ``text`` with every run of white space as one blank."""
    return " ".join(text.split())


def unescape(text: str) -> str:
    """Undo character references; text with a number of thousands of digits stays as it is."""
    try:
        return html.unescape(text)
    except ValueError:
        return text


def _is_dropped(token: Token, classes: Collection[str], tags: Collection[str]) -> bool:
    if token.text in tags:
        return True
    if not token.rest:
        return False
    given = token.attributes
    hidden = "display:none" in given.get("style", "").replace(" ", "").lower()
    return hidden or any(name in classes for name in given.get("class", "").split())


def _after(source: str, mark: str, start: int) -> int:
    """Return where the source goes on after the next ``mark``, or its end."""
    found = source.find(mark, start)
    return len(source) if found < 0 else found + len(mark)


class _Page:
    """Gathers the words of one block after the other."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._words: list[str] = []
        self._kind = "p"
        self._pre = False
        self._filled = False  # whether the block has words yet

    def write(self, text: str) -> None:
        self._words.append(text)
        self._filled = self._filled or not text.isspace()

    def open(self, name: str) -> None:
        if name in ("td", "th"):
            if self._filled:
                self._words.append(" | ")
        elif name in _HEADINGS or name in ("li", "tr", "pre"):
            self.flush(name)
            self._pre = name == "pre"
        elif name in _CONTAINERS:
            self.flush()
            self._pre = False
        elif name in _BLOCKS:
            self._soft()

    def close(self, name: str) -> None:
        if name in _HEADINGS or name in ("li", "tr", "pre") or name in _CONTAINERS:
            self.flush()
            self._pre = False
        elif name in _BLOCKS:
            self._soft()

    def flush(self, kind: str = "p") -> None:
        """End the block; what follows is of ``kind``."""
        raw = "".join(self._words)
        if self._pre:
            text = "\n".join(line.rstrip() for line in raw.strip("\r\n").splitlines())
        else:
            text = squeezed(raw).strip("| ")
        if text:
            self.blocks.append(Block(self._kind, text))
        self._words, self._kind, self._filled = [], kind, False

    def _soft(self) -> None:
        """End a paragraph; inside of a row, an item or a heading it is only a blank."""
        if self._kind == "p":
            self.flush()
        else:
            self._words.append("\n" if self._pre else " ")
