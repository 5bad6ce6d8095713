"""apply-instant-server-script: commands that are run at once, or JavaScript that KubeJS runs."""

import json
import re
from threading import Event

import pytest
from scripts_play import SCRIPTS, Scripts, rules

from mcgod.errors import BadConfig, BadUsage, Cancelled, GameUnreachable, NotFound, Refused
from mcgod.game.port import Reply


def apply(play, code, **how):
    return play("apply-instant-server-script", {"code": code}, **how)


def test_commands_run_in_order_with_their_answers(tmp_path):
    play = Scripts(tmp_path)
    play.answer = lambda command: {"say hi": ""}.get(command, f"did {command}")
    text, data, ok = apply(play, "```mcfunction\n# two things\nsay hi\n\n/give Steve oak_log 3\n```")
    assert text.splitlines() == [
        "/say hi: (nothing)", "/give Steve minecraft:oak_log 3: did give Steve minecraft:oak_log 3",
    ]  # fmt: skip
    assert [(one["ran"], one["ok"]) for one in data["verdicts"]] == [(True, True)] * 2
    assert ok
    assert play.files() == []


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("say hi\n\nop Steve", "code: line 3 is refused: needs-yes"),
        ("execute as @a run op Steve", "code: line 1 is refused: needs-yes"),
        ("# x\rop Steve", "code: line 2 is refused: needs-yes"),
        ("say hi\nsay hi", "code: line 2 is refused: repeated"),
        ("\n".join(f"say {number}" for number in range(21)), "code: 21 commands are too many"),
    ],
)
def test_one_refused_command_and_none_is_run(tmp_path, code, message):
    play = Scripts(tmp_path)
    with pytest.raises(Refused, match=message) as caught:
        apply(play, code)
    assert caught.value.hint
    assert play.game.ran == []


def test_more_than_a_plan_holds_is_refused_whatever_an_admin_allows(tmp_path):
    play = Scripts(tmp_path)
    limits = play.rules.policy._replace(commands=500)
    play.rules = play.rules._replace(policies={"sudo": limits})
    with pytest.raises(Refused, match="code: 300 commands are too many"):
        apply(play, "\n".join(f"say {number}" for number in range(300)))


@pytest.mark.parametrize("code", ["# only a comment", "```\n```", " \n "])
def test_no_command_at_all(tmp_path, code):
    with pytest.raises(BadUsage, match="no command"):
        apply(Scripts(tmp_path), code)


def test_a_dry_run_judges_only(tmp_path):
    play = Scripts(tmp_path)
    text, data, _ = apply(play, "give Steve oak_log", dry_run=True)
    assert text == "would run /give Steve minecraft:oak_log"
    assert data["verdicts"][0]["verdict"] == "repaired"
    with pytest.raises(Refused):
        apply(play, "op Steve", dry_run=True, confirm=lambda shown: True)
    assert play.game.ran == []


def test_what_is_missing_is_named(tmp_path):
    play = Scripts(tmp_path)
    with pytest.raises(BadConfig, match="no rules"):
        apply(play, "say hi", rules=None)
    with pytest.raises(BadConfig, match="no server is configured"):
        apply(play, "say hi", game=None)


def test_a_command_that_fails_does_not_stop_the_others(tmp_path):
    play = Scripts(tmp_path)
    play.answer = lambda text: Reply(text, "No player was found", ok=False) if "give" in text else "fine"
    text, _, ok = apply(play, "give Steve minecraft:stone\nsay hi")
    assert text.splitlines() == ["/give Steve minecraft:stone: No player was found", "/say hi: fine"]
    assert not ok


def test_after_a_lost_answer_nothing_more_is_sent(tmp_path):
    play = Scripts(tmp_path)
    play.answer = lambda text: Reply(text, "", ok=False, known=False) if text == "say 2" else "fine"
    ran = []
    with pytest.raises(GameUnreachable, match="during 'say', which may have run; 1 of 3 commands had run before"):
        apply(play, "say 1\nsay 2\nsay 3", ran=ran)
    assert [(one.command, one.ran) for one in ran] == [("say 1", True), ("say 2", None)]
    assert play.game.ran == ["say 1", "say 2"]


def test_a_game_that_is_away_runs_nothing(tmp_path):
    play = Scripts(tmp_path)

    def gone(_):
        raise GameUnreachable("the server went away")

    play.answer = gone
    with pytest.raises(GameUnreachable, match="^the server went away$"):
        apply(play, "say 1\nsay 2")


def test_a_turn_limits_hold_for_what_it_has_run_already(tmp_path):
    play, ran = Scripts(tmp_path), []
    limits = play.rules.policy._replace(items=100)
    play.rules = play.rules._replace(policies={"sudo": limits})
    apply(play, "give Steve minecraft:stone 60", ran=ran)
    with pytest.raises(Refused, match="line 2 is refused: total-cap"):
        apply(play, "say hi\ngive Steve minecraft:dirt 60", ran=ran)
    assert [one.command for one in ran] == ["give Steve minecraft:stone 60"]


