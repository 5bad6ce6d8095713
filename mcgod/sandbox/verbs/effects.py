"""effect: status effects on players and entities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.sandbox import people
from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.syntax import Family
from mcgod.sandbox.verbs.wording import whom
from mcgod.sandbox.world import INFINITE, Effect, Entity, Player

if TYPE_CHECKING:
    from mcgod.sandbox.source import Source

    Creature = Player | Entity

FAMILY = Family()
_FULL = 20
# These act at once; what is given as seconds counts ticks for them.
_INSTANT = frozenset({"minecraft:instant_health", "minecraft:instant_damage", "minecraft:saturation"})
_LIFELESS = frozenset({"minecraft:item", "minecraft:experience_orb", "minecraft:tnt", "minecraft:lightning_bolt"})


@FAMILY.command(
    "effect give <targets:entities> <effect:effect> "
    "[<seconds:int 1 1000000>] [<amplifier:int 0 255>] [<hideParticles:bool>]"
)
def give(
    source: Source,
    *,
    targets: list[Creature],
    effect: str,
    seconds: int = 0,
    amplifier: int = 0,
    hideParticles: bool = False,  # noqa: N803 - the game's argument
) -> None:
    """Apply an effect, for 30 seconds unless told."""
    if effect in _INSTANT:
        hit = [one for one in targets if _act(source, one, effect, max(seconds, 1), amplifier)]
    else:
        made = Effect(amplifier, (seconds or 30) * 20, not hideParticles)
        hit = [one for one in targets if _apply(one, effect, made)]
    _tell(source, hit, targets, effect)


@FAMILY.command(
    "effect give <targets:entities> <effect:effect> infinite [<amplifier:int 0 255>] [<hideParticles:bool>]"
)
def give_for_ever(
    source: Source,
    targets: list[Creature],
    effect: str,
    amplifier: int = 0,
    hideParticles: bool = False,  # noqa: N803 - the game's argument
) -> None:
    """Apply an effect without an end."""
    hit = [one for one in targets if _apply(one, effect, Effect(amplifier, INFINITE, not hideParticles))]
    _tell(source, hit, targets, effect)


@FAMILY.command("effect clear [<targets:entities>] [<effect:effect>]")
def clear(source: Source, targets: list[Creature] | None = None, effect: str = "") -> None:
    """Remove one effect, or all."""
    ill = [one for one in targets or [source.body()] if (effect in one.effects if effect else one.effects)]
    if not ill:
        raise Refusal("Target doesn't have the requested effect" if effect else "Target has no effects to remove")
    for one in ill:
        if effect:
            del one.effects[effect]
        else:
            one.effects.clear()
    what = f"effect {source.realm.registry.effect_display(effect)}" if effect else "every effect"
    source.answer(f"Removed {what} from {whom(source, ill, 'targets')}")


def _tell(source: Source, hit: list[Creature], targets: list[Creature], effect: str) -> None:
    if not hit:
        raise Refusal("Unable to apply this effect (target is either immune to effects, or has something stronger)")
    # The game counts all targets here, also those that were immune.
    source.answer(
        f"Applied effect {source.realm.registry.effect_display(effect)} to {whom(source, targets, 'targets')}"
    )


def _apply(one: Creature, name: str, new: Effect) -> bool:
    if isinstance(one, Entity) and one.type in _LIFELESS:
        return False
    old = one.effects.get(name)
    if old and (new.amplifier, _length(new)) <= (old.amplifier, _length(old)):
        seen, old.particles = old.particles, new.particles
        return seen != new.particles
    one.effects[name] = new
    return True


def _length(effect: Effect) -> float:
    return float("inf") if effect.ticks == INFINITE else effect.ticks


def _act(source: Source, one: Creature, effect: str, times: int, amplifier: int) -> bool:
    if isinstance(one, Entity) and one.type in _LIFELESS:
        return False
    match effect:
        case "minecraft:instant_health":
            one.health = min(_FULL, one.health + times * (4 << min(amplifier, 8)))
        case "minecraft:instant_damage":
            one.health -= times * (6 << min(amplifier, 8))
            if one.health <= 0:
                people.perish(source.realm, one, "was killed by magic")
        case _ if isinstance(one, Player):
            fed = times * (amplifier + 1)
            one.food = min(_FULL, one.food + fed)
            one.saturation = min(float(one.food), one.saturation + 2.0 * fed)
    return True
