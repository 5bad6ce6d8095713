"""NBT as text: what the game prints is read, what it does not is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod.errors import BadInput
from mcgod.game import snbt


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1b", 1),
        ("-7", -7),
        ("12L", 12),
        ("20.0f", 20.0),
        ("1.5d", 1.5),
        (".5", 0.5),
        ("1.0E-5d", 1e-5),
        ("true", True),
        ("minecraft", "minecraft"),
        ('"minecraft:overworld"', "minecraft:overworld"),
        ("'it is \"so\"'", 'it is "so"'),
        (r'"a \"b\" \\ c"', 'a "b" \\ c'),
        ("[]", []),
        ("{}", {}),
        ("[-12.5d, 64.0d, 7.25d]", [-12.5, 64.0, 7.25]),
        ("[I; 1, -2, 3]", [1, -2, 3]),
        ("[B;1b,0b]", [1, 0]),
        (
            '[{Slot: 0b, id: "minecraft:stone", count: 64, components: {"minecraft:damage": 3}}]',
            [{"Slot": 0, "id": "minecraft:stone", "count": 64, "components": {"minecraft:damage": 3}}],
        ),
    ],
)
def test_values_are_read(text: str, value: Any) -> None:
    assert snbt.read(text) == value
    assert snbt.read(f" {text} ") == value


@pytest.mark.parametrize(
    "text", ["", "{", "[1", '"open', "{a}", "{a:}", "{a:1", "[1 2]", "1 2", "{a:1}}", "<...>", "[" * 5000, "[1b]x"]
)
def test_what_is_not_nbt_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="NBT"):
        snbt.read(text)


NBT = st.recursive(
    st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def printed(value: Any) -> str:
    """Write as the game does."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{printed(key)}: {printed(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(printed, value)) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"{value}d" if isinstance(value, float) else json.dumps(value)


@given(NBT)
def test_what_the_game_prints_reads_as_it_was(value: Any) -> None:
    assert snbt.read(printed(value)) == value


@given(st.text(st.sampled_from("{}[]:,;\"'\\ aIB1.bd-<>"), max_size=40))
def test_any_text_is_a_value_or_bad_input(text: str) -> None:
    try:
        snbt.read(text)
    except BadInput:
        pass
    except RecursionError:
        pytest.fail("depth is not bounded")
