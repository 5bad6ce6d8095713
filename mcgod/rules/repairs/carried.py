"""What an item carries, read from whichever era wrote it: item NBT until 1.20.4, components since 1.20.5. Pure.

Only the few shapes that commands use are known; anything else makes the
whole None, and the command stays as it was. Sources: the changelogs of
1.20.5 (24w09a), 1.21.4 and 1.21.5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.grammar.naming import spelling
from mcgod.grammar.naming.renames import ENCHANTMENT_NUMBERS
from mcgod.rules.repairs import textform

if TYPE_CHECKING:
    from mcgod.grammar.registry import Registry


class Book(NamedTuple):
    """A book; one that is still to be signed has no title."""

    pages: list[Any]
    title: str | None = None
    author: str = ""


class Carried(NamedTuple):
    """Enchantments by id, texts as components, a model's number; None for what is not there."""

    enchantments: dict[str, int] | None = None
    stored: dict[str, int] | None = None
    name: Any = None
    lore: list[Any] | None = None
    damage: int | None = None
    unbreakable: bool = False
    potion: str | None = None
    model: int | None = None
    color: int | None = None
    book: Book | None = None


class Unknown(Exception):
    """Something is carried that is not known here; never leaves this room."""


def from_nbt(nbt: dict[str, Any], registry: Registry) -> Carried:
    """Read the NBT of before 1.20.5. Raises Unknown."""
    rest = dict(nbt)
    display = rest.pop("display", {})
    if not isinstance(display, dict) or set(display) - {"Name", "Lore", "color"}:
        raise Unknown("display")
    found = Carried(
        enchantments=_old_enchantments(rest.pop("Enchantments", rest.pop("ench", None)), registry),
        stored=_old_enchantments(rest.pop("StoredEnchantments", None), registry),
        name=_old_text(display.get("Name")),
        lore=[_old_text(line) for line in _list(display["Lore"])] if "Lore" in display else None,
        color=_whole(display.get("color")),
        damage=_whole(rest.pop("Damage", None)),
        unbreakable=bool(_whole(rest.pop("Unbreakable", 0))),
        potion=_text(rest.pop("Potion", None)),
        model=_whole(rest.pop("CustomModelData", None)),
    )
    if "pages" in rest:
        signed = "title" in rest or "author" in rest
        pages = [_old_text(page) if signed else _text(page) for page in _list(rest.pop("pages"))]
        title = _text(rest.pop("title", "")) if signed else None
        found = found._replace(book=Book(pages, title, _text(rest.pop("author", "")) or ""))
    if rest:
        raise Unknown(str(sorted(rest)))
    return found


def from_components(given: dict[str, Any], registry: Registry) -> Carried:
    """Read item components of either spelling since 1.20.5, by id without namespace. Raises Unknown."""
    rest = dict(given)
    book = rest.pop("written_book_content", None)
    draft = rest.pop("writable_book_content", None)
    potion = rest.pop("potion_contents", None)
    color = rest.pop("dyed_color", None)
    found = Carried(
        enchantments=_new_enchantments(rest.pop("enchantments", None), registry),
        stored=_new_enchantments(rest.pop("stored_enchantments", None), registry),
        name=_new_text(rest.pop("custom_name", None)),
        lore=[_new_text(line) for line in _list(rest.pop("lore"))] if "lore" in rest else None,
        damage=_whole(rest.pop("damage", None)),
        unbreakable=_is_there(rest.pop("unbreakable", None)),
        potion=_text(potion.get("potion") if isinstance(potion, dict) and set(potion) == {"potion"} else potion),
        model=_model(rest.pop("custom_model_data", None)),
        color=_whole(color.get("rgb") if isinstance(color, dict) else color),
        book=_new_book(book, draft),
    )
    if rest:
        raise Unknown(str(sorted(rest)))
    return found


def _old_enchantments(value: Any, registry: Registry) -> dict[str, int] | None:
    if value is None:
        return None
    found: dict[str, int] = {}
    for one in _list(value):
        if not isinstance(one, dict) or set(one) - {"id", "lvl"}:
            raise Unknown("enchantment")
        found[_enchantment(one.get("id"), registry)] = _level(one.get("lvl", 1))
    return found


def _new_enchantments(value: Any, registry: Registry) -> dict[str, int] | None:
    if value is None:
        return None
    if isinstance(value, list):  # neither era's, but often written
        return _old_enchantments([{"lvl" if key == "level" else key: inner for key, inner in one.items()}
                                  for one in value if isinstance(one, dict)], registry)  # fmt: skip
    levels = value.get("levels", value) if isinstance(value, dict) else None
    if not isinstance(levels, dict):
        raise Unknown("enchantments")
    return {_enchantment(name, registry): _level(level) for name, level in levels.items() if name != "show_in_tooltip"}


def _enchantment(name: Any, registry: Registry) -> str:
    given = ENCHANTMENT_NUMBERS.get(name, "") if isinstance(name, int) else str(name)
    found = spelling.meant("enchantment", given, registry)
    if not found:
        raise Unknown("enchantment")
    return found


def _level(value: Any) -> int:
    if not isinstance(value, int) or not 1 <= value <= 255:
        raise Unknown("level")
    return value


def _new_book(book: Any, draft: Any) -> Book | None:
    if draft is not None:
        return Book([_text(_raw(page)) for page in _list(draft.get("pages") if isinstance(draft, dict) else draft)])
    if book is None:
        return None
    if not isinstance(book, dict) or set(book) - {"title", "author", "pages"}:
        raise Unknown("book")
    title = _text(_raw(book.get("title", ""))) or ""
    pages = [_new_text(_raw(page)) for page in _list(book.get("pages", []))]
    return Book(pages, title, _text(book.get("author", "")) or "")


def _is_there(value: Any) -> bool:
    """Read a component that is an empty map, or a map of what the tooltip shows; models also write ``true``."""
    if value is not None and not isinstance(value, dict) and value not in (True, 1):
        raise Unknown("unbreakable")
    return value is not None


def _raw(value: Any) -> Any:
    return value["raw"] if isinstance(value, dict) and set(value) == {"raw"} else value


def _model(value: Any) -> int | None:
    if isinstance(value, dict) and set(value) == {"floats"} and len(_list(value["floats"])) == 1:
        number = value["floats"][0]
        return int(number) if isinstance(number, int | float) and number == int(number) else _whole(number)
    return _whole(value)


def _old_text(value: Any) -> Any:
    return None if value is None else textform.from_string(_text(value) or "")


def _new_text(value: Any) -> Any:
    if value is not None and not isinstance(value, str | dict | list):
        raise Unknown("text")
    return textform.from_string(value) if isinstance(value, str) else value


def _text(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise Unknown("text")
    return value


def _whole(value: Any) -> int | None:
    if value is not None and not isinstance(value, int):
        raise Unknown("number")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise Unknown("list")
    return value
