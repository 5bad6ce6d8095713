"""Where the mod listens: an explicit port, or the port file that it writes. Reads files, and guesses nothing.

The file is not removed when the game ends, so a port found here may be
nobody's by now; whoever connects has to look at the greeting.
Source: the discovery rules of the mod's own bridge.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

CLIENT_PORT = 25580  # where a client's mod listens unless told otherwise


class Found(NamedTuple):
    """What a search came to. ``port`` is None when ``error`` says why; ``checked`` are the files that were looked at.

    ``source`` is ``argument``, ``port-file:PATH``, ``default-client`` or ``unresolved``.
    """

    vantage: str
    port: int | None
    source: str
    checked: tuple[str, ...] = ()
    error: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return ``{"vantage","port","source","checked","error"}``."""
        return {**self._asdict(), "checked": list(self.checked)}


class Search(NamedTuple):
    """How to find a mod. ``vantage`` is ``server``, ``client``, or empty where the greeting may tell.

    ``port`` (0 for none) beats ``port_file``, which beats ``folder``: the
    folder of the server or client, ``named`` when somebody gave it for the mod's sake.
    """

    vantage: str = ""
    port: int = 0
    port_file: Path | None = None
    folder: Path = Path()
    named: bool = False

    def find(self) -> Found:
        """Look now. A file that is there but holds no port ends the search: what lies further away is not meant."""
        if self.port:
            if not _valid(self.port):
                return Found(self.vantage, None, "unresolved", error=f"{self.port} is no port: 1 to 65535")
            return Found(self.vantage, self.port, "argument")
        checked: list[str] = []
        for path in self._files():
            checked.append(str(path))
            try:
                port = _read(path)
            except FileNotFoundError:
                continue
            except (OSError, ValueError) as error:
                return self._failed(checked, f"{path} holds no port: {error}")
            return Found(self.vantage, port, f"port-file:{path}", tuple(checked))
        if self.vantage == "client" and self.port_file is None:
            return Found(self.vantage, CLIENT_PORT, "default-client", tuple(checked))
        return self._failed(checked, f"no port file at {' or '.join(checked)}")

    def _files(self) -> list[Path]:
        if self.port_file is not None:
            return [self.port_file]
        if self.vantage == "client":
            return [self.folder / "port.txt", self.folder / "mc-agent" / "port.txt"]
        own = self.folder / "mc-agent-server" / "port.txt"
        # A port.txt beside server.properties may be anybody's, unless the folder was given for the mod.
        return [own, self.folder / "port.txt"] if self.named else [own]

    def _failed(self, checked: list[str], why: str) -> Found:
        return Found(self.vantage, None, "unresolved", tuple(checked), why)


def _read(path: Path) -> int:
    with path.open("rb") as file:
        text = file.read(64).strip()
    # int() would take signs, underscores and digits of any script.
    if not text.isdigit() or not _valid(int(text)):
        raise ValueError(repr(text.decode("utf-8", "replace")))
    return int(text)


def _valid(port: int) -> bool:
    return 1 <= port <= 65535
