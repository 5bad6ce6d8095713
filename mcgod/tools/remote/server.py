"""How one tool server is reached, and what may be taken from it."""

from __future__ import annotations

import hashlib
import json
import shlex
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from mcgod.errors import BadConfig

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Server:
    """A tool server: ``command`` is started and spoken to on its standard streams, or else ``url`` is.

    ``env`` are variables that the command is given, and ``token`` is for the
    url; both are secrets. ``allow`` are names of tools, or patterns with
    ``*``; empty allows all. ``risk`` is one of the port's RISKS. ``timeout``
    is for one call and ``connect_timeout`` for a start, in seconds.
    """

    name: str
    command: tuple[str, ...] = ()
    url: str = ""
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    token: str = field(default="", repr=False)
    allow: tuple[str, ...] = ()
    risk: str = "web"
    timeout: float = 30.0
    connect_timeout: float = 10.0

    @property
    def setting(self) -> str:
        """The name under which its settings stand."""
        return f"tools.mcp.{self.name}"

    @property
    def way(self) -> str:
        """The setting that says where it is: ``command`` or ``url``."""
        return "command" if self.command else "url"

    @property
    def place(self) -> str:
        """Where it is, without what may be secret in an address: for people to read."""
        if self.command:
            return self.command[0]
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    @property
    def key(self) -> str:
        """What changes when it may be another server: a digest of the settings, secrets left out."""
        facts = [list(self.command), self.place, sorted(self.env)]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()

    def allows(self, tool: str) -> bool:
        """Whether the tool of this name may be taken."""
        return not self.allow or any(fnmatchcase(tool, pattern) for pattern in self.allow)


def words_of(setting: str, command: str) -> tuple[str, ...]:
    """Split a command line as a POSIX shell does. Raises BadConfig that names ``setting``."""
    try:
        return tuple(shlex.split(command))
    except ValueError as error:
        raise BadConfig(f"{setting} is no command line: {error}") from None
