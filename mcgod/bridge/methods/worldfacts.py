"""Facts about the world, asked in plain commands: time, difficulty, seed, game rules, and the name of its folder.

Source: the replies of Minecraft 1.13 to 26.2; game rules got new names in 1.21.11.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadInput
from mcgod.game.replies import failed

if TYPE_CHECKING:
    from mcgod.bridge.methods.means import Means

# What an admin looks at first, with the newer name of each.
_NEWER = {
    "keepInventory": "keep_inventory",
    "mobGriefing": "mob_griefing",
    "doMobSpawning": "spawn_mobs",
    "doDaylightCycle": "advance_time",
    "doWeatherCycle": "advance_weather",
    "naturalRegeneration": "natural_health_regeneration",
    "randomTickSpeed": "random_tick_speed",
    "playersSleepingPercentage": "players_sleeping_percentage",
}
USUAL = tuple(_NEWER)
_MOST = 100  # game rules in one question
_RULE = re.compile(r"(?:minecraft:)?[A-Za-z_]{1,60}")
_VALUE = re.compile(r"(?:is currently set to|=):?\s*(\S+)\s*\Z")
_SEED = re.compile(r"\[(-?\d+)\]")
_DIFFICULTY = re.compile(r"The difficulty is (\w+)")
_LAST_NUMBER = re.compile(r"(\d+)(?: tick\(s\))?\s*\Z")
_DAY = 24_000  # ticks


async def facts(means: Means, rules: tuple[str, ...]) -> dict[str, Any]:
    """Ask for what there is to know; what the server does not say is None, and rules that it has not stay out.

    ``{"level","seed","difficulty","day","daytime","gametime","gamerules":{…},"via"}``.
    """
    if len(rules) > _MOST or not all(_RULE.fullmatch(rule) for rule in rules):
        raise BadInput(f"gamerules are at most {_MOST} names such as keepInventory")
    reply, via = await means.command("difficulty")
    difficulty = _DIFFICULTY.search(reply.text)
    seed = _SEED.search(await _ask(means, "seed"))
    gametime = _number(await _ask(means, "time query gametime"))
    daytime = _number(await _ask(means, "time query daytime"))
    if daytime is None:  # since 26.1 it is called so, and counts on past the first day
        daytime = _number(await _ask(means, "time query time"))
    day = _number(await _ask(means, "time query day"))
    if day is None and daytime is not None:
        day = daytime // _DAY
    return {
        "level": means.level or await _level(means) or None,
        "seed": int(seed[1]) if seed else None,
        "difficulty": difficulty[1].lower() if difficulty else None,
        "day": day,
        "daytime": None if daytime is None else daytime % _DAY,
        "gametime": gametime,
        "gamerules": await _gamerules(means, rules),
        "via": via,
    }


async def _gamerules(means: Means, rules: tuple[str, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for rule in rules:
        for name in filter(None, (rule, _NEWER.get(rule))):
            if value := _VALUE.search(await _ask(means, f"gamerule {name}")):
                found[name] = _typed(value[1])
                break
    return found


async def _level(means: Means) -> str:
    """Return the level's name as a server's mod knows it, where no folder tells."""
    mod = means.mod.mod
    if mod is None or mod.vantage != "server":
        return ""
    return str((await means.mod.ask("state")).get("levelName") or "")


async def _ask(means: Means, question: str) -> str:
    """Return the reply, or nothing when the server refused the question."""
    reply, _ = await means.command(question)
    return "" if failed(reply.text) else reply.text


def _number(text: str) -> int | None:
    found = _LAST_NUMBER.search(text)
    return int(found[1]) if found else None


def _typed(text: str) -> bool | int | str:
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if re.fullmatch(r"-?\d{1,10}", text) else text
