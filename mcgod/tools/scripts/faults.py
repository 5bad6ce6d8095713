"""Which lines of a server's logs tell that a script did not load. Pure.

Source: the lines of ServerFunctionLibrary, TagLoader and ReloadCommand (vanilla
and Paper 1.16 to 1.21), and of KubeJS 4 to 7 in its own logs and in latest.log.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MOST = 120  # lines
_GAME = "latest.log"  # the log in which all sorts of things stand

# At the start of a line, or behind the names of exceptions: what players say in the chat stands behind their names.
_PACKS = re.compile(
    r"(?:Caused by: )?(?:[\w.$]+: )*(?:Failed to load function |Couldn't load tag "
    r"|Couldn't parse (?:data file|element) |Whilst parsing command on line "
    r"|Unknown or invalid command '.*' on line |Failed to execute reload|Failed to reload data packs)"
)
_CHAT = re.compile(r"(?:\[Not Secure\] )?[<\[*]")
_SCRIPTS = re.compile(r"kubejs|(?:server|startup)_scripts:|mcgod/", re.IGNORECASE)
_FAULT = re.compile(r"error|exception|failed|\bERR\b", re.IGNORECASE)
_NO_FAULT = re.compile(r"\b(?:0|no|without) errors?\b", re.IGNORECASE)
_STACK = re.compile(r"\s+at |\s*(?:Caused by: )?[\w.$]+(?:Exception|Error): ")
_INNER = re.compile(r"\s+at (?:java\.|jdk\.|[\w.@+-]+/|net\.minecraft\.)")  # frames of Java and the game themselves
# `[12:00:00] [Server thread/ERROR] [KubeJS Server/]: ` ends in `]: `; KubeJS' own `[12:00:00] [ERR  ] ` does not.
_HEAD = re.compile(r"\[[\d:.]+\] \[[A-Z]+ *\]:? |\[.*?\](?:: | \([\w ]+\) )")


def faults(lines: Iterable[tuple[Path, str]]) -> list[str]:
    """Return what went wrong, of ``lines`` with the files they stand in: without times, each once, at most MOST."""
    found: dict[str, None] = {}
    after, last = False, ""
    for path, line in lines:
        bare = _bare(line)
        after = (after and bool(_STACK.match(bare))) or _tells(bare, line, own=path.name != _GAME)
        if after and not _INNER.match(bare) and bare.removeprefix("Caused by: ") not in last:
            found[bare.strip()] = None
            last = bare
    return [*found][:MOST]


def _tells(bare: str, line: str, *, own: bool) -> bool:
    """Tell whether a line is an error of scripts; ``own`` lines are from KubeJS' logs, where all are about scripts."""
    if _PACKS.match(bare):
        return True
    if _CHAT.match(bare) or _NO_FAULT.search(line) or not (own or _SCRIPTS.search(line)):
        return False
    return bool(_FAULT.search(line))


def _bare(line: str) -> str:
    """Return a line without time, thread and logger; a line without a head stays as it is."""
    head = _HEAD.match(line)
    return line[head.end() :] if head else line
