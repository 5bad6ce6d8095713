"""One session: its head, its histories, and the names by which it is called. Pure.

The JSON shape is the in-game agent mod's own (camelCase names, times in epoch
milliseconds), so that either can read the other's files, plus
``ollamaHistory`` and the fields that only mcgod needs. Fields that mcgod does
not know are kept as they came.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from mcgod.errors import BadInput
from mcgod.store import contents

VERSION = 1
DEFAULT_TITLE = "New Session"
VERTEX = "vertexHistory"
HISTORIES = ("openAiHistory", VERTEX, "ollamaHistory")

_TITLE_LONGEST = 100  # characters
_SLUG_LONGEST = 48


@dataclass(slots=True)
class Session:
    """A conversation of one owner.

    ``{"v":1,"id":"k3f9","title":"wood for shelter","titleSlug":"wood-for-shelter","createdAt":0,"updatedAt":0,
    "titleGenerated":true,"openAiHistory":[],"vertexHistory":[],"ollamaHistory":[],"mode":"god","player":"Steve",
    "closedAt":null,"turns":1,"lastHistory":"ollamaHistory","lastRequest":"d0c8779b88ac0c98"}``; times are epoch
    milliseconds. A history entry is ``{"role":"user","content":"…"}``, with ``toolCalls`` or ``toolCallId`` where it
    has them; Vertex's is in its own shape. ``last_history`` names the one that was added to last, ``last_request``
    the request that did it.
    """

    id: str
    title: str = DEFAULT_TITLE
    created_at: int = 0
    updated_at: int = 0
    title_generated: bool = False
    histories: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: {name: [] for name in HISTORIES})
    mode: str = "god"
    player: str | None = None
    closed_at: int | None = None
    turns: int = 0
    last_history: str | None = None
    last_request: str | None = None
    other: dict[str, Any] = field(default_factory=dict)

    @property
    def slug(self) -> str:
        """The title as it stands in the token."""
        return slug(self.title)

    @property
    def token(self) -> str:
        """``<id>-<slug>``: what commands print and take."""
        return f"{self.id}-{self.slug}"

    @property
    def latest(self) -> str:
        """The name of the history that was added to last; where a file does not tell, of the one with more in it."""
        return self.last_history or max(HISTORIES, key=lambda name: len(self.entries(name)))

    def entries(self, name: str) -> list[dict[str, Any]]:
        """Return the history ``name`` (one of HISTORIES) as entries, whatever shape it is kept in."""
        kept = self.histories[name]
        return contents.entries(kept) if name == VERTEX else list(kept)

    def set_entries(self, name: str, entries: list[dict[str, Any]]) -> None:
        """Replace the history ``name``."""
        if name == VERTEX:
            self.histories[name] = contents.contents(entries)
        else:
            self.histories[name] = [{key: value for key, value in one.items() if key != "parts"} for one in entries]

    def answers_to(self, reference: str) -> bool:
        """Whether ``reference`` is this session's id, its token, or anything that starts with ``<id>-``."""
        folded = reference.lower()
        return folded == self.id or folded.startswith(f"{self.id}-")

    def rename(self, title: str) -> None:
        """Give the session a title; it will not be replaced by a generated one."""
        self.title = tidy_title(title)
        self.title_generated = True

    def to_json(self) -> dict[str, Any]:
        """Return the shape that is stored."""
        return {
            "v": VERSION,
            "id": self.id,
            "title": self.title,
            "titleSlug": self.slug,
            "createdAt": self.created_at,
            "updatedAt": self.updated_at,
            "titleGenerated": self.title_generated,
            **self.histories,
            "mode": self.mode,
            "player": self.player,
            "closedAt": self.closed_at,
            "turns": self.turns,
            "lastHistory": self.last_history,
            "lastRequest": self.last_request,
            **self.other,
        }

    @classmethod
    def from_json(cls, raw: Any, *, default_id: str) -> Session:
        """Read a stored session, leniently: what is missing gets its default. Raises BadInput.

        ``default_id`` is the file's name, for files without an id. A file of
        a newer version is refused rather than half understood.
        """
        if not isinstance(raw, dict):
            raise BadInput("it is not a JSON object")
        if isinstance(raw.get("v"), int) and raw["v"] > VERSION:
            raise BadInput(f"it is of version {raw['v']}, written by a newer mcgod")
        title = tidy_title(_text(raw, "title") or DEFAULT_TITLE)
        return cls(
            id=_text(raw, "id") or default_id,
            title=title,
            created_at=_number(raw, "createdAt"),
            updated_at=_number(raw, "updatedAt"),
            title_generated=bool(raw.get("titleGenerated", title != DEFAULT_TITLE)),
            histories={name: _entries(raw.get(name)) for name in HISTORIES},
            mode=_text(raw, "mode") or "god",
            player=_text(raw, "player"),
            closed_at=_number(raw, "closedAt") or None,
            turns=_number(raw, "turns"),
            last_history=last if (last := _text(raw, "lastHistory")) in HISTORIES else None,
            last_request=_text(raw, "lastRequest"),
            other={key: value for key, value in raw.items() if key not in _KNOWN},
        )


def tidy_title(title: str) -> str:
    """Squeeze white space and cut at 100 characters; empty becomes the default title."""
    return " ".join(title.split())[:_TITLE_LONGEST].strip() or DEFAULT_TITLE


def titled(text: str) -> str:
    """Make a title of a prayer: its first words, at most 60 characters."""
    words = tidy_title(text[:400])
    return words if len(words) <= 60 else words[:60].rsplit(" ", 1)[0]


def slug(title: str) -> str:
    """Return ``title`` as a token part: ASCII letters, digits and single dashes, at most 48 characters."""
    kept = re.sub(r"[^A-Za-z0-9\s-]", "", title)
    joined = re.sub(r"-{2,}", "-", re.sub(r"\s+", "-", kept)).strip("-")
    return joined[:_SLUG_LONGEST].rstrip("-") or "session"


def _text(raw: dict[str, Any], key: str) -> str | None:
    value = raw.get(key)
    return value if isinstance(value, str) and value.strip() else None


def _number(raw: dict[str, Any], key: str) -> int:
    value = raw.get(key)
    return int(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0


def _entries(raw: Any) -> list[dict[str, Any]]:
    return [entry for entry in raw if isinstance(entry, dict)] if isinstance(raw, list) else []


# What to_json writes; the other keys of a file are kept as they came.
_KNOWN = frozenset(Session("x").to_json())
