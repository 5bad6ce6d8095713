"""A prayer cut into clauses, each with its mood: does it ask, refuse, lack or complain, and of whom does it speak.

Pure. What the words mean in the game is for intents.py and items.py.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from mcgod.llm.oracle.words import counted, terms, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mcgod.llm.oracle.words import Word

LONGEST = 3000  # characters that are looked at; a prayer in the game's chat has 256
_MOST_CLAUSES = 40
_NAME = re.compile(r"playername(\d+)")
# "Alex and me" is one party, not two clauses.
_PAIR = re.compile(r"\b(playername\d+|me)\s*(?:,|\band\b|&)\s*(?=playername\d+|me\b)", re.IGNORECASE)

_ENDS = frozenset(".;:!?\n")
_JOINTS = terms(", and but then also plus because so while though")
_PHRASES = {"flint and steel": "flintandsteel", "book and quill": "bookandquill", "do not": "dont", "can not": "cant"}

_ASKING = terms(
    "need want give bring get grant bless please pls plz send make let could can may would wish beg pray ask"
    " require lend provide spawn summon create call spare supply hand turn set change put clear crave fetch craft"
    " restore heal cure wants needs deserve deserves teleport tp take start help set keep"
    " enchant tame build id"
)
_REFUSING = terms("no not dont never stop stops end ends cancel enough away rid nor isnt arent remove off")
_ENDING = terms("no stop stops end ends cancel enough away rid remove off cure")
_COMPLAINING = terms("hate annoying annoyed tired sick too keeps always scared afraid fear wont awful wet")
_LACKING = terms("lack lacking lost missing without broke broken dropped forgot stole stolen ran died")
_LACKING_PAIRS = terms(
    "have no|got no|has no|had no|is no|are no|theres no|dont have|havent got|havent any|out of|cant find|no longer|"
    "doesnt have|has nothing|have nothing|didnt find",
    "|",
)
_PLEADING = frozenset({"let", "abandon", "forget", "forsake", "leave"})  # "do not let me starve" refuses nothing
_SELF = frozenset({"i", "im", "ive", "id", "me", "my", "mine", "myself", "we", "us", "our"})
_EVERYONE = frozenset({"everyone", "everybody", "all", "players", "anyone"})
_SUBJECTS = terms("i we he she it its there theres im ive they you this that")
_AIMS = terms("build make craft kill fight survive live mine defeat slay cook eat sleep start finish")
# Words that carry no meaning of their own between the ones that do.
_FILLERS = terms(
    "the some any your our this that these those please pls plz really very just more pieces piece of little"
    " oh lord god dear mighty again now extra also such bit lot lots few"
)


class Clause(NamedTuple):
    """One part of a prayer. ``words`` has numbers as ints and names as ``playernameN``; ``names`` are those meant."""

    words: tuple[Word, ...]
    names: tuple[str, ...] = ()
    asks: bool = False
    refuses: bool = False
    ends: bool = False
    lacks: bool = False
    complains: bool = False
    self_meant: bool = False
    everyone: bool = False
    purpose: bool = False

    @property
    def bare(self) -> bool:
        """Whether it begins with ``no``, which refuses weather but names what is missing of things."""
        return self.words[:1] == ("no",)


def hear(prayer: str, names: Sequence[str]) -> list[Clause]:
    """Cut ``prayer`` into clauses; ``names`` are the players who may be meant, in any case of letters."""
    text = _masked(prayer[:LONGEST], names)
    clauses: list[Clause] = []
    before = Clause(())
    for words, joint in _parts(tokens(text)):
        clause = _clause(words, names)
        if joint != "end" and not _SUBJECTS.intersection(words):
            follows = not (clause.asks or clause.refuses or clause.lacks)
            if follows:
                clause = clause._replace(asks=before.asks, lacks=before.lacks, complains=before.complains)
                clause = clause._replace(refuses=before.refuses and joint != "but")
            if not (clause.names or clause.self_meant or clause.everyone):
                clause = clause._replace(names=before.names, everyone=before.everyone)
        before = clause
        clauses.append(clause)
        if len(clauses) >= _MOST_CLAUSES:
            break
    return clauses


def name_at(word: Word, names: Sequence[str]) -> str | None:
    """Return the player whom a word of a clause stands for."""
    found = _NAME.fullmatch(word) if isinstance(word, str) else None
    return names[int(found[1])] if found and int(found[1]) < len(names) else None


def _masked(text: str, names: Sequence[str]) -> str:
    text = text.replace("@a", " everyone ").replace("@s", " me ").replace("@p", " me ")
    for number in sorted(range(len(names)), key=lambda number: -len(names[number])):
        pattern = rf"(?<!\w){re.escape(names[number])}(?!\w)"
        text = re.sub(pattern, f" playername{number} ", text, flags=re.IGNORECASE)
    text = _PAIR.sub(r"\1 ", text)
    for phrase, word in _PHRASES.items():
        text = re.sub(rf"\b{phrase}\b", word, text, flags=re.IGNORECASE)
    return text


def _parts(words: list[str]) -> Iterator[tuple[list[str], str]]:
    """Yield the words between joints, each with the joint before it (``end`` after a full stop)."""
    part: list[str] = []
    joint = "end"
    for word in words:
        if word in _ENDS or word in _JOINTS:
            if part:
                yield part, joint
                part, joint = [], word
            joint = (
                "end" if word in _ENDS else "but" if word == "but" else joint if joint == "end" and not part else word
            )
        else:
            part.append(word)
    if part:
        yield part, joint


def _clause(words: list[str], names: Sequence[str]) -> Clause:
    known = set(words)
    pairs = {f"{one} {two}" for one, two in pairwise(words)}
    lacks = bool(_LACKING & known or _LACKING_PAIRS & pairs)
    pleads = bool(_PLEADING & known and _REFUSING & known)
    polite = bool(known & {"please", "thanks", "more", "need"})
    refuses = bool(_REFUSING & known) and not lacks and not pleads
    kept = [word for word in counted(words) if word not in _FILLERS]
    if refuses and kept[:1] == ["no"] and polite:
        kept[0] = "not"  # a refusal, not a want
    return Clause(
        tuple(kept),
        tuple(name for word in kept if (name := name_at(word, names))),
        asks=pleads or bool(_ASKING & known),
        refuses=refuses,
        ends=bool(_ENDING & known),
        lacks=lacks,
        complains=bool(_COMPLAINING & known),
        self_meant=bool(_SELF & known),
        everyone=bool(_EVERYONE & known),
    )


def main_and_purpose(clause: Clause) -> tuple[Clause, Clause | None]:
    """Cut off what a thing is wanted for (``wood for shelter``): it counts only when the rest brings nothing."""
    words = clause.words
    for at in range(1, len(words) - 1):
        after = words[at + 1]
        person = isinstance(after, str) and (_NAME.fullmatch(after) or after in _SELF | _EVERYONE)
        if (words[at] == "for" and not person) or (words[at] == "to" and after in _AIMS):
            aim = clause._replace(words=words[at + 1 :], purpose=True, asks=True)
            return clause._replace(words=words[:at]), aim
    return clause, None
