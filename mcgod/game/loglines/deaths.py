"""Death messages: which text behind a player's name tells of a death. Pure data and one test.

Source: the English death messages of Minecraft Java from 1.0 to 26.3, old
wording (``whilst``, ``burnt``) beside new. Mobs have names too, but the game
logs their deaths in another form.
"""

from __future__ import annotations

import re

# What may follow a death: whom the player fought or fled, and with what.
_FOE = r"(?: (?:whilst|while) (?:fighting|trying to escape|trying to hurt) .+)?(?: (?:using|wielding|with) .+)?"
_TOOL = r" .+"  # the killer, and perhaps ` using [item]`: both are free text

# Stem -> texts behind it. Those of the first table may stand alone or have a foe behind them.
_ALONE = (
    r"was (?:squashed by a falling (?:anvil|block)|skewered by a falling stalactite|impaled on a stalagmite)",
    r"was (?:pricked to death|squished too much|struck by lightning|stung to death|burn(?:t|ed) to a crisp)",
    r"was poked to death by a sweet berry bush",
    r"was killed(?: by (?:even more )?magic)?",
    r"was killed by \[?Intentional Game Design\]?",
    r"was obliterated by a sonically-charged shriek",
    r"was roasted in dragon(?:'s)? breath(?: by .+)?",
    r"was doomed to fall",
    r"burn(?:t|ed) to death|went up in flames|blew up|drowned|died|died from dehydration|withered away",
    r"starved to death|froze to death|suffocated in a wall|hit the ground too hard|experienced kinetic energy",
    r"fell (?:from a high place|out of the world|out of the water|while climbing|off a ladder|off scaffolding)",
    r"fell off (?:some )?(?:weeping |twisting )?vines|fell into a patch of (?:fire|cacti)",
    r"left the confines of this world|discovered (?:the )?floor was lava|tried to swim in lava",
    r"went off with a bang(?: due to a firework fired .+)?",
)
_WITH_KILLER = (
    r"was (?:slain|shot|fireballed|pumm?el+ed|impaled|speared|smashed|squashed|blown up|killed|stung to death) by",
    r"was (?:frozen to death|doomed to fall|shot by a skull from|struck by lightning summoned by|bombed) by",
    r"was (?:blown from a high place|shot off (?:a ladder|some vines)|knocked into the void|pricked to death) by",
    r"was (?:killed|burn(?:t|ed) to a crisp|shot by a skull from|killed (?:whilst|while) trying to hurt)",
    r"(?:died because of|fell too far and was finished(?: off)? by|got finished off by)",
    r"walked into (?:a )?(?:fire|cactus) (?:whilst|while) (?:fighting|trying to escape)",
    r"walked into (?:the )?danger zone due to|didn't want to live in the same world as|tried to swim in lava to escape",
)
_DEATH = re.compile(rf"(?:(?:{'|'.join(_ALONE)}){_FOE}|(?:{'|'.join(_WITH_KILLER)}){_TOOL})", re.DOTALL)
_FIRST_WORDS = frozenset(
    (
        *("was", "died", "drowned", "fell", "burned", "burnt", "blew", "went", "hit", "tried", "walked", "left"),
        *("starved", "froze", "suffocated", "withered", "experienced", "discovered", "didn't", "got"),
    )
)
_CUT = "Actually, the message was too long to deliver fully. Sorry! Here's a stripped version: "


def is_death(rest: str) -> bool:
    """Tell whether ``rest``, the text behind a player's name, is one of the game's death messages."""
    return rest.partition(" ")[0] in _FIRST_WORDS and _DEATH.fullmatch(rest) is not None


def without_notice(body: str) -> str:
    """Return ``body`` without the game's apology for a death message that it had to cut."""
    return body.removeprefix(_CUT)
