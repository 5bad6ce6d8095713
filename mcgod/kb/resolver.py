"""From a name to what is known of it: items with their types, pages and memories, and facts of this world.

Pure; the registry, the search and the facts are handed in. Confidences, 0 to 1:

    0.95  an item whose id is the asked one       0.60 x score  what the search finds
    0.90  another name of it, 0.85 its plural     0.70 to 0.50  a fact: 0.70 for a minute, then
    0.80  other order or ending, 0.70, 0.60             halfway to 0.50 every ten minutes
          one or two letters wrong
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.errors import BadUsage
from mcgod.grammar.naming.plurals import singular
from mcgod.kb.identify import identify, normal
from mcgod.kb.kinds import ITEM_TYPES, Way
from mcgod.rules.suggest import UnknownId, near

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from mcgod.grammar.registry import Registry
    from mcgod.kb.fact import Fact
    from mcgod.kb.port import Reference

    # A query and a limit -> reference, title and score (0 to 1) of each hit, best first.
    Search = Callable[[str, int], Iterable[tuple[Reference, str, float]]]

TYPES = (*ITEM_TYPES, "WikiPage", "WorldFact")
UNKNOWN = "Unknown"
MOST = 50  # candidates that may be asked for
AMBIGUOUS = 0.05  # how near the second may come to the first, inclusive
FOUND = 0.60  # what a perfect hit of the search is worth
FRESH, STALE, MINUTE, HALF_LIFE = 0.70, 0.50, 60.0, 600.0  # of facts; the last two in seconds


class Candidate(NamedTuple):
    """What the name may mean. ``ref`` opens it where it is an entry; ``how`` says what led to it."""

    id: str
    name: str
    type: str
    confidence: float
    detail: str
    how: str
    ref: str = ""
    sources: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return ``{"id","displayName","type","confidence","detail","how","ref","sourceBlocks"}``."""
        return {
            "id": self.id,
            "displayName": self.name,
            "type": self.type,
            "confidence": round(self.confidence, 4),
            "detail": self.detail,
            "how": self.how,
            "ref": self.ref or None,
            "sourceBlocks": list(self.sources),
        }


@dataclass(frozen=True, slots=True)
class Resolution:
    """The answer, best first. ``suggestions`` are ids that look like an unknown name."""

    query: str
    candidates: list[Candidate]
    ambiguous: bool
    suggestions: list[str] = field(default_factory=list)
    at: float = 0.0

    @property
    def best(self) -> Candidate | None:
        """The first."""
        return self.candidates[0] if self.candidates else None

    def to_json(self) -> dict[str, Any]:
        """Return the answer of ``GET /api/agent/resolve``.

        ``{"query","itemId","candidateType","confidence","sourceBlocks","resolvedAt","candidateCount",
        "wasAmbiguous","best","candidates","suggestions"}``; ``itemId`` is null where the best is no item.
        """
        best = self.best
        moment = datetime.fromtimestamp(self.at, UTC).isoformat(timespec="milliseconds")
        return {
            "query": self.query,
            "itemId": best.id if best and best.type in ITEM_TYPES else None,
            "candidateType": best.type if best else UNKNOWN,
            "confidence": round(best.confidence, 4) if best else 0.0,
            "sourceBlocks": list(best.sources) if best else [],
            "resolvedAt": moment.replace("+00:00", "Z"),
            "candidateCount": len(self.candidates),
            "wasAmbiguous": self.ambiguous,
            "best": best.to_json() if best else None,
            "candidates": [one.to_json() for one in self.candidates],
            "suggestions": self.suggestions,
        }


