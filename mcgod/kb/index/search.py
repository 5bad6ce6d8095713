"""The door of the index: a query in, hits out, best first or nearest first."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from mcgod.kb.index import query as queries
from mcgod.kb.index import rank, spelling
from mcgod.kb.index.dense import Vectors, by_ranks, joined
from mcgod.kb.index.graph import around, targets
from mcgod.kb.index.hits import Found, Hit
from mcgod.kb.index.snippets import snippet
from mcgod.kb.index.sql import conditions, expression
from mcgod.kb.index.store import IndexFile, faults, unpack
from mcgod.kb.index.text import stem
from mcgod.kb.index.writer import columns_of, follow, refresh
from mcgod.kb.port import Place, Reference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from mcgod.kb.index.dense import Dense
    from mcgod.kb.index.graph import Tie
    from mcgod.kb.index.query import Query, Word
    from mcgod.kb.port import Entry, Source
    from mcgod.llm.embedders import Embedder

THRESHOLD = 0.2  # a hit below it says nothing of what was asked
_CANDIDATES = 100
_COMMON = 0.02  # part of all entries above which a word finds too much to be looked for by itself ...
_FIELDS = "d.ref, d.title, d.tags, d.length, d.x, d.y, d.z, d.dimension, d.updated, d.links, d.columns"
_LARGE = 20_000  # ... in an index of at least this many
_RANK = f"bm25({', '.join(map(str, (*rank.WEIGHTS, 0.2)))})"
_TRUST = 0.7  # of a word that was put right


class Search:
    """Search over ``sources``, each under a name of its own, with the index in ``path``.

    With an ``embedder`` what is meant counts besides the words that say it.
    """

    def __init__(self, path: Path, sources: Mapping[str, Source], *, embedder: Embedder | None = None) -> None:
        self._path = path
        self._sources = sources
        self._index = IndexFile(path)
        self._vectors = Vectors(self._index, embedder) if embedder else None

    def close(self) -> None:
        """Let go of the index."""
        self._index.close()

    def refresh(self, progress: Callable[[int, int], None] = lambda _done, _all: None) -> int:
        """Bring the index up to date and return how many entries changed.

        Raises Busy, StoreFailed; ModelUnreachable or BadConfig when the words
        are up to date and the vectors are not.
        """
        with faults(self._path):
            changed = refresh(self._index, self._sources, progress)
            if self._vectors:
                self._vectors.refresh(self._sources, progress)
        return changed

    def follow(self, name: str, refs: set[str], stamps: Mapping[str, str], before: str) -> None:
        """Take in what was just changed of a source, without a look at the rest. See writer.follow."""
        with faults(self._path):
            follow(self._index, name, self._sources[name], refs, stamps=stamps, before=before)

    def find(
        self,
        text: str,
        *,
        kbs: Sequence[str] = (),
        kinds: Sequence[str] = (),
        limit: int = 10,
        near: Place | None = None,
        threshold: float = THRESHOLD,
        explain: bool = False,
    ) -> Found:
        """Return the best hits for ``text``, or with ``near`` the nearest in its dimension.

        Without a text, ``near`` finds every place. Raises BadUsage for a
        query that cannot be read, StoreFailed; ModelUnreachable or BadConfig
        for an embedder that fails.
        """
        query = queries.read(text)
        with faults(self._path):
            words, meant = self._asked(query.words)
            where = conditions(query, kbs, kinds, near)
            rows = self._rows(query, words, *where)
            dense = self._vectors.compare(text) if self._vectors and query.words else {}
            if not (query.musts or query.nots):
                rows += self._rows_of(set(list(dense)[:_CANDIDATES]) - {row["ref"] for row in rows}, *where)
            number, length = int(self._index.meta("docs") or 0), int(self._index.meta("length") or 0)
        scale = rank.Scale(words, number, length)
        weighed = {row["ref"]: scale.weigh(unpack(row["columns"]), row["length"]) for row in rows}
        bare = query.is_empty or not query.words  # conditions alone: whatever fulfils them does so wholly
        scores = {ref: 1.0 if bare else one.score for ref, one in weighed.items()}
        scores = self._fused(scores, dense) if dense else scores
        lifts = rank.lifted(
            scores, {row["ref"]: targets(row["ref"].split(":", 1)[0], json.loads(row["links"])) for row in rows}
        )
        why = {ref: _why(one, lifts[ref], dense.get(ref)) if explain else None for ref, one in weighed.items()}
        hits = [_hit(row, scores[row["ref"]] + lifts[row["ref"]], near, why[row["ref"]]) for row in rows]
        good = [hit for hit in hits if hit.score >= threshold]
        kept = sorted(good, key=_nearest if near else _best)[:limit]
        return Found(self._with_snippets(kept, words), len(hits) - len(good), meant)

    def around(self, reference: Reference, steps: int) -> list[Tie]:
        """Return what is at most ``steps`` links away from an entry, the nearest first. Raises StoreFailed."""
        with faults(self._path):
            return around(self._index.db, str(reference), steps)

    def weigh(self, text: str, entries: Iterable[Entry]) -> list[float]:
        """Return the scores of entries that are not in the index, by what it knows of the words of ``text``."""
        with faults(self._path):
            words, _ = self._asked(queries.read(text).words)
            number, length = int(self._index.meta("docs") or 0), int(self._index.meta("length") or 0)
        scale = rank.Scale(words, number, length)
        columns = [columns_of(entry) for entry in entries]
        return [scale.weigh(one, sum(column.count(" ") + 1 for column in one[:3])).score for one in columns]

    def _fused(self, scores: Mapping[str, float], dense: Mapping[str, Dense]) -> dict[str, float]:
        """Join what the words say with what the vectors say."""
        assert self._vectors is not None
        if not self._vectors.few:
            return {ref: joined(score, dense[ref].score if ref in dense else 0.0) for ref, score in scores.items()}
        places = {ref: at for at, ref in enumerate(sorted(scores, key=lambda ref: -scores[ref]), 1) if scores[ref]}
        return {ref: by_ranks(places.get(ref), dense[ref].rank if ref in dense else None) for ref in scores}

    def _asked(self, words: Iterable[Word]) -> tuple[list[rank.Asked], dict[str, str]]:
        """Look the words up; one that nothing has is put right where that can be."""
        asked, meant = [], {}
        for word in words:
            entries = self._entries(word.term, prefix=word.prefix)
            if entries or word.prefix:
                asked.append(rank.Asked(word.term, word.exact, entries, word.prefix))
            elif better := spelling.meant(self._index.db, word.exact):
                meant[word.exact] = better
                term = stem(better)
                asked.append(rank.Asked(term, better, self._entries(term, prefix=False), trust=_TRUST))
            else:
                asked.append(rank.Asked(word.term, word.exact, 0))
        return asked, meant

    def _entries(self, term: str, *, prefix: bool) -> int:
        if prefix:
            sql = (
                "SELECT coalesce(sum(doc), 0) FROM (SELECT doc FROM vocabulary WHERE term >= ? AND term < ? LIMIT 500)"
            )
            return int(self._index.db.execute(sql, (term, term + "\U0010ffff")).fetchone()[0])
        found = self._index.db.execute("SELECT doc FROM vocabulary WHERE term = ?", (term,)).fetchone()
        return int(found[0]) if found else 0

    def _rows(
        self, query: Query, words: Sequence[rank.Asked], where: str, values: Sequence[Any]
    ) -> list[dict[str, Any]]:
        """Return the entries that may answer, more than are wanted."""
        asked = expression(query, self._worth(words))
        if asked:
            # The inner question touches no document where there is no condition on one.
            joined = (
                f" JOIN docs d ON d.id = terms.rowid WHERE terms MATCH ?{where}" if where else " WHERE terms MATCH ?"
            )
            best = f"SELECT terms.rowid AS id FROM terms{joined} AND rank MATCH ? ORDER BY rank LIMIT {_CANDIDATES}"  # noqa: S608
            sql = f"SELECT {_FIELDS} FROM ({best}) found JOIN docs d ON d.id = found.id"  # noqa: S608
            return self._read(sql, [asked, *values, _RANK])
        if where and not words:
            sql = f"SELECT {_FIELDS} FROM docs d WHERE 1{where}"  # noqa: S608 - no word of a user is in it
            return self._read(f"{sql} ORDER BY d.updated DESC LIMIT {_CANDIDATES * 50}", values)
        return []

    def _rows_of(self, refs: set[str], where: str, values: Sequence[Any]) -> list[dict[str, Any]]:
        """Return the entries of ``refs`` that fulfil the conditions."""
        if not refs:
            return []
        marks = ", ".join("?" * len(refs))
        sql = f"SELECT {_FIELDS} FROM docs d WHERE d.ref IN ({marks}){where}"  # noqa: S608 - question marks
        return self._read(sql, [*sorted(refs), *values])

    def _read(self, sql: str, values: Sequence[Any]) -> list[dict[str, Any]]:
        cursor = self._index.db.execute(sql, values)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    def _worth(self, words: Sequence[rank.Asked]) -> list[rank.Asked]:
        """Return the words that are looked for; in a large index common ones only weigh, if there are rarer ones."""
        known = [word for word in words if word.entries]
        number = int(self._index.meta("docs") or 0)
        rare = [word for word in known if word.entries <= number * _COMMON]
        return rare if number >= _LARGE and rare else known

    def _with_snippets(self, hits: list[Hit], words: Sequence[rank.Asked]) -> list[Hit]:
        """Read the entries of the hits once more, for the passage that answers."""
        terms = [f"{word.term}*" if word.prefix else word.term for word in words]
        wanted = {str(hit.reference) for hit in hits}
        texts = dict(self._bodies(wanted)) if wanted else {}
        bodies = [texts.get(str(hit.reference), "").removeprefix(f"# {hit.title}\n").lstrip() for hit in hits]
        return [hit._replace(snippet=snippet(body, terms)) for hit, body in zip(hits, bodies, strict=True)]

    def _bodies(self, wanted: set[str]) -> Iterable[tuple[str, str]]:
        by_source: dict[str, set[str]] = {}
        marks = ", ".join("?" * len(wanted))
        for ref, source in self._index.db.execute(
            f"SELECT ref, source FROM docs WHERE ref IN ({marks})",  # noqa: S608 - question marks
            sorted(wanted),
        ):
            by_source.setdefault(source, set()).add(ref)
        for name, refs in by_source.items():
            entries: Iterable[Entry] = self._sources[name].entries(refs)
            yield from ((str(entry.reference), entry.body) for entry in entries)


def _hit(row: dict[str, Any], score: float, near: Place | None, why: dict[str, Any] | None) -> Hit:
    place = Place(row["x"], row["y"], row["z"], row["dimension"]) if row["x"] is not None else None
    away = math.dist(place[:3], near[:3]) if near and place else None
    reference, tags = Reference.read(row["ref"]), tuple(json.loads(row["tags"]))
    return Hit(reference, row["title"], min(score, 1.0), "", tags, place, away, row["updated"], why)


def _why(weighed: rank.Weighed, lift: float, dense: Dense | None) -> dict[str, Any]:
    told = {
        "words": list(weighed.parts),
        "lexical": round(weighed.score, 4),
        "whole_title": round(weighed.whole, 4),
        "links": round(lift, 4),
    }
    return (
        told | {"cosine": round(dense.cosine, 4), "dense": round(dense.score, 4), "dense_rank": dense.rank}
        if dense
        else told
    )


def _best(hit: Hit) -> tuple[float, float, str]:
    return (-round(hit.score, 6), -hit.updated, str(hit.reference))


def _nearest(hit: Hit) -> tuple[float, float, str]:
    return (hit.distance or 0.0, -hit.score, str(hit.reference))
