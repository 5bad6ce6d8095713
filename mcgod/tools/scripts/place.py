"""Where a server's scripts lie, and the way to one of them: through real folders only.

What leads up to the server's own folder of packs or scripts is the admin's
affair, who may have linked the world to another disk. From mcgod's folder on
nothing may be a link: a script is read and written where it seems to be.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mcgod.errors import BadUsage, NotFound, Refused, StoreFailed
from mcgod.tools.scripts import names, packs

if TYPE_CHECKING:
    from mcgod.game.folder import ServerFolder


class Place(NamedTuple):
    """A folder of scripts: ``root``, below ``anchor``, for files that end in ``suffix``.

    ``kind`` is ``datapack`` or ``kubejs``; ``server`` is the server's folder,
    from which paths are shown.
    """

    kind: str
    server: Path
    anchor: Path
    root: Path
    suffix: str

    @property
    def pack(self) -> Path:
        """The folder that belongs to mcgod alone."""
        return self.anchor / packs.NAMESPACE

    @property
    def owner(self) -> Path:
        """The folder whose owner and mode new files and folders get: the nearest above them that is there."""
        return next((folder for folder in (self.anchor, *self.anchor.parents) if folder.is_dir()), self.server)

    def shown(self, relative: str) -> str:
        """Return the path of a script from the server's folder on."""
        file = self.root / relative
        return (file.relative_to(self.server) if file.is_relative_to(self.server) else file).as_posix()


def has_kubejs(folder: ServerFolder) -> bool:
    """Tell whether the server runs KubeJS: by its folder, or by its jar among the mods."""
    jars = (jar.name.lower() for jar in (folder.path / "mods").glob("*.jar"))
    return (folder.path / "kubejs").is_dir() or any(name.startswith("kubejs") for name in jars)


def find(folder: ServerFolder | None, version: str, *, kubejs: bool) -> Place:
    """Return where scripts lie: with ``kubejs``, and where the server has it, KubeJS' scripts, else a data pack.

    Raises NotFound without a folder, BadConfig for a version without data packs.
    """
    if folder is None:
        raise NotFound("scripts lie in the server's folder, and none is known", hint="mcgod config set server.dir DIR")
    if kubejs and has_kubejs(folder):
        anchor = folder.path / "kubejs" / "server_scripts"
        return Place("kubejs", folder.path, anchor, anchor / packs.NAMESPACE, ".js")
    anchor = folder.path / folder.level_name / "datapacks"
    root = anchor / packs.NAMESPACE / "data" / packs.NAMESPACE / packs.functions_folder(version)
    return Place("datapack", folder.path, anchor, root, ".mcfunction")


def locate(place: Place, path: str) -> tuple[str, Path]:
    """Return the path of a script below the root, and its file, which need not exist.

    Raises BadUsage for a path that is none, and Refused where a link stands in the way.
    """
    relative = names.relative(path, place.suffix)
    file = place.root / relative
    check(place, file)
    return relative, file


def check(place: Place, file: Path) -> None:
    """Refuse a ``file`` that is no regular one, or to which a link leads. Raises Refused, BadUsage, StoreFailed."""
    parts = file.relative_to(place.anchor).parts
    here = place.anchor
    for part in parts:
        _check_case(here, part)
        here /= part
        try:
            mode = here.lstat().st_mode
        except FileNotFoundError:
            break
        except OSError as error:
            raise StoreFailed(f"cannot look at {here}: {error.strerror}") from error
        if not (stat.S_ISREG(mode) if here == file else stat.S_ISDIR(mode)):
            what = "a link" if stat.S_ISLNK(mode) else "in the way"
            raise Refused(f"{here} is {what}", hint="scripts are kept in real files and folders; remove it by hand")
    # A junction of Windows is no link to lstat.
    if file.resolve() != place.anchor.resolve().joinpath(*parts):
        raise Refused(f"{file} leads to {file.resolve()}", hint="scripts are kept in real files and folders")


def files(place: Place) -> list[tuple[str, os.stat_result]]:
    """Return path and status of every script below the root, in alphabetical order of any case.

    Links, and files that are no scripts, are left out.
    """
    check(place, place.root / f"x{place.suffix}")
    found: list[tuple[str, os.stat_result]] = []
    for folder, _, inside in os.walk(place.root):
        for name in inside:
            file = Path(folder, name)
            status = file.lstat()
            if name.endswith(place.suffix) and stat.S_ISREG(status.st_mode):
                found.append((file.relative_to(place.root).as_posix(), status))
    return sorted(found, key=lambda one: (one[0].casefold(), one[0]))


def read(file: Path, most: int | None = None) -> bytes | None:
    """Return the bytes of a regular file, at most ``most``; None where there is none. Raises StoreFailed, Refused."""
    try:
        fd = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreFailed(f"cannot read {file}: {error.strerror}") from error
    with os.fdopen(fd, "rb") as opened:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise Refused(f"{file} is not a regular file")
        return opened.read() if most is None else opened.read(most)


def _check_case(folder: Path, part: str) -> None:
    """Refuse a name that differs from one that is there in case only: some systems take them for the same."""
    try:
        there = {file.name for file in folder.iterdir()}
    except OSError:
        return
    if part not in there and (twin := next((name for name in there if name.lower() == part.lower()), None)):
        raise BadUsage(f"path: {part} differs from {twin} in case only", hint=f"write {twin}")
