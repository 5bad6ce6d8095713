"""Colour decisions, harmless text, and what a pipe gets."""

import io

import pytest
from mcgod.commands._output import Output, clean  # pyright: ignore[reportMissingImports]


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("color", "environ", "terminal", "expected"),
    [
        ("auto", {}, True, True),
        ("auto", {}, False, False),
        ("auto", {"NO_COLOR": "yes"}, True, False),
        ("auto", {"NO_COLOR": ""}, True, True),
        ("auto", {"FORCE_COLOR": "1"}, False, True),
        ("auto", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
        ("auto", {"TERM": "dumb"}, True, False),
        ("always", {"NO_COLOR": "1"}, False, True),
        ("never", {"FORCE_COLOR": "1"}, True, False),
    ],
)
def test_colour(color, environ, terminal, expected):
    out = Output(stdout=Terminal() if terminal else io.StringIO(), color=color, environ=environ)
    assert out.colored(out.stdout) == expected
    assert ("\x1b[" in out.style("x", "red")) == expected


@pytest.mark.parametrize("char", ["\x1b", "\x07", "\x9b", "\x7f", "\r", "\u202e", "\u2066", "\ud800"])
def test_b042_what_could_drive_or_deceive_a_terminal_is_replaced(char):
    assert clean(f"a{char}b") == "a\ufffdb"
    assert clean("tab\tand\nline stay") == "tab\tand\nline stay"


def test_a_session_title_cannot_drive_the_terminal(mcgod):
    mcgod("session", "start", "--title", "x\x1b[2Jy")
    assert "\x1b" not in mcgod("session", "list").stdout


def test_help_is_plain_in_a_pipe(shell):
    for words in ("", "session", "session start", "pray"):
        done = shell(f"mcgod {words} --help")
        assert (done.returncode, done.stderr) == (0, "")
        assert "\x1b" not in done.stdout
        assert "╭" not in done.stdout
