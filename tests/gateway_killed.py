"""A gateway that kills itself at one point of a turn: ``python gateway_killed.py WHERE``, then as ``gateway serve``.

WHERE is ``before NODE`` or ``after NODE`` of the flow, ``noted`` (a command is on disk and was not sent yet), ``ran``
(the server has run it, and the reply is not on disk yet) or ``said`` (so with the first line of the message).
"""

from __future__ import annotations

import os
import signal
import sys

from mcgod.game.over_rcon import RconGame
from mcgod.god import nodes


def die():
    """Be gone, as by kill -9."""
    os.kill(os.getpid(), signal.SIGKILL)


def at_node(when: str, name: str) -> None:
    """Die before or after the node."""
    node = nodes.NODES[name]

    def dying(turn):
        if when == "before":
            die()
        node(turn)
        die()

    nodes.NODES[name] = dying


def at_command(where: str) -> None:
    """Die around a command."""
    command = RconGame.command
    wanted = "tellraw" if where == "said" else "give"

    def dying(game, text):
        if not text.startswith(wanted):
            return command(game, text)
        if where != "noted":
            command(game, text)
        return die()

    RconGame.command = dying  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    at, _, node = sys.argv[1].partition(" ")
    if node:
        at_node(at, node)
    else:
        at_command(at)
    from mcgod.commands.main import main  # pyright: ignore[reportMissingImports]

    sys.argv = ["mcgod", "gateway", "serve", "--port", "0", "--json", "--engine", "langgraph"]
    main()
