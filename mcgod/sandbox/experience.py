"""Experience levels and points. Pure.

Source: the game's Player.getXpNeededForNextLevel.
"""

from __future__ import annotations


def needed(level: int) -> int:
    """Return the points that lead from ``level`` to the next."""
    if level >= 30:
        return 112 + (level - 30) * 9
    return 37 + (level - 15) * 5 if level >= 15 else 7 + level * 2


def total(level: int) -> int:
    """Return all the points that lead from level 0 to ``level``."""
    if level > 31:
        return (9 * level * level - 325 * level + 4440) // 2
    if level > 16:
        return (5 * level * level - 81 * level + 720) // 2
    return level * level + 6 * level


def add(level: int, points: int, more: int) -> tuple[int, int]:
    """Return level and points after ``more`` (also negative) points; nobody falls below zero."""
    points += more
    while points >= needed(level):
        points -= needed(level)
        level += 1
    while points < 0 < level:
        level -= 1
        points += needed(level)
    return level, max(points, 0)
