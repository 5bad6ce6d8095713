"""Usage lines as ``help`` prints them. Pure.

Source: Brigadier's CommandDispatcher.getSmartUsage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mcgod.sandbox.tree import Node


def children(node: Node, level: int) -> list[str]:
    """Return a usage line for each child of ``node`` that permission ``level`` may use."""
    optional = node.run is not None
    return [_usage(child, optional=optional, deep=False) for child in node.children() if child.level <= level]


def _usage(node: Node, *, optional: bool, deep: bool) -> str:
    shown = f"<{node.name}>" if node.argument else node.name
    shown = f"[{shown}]" if optional else shown
    if deep:
        return shown
    if node.redirect:
        return f"{shown} {f'-> {node.redirect.name}' if node.redirect.name else '...'}"
    following, may_end = node.children(), node.run is not None
    if len(following) == 1:
        return f"{shown} {_usage(following[0], optional=may_end, deep=may_end)}"
    if not following:
        return shown
    choices = list(dict.fromkeys(_usage(one, optional=may_end, deep=True) for one in following))
    if len(choices) == 1:
        return f"{shown} [{choices[0]}]" if may_end else f"{shown} {choices[0]}"
    names = [f"<{one.name}>" if one.argument else one.name for one in following]
    opening, closing = "[]" if may_end else "()"
    return f"{shown} {opening}{'|'.join(names)}{closing}"
