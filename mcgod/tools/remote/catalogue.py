"""What a tool server offered when it was last connected to, on disk, so that nobody has to connect to know.

``cache/mcp/NAME.json`` is ``{"v":1,"key","tools":[{"name","description","parameters"}]}``;
``key`` is a digest of how the server is reached, so that another one is not taken for it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcgod import fsio
from mcgod.paths import safe_name

if TYPE_CHECKING:
    from pathlib import Path

    from mcgod.tools.remote.server import Server


class Catalogue:
    """The list of one server's tools, in ``folder``."""

    def __init__(self, server: Server, folder: Path) -> None:
        self._server = server
        self._path = folder / f"{safe_name(server.name)}.json"

    def read(self) -> list[dict[str, Any]] | None:
        """Return what was offered, None when that is not known of this server."""
        try:
            kept = json.loads(self._path.read_bytes())
        except (OSError, ValueError):
            return None
        known = isinstance(kept, dict) and kept.get("v") == 1 and kept.get("key") == self._server.key
        return kept["tools"] if known and _are_tools(kept.get("tools")) else None

    def write(self, tools: list[dict[str, Any]]) -> None:
        """Keep what is offered. Raises StoreFailed."""
        fsio.make_folder(self._path.parent)
        kept = {"v": 1, "key": self._server.key, "tools": tools}
        data = json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        fsio.replace_file(self._path, data + b"\n", durable=False)


def _are_tools(value: Any) -> bool:
    kinds = {"name": str, "description": str, "parameters": dict}
    return isinstance(value, list) and all(
        isinstance(one, dict) and all(isinstance(one.get(key), kind) for key, kind in kinds.items()) for one in value
    )
