"""What the caller of a turn tells of the game, where somebody else holds the connection to it. Values only."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcgod.game.port import PlayerState, ServerState


@dataclass(frozen=True, slots=True)
class Seen:
    """A caller's own view. It counts as observed only in a turn that runs nothing.

    ``told`` is what has no shape that the rules know, in the caller's own
    words: models are shown it as data, and nobody goes by it.
    """

    server: ServerState | None = None
    player: PlayerState | None = None
    told: Mapping[str, Any] = field(default_factory=dict)
