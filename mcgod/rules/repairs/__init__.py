"""Ordered rewrites of what models get almost right. Pure.

A rewrite takes the command, what the grammar made of it, and the context, and
returns the command as it should be, or as it was. After each one that changes
something the command is held against the grammar again, and a rewrite that
did not help is dropped. A repair never widens what a command does: after the
last one the command is judged as if the model had written it so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.grammar.match import match
from mcgod.rules.repairs import forms, ids, places, players
from mcgod.rules.verdict import Repair

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context

    Rewrite = Callable[[str, Match, Context], str]

# The name of a repair is its function's, with dashes.
ORDER: tuple[Rewrite, ...] = (
    forms.root_case,
    players.names_with_blanks,
    players.self_selector,
    forms.old_effect,
    forms.experience_form,
    forms.give_order,
    ids.everyday_name,
    ids.namespace,
    places.anchored,
)
_ROUNDS = 3  # a command with several mistakes may need its early rewrites again


def look(command: str, context: Context) -> Match:
    """Hold ``command`` against the grammar of the context's server."""
    return match(command, context.tree, context.registry)


def apply(command: str, context: Context) -> tuple[str, Match, tuple[Repair, ...]]:
    """Run the rewrites, in order, until none helps any more; return the command, its match, and what was changed."""
    seen = look(command, context)
    repairs: list[Repair] = []
    for _ in range(_ROUNDS):
        before = command
        for rewrite in ORDER:
            after = rewrite(command, seen, context)
            if after == command:
                continue
            again = look(after, context)
            if _helps(seen, again):
                name = rewrite.__name__.replace("_", "-")
                repairs.append(Repair(name, *_difference(command, after)))
                command, seen = after, again
        if command == before:
            break
    return command, seen, tuple(repairs)


def _helps(before: Match, after: Match) -> bool:
    """Tell whether the grammar got at least as far with the rewritten command."""
    return after.ok or (not before.ok and len(after.path) >= len(before.path))


def _difference(before: str, after: str) -> tuple[str, str]:
    """Return the words of each that the other does not share at its start or end."""
    old, new = before.split(" "), after.split(" ")
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return " ".join(old), " ".join(new)
