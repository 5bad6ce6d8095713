"""Rules on which items, blocks and creatures, and on the data that they carry. Each returns what is wrong, or None."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.rules.catalogue import rule
from mcgod.rules.seen import TOO_DEEP

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.rules.seen import Seen

# Data that changes how a thing looks, what it is called, and which enchantments or colours it has; both eras.
_PLAIN_ITEM = frozenset({
    "banner_patterns", "base_color", "custom_model_data", "custom_name", "damage", "dyed_color",
    "enchantment_glint_override", "enchantments", "firework_explosion", "fireworks", "instrument", "item_name", "lore",
    "map_color", "potion_contents", "rarity", "stored_enchantments", "trim", "unbreakable", "writable_book_content",
    "written_book_content", "tooltip_display", "hide_tooltip", "item_model",
    "Damage", "Enchantments", "HideFlags", "Potion", "StoredEnchantments", "Trim", "Unbreakable", "author", "display",
    "pages", "title", "Fireworks", "CustomModelData", "generation",
})  # fmt: skip
_PLAIN_CREATURE = frozenset({
    "Age", "CatType", "CollarColor", "Color", "CustomName", "CustomNameVisible", "NoAI", "PersistenceRequired",
    "Saddle", "SaddleItem", "Silent", "Tags", "Tame", "Type", "Variant", "variant", "Sheared", "Glowing", "saddle",
})  # fmt: skip


_HIDDEN = frozenset({"Command", "command", "DeathLootTable", "LootTable", "run_function"})


@rule("forbidden-thing", "thing", "this item, block or creature is never given")
def forbidden(seen: Seen) -> str | None:
    """Command blocks, spawners, bosses and the like are not given, placed or summoned, nor inside data."""
    policy = seen.policy
    items, blocks = frozenset(policy.forbidden_items), frozenset(policy.forbidden_blocks)
    creatures = frozenset(policy.forbidden_entities)
    for span in seen.match.inner_spans:
        name = span.value.get("id", "") if isinstance(span.value, dict) else ""
        bare: str = str(name).removeprefix("minecraft:")
        if span.kind == "item" and (bare in items or (seen.context.is_god and bare.endswith("_spawn_egg"))):
            return bare
        if span.kind == "block" and bare in blocks:
            return bare
        if seen.family == "summon" and span.kind == "resource" and bare in creatures:
            return bare
    # Things inside things: passengers, containers, spawn data, what a block of data would become.
    for value in _inside(seen):
        bare = value.removeprefix("minecraft:")
        if (
            bare in items
            or bare in blocks
            or bare in creatures
            or (seen.context.is_god and bare.endswith("_spawn_egg"))
        ):
            return f"{bare} inside data"
    return None


@rule("data-not-open", "thing", "give the plain thing, or only names, looks and enchantments")
def data(seen: Seen) -> str | None:
    """Data on things is open as far as the mode says: not at all, for names, looks and enchantments, or any."""
    openness = seen.policy.data
    for key in _outermost(seen):
        bare = key.removeprefix("minecraft:")
        if openness == "none":
            return bare
        if openness == "plain" and bare not in (_PLAIN_CREATURE if seen.family == "summon" else _PLAIN_ITEM):
            return bare
    return None


@rule("hidden-command", "thing", "leave commands out of data")
def hidden(seen: Seen) -> str | None:
    """No data carries a command, or a table or function that runs one."""
    for value in seen.data():
        # A click action has a field of that name too; the rule on click actions has looked at it.
        if isinstance(value, dict) and "action" not in value:
            for key in value:
                if key.removeprefix("minecraft:") in _HIDDEN:
                    return str(key)
    return None


@rule("data-too-deep", "thing", "use simpler data")
def depth(seen: Seen) -> str | None:
    """Data is only as deep as it can be looked into."""
    return "nested too deep" if any(value is TOO_DEEP for value in seen.data()) else None


def _outermost(seen: Seen) -> Iterator[str]:
    """Yield the names of the data on the command's own items, blocks and creatures."""
    for span in seen.match.spans:
        value = span.value
        if span.kind in ("item", "item_predicate") and isinstance(value, dict):
            yield from value.get("components") or {}
            yield from value.get("removed") or ()
            yield from value.get("nbt") or {}
        elif span.kind == "block" and isinstance(value, dict):
            yield from value.get("nbt") or {}
        elif span.kind == "snbt" and isinstance(value, dict):
            yield from value


def _inside(seen: Seen) -> Iterator[str]:
    """Yield every id that stands in the data below a key that makes it a thing."""
    for value in seen.data():
        if isinstance(value, dict):
            for key in ("id", "Name", "entity", "Id"):
                name: Any = value.get(key)
                if isinstance(name, str) and not _is_whole(seen, value):
                    yield name


def _is_whole(seen: Seen, value: dict[str, Any]) -> bool:
    """Tell whether ``value`` is an argument itself, which the first half of the rule has looked at."""
    return any(span.value is value for span in seen.match.spans)
