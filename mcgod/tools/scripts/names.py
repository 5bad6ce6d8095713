"""The path of a script as a caller gives it: which may be one. Pure.

Stricter than the file system: a path must mean the same file on every system,
in every folder, and stay where it belongs. A function's path is also its id,
so the game allows only lower case, digits and ``_ - .`` in it.
"""

from __future__ import annotations

import re

from mcgod.errors import BadUsage

LONGEST = 200  # characters of a path
_LONGEST_PART = 80
_DEEPEST = 8  # folders below each other
_PART = {".mcfunction": re.compile(r"[a-z0-9_.-]+"), ".js": re.compile(r"[A-Za-z0-9_.-]+")}
# Windows opens no file of that name, whatever its suffix.
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|\Z)", re.IGNORECASE)
_ALLOWED = {
    ".mcfunction": "lower-case letters, digits, _ - and . between slashes, such as gifts/bread",
    ".js": "letters, digits, _ - and . between slashes, such as gifts/bread.js",
}


def relative(path: str, suffix: str) -> str:
    r"""Return ``path`` below the folder of scripts, with ``/`` between its parts and with ``suffix``. Raises BadUsage.

    >>> relative(" /gifts\\bread ", ".mcfunction")
    'gifts/bread.mcfunction'
    """
    clean = path.strip().replace("\\", "/").lstrip("/")
    shown = repr(path[:80])
    if not clean:
        raise BadUsage("path: the name of a script is missing", hint=_ALLOWED[suffix])
    if ".." in clean or ":" in clean:
        raise BadUsage(f"path: {shown} may not hold .. or :", hint=_ALLOWED[suffix])
    *folders, name = clean.split("/")
    if not name.endswith(suffix):
        if "." in name:
            raise BadUsage(f"path: {shown} must end in {suffix}", hint=_ALLOWED[suffix])
        name += suffix
    parts = [*folders, name]
    if len(parts) > _DEEPEST or len("/".join(parts)) > LONGEST or any(len(part) > _LONGEST_PART for part in parts):
        raise BadUsage(
            f"path: {shown} is too long or too deep",
            hint=f"{LONGEST} characters, {_LONGEST_PART} in a part, {_DEEPEST} parts at most",
        )
    for part in parts:
        if not _PART[suffix].fullmatch(part) or part.startswith(".") or part.endswith(".") or part == suffix:
            raise BadUsage(f"path: {shown} has a part that is not allowed: {part!r}", hint=_ALLOWED[suffix])
        if _DEVICES.match(part):
            raise BadUsage(f"path: {part!r} is the name of a device on Windows", hint="give another name")
    return "/".join(parts)
