"""Where files lie, and names that no file system trips over."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod import paths

_RESERVED = {"con", "prn", "aux", "nul", "com1", "lpt9"}


def test_home_puts_everything_below_one_folder(tmp_path):
    found = paths.find({"MCGOD_HOME": str(tmp_path)})
    assert found.config == tmp_path / "config.toml"
    assert found.sessions == tmp_path / "sessions"
    assert found.souls == tmp_path / "souls"
    assert paths.find({"MCGOD_HOME": "/elsewhere"}, tmp_path).config == tmp_path / "config.toml"


def test_without_a_home_the_platform_decides(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "c"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "d"))
    found = paths.find({})
    assert found.config == tmp_path / "c" / "mcgod" / "config.toml"
    assert found.sessions == tmp_path / "d" / "mcgod" / "sessions"


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("cli", "cli"),
        ("Steve", "+steve"),
        ("069a79f4-44e9-4726-a5be-fca90e38aaf5", "069a79f4-44e9-4726-a5be-fca90e38aaf5"),
        (".Cave Alex", "%2e+cave%20+alex"),
        ("..", "%2e%2e"),
        ("con", "%63on"),
        ("CON", "+c+o+n"),
        ("", "%"),
    ],
)
def test_known_names(name, safe):
    assert paths.safe_name(name) == safe
    assert paths.plain_name(safe) == name


@pytest.mark.parametrize("name", ["../../tmp/x", "/etc/x", "C:\\x", "a\0b", "*Alex", "Alex."])
def test_b109_b114_no_name_leaves_its_folder(name, tmp_path):
    safe = paths.safe_name(name)
    assert Path(tmp_path / safe).parent == tmp_path
    assert not set(safe) & set('/\\:*?"<>|\0.')


def test_b110_case_twins_and_trailing_dots_get_folders_of_their_own():
    names = ["Alex", "alex", "ALEX", "Alex.", "alex ", "..", ".", "aLEX"]
    safe = [paths.safe_name(name) for name in names]
    assert len({name.lower().rstrip(". ") for name in safe}) == len(names)


@given(st.text(max_size=40), st.text(max_size=40))
def test_encoding_is_one_to_one_and_portable(first, second):
    one, two = paths.safe_name(first), paths.safe_name(second)
    assert (one.lower() == two.lower()) == (first == second)
    assert one not in _RESERVED
    assert len(one) <= 120


@given(st.text(max_size=12))
def test_short_names_come_back(name):
    assert paths.plain_name(paths.safe_name(name)) == name


def test_long_names_stay_apart():
    one, two = (paths.safe_name("ж" * 200 + end) for end in "ab")
    assert one != two
    assert max(len(one), len(two)) <= 120
