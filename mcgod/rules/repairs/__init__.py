"""Ordered rewrites of what models get almost right. Pure.

A rewrite takes the command, what the grammar made of it, and the context, and
returns the command as it should be, or as it was. After each one that changes
something the command is held against the grammar again, and a rewrite that
did not help is dropped. ``mending`` is for commands that the grammar refuses,
FINISHING for those that it takes and that still mean something else, or
nothing, on this server. A repair never widens what a command does: its family
stays, and after the last one the command is judged as if the model had
written it so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.grammar.match import match
from mcgod.rules import hygiene
from mcgod.rules.repairs import blanks, creatures, ids, items, places, players, sounds, texts, words
from mcgod.rules.verdict import Rejection, Repair

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context

    Rewrite = Callable[[str, Match, Context], str]

# The name of a repair is its function's, with dashes.
FINISHING: tuple[Rewrite, ...] = (
    blanks.blank_coordinate,
    players.names_with_blanks,
    players.misspelt_player,
    players.self_selector,
    ids.attribute_name,
    sounds.sound_name,
    words.time_marker,
    items.item_values,
    creatures.creature_name,
    texts.text_keys,
    ids.namespace,
    places.anchored,
)
_ROUNDS = 4  # a command with several mistakes may need its early rewrites again
_TIMES = 8  # as often one rewrite may follow itself: doubled blanks
# One command that has had two names.
_RENAMED = {("replaceitem", "item"), ("item", "replaceitem"), ("locatebiome", "locate"), ("locate", "locatebiome")}


def look(command: str, context: Context) -> Match:
    """Hold ``command`` against the grammar of the context's server."""
    return match(command, context.tree, context.registry)


def apply(command: str, context: Context) -> tuple[str, Match, tuple[Repair, ...]]:
    """Run the rewrites, in order, until none helps any more; return the command, its match, and what was changed."""
    seen = look(command, context)
    repairs: list[Repair] = []
    for order in (FINISHING,) if seen.ok else (_mending(), FINISHING):
        for _ in range(_ROUNDS):
            before = command
            for rewrite in order:
                if order is not FINISHING and seen.ok:
                    break
                command, seen = _tried(rewrite, command, seen, context, repairs)
            if command == before:
                break
        if not seen.ok:
            break
    return command, seen, tuple(repairs)


def _mending() -> tuple[Rewrite, ...]:
    from mcgod.rules.repairs import mending  # noqa: PLC0415 - half of the room, and only for what is refused

    return mending.ORDER


def _tried(rewrite: Rewrite, command: str, seen: Match, context: Context, repairs: list[Repair]) -> tuple[str, Match]:
    """Apply one rewrite as long as it helps, and note what it did."""
    for _ in range(_TIMES):
        try:
            after = rewrite(command, seen, context)
        except RecursionError:
            break  # data nested so deep is for the rules to refuse
        if after == command or not _is_clean(after):
            break
        again = look(after, context)
        if not _helps(seen, again):
            break
        repairs.append(Repair(rewrite.__name__.replace("_", "-"), *_difference(command, after)))
        mended = again.ok and not seen.ok
        command, seen = after, again
        if mended:
            break
    return command, seen


def _helps(before: Match, after: Match) -> bool:
    """Tell whether the grammar got at least as far with the rewritten command, and its family is the same."""
    old, new = before.inner_path[:1], after.inner_path[:1]
    if old not in ((), ("execute",), new) and (*old, *new) not in _RENAMED:
        return False
    return after.ok or (not before.ok and (len(after.path), after.offset) >= (len(before.path), before.offset))


def _is_clean(command: str) -> bool:
    """Tell whether hygiene would let the rewritten command pass; escapes in a text may have become characters."""
    try:
        hygiene.tidy(command)
    except Rejection:
        return False
    return True


def _difference(before: str, after: str) -> tuple[str, str]:
    """Return the words of each that the other does not share at its start or end."""
    old, new = before.split(" "), after.split(" ")
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return " ".join(old), " ".join(new)
