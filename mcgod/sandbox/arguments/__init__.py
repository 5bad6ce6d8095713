"""The kinds of command arguments, by the name that usage lines give them.

Each reads its text and refuses in the game's own words. Source: the game's
argument types and language file, 1.21.4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.sandbox.arguments import block, component, entity, item, message, plain, position, profile, score

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mcgod.sandbox.tree import Argument

KINDS: Mapping[str, Callable[..., Argument]] = {
    "axes": plain.Axes,
    "block": block.Block,
    "bool": plain.Boolean,
    "component": component.Component,
    "dimension": plain.Dimension,
    "effect": lambda: plain.Resource("mob_effect"),
    "enchantment": lambda: plain.Resource("enchantment"),
    "entities": lambda: entity.Entities(single=False, players=False),
    "entity": lambda: entity.Entities(single=True, players=False),
    "entity_type": lambda: plain.Resource("entity_type"),
    "float": plain.Decimal,
    "function": plain.Function,
    "gamemode": plain.Gamemode,
    "greedy": plain.Greedy,
    "id": plain.Id,
    "int": plain.Integer,
    "item": item.Item,
    "item_test": item.ItemTest,
    "message": message.Message,
    "nbt": plain.Nbt,
    "objective": score.ObjectiveName,
    "path": plain.DataPath,
    "place": position.Block,
    "player": lambda: entity.Entities(single=True, players=True),
    "players": lambda: entity.Entities(single=False, players=True),
    "position": position.Exact,
    "profiles": profile.Profiles,
    "rotation": position.Rotation,
    "holder": lambda: score.Holders(single=True),
    "holders": lambda: score.Holders(single=False),
    "criterion": score.Criterion,
    "particle": plain.Particle,
    "some": lambda: entity.Entities(single=False, players=False, optional=True),
    "time": plain.Time,
    "word": plain.Word,
}
