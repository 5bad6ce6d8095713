"""A Typer root group that imports a subcommand only when that subcommand runs.

``--help``, ``--version`` and completion of the first word read the table.
Running, or completing past the first word, imports the one module named.
"""

from __future__ import annotations

from copy import copy
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

if TYPE_CHECKING:
    import typer


class Row(NamedTuple):
    """One line of the root help: module (in this package), help, leaf or noun."""

    module: str
    help: str
    leaf: bool = False  # True: `mcgod pray TEXT`; False: `mcgod session start`


class LazyGroup(TyperGroup):
    """Base of the root group; a subclass sets ``table``."""

    table: ClassVar[dict[str, Row]] = {}

    def __init__(self, **attrs: Any) -> None:
        super().__init__(**attrs)
        for name, row in self.table.items():
            self.commands.setdefault(name, TyperCommand(name, help=row.help))

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - Typer's signature
        """Keep the table's order, which tells a newcomer where to start."""
        return list(self.table)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Swap the stub for the real command; unknown names keep Typer's message."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, self.load(name, *rest[:1]) if name in self.table else command, rest

    def load(self, name: str, verb: str | None = None) -> Any:
        """Import the row's module and return its command, built for ``verb`` alone when the noun has it."""
        row = self.table[name]
        app: typer.Typer = import_module(f".{row.module}", __package__).app
        if verb:
            app = _narrowed(app, verb)
        # Help below the root is dressed, or plain, as the root's is.
        app.rich_markup_mode = self.rich_markup_mode
        command = get_command(app) if row.leaf else get_group(app)
        command.name, command.help = name, row.help
        self.commands[name] = command
        return command

    def load_all(self) -> None:
        """Import every subcommand: for man pages, completion files and tests."""
        for name in self.table:
            self.load(name)


def _narrowed(app: typer.Typer, verb: str) -> typer.Typer:
    """Return a copy of ``app`` that has only ``verb``, or ``app`` itself when it has no such verb.

    Typer inspects the signature of every verb that it builds, half a millisecond each.
    """
    chosen = [info for info in app.registered_commands if verb == (info.name or getattr(info.callback, "__name__", ""))]
    if not chosen:
        return app
    narrowed = copy(app)
    narrowed.registered_commands = chosen
    return narrowed
