"""One game version's ids, as ``mcgod.grammar.registry`` reads them.

Source: npm ``minecraft-data`` 3.119.0 (MIT). Its effect names are PascalCase
and call one effect by its English name, and from 1.18 to 1.21.1 it repeats the
attributes of 1.17; all three are mended here.
"""

from __future__ import annotations

import re

from mcgod.grammar import versions

VERSIONS = (
    "1.16.5",
    "1.18.2",
    "1.19.4",
    "1.20.1",
    "1.20.4",
    "1.20.6",
    "1.21.1",
    "1.21.3",
    "1.21.4",
    "1.21.5",
    "1.21.8",
    "1.21.9",
    "1.21.11",
    "26.1",
)
_EFFECT_IDS = {"bad_luck": "unluck"}

# Attributes that came in a version between 1.17 and 1.21.1, and one that was renamed.
_ATTRIBUTES = {
    "1.20.2": "generic.max_absorption",
    "1.20.5": "generic.fall_damage_multiplier generic.gravity generic.jump_strength generic.safe_fall_distance"
    " generic.scale generic.step_height player.block_break_speed player.block_interaction_range"
    " player.entity_interaction_range",
    "1.21": "generic.burning_time generic.explosion_knockback_resistance generic.movement_efficiency"
    " generic.oxygen_bonus generic.water_movement_efficiency player.mining_efficiency player.sneaking_speed"
    " player.submerged_mining_speed player.sweeping_damage_ratio",
}
_GONE_ATTRIBUTES = {"1.20.5": "horse.jump_strength"}


def registry(package, version: str) -> dict:
    """Collect the ids, block states, stack sizes, food values and odd display names of ``version``."""
    items = package.load(version, "items")
    blocks = package.load(version, "blocks")
    entities = package.load(version, "entities")
    effects = [(_effect_id(row["name"]), row["displayName"]) for row in package.load(version, "effects")]
    protocol = package.load(version, "protocol")["types"]
    sets, block_states = _states(blocks)
    return {
        "format": 1,
        "version": version,
        "item": sorted(row["name"] for row in items),
        "block": block_states,
        "_states": sets,
        "entity_type": sorted(row["name"] for row in entities),
        "mob_effect": sorted(name for name, _ in effects),
        "enchantment": {row["name"]: row["maxLevel"] for row in _sorted(package.load(version, "enchantments"))},
        "attribute": _attributes([_bare(row["resource"]) for row in package.load(version, "attributes")], version),
        "particle_type": sorted(row["name"] for row in package.load(version, "particles")),
        "data_component_type": _mapped(protocol.get("SlotComponentType")),
        "worldgen/biome": sorted(row["name"] for row in package.load(version, "biomes")),
        "sound_event": sorted(row["name"] for row in package.load(version, "sounds")),
        "_stack": {row["name"]: row["stackSize"] for row in _sorted(items) if row["stackSize"] != 64},
        "_food": {row["name"]: row["foodPoints"] for row in _sorted(package.load(version, "foods"))},
        "_display": _odd_names((row["name"], row["displayName"]) for row in [*entities, *blocks, *items]),
        "_effect_display": _odd_names(effects),
    }


def _attributes(names: list[str], version: str) -> list[str]:
    """Add to ``names`` what the package leaves out; from 1.21.2 on, without prefixes, it is complete."""
    if "generic.max_health" not in names:
        return sorted(names)
    asked = versions.key(version) or ()
    came = {name for since, row in _ATTRIBUTES.items() if (versions.key(since) or ()) <= asked for name in row.split()}
    gone = {name for since, name in _GONE_ATTRIBUTES.items() if (versions.key(since) or ()) <= asked}
    return sorted({*names, *came} - gone)


def _states(blocks) -> tuple[list, dict]:
    """Number the distinct property sets; return them and block name -> number (0: no properties)."""
    sets: list[dict] = [{}]
    chosen = {}
    for block in _sorted(blocks):
        properties = {state["name"]: _values(state) for state in block["states"]}
        if properties not in sets:
            sets.append(properties)
        chosen[block["name"]] = sets.index(properties)
    return sets, chosen


def _values(state) -> list[str]:
    if state["type"] == "bool":
        return ["true", "false"]
    return state.get("values") or [str(number) for number in range(state["num_values"])]


def _effect_id(name: str) -> str:
    plain = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
    return _EFFECT_IDS.get(plain, plain)


def _mapped(declared) -> list[str]:
    """Names of a protodef mapper; versions without the type have none."""
    return sorted(declared[1]["mappings"].values()) if declared else []


def _odd_names(pairs) -> dict[str, str]:
    """Keep the display names that title-casing the id would not give; of two for one id the later stays."""
    shown = dict(pairs)
    return {name: shown[name] for name in sorted(shown) if shown[name] != name.replace("_", " ").title()}


def _sorted(rows):
    return sorted(rows, key=lambda row: row["name"])


def _bare(name: str) -> str:
    return name.removeprefix("minecraft:")
