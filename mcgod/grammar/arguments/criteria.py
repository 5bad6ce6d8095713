"""What an objective counts. Source: ObjectiveCriteriaArgument of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.grammar.arguments.words import COLORS

if TYPE_CHECKING:
    from mcgod.grammar.reader import Reader

_PLAIN = frozenset({
    "dummy", "trigger", "deathCount", "playerKillCount", "totalKillCount", "health", "food", "air", "armor", "xp",
    "level", *(f"teamkill.{color}" for color in COLORS), *(f"killedByTeam.{color}" for color in COLORS),
})  # fmt: skip
# Statistics by what they are about; which ``custom`` ones there are is not in the data.
_STATISTICS = {
    "mined": "block", "crafted": "item", "used": "item", "broken": "item", "picked_up": "item", "dropped": "item",
    "killed": "entity_type", "killed_by": "entity_type", "custom": "",
}  # fmt: skip


def objective_criteria(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take a criterion: a word, or a statistic such as ``minecraft.mined:minecraft.stone``."""
    start = reader.cursor
    word = reader.until_space()
    kind, colon, about = word.partition(":")
    registry = _STATISTICS.get(kind.removeprefix("minecraft."))
    known = registry == "" or (
        registry is not None and reader.dialect.registry.has(registry, about.replace("minecraft.", "minecraft:", 1))
    )
    if word not in _PLAIN and not (colon and about and known):
        raise reader.fail(f"Unknown criterion '{word}'", start)
    return "criterion", word
