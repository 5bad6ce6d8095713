"""Where mcgod keeps its files, and how a name becomes a safe file name.

``MCGOD_HOME`` (or ``--home``) puts everything under one folder; otherwise the
platform's own folders are used. With config.py, the only module that reads
the environment.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

# Windows device names: reserved with any extension, in any folder.
# Source: https://learn.microsoft.com/windows/win32/fileio/naming-a-file
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{kind}{n}" for kind in ("com", "lpt") for n in range(10))})
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-")
_LONGEST = 120  # characters; file systems allow 255 bytes and we append suffixes


class Paths(NamedTuple):
    """The three roots: settings, data that lasts, and things of this run."""

    config_root: Path
    data_root: Path
    run_root: Path

    @property
    def config(self) -> Path:
        """The user's ``config.toml``."""
        return self.config_root / "config.toml"

    @property
    def sessions(self) -> Path:
        """One folder an owner: ``active.json``, ``<id>.json``, ``<id>.turns.jsonl``."""
        return self.data_root / "sessions"

    @property
    def events(self) -> Path:
        """The bridge's journal."""
        return self.data_root / "events"

    @property
    def gamedata(self) -> Path:
        """Grammar, ids and recipes that were imported from a server's own reports."""
        return self.data_root / "gamedata"

    @property
    def requests(self) -> Path:
        """The requests that run just now, for whoever wants to stop one."""
        return self.data_root / "requests"

    @property
    def assets(self) -> Path:
        """Records of what was made in the world, ``global.json``."""
        return self.data_root / "assets"

    @property
    def kb(self) -> Path:
        """The knowledge bases, ``agent/`` and ``world/``, and the index over both."""
        return self.data_root / "kb"

    @property
    def scripts(self) -> Path:
        """What the server's scripts held before they were changed."""
        return self.data_root / "scripts"

    @property
    def cache(self) -> Path:
        """What was looked up elsewhere, and may be deleted at any time."""
        return self.data_root / "cache"

    @property
    def dynamic(self) -> Path:
        """The slots of dynamic items, blocks and fluids, ``slots.json``."""
        return self.data_root / "dynamic"

    @property
    def gateway(self) -> Path:
        """What the gateway keeps: ``calls/``, and ``turns.sqlite`` of the LangGraph engine."""
        return self.data_root / "gateway"

    @property
    def souls(self) -> Path:
        """The user's own personas, ``<name>.md``; ``.active/<owner>.txt`` names the chosen one."""
        return self.data_root / "souls"


def find(environ: Mapping[str, str], home: Path | None = None) -> Paths:
    """Locate the roots: ``home``, else ``MCGOD_HOME``, else the platform's folders. Creates nothing."""
    chosen = home or (Path(environ["MCGOD_HOME"]) if environ.get("MCGOD_HOME") else None)
    if chosen:
        root = chosen.expanduser().absolute()
        return Paths(root, root, root / "run")
    from platformdirs import PlatformDirs  # noqa: PLC0415 - 15 ms that MCGOD_HOME saves

    dirs = PlatformDirs("mcgod", appauthor=False)
    return Paths(dirs.user_config_path, dirs.user_data_path, dirs.user_state_path / "run")


def safe_name(name: str) -> str:
    """Encode any text as a file name, one to one, that works on every file system.

    Lower-case letters, digits, ``_`` and ``-`` stay; an upper-case ASCII
    letter becomes ``+`` and its lower case (so case twins differ where the
    file system folds case); every other byte of the UTF-8 form becomes
    ``%xx``. Device names of Windows get their first letter encoded; over-long
    names keep their start and end in ``%`` and a SHA-256 prefix.
    """
    safe = "".join(_encode(char) for char in name) or "%"
    if safe in _DEVICES:
        safe = f"%{ord(safe[0]):02x}{safe[1:]}"
    if len(safe) > _LONGEST:
        from hashlib import sha256  # noqa: PLC0415 - almost never needed

        digest = sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        safe = f"{safe[: _LONGEST - 34].rstrip('%')}%%{digest}"
    return safe


def plain_name(safe: str) -> str:
    """Decode what safe_name made; a shortened name comes back with its digest."""
    out, data = 0, bytearray()
    while out < len(safe):
        char = safe[out]
        if char == "+" and out + 1 < len(safe):
            data += safe[out + 1].upper().encode()
            out += 2
        elif char == "%" and safe[out + 1 : out + 3].isalnum() and len(safe[out + 1 : out + 3]) == 2:
            data.append(int(safe[out + 1 : out + 3], 16))
            out += 3
        else:
            data += char.encode()
            out += 1
    return "" if safe == "%" else data.decode("utf-8", "surrogatepass")


def _encode(char: str) -> str:
    if char in _PLAIN:
        return char
    if "A" <= char <= "Z":
        return f"+{char.lower()}"
    return "".join(f"%{byte:02x}" for byte in char.encode("utf-8", "surrogatepass"))
