"""The server folder: properties, lists of players, and the saved world, where the game has them.

Source: the files of a vanilla 1.21.4 server.
"""

from __future__ import annotations

import json
import secrets
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from mcgod import fsio, jsonl, properties
from mcgod.errors import BadInput, StoreFailed
from mcgod.sandbox import saved
from mcgod.sandbox.world import World, offline_uuid

if TYPE_CHECKING:
    from pathlib import Path

_REMEMBERED = timedelta(days=30)  # how long the game trusts its cache of names


class Folder:
    """A folder with a sandbox in it. ``warnings`` tells of files that were set aside."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.logs = path / "logs"
        self.world_file = path / "world" / "sandbox.json"
        self.datapacks = path / "world" / "datapacks"
        self.warnings: list[str] = []
        self.settings = dict(_DEFAULTS)
        self._saved = b""

    def prepare(self) -> None:
        """Create the folder and those in it."""
        for folder in (self.path, self.logs, self.world_file.parent):
            fsio.make_folder(folder)

    def load_world(self, version: str, seed: int) -> World:
        """Return the saved world, or a new one; a file that does not parse is set aside and told of."""
        fresh = World(
            version=version, seed=seed, difficulty=self.settings["difficulty"], gamemode=self.settings["gamemode"]
        )
        world = self._read_world() or fresh
        world.version = version
        world.whitelist_on = self.settings["white-list"] == "true"
        if self.settings["max-players"].isdecimal():
            world.max_players = int(self.settings["max-players"])
        for player in world.players.values():
            player.online = False  # an earlier run may have ended without goodbye
        return world

    def save_world(self, world: World) -> None:
        """Write the world if it changed since it was last written."""
        data = saved.encode(world)
        if data != self._saved:
            fsio.replace_file(self.world_file, data)
            self._saved = data

    def load_settings(self) -> dict[str, str]:
        """Return ``settings``, read from server.properties; the password is made at the first start."""
        path = self.path / "server.properties"
        given = properties.parse(_read(path) or b"")
        password = given.get("rcon.password") or secrets.token_urlsafe(18)
        self.settings = {**_DEFAULTS, **given, "rcon.password": password}
        return self.settings

    def write_settings(self) -> None:
        """Write server.properties, as the game does: comments are lost, unknown keys are kept."""
        lines = ["#Minecraft server properties", f"#{datetime.now(UTC).astimezone():%a %b %d %H:%M:%S %Z %Y}"]
        lines += [
            f"{properties.escape(key)}={properties.escape(value)}" for key, value in sorted(self.settings.items())
        ]
        fsio.replace_file(self.path / "server.properties", ("\n".join(lines) + "\n").encode("utf-8", "replace"))

    def write_lists(self, world: World) -> None:
        """Write who is operator, listed, banned and known, and whether the whitelist counts."""
        listed = "true" if world.whitelist_on else "false"
        if self.settings["white-list"] != listed:
            self.settings["white-list"] = listed
            self.write_settings()
        expires = f"{datetime.now(UTC).astimezone() + _REMEMBERED:%Y-%m-%d %H:%M:%S %z}"
        lists: dict[str, list[dict[str, Any]]] = {
            "ops.json": [
                {"uuid": offline_uuid(name), "name": name, "level": level, "bypassesPlayerLimit": False}
                for name, level in world.ops.items()
            ],
            "whitelist.json": [{"uuid": uuid, "name": name} for name, uuid in world.whitelist.items()],
            "banned-players.json": [
                {
                    "uuid": ban.uuid,
                    "name": name,
                    "created": ban.created,
                    "source": ban.source,
                    "expires": "forever",
                    "reason": ban.reason,
                }
                for name, ban in world.bans.items()
            ],
            "banned-ips.json": [],
            "usercache.json": [
                {"name": name, "uuid": player.uuid, "expiresOn": expires} for name, player in world.players.items()
            ],
        }
        for name, entries in lists.items():
            self._write_if_new(name, jsonl.document(entries))

    def read_whitelist(self) -> dict[str, str] | None:
        """Return name -> UUID from whitelist.json, or None: a file that does not parse is set aside."""
        path = self.path / "whitelist.json"
        try:
            return {str(one["name"]): str(one["uuid"]) for one in json.loads(_read(path) or b"[]")}
        except (ValueError, TypeError, KeyError):
            self.warnings.append(f"{path.name} did not parse; it is kept as {fsio.set_aside(path).name}")
            return None

    def _read_world(self) -> World | None:
        """Return the saved world; None without one, or when it had to be set aside."""
        data = _read(self.world_file)
        if data is None:
            return None
        try:
            return saved.decode(data)
        except BadInput as error:
            aside = fsio.set_aside(self.world_file)
            self.warnings.append(f"{self.world_file.name} did not load ({error.message}); it is kept as {aside.name}")
            return None

    def _write_if_new(self, name: str, data: bytes) -> None:
        path = self.path / name
        if _read(path) != data:
            fsio.replace_file(path, data)


def _read(path: Path) -> bytes | None:
    """Return what is in the file, or None where there is none. Raises StoreFailed."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreFailed(f"cannot read {path}: {error.strerror or error}") from error


_DEFAULTS = {
    "broadcast-rcon-to-ops": "true",
    "difficulty": "easy",
    "enable-rcon": "true",
    "enforce-whitelist": "false",
    "gamemode": "survival",
    "level-name": "world",
    "max-players": "20",
    "motd": "A Minecraft Server",
    "online-mode": "false",
    "op-permission-level": "4",
    "server-ip": "127.0.0.1",
    "server-port": "25565",
    "white-list": "false",
}
