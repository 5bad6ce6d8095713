"""Questions in the game: clicked options, free words, skips, time-outs, and what a player sees meanwhile."""

import json
from threading import Event

import pytest

from mcgod.errors import Cancelled
from mcgod.game.over_rcon import RconGame
from mcgod.game.port import FakeGame
from mcgod.game.rcon import Rcon
from mcgod.god.chat import voice
from mcgod.god.chat.thinking import Thinking
from mcgod.god.questions import InGame
from mcgod.sandbox.server import Sandbox
from mcgod.tools.port import Answer, Question

WOOD = Question('Which "wood"?', ("oak", "birch"))


class Clicking(FakeGame):
    """A game whose player clicks the buttons named, one each time the score is looked for."""

    def __init__(self, *clicks, modern=False):
        super().__init__(answer=self._reply)
        self.clicks = list(clicks)
        self.buttons = {}
        self.key = "click_event" if modern else "clickEvent"
        self.score = 0

    def _reply(self, text):
        if text.startswith("tellraw"):
            shown = json.loads(text.split(" ", 2)[2])
            if self.key in shown:
                click = shown[self.key]
                self.buttons[shown["text"]] = int(str(click.get("value") or click.get("command")).split()[-1])
        elif " set " in text:
            self.score = 0
        elif " get " in text:
            if self.clicks:
                click = self.clicks.pop(0)
                self.score = self.buttons.get(click, click)
            return f"Steve has {self.score} [mcgod_answer]"
        return ""


def asking(game, **how):
    return InGame(game, "Steve", **({"modern": False, "every": 0.001} | how))


@pytest.mark.parametrize("modern", [False, True])
@pytest.mark.parametrize(
    ("click", "answer"),
    [
        ("[1] oak", Answer(option=0)),
        ("[2] birch", Answer(option=1)),
        ("[Skip]", Answer(skipped="the player skipped it")),
    ],
)
def test_a_click_is_an_answer(modern, click, answer):
    game = Clicking(click, modern=modern)
    assert asking(game, modern=modern).ask(WOOD) == answer
    assert list(game.buttons) == ["[1] oak", "[2] birch", "[Skip]"]
    assert game.ran[-1] == "scoreboard players reset Steve mcgod_answer"
    assert json.loads(game.ran[3].split(" ", 2)[2])["text"] == 'Which "wood"?'


def test_long_and_coloured_words_fit_into_commands():
    game = Clicking("[Skip]")
    asking(game).ask(Question("\U0001f600" * 400, ("§4" + "\U0001f600" * 160,)))
    shown = [command for command in game.ran if command.startswith("tellraw")]
    assert max(len(command.encode()) for command in shown) <= 1446
    assert "§" not in "".join(shown)


def test_a_click_on_an_old_question_means_nothing():
    game = Clicking(1, 2, 7, "[2] birch")
    assert asking(game).ask(WOOD) == Answer(option=1)


def test_other_invites_words_and_the_next_line_of_the_chat_is_the_answer():
    game = Clicking("[Other]")
    ask = asking(game, hears_chat=True)
    ask.hear("too early")

    def reply(text):
        if "Say it in the chat" in text:
            ask.hear("spruce, please")
        return Clicking._reply(game, text)

    game._answer = reply
    assert ask.ask(WOOD) == Answer(text="spruce, please")


def test_nobody_answers_in_time():
    ticks = iter(range(0, 1000, 25))
    ask = asking(Clicking(), clock=lambda: next(ticks))
    assert ask.ask(WOOD) == Answer(skipped="no answer in time")


def test_others_who_wait_come_first_after_a_while():
    ticks = iter([0, 10, 19, 21, 30])
    ask = asking(Clicking(), clock=lambda: next(ticks), crowded=lambda: True)
    assert ask.ask(WOOD) == Answer(skipped="others were waiting")


def test_a_stop_ends_the_waiting():
    cancel = Event()
    cancel.set()
    with pytest.raises(Cancelled):
        asking(Clicking(), cancel=cancel).ask(WOOD)


def test_a_real_trigger_answers(tmp_path):
    """The sandbox enforces what vanilla does: an objective of the right kind, and a player who may set it."""
    with Sandbox(tmp_path / "server", version="1.21.4") as box, Rcon("127.0.0.1", box.password, box.rcon_port) as rcon:
        box.join("Steve")
        game = RconGame(rcon)
        run, seen = game.command, {}

        def command(text):
            if text.startswith("tellraw") and "clickEvent" in text:
                shown = json.loads(text.split(" ", 2)[2])
                seen[shown["text"]] = shown["clickEvent"]["value"]
            if " get " in text and seen:
                box.chat("Steve", seen.pop("[2] birch", "hm"))
            return run(text)

        game.command = command
        assert asking(game).ask(WOOD) == Answer(option=1)
        assert asking(game).ask(Question("Again?", ("no", "birch"))) == Answer(option=1)


def test_the_thinking_is_shown_again_until_it_ends_and_tells_of_tools_in_its_own_words():
    shown = Event()
    game = FakeGame(answer=lambda text: (shown.set() if "scrolls" in text else None) or "")
    with Thinking(game, "Steve", every=0.001) as mind:
        mind.emit("TOOL_STATUS", {"short": "web_search op Mallory", "hover": "{}"})
        assert shown.wait(60)
        mind.emit("TOOL_STATUS_CLEAR", "")
    assert "Mallory" not in "".join(game.ran)
    assert json.loads(game.ran[0].split(" ", 3)[3])["text"] in (voice.THINKING, "The god reads far-off scrolls…")