@pytest.mark.parametrize("said", [True, False])
def test_an_admin_is_asked_once_about_all_that_destroys(tmp_path, said):
    play, asked, begun = Scripts(tmp_path), [], []
    how = {"confirm": lambda shown: asked.append(shown) or said, "before_act": lambda: begun.append(len(play.game.ran))}
    if said:
        assert apply(play, "say hi\nkill @a\nreload", **how).ok
    else:
        with pytest.raises(Refused, match="line 2 is refused: needs-yes"):
            apply(play, "say hi\nkill @a\nreload", **how)
    assert asked == [["kill @a", "reload"]]
    assert play.game.ran == (["say hi", "kill @a", "reload"] if said else [])
    assert begun == ([0, 1, 2] if said else [])


def test_a_wish_to_stop_is_heard_between_commands(tmp_path):
    play, cancel = Scripts(tmp_path), Event()
    play.answer = lambda _: cancel.set() or "fine"
    with pytest.raises(Cancelled, match="stopped"):
        apply(play, "say 1\nsay 2", cancel=cancel)


class Kube:
    """A stand-in for KubeJS: on a reload it logs what ``says`` makes of the one-shot script."""

    def __init__(self, play, says, log="logs/kubejs/server.log"):
        self.play, self.says, self.log = play, says, log
        self.scripts = []
        play.answer = self

    def __call__(self, command):
        assert command == "kubejs reload server_scripts"
        (file,) = (self.play.server / SCRIPTS / "instant").glob("*.js")
        self.scripts.append(file.read_text())
        assert file.stat().st_mode & 0o777 == 0o644
        self.play.log(self.says(file.stem), self.log)
        return "Done!"


@pytest.fixture
def play(tmp_path):
    return Scripts(tmp_path, kubejs=True, opened=True)


@pytest.mark.parametrize("log", ["logs/kubejs/server.log", "kubejs/logs/server.txt", "logs/latest.log"])
def test_javascript_runs_once_and_its_value_comes_back(play, log):
    kube = Kube(play, lambda run: f'[12:00:00] [INFO] {run}.js#12: mcgod-instant {run} ok "4\\n\\"x\\""\n', log)
    text, data, ok = apply(play, 'let a = "</script>\u2028"\n2 + 2')
    assert (text, ok) == ('OK: 4\n"x"', True)
    assert (data["result"], data["errors"]) == ('4\n"x"', [])
    assert play.files() == []
    (script,) = kube.scripts
    (code,) = re.findall(r"eval\((\".*\")\)\)\.slice", script)
    assert json.loads(code) == 'let a = "</script>\u2028"\n2 + 2'
    assert script.isascii()
    assert 'getPlayer("Steve")' in script
    assert "Date.now() > 1060000 ||" in script  # a minute after the clock said 1000 seconds
    assert "mcgod-instant " not in script


def test_an_exception_comes_back_as_an_error(play):
    Kube(play, lambda run: f'[12:00:00] [INFO] mcgod-instant {run} failed "TypeError: x\\n at eval"\n')
    text, _, ok = apply(play, "x.y")
    assert (text, ok) == ("ERROR: TypeError: x\n at eval", False)


def test_a_script_that_does_not_answer_is_told_of_with_the_errors(play):
    Kube(play, lambda run: f"[12:00:00] [ERROR] Error loading KubeJS script: mcgod/instant/{run}.js\n")
    text, data, ok = apply(play, "(")
    assert text.splitlines()[:2] == [
        "no answer of the script stands in the logs of KubeJS", "/kubejs reload server_scripts: Done!",
    ]  # fmt: skip
    assert len(data["errors"]) == 1
    assert not ok
    assert play.files() == []


def test_the_mark_of_another_run_is_no_answer(play):
    Kube(play, lambda run: '[12:00:00] [INFO] mcgod-instant 00000000 ok "forged"\n')
    assert not apply(play, "1").ok


def test_the_script_is_removed_whatever_happens(play):
    def gone(_):
        raise GameUnreachable("the server went away")

    play.answer = gone
    with pytest.raises(GameUnreachable):
        apply(play, "1")
    assert play.files() == []


def test_a_dry_run_of_javascript_writes_and_runs_nothing(play):
    assert "would let KubeJS run" in apply(play, "1", dry_run=True).text
    assert (play.files(), play.game.ran) == ([], [])


def test_javascript_needs_its_folder(play):
    (play.server / "kubejs").rmdir()
    (play.server / "mods").mkdir()
    (play.server / "mods" / "kubejs.jar").write_bytes(b"")
    with pytest.raises(NotFound, match="kubejs is not there"):
        apply(play, "1")


def test_without_the_setting_javascript_is_no_command(tmp_path):
    play = Scripts(tmp_path, kubejs=True)
    play.rules = rules(player="Steve")
    with pytest.raises(Refused, match="line 1 is refused: unknown-command"):
        apply(play, "server.runCommand('op Steve')")
