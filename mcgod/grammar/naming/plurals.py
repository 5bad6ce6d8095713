"""English plurals, as far as the names of things need them. Pure; it knows no ids."""

from __future__ import annotations

# Ending of a plural -> what may stand in its place, the likeliest first.
_ENDINGS = (
    ("ves", ("f", "fe", "ve")),  # loaves, knives, olives
    ("ies", ("y", "ie")),  # berries, cookies
    ("es", ("", "e")),  # torches and glasses; axes
    ("s", ("",)),
)
_SHORTEST = 3  # letters that stay of a word
_HISSING = ("ch", "sh", "x", "ss", "o", "z")  # what takes -es; only there may both letters fall


def singulars(word: str) -> tuple[str, ...]:
    """Return what ``word`` may be the plural of, the likeliest first; empty when it is none.

    >>> singulars("torches"), singulars("axes"), singulars("leaves")
    (('torch', 'torche'), ('ax', 'axe'), ('leaf', 'leafe', 'leave'))
    """
    if not word.endswith("s") or word.endswith("ss"):
        return ()
    found: list[str] = []
    for ending, others in _ENDINGS:
        if not word.endswith(ending):
            continue
        stem = word.removesuffix(ending)
        if ending == "es" and not stem.endswith(_HISSING):
            others = ("e",)  # noqa: PLW2901 - horses, never hors
        found += [stem + other for other in others if len(stem + other) >= _SHORTEST or ending == "es"]
    return tuple(dict.fromkeys(one for one in found if len(one) > 1))


def singular(word: str) -> str:
    """Return ``word`` without its plural ending, as far as the ending alone tells: ``leaf``, ``berry``, ``torch``.

    ``axes`` may be of ``ax`` and ``axe``; the games' word is ``axe``.
    """
    if len(word) > 4 and word.endswith("ves"):
        return word[:-3] + "f"
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "xes", "sses", "oes")) and not word.endswith("axes"):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word
