"""A program in a model's place: what it is told, what it may answer, and how it ends."""

import json
import os
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from test_god_flow import game, make  # noqa: F401 - fixtures

from mcgod import config
from mcgod.errors import BadConfig, Cancelled, ModelUnreachable
from mcgod.god import runner, setup
from mcgod.god.turn import Request
from mcgod.llm.port import Message
from mcgod.llm.program import Program


def program(code, *, total=60.0, **environ):
    return Program([sys.executable, "-c", code], {"PATH": os.environ["PATH"], **environ}, total=total)


def ask(one, text="{}", **how):
    return one.chat([Message("user", text)], **how).text


def test_it_reads_a_line_and_what_it_says_is_the_answer():
    assert ask(program("print(input().upper())"), '{"prayer":"wood"}') == '{"PRAYER":"WOOD"}'
    heard = []
    assert ask(program("print('héllo')", PYTHONIOENCODING="utf-8"), on_delta=heard.append) == "héllo"
    assert heard == ["héllo"]


def test_it_need_not_read_and_may_be_told_much():
    assert ask(program("print('yes')"), "x" * 3_000_000) == "yes"
    assert ask(program("print(len(input()))"), "x" * 3_000_000) == "3000000"


@pytest.mark.parametrize("size", [2, 3_000_000])
def test_one_that_ends_before_it_has_read_has_failed(size):
    with pytest.raises(ModelUnreachable, match="exec:false ended with 1"):
        ask(Program(["/bin/false"], {}, total=60), "x" * size)


def test_what_it_did_not_read_is_not_taken_for_a_reader_of_ours_that_left(monkeypatch):
    def half_way(pipe, question):
        with suppress(OSError):
            pipe.write(question)

    monkeypatch.setattr("mcgod.llm.program._hand_over", half_way)
    with pytest.raises(ModelUnreachable, match="exec:false ended with 1"):
        ask(Program(["/bin/false"], {}, total=60))


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("raise SystemExit(3)", "ended with 3"),
        ("import sys; print('no idea', file=sys.stderr); sys.exit('gave up')", "ended with 1: gave up"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", "was ended by signal 15"),
        ("print('x' * 2_000_000)", "said more than 1048576 bytes"),
    ],
)
def test_a_program_that_fails(code, said):
    with pytest.raises(ModelUnreachable, match=said):
        ask(program(code))


def test_a_program_that_is_not_there():
    with pytest.raises(ModelUnreachable, match="exec:nothing cannot be run: No such file"):
        ask(Program(["/opt/nothing"], {}, total=1))


def test_one_that_takes_too_long_is_ended():
    one = program("import time; time.sleep(600)", total=0.3)
    with pytest.raises(ModelUnreachable, match="gave no answer in 0.3 s"):
        ask(one)


def test_a_stop_ends_it_at_once():
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    with pytest.raises(Cancelled):
        ask(program("import time; time.sleep(600)"), cancel=stop)


def test_what_it_leaves_behind_is_ended_too(tmp_path):
    keep = f"open({str(tmp_path / 'pid')!r}, 'w').write(str(subprocess.Popen(['sleep', '600']).pid))"
    assert ask(program(f"import subprocess; {keep}; print('done')")) == "done"
    left = int((tmp_path / "pid").read_text())
    for _ in range(10_000):
        try:
            with open(f"/proc/{left}/stat") as stat:
                if stat.read().split(")")[1].split()[0] == "Z":
                    break
        except (FileNotFoundError, ProcessLookupError):
            break
    else:
        pytest.fail("it runs still")


ENGINE = """
import json, sys
told = json.loads(input())
print(json.dumps(told), file=open({path!r} + str(told["try"]), "w"))
if told["try"] == 1:
    print(json.dumps({{"commands": ["give " + told["player"] + " bread 3", "op Steve"], "message": "Rise."}}))
else:
    print(json.dumps({{"commands": ["give Steve bread 2"], "reason": "less", "message": "§aEat, Steve"}}))
"""


def test_a_turn_thought_by_a_program_goes_through_the_rules(make, game, tmp_path):  # noqa: F811
    services = make(game=game)
    services.command_model = program(ENGINE.format(path=str(tmp_path / "told")))
    services.program = True
    done = runner.run(Request("feed me", owner="Steve", player="Steve"), services)
    assert done["commands"] == ["give Steve minecraft:bread 2"]
    assert done["message"] == "Eat, Steve"
    assert [command for command in game.ran if not command.startswith("tellraw")] == ["give Steve minecraft:bread 2"]
    first, second = (json.loads((tmp_path / f"told{number}").read_text()) for number in (1, 2))
    assert (first["prayer"], first["player"], first["rejected"], first["max_commands"]) == ("feed me", "Steve", [], 8)
    assert first["player_state"]["health"] == 20.0
    assert any(form.startswith("give TARGET") for form in first["forms"])
    assert [one["command"] for one in second["rejected"]] == ["op Steve"]


def test_without_a_message_the_message_model_speaks(make, game):  # noqa: F811
    services = make(game=game, speeches=("Eat, child.",))
    services.command_model = program("print('{\"commands\": []}')")
    services.program = True
    assert runner.run(Request("x", owner="Steve", player="Steve"), services)["message"] == "Eat, child."


def configured(tmp_path, **environ):
    return config.load(tmp_path / "none.toml", environ=environ, cwd=tmp_path)


@pytest.mark.parametrize("engine", ["think.py", "exec:", "exec:'", "exec:  "])
def test_what_is_no_engine(tmp_path, engine):
    with pytest.raises(BadConfig, match=r"god\.engine"):
        setup._deciding(configured(tmp_path, MCGOD_GOD_ENGINE=engine))


def test_our_secrets_stay_ours(tmp_path):
    secret = {"MCGOD_RCON_PASSWORD": "a", "MCGOD_WEBHOOK_X_SECRET": "b", "MCGOD_STORE_PASSWORD": "c"}
    kept = {"PATH": "/bin", "OPENAI_API_KEY": "theirs", "MCGOD_HOME": "/x"}
    assert configured(tmp_path, **secret, **kept).harmless_environment() == kept


def test_the_command_line(mcgod, tmp_path):
    script = tmp_path / "think.py"
    script.write_text("import json; json.loads(input()); print('hm', json.dumps({'commands': ['give Steve torch']}))")
    done = mcgod("pray", "light", "--as", "Steve", "--json", "--engine", f"exec:{sys.executable} {script}")
    result = json.loads(done.stdout)
    assert result["model"]["command"] == f"exec:{Path(sys.executable).name}"
    assert result["commands"] == ["give Steve minecraft:torch"]
    failed = mcgod("pray", "light", "--as", "Steve", "--engine", "exec:/bin/false")
    assert (failed.exit_code, "exec:false ended with 1" in failed.stderr) == (69, True)
