"""What a query may say, read into its parts; anything else is an error that says what there is. Pure.

oak village            either word counts, both count more
"oak village"          these words, side by side
vill*                  a word that begins so
title:castle           the title has this word
tag:farm kind:page     only what has the tag, only pages
-zombie                nothing that has this word
"a b" OR title:c       one of the two
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mcgod.errors import BadUsage
from mcgod.kb.index.text import STOP_WORDS, tokens
from mcgod.kb.port import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

_PART = re.compile(r'(-?)(?:([A-Za-z]+):)?(?:"([^"]*)"|([^\s"]+))')
_FIELDS = ("title", "tag", "kind")
_MOST = 64  # words of a query


@dataclass(frozen=True, slots=True)
class Word:
    """A word that counts: its stem, how it was written, and whether only its beginning is given."""

    term: str
    exact: str
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class Must:
    """A condition: a ``phrase`` of terms, in the ``title`` or anywhere; or a ``tag``; or a ``kind``."""

    phrase: tuple[str, ...] = ()
    title: bool = False
    prefix: bool = False
    tag: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """``words`` that count; ``musts``, of each group of which one has to hold; ``nots`` of which none may."""

    words: tuple[Word, ...] = ()
    musts: tuple[tuple[Must, ...], ...] = ()
    nots: tuple[Must, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is asked for."""
        return not (self.words or self.musts)


def read(text: str) -> Query:
    """Read a query. Raises BadUsage that names what it cannot read."""
    words: list[Word] = []
    groups: list[list[Must]] = []
    nots: list[Must] = []
    joined = False
    for part in _parts(text):
        if not any(char.isalnum() for char in part.group(0)) and '"' not in part.group(0):
            continue  # a lone dash, comma or question mark
        if part.group(0) == "OR":
            if not groups or joined:
                raise BadUsage("OR stands between two conditions", hint='such as "oak village" OR title:castle')
            joined = True
            continue
        must = _must(part)
        if part[1]:
            nots.append(must or _anywhere(part))
        elif must and joined:
            if bool(must.phrase) != bool(groups[-1][0].phrase):
                raise BadUsage("OR joins words with words, or tags and kinds with each other", hint="ask twice")
            groups[-1].append(must)
        elif must:
            groups.append([must])
        elif joined:
            raise BadUsage(
                "OR stands between two conditions", hint="words without marks are alternatives by themselves"
            )
        else:
            words += _words(part)
        joined = False
    if joined:
        raise BadUsage("a query cannot end with OR")
    return Query(_counting(words), tuple(map(tuple, groups)), tuple(nots))


def _parts(text: str) -> Iterator[re.Match[str]]:
    at = 0
    count = 0
    for found in _PART.finditer(text):
        if text[at : found.start()].strip():
            raise _unreadable(text[at : found.start()].strip())
        at, count = found.end(), count + 1
        if count > _MOST:
            raise BadUsage(f"a query has at most {_MOST} words")
        yield found
    if text[at:].strip():
        raise _unreadable(text[at:].strip())


def _must(part: re.Match[str]) -> Must | None:
    """Return the condition that ``part`` is, None when it is a plain word."""
    field, phrase, word = part[2], part[3], part[4]
    if field and field.lower() == "minecraft":  # an id in full
        field = None
    if field and field.lower() not in _FIELDS:
        raise BadUsage(f"a query has no field {field!r}", hint=f"it has {', '.join(f'{name}:' for name in _FIELDS)}")
    value = phrase if phrase is not None else word
    if field:
        return _of_field(field.lower(), value)
    if phrase is not None:
        terms = tuple(token.term for token in tokens(phrase))
        if not terms:
            raise BadUsage("an empty phrase in the query")
        return Must(phrase=terms)
    _check(word)
    return None


def _of_field(field: str, value: str) -> Must:
    if field == "kind":
        if value.lower() not in KINDS:
            raise BadUsage(f"kind:{value[:20]} is no kind", hint=f"one of {', '.join(KINDS)}")
        return Must(kind=value.lower())
    if field == "tag":
        return Must(tag=value.lower())
    _check(value)
    terms = tuple(token.term for token in tokens(value))
    if not terms:
        raise BadUsage(f"title: without a word: {value[:20]!r}")
    return Must(phrase=terms, title=True, prefix=value.endswith("*"))


def _anywhere(part: re.Match[str]) -> Must:
    terms = tuple(token.term for token in tokens(part[4]))
    if not terms:
        raise _unreadable(part.group(0))
    return Must(phrase=terms, prefix=part[4].endswith("*"))


def _words(part: re.Match[str]) -> list[Word]:
    found = list(tokens(part[4]))
    prefix = part[4].endswith("*")
    return [
        Word(token.exact if prefix else token.term, token.exact, prefix=prefix and token is found[-1])
        for token in found
    ]


def _counting(words: list[Word]) -> tuple[Word, ...]:
    """Leave out what every question has, unless there is nothing else, and what comes twice."""
    kept = [word for word in words if word.prefix or word.exact not in STOP_WORDS] or words
    return tuple(dict.fromkeys(kept))


def _check(word: str) -> None:
    bare = word.rstrip("?!.,;").removesuffix("*")
    if word in ("AND", "NOT", "NEAR") or any(mark in bare for mark in "*~^()[]{}"):
        raise _unreadable(word)


def _unreadable(what: str) -> BadUsage:
    return BadUsage(
        f"the query cannot be read at {what[:40]!r}",
        hint='it takes words, "phrases", begin*, title:, tag:, kind:, -not and OR',
    )
