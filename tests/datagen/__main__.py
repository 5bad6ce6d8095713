"""Build the vendored game data from pinned packages; a maintainer runs it when a pin moves.

    npm pack minecraft-data@3.119.0
    pip download --no-deps --python-version 3.14 --only-binary=:all: mecha==0.107.0
    python tests/datagen --minecraft-data minecraft-data-3.119.0.tgz --mecha mecha-0.107.0-py3-none-any.whl

The same inputs give the same bytes, so a diff in review shows what a new
game version changed and nothing else.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from crafting import recipes
from drops import drops
from registries import VERSIONS, registry
from sources import MinecraftData, Wheel
from trees import trees

from mcgod.grammar import pack, packed


def main() -> None:
    """Write one grammar, and one registry, recipe and drop file for each version, and print the sizes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minecraft-data", type=Path, required=True)
    parser.add_argument("--mecha", type=Path, required=True)
    options = parser.parse_args()
    data = MinecraftData(options.minecraft_data)
    write("grammar", pack.pack(trees(Wheel(options.mecha))))
    for version in VERSIONS:
        write(f"registry/{version}", registry(data, version))
        write(f"recipe/{version}", recipes(data, version))
        write(f"drop/{version}", drops(data, version))
    print("together:", sum(path.stat().st_size for path in packed.VENDORED.rglob(f"*{packed.SUFFIX}")), "bytes")


def write(name: str, record: object) -> None:
    """Pack ``record`` into the vendored file ``name``."""
    target = packed.VENDORED / f"{name}{packed.SUFFIX}"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(packed.pack(record))
    print(f"{name}: {target.stat().st_size} bytes")


main()
