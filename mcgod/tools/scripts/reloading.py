"""Make changed scripts count: reload the server's packs and scripts, and tell what did not load.

Source: ReloadCommand answers once the packs are loaded, so RCON's answer comes
after what stands in the log; KubeJS writes its own logs a little later.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadConfig, Cancelled
from mcgod.rules.verdict import ACCEPTED, Verdict
from mcgod.tools.port import ToolResult
from mcgod.tools.scripts.faults import faults
from mcgod.tools.scripts.growth import Growth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from mcgod.game.port import Reply
    from mcgod.tools.port import Context
    from mcgod.tools.scripts.shelf import Shelf

_LOGS = ("logs/latest.log", "kubejs/logs/server.txt", "kubejs/logs/server.log", "logs/kubejs/server.log")
_LOOKS = 6
_PAUSE = 0.08  # seconds
_FAILED = "Reload failed"  # it stands behind "Reloading!", joined to it

# KubeJS before and since 1.21.
_RELOADS = ("kubejs reload server_scripts", "kubejs reload server-scripts")
_NO_TREE = (
    "nothing was sent: a vanilla server has no command that sends its commands to players again. "
    "It sends them when a player joins, comes back from death, changes the dimension or becomes an operator, "
    "and data packs do not change them. A server of the Bukkit family sends them on every reload: reload-game"
)


@dataclass(frozen=True, slots=True)
class Reloading:
    """The tools that reload the server whose scripts are on ``shelf``. ``sleep`` takes seconds."""

    shelf: Shelf
    sleep: Callable[[float], object]

    def game(self, _: Mapping[str, Any], context: Context) -> ToolResult:
        """Run ``reload``, and report the errors that the logs gained. Raises BadConfig, GameUnreachable.

        An answer that is lost is reported, not raised: a reload may take
        longer than RCON waits, and the logs tell what came of it.
        """
        if context.dry_run:
            return ToolResult("dry run: would run /reload and read the logs", {"dry_run": True})
        check_game(context)
        with self.growth() as growth:
            reply = run(context, "reload")
            self.settle(growth, context)
            errors = faults(growth.lines())
        worked = reply.ok and reply.known and _FAILED not in reply.text
        output = reply.text.strip() or ("(nothing)" if reply.known else "(the answer was lost)")
        told = [f"reload {'success' if worked else 'failed'}", f"output: {output}", "errors:"]
        told += errors or ["none" if self.shelf.folder else "unknown: the server's folder is not known"]
        data = {"reloaded": worked, "output": reply.text, "errors": errors}
        return ToolResult("\n".join(told), data, ok=worked and not errors)

    def tree(self, _: Mapping[str, Any], context: Context) -> ToolResult:
        """Let KubeJS load its scripts anew; say so where nothing can be done. Raises BadConfig, GameUnreachable."""
        if self.shelf.folder is None or self.shelf.place.kind != "kubejs":
            return ToolResult(_NO_TREE, {"sent": False}, ok=False)
        if context.dry_run:
            return ToolResult(f"dry run: would run /{_RELOADS[0]}", {"dry_run": True})
        check_game(context)
        reply = reload_scripts(context)
        text = f"/{reply.command}: {reply.text.strip() or '(nothing)'}"
        return ToolResult(text, {"command": reply.command, "output": reply.text}, ok=reply.ok)

    @contextmanager
    def growth(self) -> Iterator[Growth]:
        """Watch the server's logs; none where its folder is not known."""
        folder = self.shelf.folder
        paths: list[Path] = [folder.path / name for name in _LOGS] if folder else []
        with Growth(paths) as growth:
            yield growth

    def settle(self, growth: Growth, context: Context, done: Callable[[], bool] = lambda: False) -> None:
        """Read on until nothing more comes, or ``done``; half a second at most. Raises Cancelled."""
        came = growth.read()
        for _ in range(_LOOKS if self.shelf.folder else 0):
            if done():
                return
            if context.cancel and context.cancel.is_set():
                raise Cancelled("stopped while the logs were read")
            self.sleep(_PAUSE)
            before, came = came, growth.read()
            if before and not came:
                return


def check_game(context: Context) -> None:
    """Raise BadConfig where there is no game."""
    if context.game is None:
        raise BadConfig("no server is configured", hint="mcgod config init --server-dir DIR")


def reload_scripts(context: Context) -> Reply:
    """Let KubeJS load its server scripts anew, by the name that this version has for it."""
    reply = run(context, _RELOADS[0])
    return reply if reply.ok or not reply.known else run(context, _RELOADS[1])


def run(context: Context, command: str) -> Reply:
    """Run a command of the tool's own, and note it among what the turn has run. Raises GameUnreachable."""
    assert context.game is not None, "check_game comes first"
    context.before_act()
    reply = context.game.command(command)
    ran = True if reply.known else None
    context.ran.append(Verdict(command, ACCEPTED, command).with_reply(reply.text, ran=ran, ok=reply.ok))
    return reply
