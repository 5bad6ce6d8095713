"""A world of its own for one prayer: a scene is set, the real flow runs a turn in it, and what came of it is judged.

The world stands still but for that, so the same answers of a model have the
same effects every time.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast
from zlib import crc32

from mcgod.corpus import character, expect, harm
from mcgod.corpus.outcome import Outcome
from mcgod.errors import BadInput, McgodError, Unreachable
from mcgod.game.over_rcon import RconGame
from mcgod.game.replies import failed
from mcgod.god import runner
from mcgod.god.turn import Request
from mcgod.sandbox import people
from mcgod.sandbox.still import Still
from mcgod.sandbox.world import World

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mcgod.corpus.case import Case, Scene
    from mcgod.game.rcon import Rcon
    from mcgod.god.turn import Services

PLAYER, FRIEND = "Steve", "Alex"
VERSION = "1.21.4"
_SEED = 42
_NOW = 1_700_000_000.0  # seconds; any time would do, and the same one gives the same files


class Stage:
    """Runs cases, each in a fresh world of VERSION; safe to share between threads if the models are.

    ``services`` are those of a turn but for the game, which each case brings;
    ``services.timer`` measures the latency.
    """

    def __init__(self, services: Services) -> None:
        self._services = services

    @property
    def model(self) -> str:
        """Who answers: ``provider/name`` of the command model, and of the one that speaks where that is another."""
        both = (self._services.command_model, self._services.message_model)
        return ", ".join(dict.fromkeys(one.name for one in both))

    def play(self, case: Case) -> Outcome:
        """Run one case and judge it. A model that fails is part of the outcome; raises BadInput for a bad scene."""
        still = _set(case.scene, seed=crc32(case.id.encode()))
        before = still.state()
        services = replace(self._services, game=RconGame(cast("Rcon", still)), clock=lambda: _NOW)
        # An owner a case, so that none remembers another; the event makes a newcomer of who prays.
        request = Request(
            case.prayer, owner=case.id, player=PLAYER, soul="default", id=f"{crc32(case.id.encode()):016x}"
        )
        if case.scene.event:
            self._welcome(request.owner, case.scene.event)
        began = services.timer()
        result: dict[str, Any] = {}
        fault = None
        try:
            result = runner.run(request, services)
        except McgodError as error:
            fault = error
        took = round((services.timer() - began) * 1000)
        seen = expect.Seen(before, still.state(), PLAYER, str(result.get("message", "")))
        usage = result.get("usage", {})
        return Outcome(
            case,
            missed=tuple(expect.missed(case.expect, seen)),
            harms=tuple(harm.harms(seen.before, seen.after, PLAYER)),
            lapses=tuple(character.lapses(seen.message)),
            changed=tuple(expect.differences(seen)),
            commands=tuple(result.get("commands", ())),
            message=seen.message,
            fault=fault,
            ms=took,
            tokens=usage.get("input", 0) + usage.get("output", 0),
        )

    def play_all(self, cases: Sequence[Case], *, jobs: int = 1) -> Iterator[Outcome]:
        """Yield the outcome of each case, in order, ``jobs`` at a time.

        Raises Unreachable when the first case finds no model: none of the
        others would.
        """
        first, rest = cases[:1], cases[1:]
        for case in first:
            outcome = self.play(case)
            if isinstance(outcome.fault, Unreachable):
                raise outcome.fault
            yield outcome
        if jobs == 1:
            yield from map(self.play, rest)
            return
        with ThreadPoolExecutor(jobs) as pool:
            yield from pool.map(self.play, rest)

    def _welcome(self, owner: str, event: str) -> None:
        from mcgod.store.port import Deed  # noqa: PLC0415 - few scenes have an event

        self._services.store.start(owner, mode="god", player=PLAYER)  # a deed lies in an owner's folder
        self._services.store.note_deed(owner, Deed(_NOW, 0, event))


def _set(scene: Scene, *, seed: int) -> Still:
    """Return a world in which the scene is set. Raises BadInput for a command of it that fails."""
    still = Still(World(version=VERSION, seed=_SEED), seed=seed)
    for name in (PLAYER, FRIEND):
        people.join(still.realm, name)
    for command in (f"scoreboard objectives add {harm.DEATHS} deathCount", *scene.commands):
        if failed(answer := still.command(command)):
            raise BadInput(f"scene {scene.name}: {command!r} fails: {answer}")
    player = still.realm.world.players[PLAYER]
    player.food, player.health = scene.food, float(scene.health)
    return still
