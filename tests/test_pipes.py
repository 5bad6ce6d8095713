"""Real processes under bash: readers that leave, signals, loops, other locales."""

import json
from pathlib import Path


def test_a_reader_that_leaves_early_is_success(shell):
    done = shell("mcgod config show | head -n 1; echo ${PIPESTATUS[0]} >&2")
    assert (done.stdout.count("\n"), done.stderr) == (1, "0\n")
    done = shell("mcgod pray wood --as Steve --stream 2>/dev/null | true; echo ${PIPESTATUS[0]} >&2")
    assert (done.stdout, done.stderr) == ("", "0\n")


def test_a_reader_of_help_and_of_errors_may_leave_too(shell):
    for words in ("--help", "--version", "kb --help", "kb search --help"):
        done = shell(f"mcgod {words} | true; echo ${{PIPESTATUS[0]}} >&2")
        assert (done.stdout, done.stderr) == ("", "0\n")
    done = shell("mcgod session resume nope 2>&1 | true; echo ${PIPESTATUS[0]}")
    assert (done.stdout, done.stderr) == ("66\n", "")


def test_a_pipe_that_breaks_elsewhere_is_no_reader_that_left(mcgod, monkeypatch):
    monkeypatch.setattr("mcgod.god.runner.run", lambda *_: (_ for _ in ()).throw(BrokenPipeError(32, "Broken pipe")))
    done = mcgod("pray", "wood", "--as", "Steve")
    assert (done.exit_code, done.stdout) == (70, "")
    assert "internal error: BrokenPipeError" in done.stderr


def test_a_prayer_in_a_loop_does_not_eat_the_loops_lines(shell):
    done = shell(
        "printf 'a\\nb\\nc\\n' | while read -r name; do mcgod -q pray hello --as $name >/dev/null && echo $name; done"
    )
    assert (done.stdout, done.stderr) == ("a\nb\nc\n", "")


def test_crons_locale_does_not_matter(shell):
    done = shell("mcgod -q pray 'brød, tak' --as Jörg", LC_ALL="C", LANG="C", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, "")


def test_chaining_by_token(shell):
    done = shell('S=$(mcgod session start --as Steve) && mcgod -q pray "I need wood" --session "$S" --json')
    assert done.stderr == ""
    assert json.loads(done.stdout)["commands"] == ["give Steve minecraft:oak_log 64"]


def test_an_interrupt_is_130(shell):
    done = shell(
        "mkfifo wait; (sleep 60 >wait & echo $! >sleeper; exec timeout --foreground -s INT 1 mcgod pray - <wait); "
        "echo $?; kill $(cat sleeper)"
    )
    assert done.stdout in ("130\n", "124\n")


def test_python_m_works_like_the_script(shell):
    assert shell("python -m mcgod --version").stdout == shell("mcgod --version").stdout


def test_bash_completion_completes_commands_and_verbs(shell):
    script = Path(__file__).parents[1] / "completions" / "mcgod"
    ask = f"source {script}; COMP_WORDS=({{}}); COMP_CWORD={{}}; _mcgod_completion mcgod; echo ${{{{COMPREPLY[@]}}}}"
    assert shell(ask.format("mcgod se", 1)).stdout == "session\n"
    assert shell(ask.format("mcgod session re", 2)).stdout == "resume rename remove repair\n"
