"""How the open commands are written, for a model's prompt: short forms, with capitals for values. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.rules.risk import class_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.grammar.nodes import Tree
    from mcgod.rules.policy import Policy

# Form -> a command of that form, which the grammar of every version takes.
FORMS = {
    "clear TARGET ITEM COUNT": "clear Steve minecraft:dirt 1",
    "difficulty peaceful|easy|normal|hard": "difficulty easy",
    "effect give TARGET EFFECT SECONDS AMPLIFIER": "effect give Steve minecraft:speed 30 1",
    "effect clear TARGET": "effect clear Steve",
    "enchant TARGET ENCHANTMENT LEVEL": "enchant Steve minecraft:sharpness 1",
    "execute at TARGET run COMMAND": "execute at Steve run summon minecraft:cow ~ ~ ~",
    "experience add TARGET NUMBER levels|points": "experience add Steve 3 levels",
    "fill X Y Z X Y Z BLOCK": "fill 0 64 0 1 65 1 minecraft:stone",
    "gamemode survival|creative|adventure|spectator TARGET": "gamemode survival Steve",
    "give TARGET ITEM COUNT": "give Steve minecraft:bread 3",
    "kill TARGET": "kill Steve",
    "playsound SOUND player TARGET": "playsound minecraft:entity.player.levelup player Steve",
    "say TEXT": "say hello",
    "setblock X Y Z BLOCK": "setblock 0 64 0 minecraft:torch",
    "spawnpoint TARGET X Y Z": "spawnpoint Steve 0 64 0",
    "summon ENTITY X Y Z": "summon minecraft:horse 0 64 0",
    "teleport TARGET PLAYER": "teleport Steve Alex",
    "teleport TARGET X Y Z": "teleport Steve 0 64 0",
    "time set day|noon|night|midnight": "time set day",
    'title TARGET title|subtitle|actionbar {"text":"WORDS"}': 'title Steve title {"text":"x"}',
    "weather clear|rain|thunder": "weather clear",
}


def lines(policy: Policy, tree: Tree) -> Iterator[str]:
    """Yield the forms of the commands that ``policy`` opens and the game of ``tree`` has."""
    for form in FORMS:
        name = form.split(" ", 1)[0]
        named = any(family.split(" ")[0] == name for family in policy.families)
        if name in tree.root.literals and (named or class_of((name,)) in policy.classes):
            yield form
