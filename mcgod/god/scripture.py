"""What a player may ask for, in a player's words, made from the policy that the rules enforce. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mcgod.rules.risk import class_of

if TYPE_CHECKING:
    from mcgod.rules.policy import Policy

# Family -> what it means to somebody who prays, and a prayer that leads to it.
_MEANING = {
    "give": ("things: food, tools, wood, light, armour", "I need wood for a shelter"),
    "effect": ("strength, healing, protection, sight in the dark", "heal me, I am hurt"),
    "experience": ("experience", "grant me some experience"),
    "enchant": ("an enchantment on what you hold", "bless my sword with sharpness"),
    "summon": ("a companion: a horse, a wolf, a cow", "send me a horse"),
    "teleport": ("to be carried to another player, or a little way", "take me to Alex"),
    "time": ("day and night", "let there be day"),
    "weather": ("sun, rain, thunder", "please stop the rain"),
    "title": ("words across the sky", "show me a sign"),
    "playsound": ("a sound", "let the bells ring"),
    "clear": ("taking things away", "clear Steve's cobblestone"),
    "difficulty": ("the difficulty", "set the difficulty to easy"),
    "fill": ("filling a box of blocks", "fill 0 64 0 to 4 64 4 with stone"),
    "gamemode": ("a player's game mode", "put Steve in creative"),
    "kill": ("a player's death", "kill Steve"),
    "list": ("who is online", "who is here"),
    "say": ("a word to everybody", "announce that the server restarts at noon"),
    "seed": ("the world's seed", "what is the seed"),
    "setblock": ("a single block", "put a torch at 0 64 0"),
    "spawnpoint": ("where a player wakes", "set Steve's spawn to 0 64 0"),
}


@dataclass(frozen=True, slots=True)
class Scripture:
    """The verses and the limits that hold for all of them."""

    verses: tuple[tuple[str, str, str], ...]
    limits: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        """Return ``{"may_ask":[{"family","for","example"}],"limits":{…}}``."""
        asked = [{"family": family, "for": meaning, "example": example} for family, meaning, example in self.verses]
        return {"may_ask": asked, "limits": self.limits}

    def spoken(self) -> str:
        """Return it as a god says it in the chat: one paragraph for what, one for how much."""
        return f"You may ask for {'; '.join(meaning for _, meaning, _ in self.verses)}.\n{self._bounds()}"

    def text(self) -> str:
        """Return it as a person reads it."""
        width = max(len(meaning) for _, meaning, _ in self.verses)
        asked = [f"  {meaning:<{width}}  “{example}”" for _, meaning, example in self.verses]
        return "\n".join(
            ["You may ask for:", *asked, self._bounds(), "Say it in your own words. Thanks are heard too."]
        )

    def _bounds(self) -> str:
        limits = self.limits
        return (
            f"At most {limits['commands']} deeds a prayer, {limits['items']} of a thing, "
            f"{limits['seconds']} seconds of an effect, {limits['xp']} levels of experience."
        )


def _open(family: str, policy: Policy) -> bool:
    return class_of((family,)) in policy.classes or any(one.split(" ")[0] == family for one in policy.families)


def scripture(policy: Policy, max_commands: int) -> Scripture:
    """Describe ``policy``."""
    verses = tuple((family, *_MEANING[family]) for family in _MEANING if _open(family, policy))
    limits = {"commands": max_commands, "items": policy.items, "seconds": policy.seconds, "xp": policy.levels}
    return Scripture(verses, limits)
