"""``list_mods``: the mods and plugins that lie in the server's folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.errors import BadConfig, BadInput
from mcgod.tools.port import Tool, ToolResult, parameters
from mcgod.tools.web.chunks import cut

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from mcgod.tools.port import Context
    from mcgod.tools.web.jars import Mod

_MOST_LINES = 220
_FOLDERS = ("mods", "plugins")


def tool(folder: Path | None) -> Tool:
    """Return the tool for the server in ``folder``, None when nobody said where it is."""

    def run(given: Mapping[str, Any], context: Context) -> ToolResult:  # noqa: ARG001 - it has no arguments
        if folder is None:
            raise BadConfig("no server folder is set", hint="mcgod config set server.dir DIR")
        mods, broken = installed(folder)
        lines = [f"- {mod.id} v{mod.version} ({mod.name})" for mod in mods]
        lines += [f"- {one['file']}: {one['why']}" for one in broken]
        if len(lines) > _MOST_LINES:
            lines = [*lines[: _MOST_LINES - 1], f"… and {len(lines) - _MOST_LINES + 1} more"]
        data = {"mods": [mod.to_json() for mod in mods], "broken": broken}
        return ToolResult(cut("\n".join(lines) or "no mods or plugins are installed"), data)

    return Tool(
        "list_mods", "List the server's installed mods and plugins: id, version and name of each.", parameters(), run
    )


def installed(folder: Path) -> tuple[list[Mod], list[dict[str, str]]]:
    """Return the mods of the server in ``folder`` by id, and the jars that cannot be read, with the reason."""
    from mcgod.tools.web import jars  # noqa: PLC0415 - when mods are listed

    mods, broken = list[jars.Mod](), []
    for name in _FOLDERS:
        try:
            paths = sorted(path for path in (folder / name).glob("*.jar") if path.is_file())
        except OSError as error:
            broken.append({"file": name, "why": error.strerror or str(error)})
            continue
        for path in paths:
            try:
                mods += jars.read(path)
            except BadInput as error:
                broken.append({"file": path.name, "why": error.message})
    return sorted(mods, key=lambda mod: (mod.id.casefold(), mod.file)), broken
