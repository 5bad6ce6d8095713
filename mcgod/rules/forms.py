"""The command families that may be open to anybody, and the forms of their arguments. Pure.

A form is a line of words: lower case stands for itself (``|`` between
alternatives), upper case is a kind of argument, ``?`` marks what may be left
off at the end, ``...`` takes the rest of the line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mcgod.rules.verdict import Rejection
from mcgod.rules.words import Word, cut

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMS = {
    "clear": ("TARGET ITEM? COUNT?",),
    "difficulty": ("peaceful|easy|normal|hard",),
    "effect": ("give TARGET EFFECT SECONDS? AMPLIFIER? true|false?", "clear TARGET EFFECT?"),
    "enchant": ("TARGET ENCHANTMENT LEVEL?",),
    "fill": ("X Y Z X Y Z BLOCK destroy|hollow|keep|outline|replace?",),
    "gamemode": ("survival|creative|adventure|spectator TARGET",),
    "give": ("TARGET ITEM COUNT?",),
    "kill": ("TARGET",),
    "list": ("",),
    "playsound": ("SOUND SOURCE TARGET",),
    "say": ("TEXT...",),
    "seed": ("",),
    "setblock": ("X Y Z BLOCK destroy|keep|replace?",),
    "spawnpoint": ("TARGET X Y Z",),
    "summon": ("ENTITY X Y Z",),
    "time": ("set day|noon|night|midnight", "set TICKS", "add TICKS"),
    "title": ("TARGET title|subtitle|actionbar COMPONENT",),
    "tp": ("TARGET PLACE", "TARGET X Y Z"),
    "weather": ("clear|rain|thunder SECONDS?",),
    "xp": ("add TARGET XP levels|points?",),
}
ALIASES = {"teleport": "tp", "experience": "xp"}


@dataclass(frozen=True, slots=True)
class Argument:
    """A word of a command and the kind of argument that it is."""

    kind: str
    word: Word


@dataclass(frozen=True, slots=True)
class Command:
    """A command that fits a form: its text, its family, and its typed arguments."""

    text: str
    family: str
    arguments: tuple[Argument, ...]

    def of(self, kind: str) -> list[Word]:
        """Return the arguments of ``kind``, in order."""
        return [argument.word for argument in self.arguments if argument.kind == kind]


def parse(text: str) -> Command:
    """Read ``text`` as one of FORMS. Raises Rejection."""
    words = cut(text)
    name = words[0].text.removeprefix("minecraft:")
    family = ALIASES.get(name, name)
    if family not in FORMS:
        raise Rejection("unknown-command", words[0].text[:40])
    for form in FORMS[family]:
        arguments = _fit(form.split(), words[1:], text)
        if arguments is not None:
            return Command(text, family, arguments)
    usage = " or ".join(f"{name} {form}".strip() for form in FORMS[family])
    raise Rejection("wrong-form", usage)


def _fit(form: Sequence[str], words: Sequence[Word], text: str) -> tuple[Argument, ...] | None:
    """Pair the words with the form's parts, or return None when they do not fit."""
    found: list[Argument] = []
    for place, part in enumerate(form):
        if part.endswith("..."):
            rest = words[place:]
            return (
                (*found, Argument(part[:-3], Word(text[rest[0].start :], rest[0].start, len(text)))) if rest else None
            )
        if place >= len(words):
            return tuple(found) if part.endswith("?") else None
        kind = part.removesuffix("?")
        if kind.islower() and words[place].text not in kind.split("|"):
            return None
        found.append(Argument("LITERAL" if kind.islower() else kind, words[place]))
    return tuple(found) if len(words) <= len(form) else None
