"""What each mode allows, as values: read from ``policy.toml``, and from an admin's own file on top. Pure."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.errors import BadConfig
from mcgod.rules.risk import CLASSES

if TYPE_CHECKING:
    from collections.abc import Mapping

MODES = ("god", "sudo", "god_system", "benevolent")
_CHOICES = {"targets": ("self", "online"), "data": ("none", "plain", "any")}
_KINDS = {int: "a whole number, not below 0", bool: "true or false", str: "text"}


class Policy(NamedTuple):
    """The limits of one mode. ``policy.toml`` says what each means, and in which unit."""

    classes: tuple[str, ...]
    families: tuple[str, ...]
    plugins: tuple[str, ...]
    targets: str
    selectors: tuple[str, ...]
    data: str
    clicks: tuple[str, ...]
    commands: int
    items: int
    seconds: int
    amplifier: int
    enchantment: int
    levels: int
    points: int
    distance: int
    volume: int
    summons: int
    entities: int
    text: int
    border: int
    cooldown: int
    hourly: int
    takes: bool
    harms: bool
    forbidden_items: tuple[str, ...]
    forbidden_blocks: tuple[str, ...]
    forbidden_entities: tuple[str, ...]

    def opens(self, path: tuple[str, ...]) -> bool:
        """Whether a family names the beginning of ``path``."""
        return any(path[: len(family)] == family for family in _split(self.families))


@cache
def _split(families: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(family.split(" ")) for family in families)


@cache
def shipped() -> dict[str, Policy]:
    """Return the policies that come with mcgod."""
    raw = _file()
    return {mode: _policy({**raw["every"], **raw[mode]}, mode) for mode in MODES}


@cache
def _file() -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - not every command judges

    return tomllib.loads(Path(__file__).with_name("policy.toml").read_text("utf-8"))


def overridden(policies: Mapping[str, Policy], tables: Mapping[str, Any], origin: str) -> dict[str, Policy]:
    """Return ``policies`` with the fields of an admin's ``tables`` on top: ``{"god": {"items": 64}}``.

    ``extra_families`` and ``without_families`` add to and take from the list.
    Raises BadConfig that names ``origin`` and the field.
    """
    changed = dict(policies)
    for mode, table in tables.items():
        if mode not in MODES:
            raise BadConfig(f"{origin}: no mode is called {mode}", hint=f"one of {', '.join(MODES)}")
        if not isinstance(table, dict):
            raise BadConfig(f"{origin}: {mode} must be a table")
        where = f"{origin}: {mode}"
        given = dict(table)
        more, fewer = (
            _texts(given.pop(f"{word}_families", []), f"{where}.{word}_families") for word in ("extra", "without")
        )
        base = changed[mode]._asdict() | {
            name: list(value) for name, value in changed[mode]._asdict().items() if isinstance(value, tuple)
        }
        base["families"] = [family for family in base["families"] + more if family not in fewer]
        changed[mode] = _policy({**base, **given}, where)
    return changed


def _policy(raw: Mapping[str, Any], where: str) -> Policy:
    shape = _file()["every"]
    for name in raw:
        if name not in shape:
            raise BadConfig(f"{where}: no limit is called {name}", hint="mcgod rules list")
    return Policy(**{name: _value(name, raw[name], type(shape[name]), f"{where}.{name}") for name in shape})


def _value(name: str, value: Any, kind: type, where: str) -> Any:
    if kind is list:
        texts = _texts(value, where)
        if name == "classes" and set(texts) - set(CLASSES):
            raise BadConfig(f"{where} may hold {', '.join(CLASSES)}")
        return tuple(texts)
    if type(value) is not kind or (isinstance(value, int) and value < 0):
        raise BadConfig(f"{where} must be {_KINDS[kind]}")
    if kind is str and value not in _CHOICES[name]:
        raise BadConfig(f"{where} must be one of {', '.join(_CHOICES[name])}")
    return value


def _texts(value: Any, where: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadConfig(f"{where} must be a list of texts")
    return value
