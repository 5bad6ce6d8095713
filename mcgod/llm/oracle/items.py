"""From the words of a prayer to an item id of the running game version.

Pure; the ids come from whoever made the oracle. Names that people use come
first, then ids by their own words in any order (``sword diamond``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mcgod.grammar.naming.plurals import singular
from mcgod.llm.oracle.things import NOT_THINGS, THINGS, count_of
from mcgod.llm.oracle.words import terms

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_SPELLINGS = {"grey": "gray", "armour": "armor", "mould": "mold"}
_COLOURED = terms("wool bed carpet concrete terracotta candle banner dye glass")
_WOODS = terms("oak spruce birch jungle acacia cherry mangrove bamboo crimson warped")


class Thing(NamedTuple):
    """An item id without namespace, and how many to give when nobody said."""

    item: str
    n: int


class Items:
    """The items of one game version; with no ids at all, only the everyday names are known."""

    def __init__(self, ids: Collection[str]) -> None:
        self._ids = frozenset(ids)
        self._by_words: dict[tuple[str, ...], str] | None = None

    def has(self, item: str) -> bool:
        """Tell whether this version has ``item``."""
        return not self._ids or item in self._ids

    def words(self) -> set[str]:
        """Return single words that name an item, to compare misspelt ones with."""
        names = {word for word in THINGS if " " not in word}
        return names | {item for item in self._ids if "_" not in item and item not in NOT_THINGS}

    def find(self, words: Sequence[str]) -> Thing | None:
        """Return the item that exactly these words name, in singular or plural."""
        spelt = [_SPELLINGS.get(word, word) for word in words]
        for form in (spelt, [*spelt[:-1], singular(spelt[-1])]):
            phrase = " ".join(form)
            if phrase in NOT_THINGS:
                return None
            if (known := THINGS.get(phrase)) and self.has(known):
                return Thing(known, count_of(known))
        for form in (spelt, [*spelt[:-1], singular(spelt[-1])], [singular(word) for word in spelt]):
            if item := self._id(form):
                return Thing(item, count_of(item))
        return None

    def _id(self, words: Sequence[str]) -> str | None:
        for name in ("_".join(words), "_".join([*words, "block"]) if words[:1] == ["block"] else ""):
            if name in self._ids:
                return name
        if len(words) < 2 or not self._ids:
            return None
        if self._by_words is None:
            self._by_words = {tuple(sorted(item.split("_"))): item for item in sorted(self._ids, reverse=True)}
        key = tuple(sorted(words))
        if item := self._by_words.get(key):
            return item
        if "wood" in words and (kind := _WOODS.intersection(words)):
            return f"{min(kind)}_log" if len(words) == 2 and f"{min(kind)}_log" in self._ids else None
        return self._by_words.get(tuple(sorted({*words} - {"stained"}))) if _COLOURED.intersection(words) else None
