"""A text in the person's own editor, ``$VISUAL`` or ``$EDITOR``."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mcgod import fsio
from mcgod.errors import BadInput, BadUsage, Cancelled, McgodError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ._app import App

T = TypeVar("T")


def edited(app: App, text: str, suffix: str, take: Callable[[str], T], *, instead: str) -> T:
    """Let the person change ``text``, and return what ``take`` makes of it.

    A text that ``take`` refuses stays in its file, which the error names.
    ``instead`` says what to do where there is no editor. Raises BadUsage
    without one, Cancelled when nothing was changed, BadInput.
    """
    command = app.environ.get("VISUAL") or app.environ.get("EDITOR")
    if not command:
        raise BadUsage("no editor is set", hint=f"export EDITOR=nano, or {instead}")
    path = app.paths.run_root / f"edit-{os.getpid()}{suffix}"
    fsio.make_folder(path.parent)
    fsio.replace_file(path, text.encode("utf-8", "replace"), durable=False)
    done = _run(command, path)
    try:
        changed = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not UTF-8 text", hint="save it as UTF-8") from None
    if done != 0 or changed == text:
        fsio.remove(path, durable=False)
        raise Cancelled(f"the editor ended with {done}; nothing was changed" if done else "nothing was changed")
    try:
        made = take(changed)
    except McgodError as error:
        error.hint = f"{error.hint}; what you wrote is in {path}".removeprefix("; ")
        raise
    fsio.remove(path, durable=False)
    return made


def _run(command: str, path: Path) -> int:
    try:
        return subprocess.run([*shlex.split(command), str(path)], check=False).returncode
    except (OSError, ValueError) as error:
        fsio.remove(path, durable=False)
        raise BadUsage(f"the editor {command!r} does not start: {error}", hint="set EDITOR to another one") from None
