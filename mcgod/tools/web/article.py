"""A page of a MediaWiki, taken apart: its facts, its sections, where it leads. Pure.

Source: the HTML that MediaWiki's parser makes (https://www.mediawiki.org/wiki/API:Parse)
and the infoboxes of minecraft.wiki, tables of the class ``infobox-rows``;
``pi-data-label`` and ``pi-data-value`` are those of Fandom's wikis.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.tools.web import markup

if TYPE_CHECKING:
    from collections.abc import Sequence

VERSION = 1
# What stands on a page for editors, or for those who look and do not read.
_NOISE = frozenset(
    {"mw-editsection", "toc", "navbox", "reference", "references", "noprint", "infobox", "portable-infobox", "hatnote"}
    | {"mw-references-wrap", "gallery", "thumb", "navigation-not-searchable", "mcui-tooltip", "sound"}
)
_TAGS = frozenset({"script", "style", "nav", "aside", "svg", "template", "noscript", "title", "audio", "video"})
_LONGEST = 300  # characters of a fact


class Section(NamedTuple):
    """A section: ``level`` is 2 for a main one, 1 for what stands before the first; ``text`` is Markdown."""

    level: int
    title: str
    text: str


class Article(NamedTuple):
    """A page as it was read at ``fetched``, UTC in ISO form. ``leads_to`` are the pages a disambiguation lists."""

    title: str
    url: str
    revision: int
    fetched: str
    facts: dict[str, str]
    sections: list[Section]
    leads_to: list[str]

    def to_json(self) -> dict[str, Any]:
        """Return the article with its source, as it is kept on disk."""
        return {"v": VERSION, **self._asdict(), "sections": [section._asdict() for section in self.sections]}

    @classmethod
    def from_json(cls, raw: Any) -> Article:
        """Read what ``to_json`` made. Raises ValueError, KeyError or TypeError for anything else."""
        if raw["v"] != VERSION:
            raise ValueError("written by another version")
        sections = [Section(one["level"], one["title"], one["text"]) for one in raw["sections"]]
        values = {name: raw[name] for name in cls._fields}
        return cls(**values)._replace(sections=sections)

    def find(self, name: str) -> Section | None:
        """Return the section called ``name``, with those below it; part of its title is enough."""
        wanted = name.strip().strip("#").strip().casefold()
        titles = [section.title.casefold() for section in self.sections]
        tests = (lambda title: title == wanted, lambda title: title.startswith(wanted), lambda title: wanted in title)
        if not wanted:
            return None
        for test in tests:
            for number, title in enumerate(titles):
                if title and test(title):
                    return self._with_inner(number)
        return None

    def _with_inner(self, number: int) -> Section:
        top, text = self.sections[number], [self.sections[number].text]
        for section in self.sections[number + 1 :]:
            if section.level <= top.level:
                break
            text.append(f"{'#' * section.level} {section.title}\n\n{section.text}")
        return top._replace(text="\n\n".join(part for part in text if part).strip())


def take_apart(source: str) -> tuple[dict[str, str], list[Section]]:
    """Return the facts of the infobox, and the sections, of a page's HTML."""
    parts = list(markup.tokens(source))
    return facts(parts), list(_sections(markup.blocks(parts, classes=_NOISE, tags=_TAGS)))


def _sections(blocks: Sequence[markup.Block]) -> list[Section]:
    found, held = [Section(1, "", "")], list[markup.Block]()

    def end() -> None:
        found[-1] = found[-1]._replace(text=markup.joined(held))
        held.clear()

    for block in blocks:
        if block.kind[0] == "h" and block.kind[1:].isdigit():
            end()
            found.append(Section(int(block.kind[1]), block.text, ""))
        else:
            held.append(block)
    end()
    return found


def facts(parts: Sequence[markup.Token]) -> dict[str, str]:
    """Return what the infoboxes say, such as ``{"Stackable": "Yes (64)"}``; the first box wins."""
    found: dict[str, str] = {}
    key, words, cell, closing, box, depth = "", list[str](), "", "", "", 0
    for token in markup.kept(parts, ("reference", "mw-editsection"), ("script", "style")):
        if token.kind == "text":
            words.append(token.text)
            continue
        names = token.attributes.get("class", "").split() if token.kind == "start" else []
        if not box and any("infobox" in name for name in names):
            box, depth = token.text, 0
        if token.text == box:
            depth += 1 if token.kind == "start" else -1
            box = box if depth else ""
        if token.kind == "start" and token.text == "br":
            words.append("; ")
        if token.kind == "start" and box and (kind := _cell(token.text, names)):
            cell, closing, words = kind, token.text, []
        elif token.kind == "end" and cell and token.text == closing:
            text = markup.squeezed("".join(words)).strip("; ")[:_LONGEST]
            if cell == "key":
                key = text
            elif key and text:
                found.setdefault(key, text)
                key = ""
            cell = ""
    return found


def _cell(tag: str, classes: Sequence[str]) -> str:
    """Return whether an element holds a fact's ``key`` or its ``value``; empty for neither."""
    if tag == "th" or "pi-data-label" in classes:
        return "key"
    return "value" if tag == "td" or "pi-data-value" in classes else ""
