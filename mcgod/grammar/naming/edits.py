"""How far two spellings lie from each other. Pure."""

from __future__ import annotations


def one_edit(one: str, other: str) -> bool:
    """Tell whether one letter added, left out, changed, or swapped with its neighbour makes ``one`` the ``other``."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    left, right = one[start:], other[start:]
    return (
        left[1:] == right[1:] or left[1:] == right or left == right[1:]
        or (left[:2] == right[1::-1] and left[2:] == right[2:])
    )  # fmt: skip


def distance(one: str, other: str, most: int) -> int:
    """Return how many such edits lie between the two; ``most + 1`` as soon as it is more than ``most``."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    above = list(range(len(other) + 1))
    for row, letter in enumerate(one, start=1):
        here = [row]
        for column, against in enumerate(other, start=1):
            cost = min(above[column] + 1, here[-1] + 1, above[column - 1] + (letter != against))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == against:
                cost = min(cost, before[column - 2] + 1)
            here.append(cost)
        if min(here) > most and min(above) > most:
            return most + 1
        before, above = above, here
    return min(above[-1], most + 1)
