"""What a call was given, checked. Pure; every fault is a BadInput that names the parameter."""

from __future__ import annotations

from typing import Any

from mcgod.errors import BadInput


def text(params: dict[str, Any], name: str) -> str:
    """Return a text that is not blank."""
    value = params.get(name)
    if not isinstance(value, str) or not value.strip():
        raise BadInput(f"{name} is a text")
    return value


def number(params: dict[str, Any], name: str, default: int) -> int:
    """Return a whole number, not below 0."""
    value = params.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadInput(f"{name} is a whole number, not below 0")
    return value


def length(params: dict[str, Any], name: str, default: float, most: float) -> float:
    """Return a number from 0 to ``most``."""
    value = params.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        raise BadInput(f"{name} is a number from 0 to {most:g}")
    return float(value)


def names(params: dict[str, Any], name: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return a list of texts; one text stands for a list of one."""
    value = params.get(name)
    if value is None:
        return default
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
        raise BadInput(f"{name} is a list of texts")
    return tuple(listed)
