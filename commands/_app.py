"""What every command of one run shares: output, paths, settings, the session store.

Each part is made on first use, so a command pays only for what it touches.
"""

from __future__ import annotations

import os
import sys
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcgod import paths
from mcgod.errors import BadUsage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcgod.bridge.port import Events, Line
    from mcgod.config import Config
    from mcgod.paths import Paths
    from mcgod.store.port import Requests, Store

    from ._output import Output


class App:
    """The state of one run; Typer carries it as ``ctx.obj``."""

    def __init__(self, out: Output, *, environ: Mapping[str, str] | None = None, home: Path | None = None) -> None:
        self.out = out
        self.environ: Mapping[str, str] = os.environ if environ is None else environ
        self._home = home
        self._flags: dict[str, Any] = {}

    @property
    def home_given(self) -> bool:
        """Whether --home was given."""
        return self._home is not None

    def set_flags(self, **flags: Any) -> None:
        """Take settings from flags, dots as double underscores; None means not given."""
        self._flags |= {name.replace("__", "."): value for name, value in flags.items()}
        self.__dict__.pop("config", None)  # it may have been asked already how to answer

    def answer_in(self, json: bool | None) -> None:
        """Choose JSON or human output: the flag, else the setting ``output``."""
        self.out.json = json if json is not None else self.config["output"] == "json"

    def answer_in_lines(self, json: bool | None) -> bool:
        """Choose JSON lines, since the record is the product, but for a person at a terminal who asked for neither."""
        self.out.json = json if json is not None else self.config["output"] == "json" or not sys.stdout.isatty()
        return self.out.json

    def sandbox_folder(self, chosen: Path | None) -> Path:
        """Return the folder of the sandbox that is meant: the chosen one, else ``server.dir``. Raises BadUsage."""
        folder = chosen or (Path(self.config["server.dir"]) if self.config["server.dir"] else None)
        if not folder:
            raise BadUsage("which sandbox?", hint="give --dir DIR, or set server.dir")
        return folder.expanduser()

    @cached_property
    def paths(self) -> Paths:
        """Where the files are."""
        return paths.find(self.environ, self._home)

    @cached_property
    def config(self) -> Config:
        """The settings, resolved once. Raises BadConfig."""
        from mcgod import config

        return config.load(self.paths.config, environ=self.environ, cwd=Path.cwd(), flags=self._flags)

    @cached_property
    def store(self) -> Store:
        """The sessions; what had to be set aside is reported on stderr."""
        from mcgod.store import opening

        return opening.sessions(self.config, self.paths, self.out.note)

    @cached_property
    def requests(self) -> Requests:
        """The requests that run or may be tried again."""
        from mcgod.store import opening

        return opening.requests(self.config, self.paths)

    @cached_property
    def events(self) -> Events:
        """What happened on the server, as the bridge kept it."""
        from mcgod.bridge import opening

        return opening.events(self.config, self.paths)

    def dial(self, *, timeout: float = 10.0) -> Line:
        """Return a line to the bridge. Raises BridgeDown when none runs."""
        from mcgod.bridge import opening

        return opening.dial(self.config, self.paths, timeout=timeout)()

    @property
    def owner_name(self) -> str | None:
        """``MCGOD_OWNER``, which stands for ``--as``."""
        return self.environ.get("MCGOD_OWNER") or None

    @property
    def session_reference(self) -> str | None:
        """``MCGOD_SESSION``, which stands for ``--session``."""
        return self.environ.get("MCGOD_SESSION") or None


def app_of(ctx: Any) -> App:
    """Return the App of this run."""
    app = ctx.find_root().obj
    if not isinstance(app, App):
        raise BadUsage("mcgod commands run below the mcgod root")
    return app
