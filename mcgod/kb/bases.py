"""The two bases as the settings make them, with the items of the game beside: what commands and tools open."""

from __future__ import annotations

import time
from functools import cached_property
from typing import TYPE_CHECKING

from mcgod.errors import BadUsage, McgodError, NotFound
from mcgod.kb.port import BASES, Entry, Reference

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mcgod.config import Config
    from mcgod.kb.facts import Facts
    from mcgod.kb.items import Items
    from mcgod.kb.local import LocalBase
    from mcgod.kb.port import Source
    from mcgod.kb.remote import RemoteBase
    from mcgod.kb.wikipages import WikiPages
    from mcgod.paths import Paths


class Bases:
    """What is known; each part is opened on first use. ``version`` returns the game version of the items."""

    def __init__(self, config: Config, paths: Paths, version: Callable[[], str]) -> None:
        self._config = config
        self._paths = paths
        self._version = version
        self._open: dict[str, LocalBase | RemoteBase] = {}

    def __getitem__(self, name: str) -> LocalBase | RemoteBase:
        """Return the base ``agent`` or ``world``. Raises BadConfig for a server that cannot be one."""
        if name not in self._open:
            self._open[name] = self._remote(name) if self._config[f"kb.{name}.url"] else self._local(name)
        return self._open[name]

    @cached_property
    def items(self) -> Items:
        """The items of the game, which are part of the agent base wherever that is."""
        from mcgod.grammar import recipes, registry  # noqa: PLC0415 - a megabyte that pages do without
        from mcgod.kb.items import Items  # noqa: PLC0415

        version, imported = self._version(), self._paths.gamedata
        return Items(registry.load(version, imported), recipes.load(version, imported))

    def facts(self, name: str) -> Facts:
        """Return the facts of a base, which are on this machine wherever its pages are."""
        from mcgod.kb.facts import Facts  # noqa: PLC0415 - one kind of entry a run

        return Facts(self._paths.kb / name, name)

    @cached_property
    def wiki(self) -> WikiPages:
        """The pages of the wiki that were looked up."""
        from mcgod.kb.wikipages import WikiPages  # noqa: PLC0415 - as above

        return WikiPages(self._paths.cache / "wiki")

    def local(self, name: str) -> LocalBase:
        """Return a base that is a folder. Raises BadUsage for one on a server."""
        base = self[name]
        if not self.is_local(name):
            raise BadUsage(f"the {name} base is on a server, which does that itself", hint=f"see kb.{name}.url")
        return base  # type: ignore[return-value]

    def remote(self, name: str) -> RemoteBase:
        """Return a base that is on a server. Raises BadUsage for a folder."""
        base = self[name]
        if self.is_local(name):
            raise BadUsage(f"the {name} base is a folder", hint=f"see kb.{name}.url")
        return base  # type: ignore[return-value]

    def is_local(self, name: str) -> bool:
        """Whether the base is a folder on this machine."""
        return not self._config[f"kb.{name}.url"]

    def where(self, name: str) -> str:
        """Return where the base is: its folder, or its server without any password in its address."""
        return self[name].where

    def sources(self) -> dict[str, Source]:
        """Return what an index follows: the bases that are folders, the items, pages of the wiki, and the facts."""
        folders = {name: self.local(name) for name in BASES if self.is_local(name)}
        return {
            **folders,
            "items": self.items,
            "wiki": self.wiki,
            **{f"{name} facts": self.facts(name) for name in BASES},
        }

    def get(self, reference: Reference | str, names: Sequence[str] = ("world", "agent")) -> Entry:
        """Return the entry that ``reference`` means in the first of the bases ``names`` that has one.

        Raises NotFound when none has it; KbUnreachable when one that was to be
        asked is down.
        """
        asked = Reference.read(reference) if isinstance(reference, str) else reference
        missing: McgodError | None = None
        wanted = [name for name in names if asked.kb in ("", name)]
        for name in wanted:
            for read in self._readers(name, asked.kind):
                try:
                    return read(asked)
                except NotFound as error:
                    missing = missing if missing and "did you mean" in missing.hint else error
        raise NotFound(
            f"there is no {asked.kind or 'entry'} {asked.id[:80]!r} in {' or '.join(wanted or names)}",
            hint=missing.hint if missing else "mcgod kb search finds entries",
        )

    def exists(self, reference: Reference) -> bool:
        """Whether something is there that a link may point at. Facts come and go, and servers are not asked."""
        if reference.kind == "fact" or (reference.kind != "item" and not self.is_local(reference.kb)):
            return True
        return self.items.has(reference) if reference.kind == "item" else self.local(reference.kb).has(reference)

    def _readers(self, name: str, kind: str) -> list[Callable[[Reference], Entry]]:
        found: list[Callable[[Reference], Entry]] = []
        if kind in ("", "page", "memory"):
            found.append(self[name].get)
        if name == "agent" and kind in ("", "page"):
            found.append(self.wiki.get)
        if name == "agent" and kind in ("", "item"):
            found.append(self.items.get)
        if kind in ("", "fact"):
            found.append(self.facts(name).open)
        return found

    def _local(self, name: str) -> LocalBase:
        from mcgod.kb import starter  # noqa: PLC0415 - one kind of base a run
        from mcgod.kb.local import LocalBase  # noqa: PLC0415

        return LocalBase(self._paths.kb / name, name, shipped=starter.FOLDER if name == "agent" else None)

    def _remote(self, name: str) -> RemoteBase:
        from mcgod.kb.remote import RemoteBase  # noqa: PLC0415 - one kind of base a run
        from mcgod.kb.wire import Caller  # noqa: PLC0415

        caller = Caller(
            self._config[f"kb.{name}.url"], name, key=self._config.kb_key(name), timeout=self._config["kb.timeout"]
        )
        return RemoteBase(caller, clock=time.time, memo=self._paths.kb / name / "server.json")
