"""Writes what an item carries as one era reads it. Pure.

Sources: the changelogs of 1.20.5 (24w09a), 1.21.4 (24w45a) and 1.21.5 (25w02a).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.rules.repairs import notation, textform
from mcgod.rules.repairs.notation import Typed

if TYPE_CHECKING:
    from mcgod.grammar.dialect import Dialect
    from mcgod.rules.repairs.carried import Carried


def nbt(carried: Carried) -> str:
    """Write NBT of before 1.20.5, braces included; empty when nothing is carried."""
    display = {
        "Name": _json(carried.name),
        "Lore": None if carried.lore is None else [_json(line) for line in carried.lore],
        "color": carried.color,
    }
    whole: dict[str, Any] = {
        "Enchantments": _levels(carried.enchantments),
        "StoredEnchantments": _levels(carried.stored),
        "display": _given(display) or None,
        "Damage": carried.damage,
        "Unbreakable": Typed("1b") if carried.unbreakable else None,
        "Potion": carried.potion,
        "CustomModelData": carried.model,
    }
    if book := carried.book:
        if book.title is None:
            whole["pages"] = book.pages
        else:
            whole |= {"title": book.title, "author": book.author, "pages": [_json(page) for page in book.pages]}
    return notation.snbt(_given(whole)) if _given(whole) else ""


def bracketed(carried: Carried, dialect: Dialect) -> str:
    """Write item components as ``dialect`` spells them, brackets included; empty when nothing is carried."""
    whole: dict[str, Any] = {
        "enchantments": carried.enchantments,
        "stored_enchantments": carried.stored,
        "custom_name": _in_era(carried.name, dialect),
        "lore": None if carried.lore is None else [_in_era(line, dialect) for line in carried.lore],
        "damage": carried.damage,
        "unbreakable": {} if carried.unbreakable else None,
        "potion_contents": None if carried.potion is None else {"potion": carried.potion},
        "custom_model_data": carried.model,
        "dyed_color": carried.color,
    }
    if carried.model is not None and dialect.since(1, 21, 4):
        whole["custom_model_data"] = {"floats": [Typed(f"{carried.model}f")]}
    if book := carried.book:
        if book.title is None:
            whole["writable_book_content"] = {"pages": book.pages}
        else:
            pages = [_in_era(page, dialect) for page in book.pages]
            whole["written_book_content"] = {"title": book.title, "author": book.author, "pages": pages}
    parts = [f"{name}={notation.snbt(value)}" for name, value in whole.items() if value is not None]
    return f"[{','.join(parts)}]" if parts else ""


def _in_era(text: Any, dialect: Dialect) -> Any:
    """A text in an item is a component since 1.21.5, and before that a string of JSON."""
    if text is None:
        return None
    meant = textform.in_era(text, modern=dialect.modern)
    return meant if dialect.modern else notation.as_json(meant)


def _json(text: Any) -> str | None:
    return None if text is None else notation.as_json(textform.in_era(text, modern=False))


def _given(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _levels(levels: dict[str, int] | None) -> list[dict[str, Any]] | None:
    if levels is None:
        return None
    return [{"id": f"minecraft:{name}", "lvl": Typed(f"{level}s")} for name, level in levels.items()]
