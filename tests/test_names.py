"""Which text may be a player's name, and how it stands in a command."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod.errors import BadUsage
from mcgod.names import in_command, is_player_name, player_name


@pytest.mark.parametrize("name", ["Steve", "_a1", ".Cave Alex", "*Alex", "Jörg", "木村", "a"])
def test_names(name):
    assert player_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "..",
        ".",
        "../x",
        "/etc",
        "a\\b",
        "@a",
        "@e[type=cow]",
        'a"b',
        "a\nb",
        "a\u200bb",
        "§4Steve",
        "a" * 33,
        " Steve",
        "[x]",
        "\x00",
        "a:b",
    ],
)
def test_what_is_no_name(name):
    assert not is_player_name(name)
    with pytest.raises(BadUsage, match="is not a player name"):
        player_name(name)


@pytest.mark.parametrize(
    ("name", "argument"),
    [("Steve", "Steve"), (".Alex", ".Alex"), (".Cave Alex", '".Cave Alex"'), ("*Alex", '"*Alex"'), ("木村", '"木村"')],
)
def test_b112_b114_names_that_the_game_would_cut_are_quoted(name, argument):
    assert in_command(name) == argument


@given(st.text(max_size=40))
def test_a_name_is_one_argument(text):
    if is_player_name(text):
        written = in_command(text)
        assert written in (text, f'"{text}"')
        assert " " not in written or written[0] == '"'
