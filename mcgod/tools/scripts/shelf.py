"""List, read, write, delete and restore the scripts of a server."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from mcgod import fsio
from mcgod.errors import BadUsage, NotFound, Refused
from mcgod.tools.port import ToolResult
from mcgod.tools.scripts import lines, packs, place
from mcgod.tools.scripts.backups import Backups

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from mcgod.game.folder import ServerFolder
    from mcgod.tools.port import Context
    from mcgod.tools.scripts.lines import Repaired
    from mcgod.tools.scripts.place import Place

LISTED = 200  # files
SHOWN = 64_000  # characters
LARGEST = 256 * 1024  # bytes of UTF-8
_FILE_MODE = 0o644  # the server may run as another user
_FUNCTION_LEVEL = 2  # what function-permission-level is by default


@dataclass(frozen=True, slots=True)
class Shelf:
    """The scripts of the server in ``folder``, of game ``version``; backups go below ``backups``.

    ``kubejs`` opens JavaScript, which no rule can check, where the server
    runs KubeJS; otherwise scripts are functions of a data pack.
    """

    folder: ServerFolder | None
    version: str
    backups: Path
    kubejs: bool = False

    @property
    def place(self) -> Place:
        """Where the scripts lie, looked up anew: the server may change. Raises NotFound."""
        return place.find(self.folder, self.version, kubejs=self.kubejs)

    def show(self, _: Mapping[str, Any], __: Context) -> ToolResult:
        """Tell path, size and time of every script; the text stops at LISTED."""
        here = self.place
        found = [
            {"path": path, "bytes": status.st_size, "modified": _time(status.st_mtime)}
            for path, status in place.files(here)
        ]
        if not found:
            return ToolResult(f"no scripts in {here.shown('')}", {"kind": here.kind, "total": 0, "scripts": []})
        told = [f"{one['path']}  {one['bytes']} bytes  {one['modified']}" for one in found[:LISTED]]
        if len(found) > LISTED:
            told.append(f"[the first {LISTED} only]")
        told.append(f"total: {len(found)} in {here.shown('')}")
        return ToolResult("\n".join(told), {"kind": here.kind, "total": len(found), "scripts": found[:LISTED]})

    def read(self, given: Mapping[str, Any], _: Context) -> ToolResult:
        """Return what a script holds, at most SHOWN characters. Raises NotFound."""
        here = self.place
        relative, file = place.locate(here, given["path"])
        data = place.read(file, SHOWN * 4 + 1)  # a character has at most four bytes
        if data is None:
            raise _missing(here, relative)
        text = data.decode("utf-8", "replace")
        cut = len(text) > SHOWN
        told = [f"FILE {here.shown(relative)}"]
        if cut:
            told.append(f"[truncated: the first {SHOWN} characters of {file.stat().st_size} bytes]")
        text = text[:SHOWN]
        told += ["-----BEGIN CONTENT-----", text.removesuffix("\n"), "-----END CONTENT-----"]
        return ToolResult("\n".join(told), {"path": relative, "truncated": cut, "content": text})

    def write(self, given: Mapping[str, Any], context: Context) -> ToolResult:
        """Put ``content`` into a script, old or new. Raises Refused, BadUsage, and StoreFailed."""
        here = self.place
        self._refuse_script(given["path"], here)
        relative, file = place.locate(here, given["path"])
        data, repaired = self._checked(here, given["content"], context)
        told = [f"{'would write' if context.dry_run else 'wrote'} {here.shown(relative)}, {len(data)} bytes"]
        kept = None if context.dry_run else self.put(here, relative, file, data)
        if kept:
            told.append(f"what it held before is kept as backup {kept}")
        if repaired:
            told += ["the rules repaired:", *(f"  {one}" for one in repaired)]
        told.append(_next(here, relative))
        changes = [one.to_json() for one in repaired]
        return ToolResult(
            "\n".join(told), _told(here, relative, context, bytes=len(data), backup=kept, repaired=changes)
        )

    def delete(self, given: Mapping[str, Any], context: Context) -> ToolResult:
        """Delete a script and keep what it held as a backup. Raises NotFound."""
        here = self.place
        relative, file = place.locate(here, given["path"])
        if not file.is_file():
            raise _missing(here, relative)
        if context.dry_run:
            return ToolResult(f"would delete {here.shown(relative)}", _told(here, relative, context, backup=None))
        kept = self.drop(here, relative, file)
        text = f"deleted {here.shown(relative)}; it is kept as backup {kept}\n{_next(here)}"
        return ToolResult(text, _told(here, relative, context, backup=kept))

    def restore(self, given: Mapping[str, Any], context: Context) -> ToolResult:
        """Write a backup back, through the same rules as anything else. Raises NotFound that lists what there is."""
        here = self.place
        relative, _ = place.locate(here, given["path"])
        number, data = Backups(self.backups, here).read(relative, given.get("version"))
        text, found = self.write({"path": relative, "content": data.decode("utf-8", "replace")}, context)[:2]
        return ToolResult(f"backup {number} of {relative}:\n{text}", {**found, "version": number})

    def _checked(self, here: Place, content: str, context: Context) -> tuple[bytes, list[Repaired]]:
        """Return the bytes to write, and what the rules repaired in them. Raises Refused, BadUsage, BadConfig."""
        data = _encoded(content)  # first: to judge what is far too long would take minutes
        if here.kind != "datapack":
            return data, []
        confirm = None if context.dry_run else context.confirm  # nobody is asked about what will not be done
        text, repaired = lines.judged(content, context.rules, level=self.level, confirm=confirm)
        return _encoded(text), repaired

    @property
    def level(self) -> int:
        """The permission level at which the server runs functions."""
        told = self.folder.properties.get("function-permission-level", "") if self.folder else ""
        return int(told) if told in ("1", "2", "3", "4") else _FUNCTION_LEVEL

    def drop(self, here: Place, relative: str, file: Path) -> int:
        """Remove a script, and return the number of its backup. Raises NotFound, StoreFailed."""
        backups = Backups(self.backups, here)
        with backups.locked():
            data = place.read(file)
            if data is None:  # somebody else was quicker
                raise _missing(here, relative)
            kept = backups.keep(relative, data)
            fsio.remove(file)
        return kept

    def put(self, here: Place, relative: str, file: Path, data: bytes) -> int | None:
        """Write ``data``, which has been judged, and return the number of the backup of what was there.

        None for a new script. Raises NotFound where the world's folder is not there, Refused, StoreFailed.
        """
        if not here.anchor.parent.is_dir():
            raise NotFound(f"{here.anchor.parent} is not there", hint="start the server once, and it makes the folder")
        backups, kept = Backups(self.backups, here), None
        with backups.locked():
            like = here.owner
            before = place.read(file)
            if before is not None:
                kept = backups.keep(relative, before)
            fsio.make_folder(file.parent, like=like)
            if here.kind == "datapack":
                _put_meta(here, self.version, like)
            place.check(here, file)  # once more, with the folders there
            fsio.replace_file(file, data, mode=_FILE_MODE, like=like)
        return kept

    def _refuse_script(self, path: str, here: Place) -> None:
        """Say which setting opens JavaScript to whoever writes some."""
        if here.kind == "datapack" and path.strip().lower().endswith(".js"):
            if self.folder and place.has_kubejs(self.folder):
                raise Refused(
                    "path: JavaScript cannot be checked by the rules, so it is not written",
                    hint="mcgod config set tools.kubejs true, or write a .mcfunction",
                )
            raise BadUsage("path: this server does not run KubeJS", hint="write a .mcfunction")


def _encoded(content: str) -> bytes:
    try:
        data = content.encode()
    except UnicodeEncodeError as error:
        raise BadUsage(f"content: character {error.start} is half of one, which no file can hold") from None
    if len(data) > LARGEST:
        raise BadUsage(f"content: {len(data)} bytes are too many", hint=f"a script has at most {LARGEST}")
    return data


def _put_meta(here: Place, version: str, like: Path) -> None:
    """Write ``pack.mcmeta`` where it is missing, or was for another version of the game."""
    file, data = here.pack / "pack.mcmeta", packs.meta(version)
    place.check(here, file)
    if not packs.fits(place.read(file), version):
        fsio.replace_file(file, data, mode=_FILE_MODE, like=like)


def _missing(here: Place, relative: str) -> NotFound:
    return NotFound(f"path: there is no script {here.shown(relative)}", hint="list-server-scripts shows them")


def _next(here: Place, relative: str = "") -> str:
    """Say what makes a change count."""
    called = f"; then /function {packs.NAMESPACE}:{relative.removesuffix(here.suffix)} runs it"
    return f"reload-game makes it count{called if relative and here.kind == 'datapack' else ''}"


def _told(here: Place, relative: str, context: Context, **more: Any) -> dict[str, Any]:
    return {"kind": here.kind, "path": relative, "dry_run": context.dry_run, **more}


def _time(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"