class Resolver:
    """Resolves names over one version's items, and what else there is to look in.

    ``way`` tells how an item is come by, ``facts`` returns pairs of a base and
    a fact; ``clock`` returns epoch seconds.
    """

    def __init__(
        self,
        registry: Registry,
        way: Callable[[str], Way],
        *,
        search: Search | None = None,
        facts: Callable[[], Iterable[tuple[str, Fact]]] = tuple,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._registry = registry
        self._way = way
        self._search = search
        self._facts = facts
        self._clock = clock

    def resolve(self, text: str, *, types: Sequence[str] = (), threshold: float = 0.0, top: int = 5) -> Resolution:
        """Return up to ``top`` candidates of ``types`` (all when empty) that are at least ``threshold`` sure.

        Raises BadUsage for an empty name, an unknown type, a threshold outside
        0 to 1 and a number outside 1 to 50; and what the search raises.
        """
        wanted = _types(types)
        if not 0 <= threshold <= 1:
            raise BadUsage(f"a threshold is a number from 0 to 1, not {threshold:g}")
        if not 1 <= top <= MOST:
            raise BadUsage(f"{top} candidates cannot be had", hint=f"1 to {MOST}")
        now = self._clock()
        items = list(self._items(text))
        found = [*items, *self._hits(text, items, top), *self._known(text, items, now)]
        kept = [one for one in found if one.type in wanted and one.confidence >= threshold]
        kept.sort(key=lambda one: (-one.confidence, TYPES.index(one.type), one.id))
        close = len(kept) > 1 and kept[0].confidence - kept[1].confidence <= AMBIGUOUS + 1e-9
        suggestions = [] if items else near(UnknownId("item", normal(text)), self._registry)
        return Resolution(text, kept[:top], close, suggestions, now)

    def _items(self, text: str) -> Iterator[Candidate]:
        for named in identify(text, self._registry):
            way = self._way(named.id)
            name = self._registry.display(named.id)
            ref = f"agent:item:{named.id}"
            yield Candidate(named.id, name, way.type, named.confidence, way.detail, named.how, ref, way.sources)

    def _hits(self, text: str, items: list[Candidate], top: int) -> Iterator[Candidate]:
        """Yield what the search finds; an item or its page only once, and facts are looked up by themselves."""
        known = {item.id for item in items}
        # Words alone: what a name has besides would mean something to a search.
        words = "".join(char if char.isalnum() else " " for char in normal(text))
        for reference, title, score in self._search(words, top + len(items)) if self._search else ():
            sure = FOUND * min(max(score, 0.0), 1.0)
            folder, _, page = reference.id.rpartition("/")
            if reference.kind == "fact" or (reference.kind == "item" and reference.id in known):
                continue
            if folder.startswith("item") and page.replace("-", "_") in known:
                continue
            way = Way("WikiPage", (), "")
            if reference.kind == "item" and self._registry.has("item", reference.id):
                way = self._way(reference.id)
            yield Candidate(reference.id, title, way.type, sure, way.detail, "search", str(reference), way.sources)

    def _known(self, text: str, items: list[Candidate], now: float) -> Iterator[Candidate]:
        """Yield the newest fact of each key that speaks of the name, or of an item that it is."""
        phrases = {_words(normal(text)), *(_words(item.id) for item in items)}
        newest: dict[str, tuple[str, Fact]] = {}
        for kb, fact in self._facts():
            # The first part of a key is of what kind it is: "player" speaks of no player.
            said = f"{_words(fact.key.partition(':')[2] or fact.key)} | {_words(fact.value)}"
            if any(f" {phrase} " in f" {said} " for phrase in phrases if phrase):
                there = newest.get(fact.key)
                if there is None or fact.at > there[1].at:
                    newest[fact.key] = (kb, fact)
        for kb, fact in newest.values():
            sure = freshness(now - fact.at)
            yield Candidate(fact.key, fact.key, "WorldFact", sure, fact.value, "fact", f"{kb}:fact:{fact.key}")


def resolve_json(
    resolver: Resolver, item: str, *, types: Sequence[str] = (), threshold: float = 0.0, top: int = 5
) -> dict[str, Any]:
    """Answer ``GET /api/agent/resolve?item=…``: what Resolution.to_json returns. Raises BadUsage, as ``resolve``."""
    return resolver.resolve(item, types=types, threshold=threshold, top=top).to_json()


def freshness(age: float) -> float:
    """Return how sure a fact of ``age`` seconds is: 0.70 for a minute, then falling to 0.50 without a jump."""
    return STALE + (FRESH - STALE) * math.exp2(-max(age - MINUTE, 0.0) / HALF_LIFE)


def _types(types: Sequence[str]) -> set[str]:
    by_name = {name.lower(): name for name in TYPES}
    for name in types:
        if name.lower() not in by_name:
            raise BadUsage(f"{name!r} is no type of candidate", hint=", ".join(TYPES))
    return {by_name[name.lower()] for name in types} or set(TYPES)


def _words(text: str) -> str:
    """Return the words of ``text`` in singular, a blank between each; ``oak_logs`` and ``Oak log`` are the same."""
    plain = "".join(char if char.isalnum() else " " for char in text.casefold())
    return " ".join(singular(word) for word in plain.split())
