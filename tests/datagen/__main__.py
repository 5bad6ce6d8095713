"""Build the vendored game data from pinned packages; a maintainer runs it when a pin moves.

    npm pack minecraft-data@3.119.0
    python tests/datagen --minecraft-data minecraft-data-3.119.0.tgz

The same inputs give the same bytes, so a diff in review shows what a new
game version changed and nothing else.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tarfile
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from registries import VERSIONS, registry

PINS = {"minecraft-data": "5cc07ec6ec5e386e48c38c73055e785ab0a1b38694a7e5d9724fa631b2de2c71"}
TARGET = Path(__file__).parents[2] / "mcgod" / "grammar" / "data"


class Package:
    """JSON files of the ``minecraft-data`` tarball, found as the package itself finds them."""

    def __init__(self, path: Path) -> None:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        if digest != PINS["minecraft-data"]:
            raise SystemExit(f"{path}: sha256 is {digest}, pinned is {PINS['minecraft-data']}")
        self._tar = tarfile.open(path)  # noqa: SIM115 - read from for as long as the script runs
        self._paths = self._json("dataPaths.json")["pc"]

    def load(self, version: str, name: str):
        """Return the parsed file ``name`` that serves ``version``."""
        return self._json(f"{self._paths[version][name]}/{name}.json")

    def _json(self, name: str):
        handle = self._tar.extractfile(f"package/minecraft-data/data/{name}")
        assert handle is not None
        return json.load(handle)


def packed(record: object) -> bytes:
    """Gzip ``record`` as compact JSON with a fixed header, so that equal input gives equal bytes."""
    text = json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
    return squeeze.compress(text) + squeeze.flush()


def main() -> None:
    """Write one registry file for each version and print its size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minecraft-data", type=Path, required=True)
    package = Package(parser.parse_args().minecraft_data)
    for version in VERSIONS:
        target = TARGET / "registry" / f"{version}.json.gz"
        target.write_bytes(packed(registry(package, version)))
        print(f"{target.relative_to(TARGET)}: {target.stat().st_size} bytes")


main()
