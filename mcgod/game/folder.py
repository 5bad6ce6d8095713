"""The Minecraft server's own folder: what it says of ports, players, operators and version.

Read only. Sources: the files that vanilla, Paper and Fabric servers keep
beside their jar (``server.properties``, ``usercache.json``, ``ops.json``,
``whitelist.json``, ``version.json`` in the jar, ``version_history.json``).
"""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mcgod import properties
from mcgod.errors import BadInput, NotFound

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_STARTING = re.compile(r"Starting minecraft server version (\S+)", re.IGNORECASE)
_PAPER = re.compile(r"\(MC: ([\d.]+)\)")
_LOG_READ = 4_000_000  # bytes; the version stands near the start of the log
# A file or folder that only one kind of server has.
_KINDS = {
    "paper": ("config/paper-global.yml", "paper.yml", "version_history.json"),
    "spigot": ("spigot.yml", "bukkit.yml"),
    "neoforge": ("libraries/net/neoforged",),
    "forge": ("libraries/net/minecraftforge",),
    "quilt": ("quilt-server-launch.jar",),
    "fabric": ("fabric-server-launch.jar", ".fabric"),
}


class ServerFolder:
    """The folder ``path`` of a server. Raises NotFound when it holds no ``server.properties``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not self.properties_file.is_file():
            raise NotFound(f"{path} holds no server.properties", hint="give the folder that the server runs in")

    @property
    def properties_file(self) -> Path:
        """The file ``server.properties``."""
        return self.path / "server.properties"

    @cached_property
    def properties(self) -> dict[str, str]:
        """What ``server.properties`` says. Raises BadInput when it cannot be read."""
        try:
            return properties.parse(self.properties_file.read_bytes())
        except OSError as error:
            raise BadInput(f"cannot read {self.properties_file}: {error.strerror}") from error

    @property
    def rcon_enabled(self) -> bool:
        """Whether the server listens for RCON: switched on, and with a password."""
        return self.properties.get("enable-rcon") == "true" and bool(self.properties.get("rcon.password"))

    @property
    def level_name(self) -> str:
        """The world's folder name."""
        return self.properties.get("level-name") or "world"

    @property
    def online_mode(self) -> bool:
        """Whether the server checks who players are; where it does not, a name proves nothing."""
        return self.properties.get("online-mode", "true") != "false"

    @property
    def log(self) -> Path:
        """The log file, which need not exist yet."""
        return self.path / "logs" / "latest.log"

    @cached_property
    def kind(self) -> str:
        """``vanilla``, ``paper``, ``spigot``, ``fabric``, ``quilt``, ``forge`` or ``neoforge``, by what lies there."""
        for kind, marks in _KINDS.items():
            if any((self.path / mark).exists() for mark in marks):
                return kind
        return "vanilla"

    @cached_property
    def uuids(self) -> dict[str, str]:
        """Lower-case player name -> UUID, of players that the server has seen."""
        entries = [*_entries(self.path / "whitelist.json"), *_entries(self.path / "usercache.json")]
        return {entry["name"].lower(): entry["uuid"] for entry in entries if isinstance(entry.get("uuid"), str)}

    @cached_property
    def names(self) -> list[str]:
        """The names of players that the server has seen, as they spell them."""
        return sorted({entry["name"] for entry in _entries(self.path / "usercache.json")})

    @cached_property
    def operators(self) -> dict[str, int]:
        """Lower-case name of each operator -> permission level, 1 to 4."""
        levels = {entry["name"].lower(): entry.get("level") for entry in _entries(self.path / "ops.json")}
        return {name: level if isinstance(level, int) else 4 for name, level in levels.items()}

    @cached_property
    def version(self) -> str | None:
        """The game version, from the jar, Paper's history or the log; None when nothing tells."""
        return next(self._versions(), None)

    def _versions(self) -> Iterator[str]:
        history = _parsed(self.path / "version_history.json")
        if isinstance(history, dict) and (found := _PAPER.search(str(history.get("currentVersion")))):
            yield found[1]
        for jar in [*sorted(self.path.glob("*.jar")), *sorted(self.path.glob("versions/*/*.jar"))]:
            if version := _jar_version(jar):
                yield version
        try:
            with self.log.open("rb") as log:
                head = log.read(_LOG_READ).decode("utf-8", "replace")
        except OSError:
            return
        if starts := _STARTING.findall(head):
            yield starts[-1]


def _jar_version(jar: Path) -> str | None:
    """Return the ``id`` in a server jar's ``version.json``, or None."""
    import zipfile  # noqa: PLC0415 - only set-up looks into jars

    try:
        with zipfile.ZipFile(jar) as archive:
            told = json.loads(archive.read("version.json"))
    except (OSError, KeyError, ValueError, zipfile.BadZipFile):
        return None
    version = told.get("id") if isinstance(told, dict) else None
    return version if isinstance(version, str) else None


def _entries(path: Path) -> list[dict[str, Any]]:
    """Return the objects with a name in one of the game's player lists; a broken file counts as empty."""
    listed = _parsed(path)
    if not isinstance(listed, list):
        return []
    return [entry for entry in listed if isinstance(entry, dict) and isinstance(entry.get("name"), str)]


def _parsed(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
