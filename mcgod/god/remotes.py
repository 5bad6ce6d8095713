"""From settings to the servers of tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.errors import BadConfig
from mcgod.tools.remote.server import Server, words_of

if TYPE_CHECKING:
    from mcgod.config import Config


def servers(config: Config) -> list[Server]:
    """Return every tool server that is configured, in alphabetical order. Raises BadConfig."""
    return [_server(config, name) for name in config.named("tools.mcp")]


def _server(config: Config, name: str) -> Server:
    setting = f"tools.mcp.{name}"
    command, url = config[f"{setting}.command"].strip(), config[f"{setting}.url"]
    if bool(command) == bool(url):
        raise BadConfig(
            f"{setting} has {'both a command and a url' if command else 'neither a command nor a url'}",
            hint=f"mcgod config {'unset' if command else 'set'} {setting}.url",
        )
    if url and not url.startswith(("http://", "https://")):
        raise BadConfig(f"{setting}.url must begin with http:// or https://")
    named = config[f"{setting}.env"]
    given = config.variables(named)
    if missing := [one for one in named if one not in given]:
        raise BadConfig(f"{setting}.env names {missing[0]}, which the environment does not have")
    return Server(
        name,
        command=words_of(f"{setting}.command", command),
        url=url,
        env=given,
        token=config.mcp_token(name),
        allow=tuple(config[f"{setting}.allow"]),
        risk=config[f"{setting}.risk"],
        timeout=config[f"{setting}.timeout"],
        connect_timeout=config[f"{setting}.connect_timeout"],
    )
