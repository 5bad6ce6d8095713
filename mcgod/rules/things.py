"""Rules on which items, blocks and creatures, and on the data that they carry. Each returns what is wrong, or None."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from mcgod.rules.catalogue import rule
from mcgod.rules.seen import TOO_DEEP, plain_id

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
    "Saddle", "SaddleItem", "Silent", "Tags", "Tame", "Type", "Variant", "variant", "Sheared", "Glowing", "equipment",
})  # fmt: skip
_HIDDEN = frozenset({"Command", "DeathLootTable", "LootTable", "run_function", "command"})
# In a text these two say which command a click means; the rule on click actions has looked at it.
_CLICKED = frozenset({"run_command", "suggest_command"})
# Fields that hold words. A string in any other field may be the id of a thing.
_WORDS = frozenset({
    "CustomName", "Lore", "Tags", "Text1", "Text2", "Text3", "Text4", "author", "command", "contents", "custom_name",
    "extra", "fallback", "filtered", "insertion", "item_name", "keybind", "label", "lore", "messages", "pages", "raw",
    "selector", "text", "title", "translate", "url", "value", "with",
})  # fmt: skip
_DEFINED = frozenset({"loot_table", "modifier", "feature"})


@rule("forbidden-thing", "thing", "this item, block or creature is never given")
def forbidden(seen: Seen) -> str | None:
    """Command blocks, spawners, bosses and the like are not given, placed or summoned, nor inside data."""
    policy = seen.policy
    items, blocks, creatures = map(_set, (policy.forbidden_items, policy.forbidden_blocks, policy.forbidden_entities))
    for span in seen.inner_spans:
        name = span.value.get("id", "") if isinstance(span.value, dict) else ""
        bare = plain_id(str(name))
        if span.kind == "item" and (bare in items or (seen.context.is_god and bare.endswith("_spawn_egg"))):
            return bare
        if span.kind == "block" and bare in blocks:
            return bare
        if seen.family == "summon" and span.kind == "resource" and bare in creatures:
            return bare
    # Things inside things: passengers, containers, spawn data, what a block of data would become.
    for value in _inside(seen):
        bare = plain_id(value)
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
    if openness == "plain" and seen.family == "summon":
        carried = (value for value in seen.compounds if not _is_whole(seen, value))
        return next((str(value["id"]) for value in carried if "id" in value and not _is_saddle(value)), None)
    return None


@rule("inline-definition", "thing", "name one that the server has")
def inline(seen: Seen) -> str | None:
    """Loot tables, item modifiers and landscapes are named, not written out; a dialog leaves a way to close it."""
    for span in seen.match.spans:
        written = span.value.get("inline") if isinstance(span.value, dict) else None
        if written is None:
            continue
        if span.kind in _DEFINED:
            return span.kind
        if span.kind == "dialog" and isinstance(written, dict) and not written.get("can_close_with_escape", True):
            return "a dialog that cannot be closed"
    return None


@rule("hidden-command", "thing", "leave commands out of data")
def hidden(seen: Seen) -> str | None:
    """No data carries a command, or a table or function that runs one."""
    for value in seen.compounds:
        for key in value:
            bare = key.removeprefix("minecraft:")
            clicked = bare == "command" and value.get("action") in (*_CLICKED,)
            if bare in _HIDDEN and not clicked:
                return str(key)
    return None


@rule("data-too-deep", "thing", "use simpler data")
def depth(seen: Seen) -> str | None:
    """Data is only as deep as it can be looked into."""
    return "nested too deep" if any(value is TOO_DEEP for value in seen.data) else None


_set = cache(frozenset[str])


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
    """Yield every string in the data that may be the id of a thing: all but those in fields that hold words."""
    for value in seen.compounds:
        for key, inner in value.items():
            if plain_id(key) in _WORDS or (key == "id" and _is_whole(seen, value)):
                continue
            if isinstance(inner, str):
                yield inner
            elif isinstance(inner, list):
                yield from (one for one in inner if isinstance(one, str))


def _is_saddle(value: dict[str, Any]) -> bool:
    """Tell whether ``value`` is one plain saddle: what a horse wears is all that a god's creature may carry."""
    counted = {"id": "saddle", "count": 1, "Count": 1}
    return all(counted.get(key) == (plain_id(str(one)) if key == "id" else one) for key, one in value.items())


def _is_whole(seen: Seen, value: dict[str, Any]) -> bool:
    """Tell whether ``value`` is an argument itself, which the first half of the rule has looked at."""
    return any(span.value is value for span in seen.match.spans)
