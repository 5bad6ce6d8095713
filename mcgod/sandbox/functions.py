"""Functions of data packs: read from the world's folder, and parsed as a reload of the game does.

Source: ServerFunctionLibrary, CommandFunction.fromLines and FolderRepositorySource
of 1.21.4. Macros (lines that begin with ``$``) and packs in zip files are not known here.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING

from mcgod.grammar import versions
from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.tree import find

if TYPE_CHECKING:
    from pathlib import Path

    from mcgod.sandbox.realm import Logger
    from mcgod.sandbox.source import Source
    from mcgod.sandbox.tree import Node

_SUFFIX = ".mcfunction"
_CONTEXT = 10  # characters shown before the fault


def read(datapacks: Path, version: str) -> dict[str, str]:
    """Return id -> text of each function in the packs below ``datapacks``, for game ``version``."""
    kind = "function" if (versions.key(version) or ()) >= (1, 21) else "functions"
    found = {}
    for pack in sorted(datapacks.glob("*/pack.mcmeta")):
        if not _is_pack(pack):
            continue
        for root in sorted(pack.parent.glob(f"data/*/{kind}")):
            for file in sorted(root.rglob(f"*{_SUFFIX}")):
                name = file.relative_to(root).as_posix().removesuffix(_SUFFIX)
                with suppress(OSError):  # it went away, or is not for us
                    found[f"{root.parent.name}:{name}"] = file.read_text("utf-8", "replace")
    return found


def load(texts: dict[str, str], tree: Node, source: Source, log: Logger) -> dict[str, tuple[str, ...]]:
    """Return id -> commands of each function that parses for ``source``; the log tells of the others."""
    loaded = {}
    for name, text in texts.items():
        try:
            loaded[name] = _parse(text, tree, source)
        except Refusal as refusal:
            fault = f"java.lang.IllegalArgumentException: {refusal.message}"
            told = f"Failed to load function {name}\njava.util.concurrent.CompletionException: {fault}"
            log(f"{told}\nCaused by: {fault}", level="ERROR")
    return loaded


def _parse(text: str, tree: Node, source: Source) -> tuple[str, ...]:
    commands, begun = [], ""
    for number, raw in enumerate(text.split("\n"), 1):
        line = begun + raw.strip()
        if line.endswith("\\"):
            begun = line[:-1]
            continue
        begun = ""
        if line and not line.startswith("#"):
            _check(number, line, tree, source)
            commands.append(line)
    if begun:
        raise Refusal("Line continuation at end of file")
    return tuple(commands)


def _check(number: int, line: str, tree: Node, source: Source) -> None:
    """Raise Refusal with the game's words for a line that it would not take."""
    if line.startswith("/"):
        meant = line[1:].partition(" ")[0]
        raise Refusal(
            f"Unknown or invalid command '{line}' on line {number} (did you mean '{meant}'? "
            "Do not use a preceding forwards slash.)"
        )
    try:
        find(tree, line, source).end()
    except Refusal as refusal:
        start = max(0, refusal.cursor - _CONTEXT)
        context = f"{'...' if start else ''}{line[start : refusal.cursor]}<--[HERE]"
        raise Refusal(
            f"Whilst parsing command on line {number}: {refusal.message} at position {refusal.cursor}: {context}"
        ) from None


def _is_pack(meta: Path) -> bool:
    try:
        return "pack" in json.loads(meta.read_bytes())
    except (OSError, ValueError, TypeError):
        return False
