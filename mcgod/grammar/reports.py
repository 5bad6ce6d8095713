"""What a server says about itself: its ``--reports`` output, into grammar, registry and recipes of one version.

Source: the data generator of the vanilla server,
``java -DbundlerMainClass=net.minecraft.data.Main -jar server.jar --reports --server``. Names of things, and
what the reports leave out (stack sizes before 1.20.5, display names), come from the nearest vendored version.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mcgod import fsio
from mcgod.errors import BadInput, BadUsage, NotFound
from mcgod.grammar import crafting, pack, packed, recipes, registry, trees, versions

if TYPE_CHECKING:
    from pathlib import Path

# How to make the reports; shown where they are missing.
HOWTO = "java -DbundlerMainClass=net.minecraft.data.Main -jar server.jar --reports --server"


@dataclass(frozen=True, slots=True)
class Found:
    """What was in the reports, each in the form of its packed file; ``version`` is empty when they do not tell."""

    version: str
    grammar: dict[str, Any]
    registry: dict[str, Any]
    recipes: dict[str, Any]


def read(folder: Path, version: str = "") -> Found:
    """Read the reports in ``folder`` (``generated``, or ``reports`` itself) of game version ``version``.

    Without ``version`` it is looked for in a ``version.json`` beside them.
    Raises NotFound when there are no reports, BadInput when they do not parse.
    """
    reports = folder / "reports" if (folder / "reports").is_dir() else folder
    data = reports.parent / "data" / "minecraft"
    commands = _load(reports / "commands.json")
    listed = _load(reports / "registries.json")
    version = version or _version(folder, reports.parent)
    try:
        grammar = pack.pack({version: commands})
        ids = _registry(version, listed, _optional(reports / "blocks.json"), _optional(reports / "items.json"), data)
        made = crafting.read(data) or _vendored_recipes(version)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise BadInput(f"{reports} holds no reports of a server: {error!r}", hint=HOWTO) from error
    return Found(version, grammar, ids, made)


def store(found: Found, folder: Path) -> None:
    """Write ``found`` into ``folder``, from where ``load`` of trees, registry and recipes takes it.

    Raises BadUsage when the version is not known, StoreFailed when the disk refuses.
    """
    if versions.key(found.version) is None or "/" in found.version or "\\" in found.version:
        raise BadUsage(f"not a game version: {found.version!r}", hint="name the version of the server, such as 1.21.4")
    for kind, record in (("grammar", found.grammar), ("registry", found.registry), ("recipe", found.recipes)):
        target = folder / kind / f"{found.version}{packed.SUFFIX}"
        fsio.make_folder(target.parent)
        fsio.replace_file(target, packed.pack(record))
    for module in (trees, registry, recipes):
        module.load.cache_clear()


def _load(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except FileNotFoundError:
        raise NotFound(f"no {path.name} in {path.parent}", hint=HOWTO) from None
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput(f"{path} is not a report: {error}", hint=HOWTO) from None


def _optional(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = _load(path) if path.is_file() else {}
    return found


def _version(*folders: Path) -> str:
    for folder in folders:
        name = _optional(folder / "version.json").get("id", "")
        if name:
            return str(name)
    return ""


def _registry(version: str, listed: Any, blocks: Any, items: Any, data: Path) -> dict[str, Any]:
    """Put the ids of the reports in the place of the vendored ones, and keep the rest of those."""
    nearest = registry.load(version or versions.DEFAULT).record
    kinds: dict[str, list[str]] = {
        _bare(kind): sorted(_bare(name) for name in held["entries"]) for kind, held in listed.items()
    }
    for kind in ("enchantment", "worldgen/biome"):
        # Since data packs can add to these, they are files.
        if files := list((data / kind).glob("*.json")):
            kinds[kind] = sorted(path.stem for path in files)
    known: dict[str, int] = nearest["enchantment"]
    levels = {name: known.get(name, 1) for name in kinds.get("enchantment", list(known))}
    states = {_bare(name): held.get("properties", {}) for name, held in blocks.items()}
    held = {_bare(name): one.get("components", {}) for name, one in items.items()}
    return {
        **nearest,
        **kinds,
        "version": version,
        "enchantment": levels,
        **_numbered(states or _nearest_states(nearest, kinds.get("block", list(nearest["block"])))),
        "_stack": {name: one["minecraft:max_stack_size"] for name, one in held.items()
                   if one.get("minecraft:max_stack_size", 64) != 64} or nearest["_stack"],
        "_food": {name: one["minecraft:food"]["nutrition"] for name, one in held.items()
                  if "minecraft:food" in one} or nearest["_food"],
    }  # fmt: skip


def _nearest_states(nearest: dict[str, Any], blocks: list[str]) -> dict[str, dict[str, list[str]]]:
    return {name: nearest["_states"][nearest["block"].get(name, 0)] for name in blocks}


def _numbered(states: dict[str, dict[str, list[str]]]) -> dict[str, Any]:
    """Give each distinct set of block states a number, as the packed file has them."""
    sets: list[dict[str, list[str]]] = [{}]
    for properties in states.values():
        if properties not in sets:
            sets.append(properties)
    return {"block": {name: sets.index(states[name]) for name in sorted(states)}, "_states": sets}


def _vendored_recipes(version: str) -> dict[str, Any]:
    ways = recipes.load(version or versions.DEFAULT)
    return {result: [[count, needs] for count, needs in rows] for result, rows in ways.items()}


def _bare(name: str) -> str:
    return name.removeprefix("minecraft:")
