"""Personas: shipped ones, own ones, and who has chosen which."""

import pytest

from mcgod.errors import BadUsage, NotFound
from mcgod.god.souls import Souls


@pytest.fixture
def souls(tmp_path):
    return Souls(tmp_path / "souls")


def test_two_souls_are_shipped(souls):
    assert souls.names() == ["default", "grumble"]
    assert all(len(souls.text(name)) > 100 for name in souls.names())


def test_a_choice_is_kept_by_owner(souls, tmp_path):
    assert souls.active("Steve") == "default"
    assert souls.choose("Steve", "GRUMBLE") == "grumble"
    assert (souls.active("Steve"), souls.active("Alex")) == ("grumble", "default")
    assert (tmp_path / "souls" / ".active" / "+steve.txt").read_text() == "grumble\n"


def test_an_own_soul_wins_and_a_dangling_choice_falls_back(souls, tmp_path):
    souls.create("storm", "You are thunder.")
    souls.choose("Steve", "storm")
    (tmp_path / "souls" / "default.md").write_text("mine")
    assert souls.text("default") == "mine"
    (tmp_path / "souls" / "storm.md").unlink()
    assert souls.active("Steve") == "default"


@pytest.mark.parametrize("name", ["../x", "", "A", "a b", ".hidden", "x" * 41])
def test_bad_names_create_nothing(souls, name, tmp_path):
    with pytest.raises(BadUsage):
        souls.create(name, "text")
    with pytest.raises(NotFound):
        souls.text(name)
    assert not (tmp_path / "souls").exists()


def test_a_taken_name_and_an_empty_text_are_refused(souls):
    with pytest.raises(BadUsage, match="already"):
        souls.create("default", "x")
    with pytest.raises(BadUsage, match="needs a text"):
        souls.create("storm", "  ")
