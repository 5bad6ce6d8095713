"""The two packages that the data comes from, each pinned by its hash."""

from __future__ import annotations

import hashlib
import json
import re
import tarfile
import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MINECRAFT_DATA = "5cc07ec6ec5e386e48c38c73055e785ab0a1b38694a7e5d9724fa631b2de2c71"
MECHA = "0199823515945dcd70ff4a632fb5e54be76aff6d93c6d0298c75c25294966534"
_TREE = re.compile(r"mecha/resources/(\d+(?:_\d+)+)\.json")


class MinecraftData:
    """JSON files of the ``minecraft-data`` tarball, found as the package itself finds them."""

    def __init__(self, path: Path) -> None:
        check(path, MINECRAFT_DATA)
        self._tar = tarfile.open(path)  # noqa: SIM115 - read from for as long as the script runs
        self._paths = self._json("dataPaths.json")["pc"]

    def load(self, version: str, name: str):
        """Return the parsed file ``name`` that serves ``version``."""
        return self._json(f"{self._paths[version][name]}/{name}.json")

    def _json(self, name: str):
        handle = self._tar.extractfile(f"package/minecraft-data/data/{name}")
        assert handle is not None
        return json.load(handle)


class Wheel:
    """The command trees in the ``mecha`` wheel."""

    def __init__(self, path: Path) -> None:
        check(path, MECHA)
        self._zip = zipfile.ZipFile(path)

    def trees(self) -> Iterator[tuple[str, dict]]:
        """Yield version and root node for each tree, in no order."""
        for name in self._zip.namelist():
            if found := _TREE.fullmatch(name):
                yield found[1].replace("_", "."), json.loads(self._zip.read(name))


def check(path: Path, pin: str) -> None:
    """Stop the script when ``path`` is not the very file that was pinned."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != pin:
        raise SystemExit(f"{path}: sha256 is {digest}, pinned is {pin}")
