"""What can be said of dynamic content: each property's range, its default, and what a vanilla server makes of it. Pure.

Names, ranges and defaults are the in-game agent mod's. Which of them a server
without it can do, and since when, follows from the game's item components
(1.20.5), and from consumable, item_model and use_cooldown (1.21.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcgod.grammar.dialect import Dialect

NEVER = (9999,)  # no version of the game
_ALWAYS = (0,)
_COMPONENTS = (1, 20, 5)
_CONSUMABLE = (1, 21, 2)


class Property(NamedTuple):
    """One property. ``why`` says what keeps it from working where ``since``, a game version, is not reached."""

    schema: Mapping[str, Any]
    usual: str
    since: tuple[int, ...] = _ALWAYS
    why: str = ""
    note: str = ""

    def limit(self, dialect: Dialect) -> str:
        """Say that it does not work without a mod, and why; empty where it works."""
        return "" if dialect.since(*self.since) else without_mod(self.since, self.why)

    def fits(self, value: Any) -> bool:
        """Tell whether ``value``, from a file that anybody may have written, is one that the schema allows."""
        schema = self.schema
        kinds: dict[str, tuple[type, ...]] = {
            "boolean": (bool,),
            "integer": (int,),
            "number": (int, float),
            "string": (str,),
        }
        if type(value) not in kinds[schema["type"]] or ("enum" in schema and value not in schema["enum"]):
            return False
        return "minimum" not in schema or schema["minimum"] <= value <= schema["maximum"]

    @property
    def range(self) -> str:
        """What it may be, for a reader: ``true or false``, ``0.1 to 4.0``, ``eat, drink``."""
        schema = self.schema
        if "enum" in schema:
            return ", ".join(schema["enum"])
        if schema["type"] == "boolean":
            return "true or false"
        if "minimum" in schema:
            whole = ", whole" if schema["type"] == "integer" else ""
            return f"{schema['minimum']} to {schema['maximum']}{whole}"
        return "text"


def without_mod(since: tuple[int, ...], why: str) -> str:
    """Return ``not without a mod before 1.21.2``, or without a version for what none can do; ``why`` stands behind."""
    before = "" if since == NEVER else f" before {'.'.join(map(str, since))}"
    return f"not without a mod{before}{f': {why}' if why else ''}"


def _number(low: float, high: float, kind: str = "number") -> dict[str, Any]:
    return {"type": kind, "minimum": low, "maximum": high}


def _whole(low: int, high: int) -> dict[str, Any]:
    return _number(low, high, "integer")


_FLAG = {"type": "boolean"}
_TEXT = {"type": "string", "minLength": 1}
_ACTIONS = [
    "material", "none", "eat", "drink", "bow", "spear", "crossbow", "spyglass", "toot_horn", "brush", "block",
]  # fmt: skip
_SNOWBALL = "it flies as a snowball does"
_OF_BLOCK = "it belongs to a kind of block, and only a mod adds kinds"
_OF_FLUID = "it belongs to a kind of fluid, and only a mod adds kinds"

TABLE: dict[str, dict[str, Property]] = {
    "item": {
        "name": Property(_TEXT, ""),
        "material_item": Property(_TEXT, "minecraft:stick"),
        "throwable": Property(_FLAG, "false", note="a snowball, which looks like the material since 1.21.2"),
        "throw_speed": Property(_number(0.1, 4.0), "1.5", NEVER, _SNOWBALL),
        "throw_inaccuracy": Property(_number(0, 5), "1.0", NEVER, _SNOWBALL),
        "throw_cooldown_ticks": Property(_whole(0, 1200), "0", _CONSUMABLE, "use_cooldown came with it"),
        "consume_on_throw": Property(_FLAG, "true", NEVER, "what is thrown is used up", "true works"),
        "max_count": Property(_whole(0, 99), "0, as the material", _COMPONENTS, "max_stack_size came with it"),
        "use_action": Property(
            {"type": "string", "enum": _ACTIONS}, "material", _CONSUMABLE, "consumable came with it",
            "none and eat work since 1.20.5",
        ),
        "use_time_ticks": Property(
            _whole(0, 72000), "0, as the material", _CONSUMABLE, "consumable came with it",
            "for eating it works since 1.20.5",
        ),
        "glint_mode": Property(
            {"type": "string", "enum": ["material", "true", "false"]}, "material", _COMPONENTS,
            "enchantment_glint_override came with it", "true works in every version",
        ),
    },
    "block": {
        "name": Property(_TEXT, ""),
        "material_block": Property(_TEXT, "minecraft:stone"),
        "friction": Property(_number(0, 2), "of the material", NEVER, _OF_BLOCK),
        "velocity_multiplier": Property(_number(0, 10), "of the material", NEVER, _OF_BLOCK),
        "jump_velocity_multiplier": Property(_number(0, 10), "of the material", NEVER, _OF_BLOCK),
        "blast_resistance": Property(
            _number(0, 1200), "of the material", NEVER, "a block that stands is held by a barrier, which nothing breaks"
        ),
        "use_material_sounds": Property(
            _FLAG, "true", NEVER, "a block that stands is held by a barrier, which sounds like stone"
        ),
    },
    "fluid": {
        "name": Property(_TEXT, ""),
        "material_fluid": Property(_TEXT, "minecraft:water"),
        "color": Property(
            _TEXT, "of the material", NEVER, "it colours the name of the bucket, not the fluid",
            "#RRGGBB, or default, none, material",
        ),
        "tick_rate": Property(_whole(1, 200), "of the material", NEVER, _OF_FLUID),
        "flow_speed": Property(_whole(1, 16), "of the material", NEVER, _OF_FLUID),
        "level_decrease_per_block": Property(_whole(1, 8), "of the material", NEVER, _OF_FLUID),
        "blast_resistance": Property(_number(0, 1200), "of the material", NEVER, _OF_FLUID),
        "infinite": Property(_FLAG, "of the material", NEVER, _OF_FLUID),
    },
}  # fmt: skip
