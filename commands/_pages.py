"""Write ``man/`` and ``completions/`` from the command tree: ``python -m mcgod.commands._pages [DIR]``."""

from __future__ import annotations

import sys
from pathlib import Path

import typer
from typer._completion_shared import get_completion_script

from mcgod import fsio

from . import _roff
from .main import app

# Shell -> the file name that its completion loader looks for.
_SCRIPTS = {"bash": "mcgod", "zsh": "_mcgod", "fish": "mcgod.fish", "powershell": "mcgod.ps1"}
# A zsh that loads the file from its fpath runs it as the function itself, at the first completion.
_ZSH_TAIL = '\n\nif [[ "$funcstack[1]" = "_mcgod" ]]; then\n  _mcgod_completion "$@"\nfi'


def pages() -> dict[str, str]:
    """Return every generated file: path below the repository -> text."""
    root = typer.main.get_command(app)
    root.load_all()  # type: ignore[attr-defined]
    ctx = typer.Context(root, info_name="mcgod")
    files = {"man/mcgod.1": _roff.root_page(root, ctx)}
    for name, command in root.commands.items():  # type: ignore[attr-defined]
        files[f"man/mcgod-{name}.1"] = _roff.command_page(name, command, ctx)
    for shell, name in _SCRIPTS.items():
        script = get_completion_script(prog_name="mcgod", complete_var="_MCGOD_COMPLETE", shell=shell)
        files[f"completions/{name}"] = script + (_ZSH_TAIL if shell == "zsh" else "") + "\n"
    return files


def main() -> None:
    """Write them all below the folder that is named, or the current one, and remove stale pages."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    files = pages()
    for stale in {*target.glob("man/*.1")} - {target / name for name in files}:
        fsio.remove(stale)
    for name, text in files.items():
        fsio.replace_file(target / name, text.encode(), mode=0o644)


if __name__ == "__main__":
    main()
