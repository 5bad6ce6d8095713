"""Server kinds: which there are, which headers each writes, and how a log gives its kind away. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple


class Kind(NamedTuple):
    """What a kind's log may hold: header forms, and whether players, plugins or proxied players speak in it."""

    forms: frozenset[str]
    players: bool = True
    plugins: bool = True
    proxy: bool = False


_JAVA = frozenset({"game", "console", "dated", "old"})
_PROXY = frozenset({"game", "console", "proxy"})
_ANY = Kind(_JAVA | {"proxy", "cuberite", "squid"}, proxy=True)

KINDS = {
    "": _ANY,  # not known: the header decides
    "vanilla": Kind(_JAVA, plugins=False),
    "paper": Kind(_JAVA),
    "spigot": Kind(_JAVA),
    "fabric": Kind(_JAVA),
    "quilt": Kind(_JAVA),
    "forge": Kind(_JAVA),
    "neoforge": Kind(_JAVA),
    "beta": Kind(frozenset({"old"})),
    "velocity": Kind(_PROXY, players=False, proxy=True),
    "bungeecord": Kind(_PROXY, players=False, proxy=True),
    "waterfall": Kind(_PROXY, players=False, proxy=True),
    "cuberite": Kind(frozenset({"cuberite"}), plugins=False),
    "flying-squid": Kind(frozenset({"squid"})),
}

# Said once while the server starts; none can stand at the start of what a player says.
_SIGNS = re.compile(
    r"(?P<neoforge>(?i:ModLauncher running:.{0,4000}neoforge|NeoForge mod loading))"
    r"|(?P<forge>(?i:ModLauncher running:.{0,4000}fml|MinecraftForge v|Forge Mod Loader version))"
    r"|(?P<quilt>Loading Minecraft \S+ with Quilt Loader)"
    r"|(?P<fabric>Loading Minecraft \S+ with Fabric Loader)"
    r"|(?P<paper>(?:\[bootstrap\] )?(?:Running|Loading|This server is running) (?:Paper|Purpur|Pufferfish|Folia)\b)"
    r"|(?P<spigot>This server is running (?:CraftBukkit|Spigot) )"
    r"|(?P<velocity>Booting up Velocity)"
    r"|(?P<waterfall>(?:Enabled|Using) Waterfall)"
    r"|(?P<bungeecord>Enabled BungeeCord version)"
)
_FORMS = {"cuberite": "cuberite", "squid": "flying-squid", "proxy": "bungeecord"}


def detect(form: str, body: str) -> str:
    """Return the kind that a line with this header form and text gives away; empty when it tells nothing."""
    if form in _FORMS:
        return _FORMS[form]
    found = _SIGNS.match(body)
    return found.lastgroup or "" if found else ""
