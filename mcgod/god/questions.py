"""Asking a player in the game: lines to click, answered through a trigger, or a line of one's own in the chat.

A trigger is the one thing that a player without rights may set, so it works on
any server. Each question counts from a number of its own: a click on the lines
of an old one means nothing.
"""

from __future__ import annotations

import json
import queue
import re
import secrets
import time
from typing import TYPE_CHECKING, Any

from mcgod.errors import Cancelled
from mcgod.game.speech import clean, lines
from mcgod.grammar.dialect import Dialect
from mcgod.names import in_command
from mcgod.tools.port import Answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import Event

    from mcgod.game.port import Game
    from mcgod.god.turn import Request, Services
    from mcgod.tools.port import Ask, Question

OBJECTIVE = "mcgod_answer"
_OTHER, _SKIP = 6, 7  # behind the options, of which there are five at most
_SCORE = re.compile(r" has (-?\d+) ")
_FAIR = 20.0  # seconds after which others who wait come first


def of_turn(request: Request, services: Services) -> Ask | None:
    """Return how tools may ask the player of a turn who is in the game, for where nobody sits at a terminal."""
    if services.game is None or request.player is None or request.event or request.dry_run or services.tools is None:
        return None
    modern = Dialect(services.registry.asked, services.registry).modern
    return InGame(services.game, request.player, modern=modern, cancel=services.cancel).ask


class InGame:
    """Asks ``player`` over ``game``. ``modern``: the game is 1.21.5 or later, where clicks are spelled differently.

    ``hears_chat``: somebody calls ``hear`` with what the player says.
    ``crowded`` tells that others wait. ``every`` is how often the answer is
    looked for, in seconds.
    """

    def __init__(
        self,
        game: Game,
        player: str,
        *,
        modern: bool,
        hears_chat: bool = False,
        cancel: Event | None = None,
        crowded: Callable[[], bool] = lambda: False,
        every: float = 0.5,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._game = game
        self._target = in_command(player)
        self._modern = modern
        self._hears_chat = hears_chat
        self._cancel = cancel
        self._crowded = crowded
        self._every = every
        self._clock = clock
        self._said: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.waiting = False

    def hear(self, text: str) -> None:
        """Take what the player said in the chat as the answer."""
        self._said.put(text)

    def ask(self, question: Question) -> Answer:
        """Ask, and wait for the answer. Raises GameUnreachable, and Cancelled once ``cancel`` is set."""
        base = 10 * (1 + secrets.randbelow(100_000_000))
        while not self._said.empty():
            self._said.get()
        self._game.command(f'scoreboard objectives add {OBJECTIVE} trigger {{"text":"answer"}}')
        self._game.command(f"scoreboard players set {self._target} {OBJECTIVE} 0")
        self._game.command(f"scoreboard players enable {self._target} {OBJECTIVE}")
        for line in self._lines(question, base):
            self._game.command(f"tellraw {self._target} {json.dumps(line, ensure_ascii=False)}")
        self.waiting = True
        try:
            return self._wait(question, base)
        finally:
            self.waiting = False
            self._game.command(f"scoreboard players reset {self._target} {OBJECTIVE}")

    def _wait(self, question: Question, base: int) -> Answer:
        began = self._clock()
        while (gone := self._clock() - began) < question.seconds:
            if self._cancel and self._cancel.is_set():
                raise Cancelled("the request was stopped")
            if gone >= _FAIR and self._crowded():
                return Answer(skipped="others were waiting")
            try:
                return Answer(text=self._said.get(timeout=self._every))
            except queue.Empty:
                pass
            chosen = self._score() - base
            if chosen == _SKIP:
                return Answer(skipped="the player skipped it")
            if 1 <= chosen <= len(question.options):
                return Answer(option=chosen - 1)
            if chosen == _OTHER:
                self._invite()
        return Answer(skipped="no answer in time")

    def _score(self) -> int:
        found = _SCORE.search(self._game.command(f"scoreboard players get {self._target} {OBJECTIVE}").text)
        return int(found[1]) if found else 0

    def _invite(self) -> None:
        """Tell the player to say it, and take further clicks."""
        self._game.command(f"scoreboard players set {self._target} {OBJECTIVE} 0")
        self._game.command(f"scoreboard players enable {self._target} {OBJECTIVE}")
        line = {"text": "Say it in the chat.", "color": "gray"}
        self._game.command(f"tellraw {self._target} {json.dumps(line)}")

    def _lines(self, question: Question, base: int) -> list[dict[str, Any]]:
        options = [(f"[{number}] {clean(text)}", number) for number, text in enumerate(question.options, start=1)]
        others = [("[Other]", _OTHER)] if self._hears_chat else []
        buttons = [self._button(text, base + value) for text, value in (*options, *others, ("[Skip]", _SKIP))]
        return [*({"text": line, "color": "yellow"} for line in lines(question.text)), *buttons]

    def _button(self, text: str, value: int) -> dict[str, Any]:
        command = f"/trigger {OBJECTIVE} set {value}"
        if self._modern:
            return {"text": text, "color": "aqua", "click_event": {"action": "run_command", "command": command}}
        return {"text": text, "color": "aqua", "clickEvent": {"action": "run_command", "value": command}}
