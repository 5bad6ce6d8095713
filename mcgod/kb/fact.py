"""One fact: a key, what is known of it, who says so and how sure that is. Values, no files.

{"key":"player:Steve:seen","value":"left the game","source":"Observed","at":1796040000.0,
"place":[10.0,64.0,-3.0,"minecraft:overworld"],"confidence":0.9,"by":"bridge"}
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadInput, BadUsage
from mcgod.kb.port import Entry, Place

if TYPE_CHECKING:
    from collections.abc import Mapping

# Who says so -> how sure a fact of that kind is when nobody says otherwise, 0 to 1.
SOURCES = {
    "Observed": 0.9,  # the game said it
    "Inferred": 0.6,  # it follows from what the game said
    "Durable": 1.0,  # somebody wanted it kept
    "PlayerInstruction": 1.0,  # a player or an admin said how things are to be
    "Memory": 0.8,  # from an earlier conversation
    "Scan": 0.9,  # found by looking through an area
    "Recovery": 0.5,  # put together after a loss
}
KEPT = frozenset({"Durable", "PlayerInstruction"})  # what only a person takes away again
LONGEST_KEY = 200  # characters
LONGEST_VALUE = 2000  # characters

_MARKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_IN_TEXT = re.compile(r"(?<![\d.,-])\(?(-?\d{1,8}),? +(-?\d{1,4}),? +(-?\d{1,8})\)?(?![\d.,]*\d)")
# How a sentence says where something is, what it is called, or what it is worth: the next such one replaces it.
_SUBJECT = re.compile(
    r"\s+(?:(?P<at>(?:is|are|was|were|lives?|lies?) (?:at|in|on|near))|(?P<called>(?:is|are) (?:called|named)))\s"
    r"|\s*[=:]\s+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Fact:
    """What is known under ``key``. ``at`` is in epoch seconds, ``confidence`` 0 to 1; ``by`` names who wrote it."""

    key: str
    value: str
    source: str = "Observed"
    at: float = 0.0
    place: Place | None = None
    confidence: float = -1.0
    by: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        """Tidy the texts. Raises BadUsage for an empty or endless key or value, or a source that there is not."""
        if self.source not in SOURCES:
            raise BadUsage(f"{self.source!r} is no source of facts", hint=", ".join(SOURCES))
        object.__setattr__(self, "key", _tidy("key", self.key, LONGEST_KEY))
        object.__setattr__(self, "value", _tidy("value", self.value, LONGEST_VALUE))
        sure = SOURCES[self.source] if self.confidence < 0 else min(self.confidence, 1.0)
        object.__setattr__(self, "confidence", sure)

    @property
    def prefix(self) -> str:
        """What its quota is counted by: the key up to its first colon; all of a key without one."""
        return self.key.partition(":")[0]

    @property
    def is_kept(self) -> bool:
        """Whether only a person may take it away."""
        return self.source in KEPT

    def to_json(self) -> dict[str, Any]:
        """Return the shape above; ``place`` and ``by`` are left out where there is none."""
        made = {"key": self.key, "value": self.value, "source": self.source, "at": self.at}
        if self.place:
            made["place"] = list(self.place)
        return made | {"confidence": self.confidence} | ({"by": self.by} if self.by else {})

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> Fact:
        """Read the shape above. Raises BadInput."""
        try:
            place = None
            if raw.get("place"):
                x, y, z, dimension = raw["place"]
                place = Place(float(x), float(y), float(z), str(dimension))
            return cls(
                str(raw["key"]),
                str(raw["value"]),
                str(raw.get("source", "Observed")),
                float(raw["at"]),
                place,
                float(raw.get("confidence", -1.0)),
                str(raw.get("by", "")),
            )
        except (KeyError, TypeError, ValueError, AttributeError, BadUsage) as error:
            raise BadInput(f"not a fact: {error}") from None

    def entry(self, kb: str) -> Entry:
        """Return it as an entry of the base ``kb``."""
        tags = (self.source.lower(), self.prefix.lower())
        more = {"source": self.source, "confidence": self.confidence, "by": self.by}
        return Entry(kb, "fact", self.key, self.key, self.value, tags, place=self.place, updated=self.at, more=more)


def key_for(text: str) -> str:
    """Make the key of a remembered sentence.

    Of one that says where something is or what it is called it is the subject
    of it, so that a newer such sentence replaces it; else the whole sentence,
    which replaces nothing but itself.

    >>> key_for("My base is at 100 64 -20"), key_for("The code: 123"), key_for("Steve is a builder")
    ('note:my-base-at', 'note:the-code', 'note:steve-is-a-builder')
    """
    cut = _SUBJECT.search(text.strip())
    subject = text
    if cut and cut.start():
        subject = f"{text.strip()[: cut.start()]} {'at' if cut['at'] else 'called' if cut['called'] else ''}"
    plain = unicodedata.normalize("NFKC", subject).casefold()
    slug = re.sub(r"[\W_]+", "-", plain).strip("-")
    if len(slug) > 80 or not slug:
        from hashlib import sha256  # noqa: PLC0415 - only for a long sentence

        slug = f"{slug[:60].rstrip('-')}-{sha256(plain.encode('utf-8', 'replace')).hexdigest()[:8]}".lstrip("-")
    return f"note:{slug}"


def place_in(text: str) -> Place | None:
    """Return the place that three whole numbers in ``text`` name, as ``at 100 64 -20`` or ``(100, 64, -20)``."""
    found = _IN_TEXT.search(text)
    return Place(float(found[1]), float(found[2]), float(found[3])) if found else None


def _tidy(what: str, text: str, longest: int) -> str:
    plain = _MARKS.sub(" ", text).strip()
    if not plain:
        raise BadUsage(f"a fact needs a {what}")
    if len(plain) > longest:
        raise BadUsage(f"the {what} of a fact has at most {longest} characters, not {len(plain)}")
    return plain
