"""Answers one call: claims it, runs the turn, tells the journal, and the player when something went wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mcgod.bridge.address import BridgeDown
from mcgod.bridge.client import Bridge
from mcgod.bridge.game import BridgeGame
from mcgod.errors import Busy, Cancelled, GameUnreachable, McgodError, ModelUnreachable, Refused
from mcgod.god import runner
from mcgod.god.chat import ledger, voice
from mcgod.god.owners import folder, may_sudo, owner_of
from mcgod.god.scripture import scripture
from mcgod.god.turn import Request

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from mcgod.config import Config
    from mcgod.god.chat.calls import Call
    from mcgod.god.turn import Services


class Worker:
    """Answers calls one after another. ``note`` tells the admin what went wrong; ``by`` is this worker's name."""

    def __init__(
        self, config: Config, run_root: Path, services: Services, *, by: str, note: Callable[[str], None]
    ) -> None:
        self._config = config
        self._run_root = run_root
        self._services = services
        self._by = by
        self._note = note
        self._game = BridgeGame(run_root, by=by)

    def answer(self, call: Call, fate: str) -> None:
        """See to it that ``call`` is answered.

        Raises BridgeDown or GameUnreachable when it has to be tried again later.
        """
        if fate == ledger.INTERRUPTED:
            voice.say(self._game, call.player, voice.INTERRUPTED)
            self._publish("god.answer", call, state="interrupted")
            return
        if fate == ledger.NEW and not self._claim(call):
            return
        if call.is_said:
            voice.show(self._game, call.player, voice.THINKING)
        try:
            told = self._do(call)
        except (BridgeDown, GameUnreachable):
            raise
        except McgodError as error:
            self._note(f"{call.player}'s {call.kind} failed: {error.message}")
            words = self._words_for(error)
            if not isinstance(error, ModelUnreachable):  # of which the turn itself has told the player
                voice.say(self._game, call.player, words)
            state = "stopped" if isinstance(error, Cancelled) else "failed"
            told = {"state": state, "text": words, "error": error.slug}
        self._publish("god.answer", call, **told)

    def turn_away(self, call: Call, reason: str) -> None:
        """Answer a call that a guard refused: in the journal, and to the player where silence would be rude."""
        if reason == "rate":
            voice.say(self._game, call.player, voice.CROWDED)
        elif reason == "cooldown":
            voice.show(self._game, call.player, voice.PATIENCE)
        self._publish("god.answer", call, state=reason)

    def give_up(self, call: Call, error: GameUnreachable) -> None:
        """Leave ``call`` unanswered, since the game has been out of reach for too long. Raises BridgeDown."""
        self._note(f"{call.player}'s {call.kind} is given up: {error.message}")
        self._publish("god.answer", call, state="unreachable", error=error.slug)

    def wonder(self, player: str) -> None:
        """Let a small wonder happen to ``player``; a failure is only noted. Raises BridgeDown, GameUnreachable."""
        request = Request("", owner=owner_of(self._config, player), mode="god_system", player=player, event="random")
        try:
            runner.run(request, replace(self._services, game=self._game))
        except (BridgeDown, GameUnreachable):
            raise
        except McgodError as error:
            self._note(f"a wonder for {player} failed: {error.message}")

    def close(self) -> None:
        """Hang up."""
        self._game.close()

    def _do(self, call: Call) -> dict[str, Any]:
        """Do what ``call`` asks for; return what the journal is to know of it."""
        if call.kind == "bible":
            policy = (self._services.policies or {})["god"]
            words = scripture(policy, self._services.max_commands).spoken()
            voice.say(self._game, call.player, words)
            return {"state": "answered", "text": words}
        if call.kind == "sudo":
            self._check_sudo(call.player)
        mode = {"pray": "god", "sudo": "sudo"}.get(call.kind, "god_system")
        request = Request(
            call.text or ("help" if call.kind == "pray" else ""),
            owner=owner_of(self._config, call.player),
            mode=mode,
            player=call.player,
            event=None if call.is_said else call.kind,
        )
        services = replace(self._services, game=self._game, before_act=lambda: self._publish("god.act", call))
        done = runner.run(request, services)
        facts = {key: done[key] for key in ("commands", "session", "request_id")}
        return {"state": "answered", "text": done["message"], **facts}

    def _check_sudo(self, player: str) -> None:
        """Refuse what rests on a line in the log of an offline-mode server, unless an admin says that it may."""
        may_sudo(self._config, player)
        place = folder(self._config)
        if (place is None or not place.online_mode) and not self._config["god.sudo_offline"]:
            raise Refused(voice.UNPROVEN)

    def _words_for(self, error: McgodError) -> str:
        if isinstance(error, Cancelled):
            return voice.STOPPED
        if isinstance(error, Refused):
            return voice.UNPROVEN if error.message == voice.UNPROVEN else voice.FORBIDDEN
        return error.message if isinstance(error, Busy) else voice.FAILED

    def _claim(self, call: Call) -> bool:
        with self._bridge() as bridge:
            return bool(bridge.call("claim", seq=call.seq, by=self._by)["claimed"])

    def _publish(self, kind: str, call: Call, **fields: Any) -> None:
        event = {"type": kind, "player": call.player, "of": call.seq, "by": self._by, **fields}
        with self._bridge() as bridge:
            bridge.call("publish", event=event)

    def _bridge(self) -> Bridge:
        return Bridge(self._run_root, timeout=30)
