"""The dense leg of the search: passages as vectors, compared with all of them by NumPy, and joined to the words' score.

A cosine means little by itself: one model gives 0.75 to texts that have
nothing in common, another 0.1. What counts is how far a passage stands out of
all others for the same question.
"""

from __future__ import annotations

import math
import re
from array import array
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.errors import BadConfig

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from mcgod.kb.index.store import IndexFile
    from mcgod.kb.port import Source
    from mcgod.llm.embedders import Embedder

CHUNK = 900  # characters of a passage
_MOST_CHUNKS = 40  # of one entry
_BATCH = 128  # passages that are embedded and kept together
_RRF = 60.0  # reciprocal rank fusion's constant
_FEW = 8  # passages, of which nobody can say what stands out
_CHANCE, _CERTAIN = 0.85, 0.3  # of what chance alone would bring: where an answer begins, and how far to certainty
WEIGHT = 0.4  # of the dense leg, where both are sure of themselves


class Dense(NamedTuple):
    """What the dense leg says of an entry: the cosine of its nearest passage, and 0..1 for how far it stands out."""

    cosine: float
    score: float
    rank: int


def chunks(title: str, body: str) -> Iterator[str]:
    """Yield the passages of an entry, each under its title; cut at paragraphs, then at sentences."""
    piece = ""
    count = 0
    for part in re.split(r"\n\s*\n|(?<=[.!?])\s+", body):
        for at in range(0, max(1, len(part)), CHUNK):
            bit = part[at : at + CHUNK].strip()
            if piece and len(piece) + len(bit) > CHUNK:
                yield f"{title}\n{piece}".strip()
                count += 1
                piece = ""
                if count >= _MOST_CHUNKS:
                    return
            piece = f"{piece} {bit}".strip()
    if piece or not count:
        yield f"{title}\n{piece}".strip()


class Vectors:
    """The vectors in the index, made by ``embedder``; those of another one are thrown away."""

    def __init__(self, index: IndexFile, embedder: Embedder) -> None:
        self._index = index
        self._embedder = embedder
        self._held: tuple[str, Any, list[str]] | None = None

    def refresh(
        self, sources: Mapping[str, Source], progress: Callable[[int, int], None] = lambda _done, _all: None
    ) -> int:
        """Embed what has no vectors yet, and return how many entries that were.

        Raises ModelUnreachable, BadConfig; what was embedded until then is kept.
        """
        if self._index.meta("embedder") != self._embedder.name:
            with self._index.writing() as db:
                db.execute("DELETE FROM vectors")
                self._index.set_meta("embedder", self._embedder.name)
        lacking = self._index.db.execute(
            "SELECT id, ref, source FROM docs WHERE id NOT IN (SELECT doc FROM vectors) AND title <> ''"
        ).fetchall()
        done = 0
        for at in range(0, len(lacking), _BATCH):
            done += self._embed(lacking[at : at + _BATCH], sources)
            progress(done, len(lacking))
        return len(lacking)

    @property
    def few(self) -> bool:
        """Whether there are too few passages for their cosines to mean anything: then only their order counts."""
        return len(self._matrix()[2]) < _FEW

    def compare(self, question: str) -> dict[str, Dense]:
        """Return what stands out for ``question``, by reference. Raises ModelUnreachable, BadConfig."""
        np, matrix, refs = self._matrix()
        if not refs:
            return {}
        cosines = matrix @ np.asarray(self._embedder.question(question), dtype=np.float32)
        mean, spread, top = float(cosines.mean()), float(cosines.std()) or 1e-6, float(cosines.max())
        best: dict[str, float] = {}
        for place in np.argsort(-cosines)[:400]:
            best.setdefault(refs[place], float(cosines[place]))
        # Of so many passages one stands out by so much by mere chance; what does not do better is no answer.
        chance = math.sqrt(2 * math.log(max(2, len(refs))))
        sure = min(1.0, max(0.0, ((top - mean) / spread / chance - _CHANCE) / _CERTAIN))
        floor = mean + spread
        return {
            ref: Dense(cosine, min(1.0, max(0.0, (cosine - floor) / max(top - floor, 1e-6))) * sure, rank)
            for rank, (ref, cosine) in enumerate(best.items(), 1)
        }

    def _matrix(self) -> tuple[Any, Any, list[str]]:
        """Return NumPy, all vectors as rows, and whose each is; read anew when the index has changed."""
        np = _numpy()
        stamp = str(self._index.db.execute("SELECT count(*), coalesce(max(rowid), 0) FROM vectors").fetchone())
        if self._held is None or self._held[0] != stamp:
            rows = self._index.db.execute(
                "SELECT d.ref, v.data FROM vectors v JOIN docs d ON d.id = v.doc ORDER BY v.rowid"
            ).fetchall()
            refs = [ref for ref, _ in rows]
            matrix = np.frombuffer(b"".join(data for _, data in rows), dtype=np.float32)
            self._held = (stamp, matrix.reshape(len(refs), -1) if refs else matrix, refs)
        return np, self._held[1], self._held[2]

    def _embed(self, lacking: Sequence[tuple[int, str, str]], sources: Mapping[str, Source]) -> int:
        numbers = {ref: number for number, ref, _ in lacking}
        by_source: dict[str, set[str]] = {}
        for _, ref, source in lacking:
            by_source.setdefault(source, set()).add(ref)
        owners, texts = list[int](), list[str]()
        for name, refs in by_source.items():
            for entry in sources[name].entries(refs):
                for text in chunks(entry.title, entry.body):
                    owners.append(numbers[str(entry.reference)])
                    texts.append(text)
        vectors = self._embedder.passages(texts)
        with self._index.writing() as db:
            db.executemany(
                "INSERT INTO vectors (doc, data) SELECT ?, ? WHERE EXISTS (SELECT 1 FROM docs WHERE id = ?)",
                [(doc, array("f", vector).tobytes(), doc) for doc, vector in zip(owners, vectors, strict=True)],
            )
        return len(lacking)


def joined(lexical: float, dense: float) -> float:
    """Return both legs' scores as one: their convex combination."""
    return (1 - WEIGHT) * lexical + WEIGHT * dense


def by_ranks(lexical: int | None, dense: int | None) -> float:
    """Return reciprocal rank fusion of two places, 0..1: for legs whose scores do not compare."""
    best = 2 / (_RRF + 1)
    return sum(1 / (_RRF + place) for place in (lexical, dense) if place) / best


def _numpy() -> Any:
    try:
        import numpy as np  # noqa: PLC0415 - 100 ms, and only where vectors are
    except ImportError as error:
        raise BadConfig("vectors need NumPy", hint="pip install 'mcgod[vectors]'") from error
    return np
