"""Items of the game as entries, made from its registry and recipes when they are asked for; there are no files.

What smelting, trades and loot give is not in that data, so an item without a
recipe is only said to have none.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from mcgod.errors import NotFound
from mcgod.kb.port import Entry, Reference

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mcgod.grammar.recipes import Recipe
    from mcgod.grammar.registry import Registry

_FORM = 1  # raised when the text below changes, so that an index reads it again
_MOST_WAYS = 6  # of crafting that are told; planks of every wood make many
_MOST_USES = 24


class Items:
    """The items of a game version as a Source of the base ``kb``; ids such as ``oak_log``."""

    def __init__(self, registry: Registry, recipes: Mapping[str, list[Recipe]], kb: str = "agent") -> None:
        self.name = kb
        self._registry = registry
        self._recipes = recipes

    @property
    def version(self) -> str:
        """The game version that the data is of."""
        return self._registry.version

    def stamps(self) -> dict[str, str]:
        """Return each item's reference with the version of the game data."""
        stamp = f"{_FORM}-{self._registry.asked}-{self._registry.version}-{len(self._recipes)}"
        return {f"{self.name}:item:{item}": stamp for item in self._registry.ids("item")}

    def entries(self, references: set[str] | None = None) -> Iterator[Entry]:
        """Yield the entries of ``references``, of all items when None."""
        for item in self._registry.ids("item"):
            if references is None or f"{self.name}:item:{item}" in references:
                yield self._entry(item)

    def get(self, reference: Reference | str) -> Entry:
        """Return an item, by its id with or without ``minecraft:``. Raises NotFound with the nearest one."""
        asked = Reference.read(reference) if isinstance(reference, str) else reference
        item = asked.id.strip().lower().removeprefix("minecraft:").replace(" ", "_")
        if asked.kb in ("", self.name) and asked.kind in ("", "item") and self._registry.has("item", item):
            return self._entry(item)
        import difflib  # noqa: PLC0415 - only on the way to an error

        near = difflib.get_close_matches(item, self._registry.ids("item"), 1)
        hint = f"did you mean item:{near[0]}?" if near else "mcgod kb search finds entries"
        raise NotFound(f"{self.name} has no {asked.kind or 'entry'} {asked.id[:80]!r}", hint=hint)

    def has(self, reference: Reference) -> bool:
        """Whether there is such an item."""
        return reference.kind == "item" and self._registry.has("item", reference.id)

    @cached_property
    def _uses(self) -> dict[str, list[str]]:
        """Ingredient -> what is crafted with it."""
        uses: dict[str, list[str]] = {}
        for result, ways in self._recipes.items():
            for item in {item for _, needs in ways for item in needs}:
                uses.setdefault(item, []).append(result)
        return uses

    def _entry(self, item: str) -> Entry:
        ways, uses = self._recipes.get(item, []), self._uses.get(item, [])
        made_of = sorted({part for _, needs in ways for part in needs})
        more: dict[str, Any] = {
            "version": self._registry.version,
            "stack": self._registry.stack(item),
            "food": self._registry.food(item),
            "block": self._registry.has("block", item),
            "recipes": [{"count": count, "needs": needs} for count, needs in ways],
            "used_in": uses,
        }
        tags = ["item", *(["block"] if more["block"] else []), *(["food"] if more["food"] else [])]
        if ways:
            tags.append("craftable")
        return Entry(
            kb=self.name,
            kind="item",
            id=item,
            title=self._registry.display(item),
            body=self._body(item, more),
            tags=tuple(tags),
            links=tuple(f"{self.name}:item:{part}" for part in made_of),
            more=more,
        )

    def _body(self, item: str, more: Mapping[str, Any]) -> str:
        name = self._registry.display(item)
        kind = "a block" if more["block"] else "food" if more["food"] else "an item"
        lines = [f"{name} (minecraft:{item}) is {kind}. One slot holds {more['stack']}."]
        if more["food"]:
            lines.append(f"Eating one feeds {more['food']} points of hunger, of 20.")
        ways = [self._way(recipe) for recipe in more["recipes"]]
        if ways:
            rest = f"; and in {len(ways) - _MOST_WAYS} more ways" if len(ways) > _MOST_WAYS else ""
            lines.append(f"Crafting: {'; or '.join(ways[:_MOST_WAYS])}{rest}.")
        else:
            lines.append("No crafting recipe makes it.")
        if more["used_in"]:
            uses = [self._registry.display(use) for use in more["used_in"]]
            rest = f" and {len(uses) - _MOST_USES} more" if len(uses) > _MOST_USES else ""
            lines.append(f"Used to craft: {', '.join(uses[:_MOST_USES])}{rest}.")
        return "\n".join(lines) + "\n"

    def _way(self, recipe: Mapping[str, Any]) -> str:
        parts = " and ".join(f"{count} {self._registry.display(part)}" for part, count in recipe["needs"].items())
        return f"{parts} make {recipe['count']}"
