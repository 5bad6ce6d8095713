"""What a mod's or plugin's jar says of itself. Whatever is wrong with a jar, BadInput is what comes of it.

Sources: https://wiki.fabricmc.net/documentation:fabric_mod_json,
https://github.com/QuiltMC/rfcs (0002, quilt.mod.json), the mods.toml of
https://docs.minecraftforge.net and https://docs.neoforged.net, and
https://docs.papermc.io (plugin.yml, paper-plugin.yml).
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from zipfile import ZipFile

_MOST = 1024 * 1024  # bytes of one description; a real one has some kilobytes
_VERSION = "${file.jarVersion}"


class Mod(NamedTuple):
    """A mod or plugin. ``loaders`` are those whose description it carries; ``links`` its own pages."""

    id: str
    version: str
    name: str
    file: str
    loaders: tuple[str, ...] = ()
    links: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return ``{"id","version","name","file","loaders","links"}``."""
        return self._asdict() | {"loaders": list(self.loaders), "links": list(self.links)}


def read(path: Path) -> list[Mod]:
    """Return the mods in the jar ``path``; a file of Forge's may hold several. Raises BadInput with the reason."""
    from zipfile import BadZipFile, ZipFile  # noqa: PLC0415 - when mods are listed

    try:
        with ZipFile(path) as jar:
            found = list(_mods(jar, path.name))
    except (BadZipFile, EOFError) as error:
        raise BadInput(f"not a whole jar: {error}") from None
    except OSError as error:
        raise BadInput(error.strerror or str(error)) from None
    except BadInput:
        raise
    except Exception as error:
        # Encrypted or oddly packed entries, wrong JSON, TOML of another shape: a dozen kinds of exception.
        raise BadInput(f"its description cannot be read: {' '.join(str(error).split())[:120]}") from error
    if not found:
        raise BadInput("no description of a mod or plugin in it")
    merged: dict[str, Mod] = {}
    for mod in found:
        before = merged.get(mod.id, mod)
        merged[mod.id] = before._replace(loaders=tuple(dict.fromkeys([*before.loaders, *mod.loaders])))
    return list(merged.values())


def _mods(jar: ZipFile, file: str) -> Iterator[Mod]:
    names = frozenset(jar.namelist())
    for name, loader, parse in _DESCRIPTIONS:
        if name in names:
            for raw in parse(_text(jar, name)):
                version = raw.version
                if _VERSION in version:
                    own = _manifest_version(jar) if "META-INF/MANIFEST.MF" in names else ""
                    version = version.replace(_VERSION, own or "?")
                if raw.id:
                    yield raw._replace(version=version or "?", name=raw.name or raw.id, file=file, loaders=(loader,))


def _text(jar: ZipFile, name: str) -> str:
    """Read an entry, however much it claims to be. Raises BadInput for one that is too large."""
    with jar.open(name) as entry:
        data = entry.read(_MOST + 1)
    if len(data) > _MOST:
        raise BadInput(f"its {name} is larger than {_MOST} bytes")
    return data.decode("utf-8-sig", "replace")


def _manifest_version(jar: ZipFile) -> str:
    found = re.search(r"^Implementation-Version:[ \t]*(\S+)", _text(jar, "META-INF/MANIFEST.MF"), re.MULTILINE)
    return found[1] if found else ""


def _fabric(text: str) -> Iterator[Mod]:
    raw = json.loads(text, strict=False)  # Fabric's own reader takes raw line ends inside of strings
    yield _mod(raw.get("id"), raw.get("version"), raw.get("name"), raw.get("contact"))


def _quilt(text: str) -> Iterator[Mod]:
    raw = json.loads(text, strict=False)["quilt_loader"]
    about = raw.get("metadata") or {}
    yield _mod(raw.get("id"), raw.get("version"), about.get("name"), about.get("contact"))


def _forge(text: str) -> Iterator[Mod]:
    import tomllib  # noqa: PLC0415 - not every server has such mods

    raw = tomllib.loads(text)
    for one in raw.get("mods") or []:
        links = {"display": one.get("displayURL"), "issues": raw.get("issueTrackerURL"), "mod": one.get("modUrl")}
        yield _mod(one.get("modId"), one.get("version"), one.get("displayName"), links)


def _plugin(text: str) -> Iterator[Mod]:
    raw = top_level(text)
    yield _mod(raw.get("name"), raw.get("version"), raw.get("name"), {"website": raw.get("website")})


def top_level(text: str) -> dict[str, str]:
    """Return the plain values of a YAML file's outermost keys, which are all that is asked of a plugin.yml."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        # A key in the first column, and a value in double, single or no quotes with a comment behind it.
        if match := re.match(
            r"""['"]?([\w-]+)['"]?\s*:\s+(?:"([^"]*)"|'([^']*)'|([^#'"\s](?:[^#\n]|(?<!\s)#)*))""", line
        ):
            found.setdefault(match[1], (match[2] or match[3] or match[4] or "").strip())
    return found


_DESCRIPTIONS: tuple[tuple[str, str, Callable[[str], Iterator[Mod]]], ...] = (
    ("fabric.mod.json", "fabric", _fabric),
    ("quilt.mod.json", "quilt", _quilt),
    ("META-INF/neoforge.mods.toml", "neoforge", _forge),
    ("META-INF/mods.toml", "forge", _forge),
    ("paper-plugin.yml", "paper", _plugin),
    ("plugin.yml", "bukkit", _plugin),
)


def _mod(id: object, version: object, name: object, links: object) -> Mod:  # noqa: A002 - what all of them call it
    urls = [one for one in links.values() if isinstance(one, str) and one] if isinstance(links, dict) else []
    return Mod(_line(id), _line(version), _line(name), "", links=tuple(urls))


def _line(value: object) -> str:
    return " ".join(str(value if value is not None else "").split())[:200]
