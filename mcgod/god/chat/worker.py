"""Answers one call: claims it, runs the turn, tells the journal, and the player when something went wrong."""

from __future__ import annotations

import threading
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from mcgod.bridge.address import BridgeDown
from mcgod.bridge.game import BridgeGame
from mcgod.errors import (
    Busy,
    Cancelled,
    GameUnreachable,
    McgodError,
    ModelUnreachable,
    Occupied,
    Refused,
    TakenOver,
)
from mcgod.god import runner
from mcgod.god.chat import ledger, voice
from mcgod.god.chat.thinking import Thinking
from mcgod.god.owners import identity
from mcgod.god.questions import InGame
from mcgod.god.scripture import scripture
from mcgod.god.title import entitle
from mcgod.god.turn import Request
from mcgod.grammar.dialect import Dialect

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.bridge.port import Line
    from mcgod.config import Config
    from mcgod.god.chat.calls import Call
    from mcgod.god.owners import Identity
    from mcgod.god.turn import Services
    from mcgod.tools.port import Ask

_PAUSE = 0.2  # seconds before it is looked again whether the owner's other request has ended


class Worker:
    """Answers calls one after another, by a line to the bridge that ``dial`` makes.

    ``by`` is this worker's name, ``note`` tells the admin what went wrong,
    ``who`` tells who a player is. ``hears_chat``: somebody calls ``hear``.
    ``leaves`` are further faults on which a call is left for later.
    ``crowded`` is to tell whether other calls wait.
    """

    def __init__(
        self,
        config: Config,
        dial: Callable[[], Line],
        services: Services,
        *,
        by: str,
        note: Callable[[str], None],
        who: Callable[[str], Identity] | None = None,
        hears_chat: bool = True,
        leaves: tuple[type[McgodError], ...] = (),
    ) -> None:
        self._config = config
        self._dial = dial
        self._services = services
        self._by = by
        self._note = note
        self._who = who or partial(identity, config)
        self._hears_chat = hears_chat
        self._leaves: tuple[type[McgodError], ...] = (BridgeDown, GameUnreachable, TakenOver, *leaves)
        self._ended = threading.Event()
        self._game = BridgeGame(dial, by=by)
        self._asking: tuple[str, InGame] | None = None
        self.crowded: Callable[[], bool] = lambda: False

    def answer(self, call: Call, fate: str) -> None:
        """See to it that ``call`` is answered.

        Raises BridgeDown or GameUnreachable when it has to be tried again later, TakenOver when somebody else does.
        """
        if not self._claim(call, over=fate != ledger.NEW):
            return
        if fate == ledger.INTERRUPTED:
            voice.say(self._game, call.player, voice.INTERRUPTED)
            self._publish("god.answer", call, state="interrupted")
            return
        try:
            with Thinking(BridgeGame(self._dial, by=self._by), call.player) if call.is_said else nullcontext() as mind:
                told = self._do_in_turn(call, mind.emit if mind else None)
        except McgodError as error:
            if isinstance(error, self._leaves):
                raise
            self._note(f"{call.player}'s {call.kind} failed: {error.message}")
            words = self._words_for(error)
            if not isinstance(error, ModelUnreachable):  # of which the turn itself has told the player
                voice.say(self._game, call.player, words)
            state = "stopped" if isinstance(error, Cancelled) else "failed"
            told = {"state": state, "text": words, "error": error.slug}
        self._publish("god.answer", call, **told)
        if "session" in told and self._services.summary_model:  # who that is may have to be asked of the bridge
            entitle(
                self._services,
                {**told, "message": told["text"], "owner": self._who(call.player).owner},
                call.text,
            )

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
        request = Request("", owner=self._who(player).owner, mode="god_system", player=player, event="random")
        try:
            runner.run(request, replace(self._services, game=self._game))
        except (BridgeDown, GameUnreachable):
            raise
        except McgodError as error:
            self._note(f"a wonder for {player} failed: {error.message}")

    def close(self) -> None:
        """Wait for nobody any more, and hang up."""
        self._ended.set()
        self._game.close()

    def hear(self, player: str, text: str) -> bool:
        """Take what a player says as the answer to a question that waits for one; return whether one did."""
        asking = self._asking
        if asking is None or asking[0] != player or not asking[1].waiting:
            return False
        asking[1].hear(text)
        return True

    def _do_in_turn(self, call: Call, emit: Callable[[str, Any], None] | None) -> dict[str, Any]:
        """Do what ``call`` asks for once no other request of its owner runs."""
        while True:
            try:
                return self._do(call, emit)
            except Occupied:
                if self._ended.wait(_PAUSE):
                    raise

    def _do(self, call: Call, emit: Callable[[str, Any], None] | None) -> dict[str, Any]:
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
            owner=self._who(call.player).owner,
            mode=mode,
            player=call.player,
            event=None if call.is_said else call.kind,
        )
        game = BridgeGame(self._dial, by=self._by, of=call.seq)
        services = replace(
            self._services,
            game=game,
            before_act=lambda: self._publish("god.act", call),
            emit=emit or self._services.emit,
            cancel=threading.Event(),
        )
        services.ask = self._ask_of(call, services)
        try:
            done = runner.run(request, services)
        finally:
            self._asking = None
            game.close()
        facts = {key: done[key] for key in ("commands", "session", "request_id")}
        return {"state": "answered", "text": done["message"], **facts}

    def _ask_of(self, call: Call, services: Services) -> Ask | None:
        """Return how tools may ask the player, None for an occasion, which nobody has asked for."""
        if not call.is_said:
            return None
        modern = Dialect(services.registry.asked, services.registry).modern
        how: dict[str, Any] = {"modern": modern, "hears_chat": self._hears_chat, "cancel": services.cancel}
        asking = InGame(self._game, call.player, **how, crowded=self.crowded)
        self._asking = (call.player, asking)
        return asking.ask

    def _check_sudo(self, player: str) -> None:
        """Refuse what rests on a line in the log of an offline-mode server, unless an admin says that it may."""
        who = self._who(player)
        if not who.operator:
            raise Refused(f"{player} may not use sudo")
        if not who.proven and not self._config["god.sudo_offline"]:
            raise Refused(voice.UNPROVEN)

    def _words_for(self, error: McgodError) -> str:
        if isinstance(error, Cancelled):
            return voice.STOPPED
        if isinstance(error, Refused):
            return voice.UNPROVEN if error.message == voice.UNPROVEN else voice.FORBIDDEN
        return error.message if isinstance(error, Busy) else voice.FAILED

    def _claim(self, call: Call, *, over: bool) -> bool:
        with self._dial() as bridge:
            return bool(bridge.call("claim", seq=call.seq, by=self._by, over=over)["claimed"])

    def _publish(self, kind: str, call: Call, **fields: Any) -> None:
        event = {"type": kind, "player": call.player, "of": call.seq, "by": self._by, **fields}
        with self._dial() as bridge:
            bridge.call("publish", event=event)
