"""Crafting recipes as a server's data pack writes them, into the packed form. Reads files, writes none.

Source: ``data/minecraft/recipe`` (``recipes`` before 1.21) and ``tags/item`` (``tags/items``) of the game.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MOST_WAYS = 32  # alternatives of one recipe that are kept; planks and wools have fewer
_DEEPEST = 16  # tags that hold tags


def read(data: Path) -> dict[str, list[list[Any]]]:
    """Return result -> [[how many come out, {ingredient: how many go in}], ...]; empty without recipe files.

    A tag stands for each of its items in turn; several tags in one recipe go
    forward together. Raises ValueError or KeyError for files that are no recipes.
    """
    tags = _Tags(data)
    found: dict[str, list[list[Any]]] = {}
    for path in sorted([*(data / "recipe").glob("*.json"), *(data / "recipes").glob("*.json")]):
        recipe = json.loads(path.read_bytes())
        places = list(_places(recipe, tags))
        result = recipe.get("result")
        if not places or not isinstance(result, dict):
            continue
        name = _bare(result.get("id") or result["item"])
        for number in range(min(max(map(len, places)), _MOST_WAYS)):
            needs = Counter(choices[number % len(choices)] for choices in places)
            way = [result.get("count", 1), dict(sorted(needs.items()))]
            if way not in found.setdefault(name, []):
                found[name].append(way)
    return dict(sorted(found.items()))


def _places(recipe: dict[str, Any], tags: _Tags) -> Iterator[list[str]]:
    """Yield for each place in the crafting grid the items that may lie there."""
    match recipe.get("type", "").removeprefix("minecraft:"):
        case "crafting_shaped":
            for char in "".join(recipe["pattern"]).replace(" ", ""):
                yield tags.choices(recipe["key"][char])
        case "crafting_shapeless":
            for one in recipe["ingredients"]:
                yield tags.choices(one)


class _Tags:
    """The item tags of a data pack, each read when it is asked for."""

    def __init__(self, data: Path) -> None:
        self._folders = (data / "tags" / "item", data / "tags" / "items")

    def choices(self, ingredient: Any, depth: int = 0) -> list[str]:
        """Return the items that ``ingredient`` stands for: an id, ``#tag``, an object with one, or a list."""
        if depth > _DEEPEST:
            raise ValueError("tags hold each other")
        match ingredient:
            case list():
                return [item for one in ingredient for item in self.choices(one, depth + 1)]
            case {"item": str(name)} | {"id": str(name)}:
                return self.choices(name, depth + 1)
            case {"tag": str(name)}:
                return self.choices(f"#{name}", depth + 1)
            case str() if ingredient.startswith("#"):
                return self.choices(self._values(_bare(ingredient[1:])), depth + 1) or [_bare(ingredient)]
            case str():
                return [_bare(ingredient)]
        raise ValueError(f"not an ingredient: {ingredient!r}")

    def _values(self, name: str) -> list[Any]:
        for folder in self._folders:
            path = folder / f"{name}.json"
            if path.is_file():
                values: list[Any] = json.loads(path.read_bytes())["values"]
                return values
        return []


def _bare(name: str) -> str:
    return name.removeprefix("minecraft:")
