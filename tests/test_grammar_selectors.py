"""Selectors and their options."""

from __future__ import annotations

import pytest
from grammar_cases import NEW, fault, read


@pytest.mark.parametrize(
    ("text", "kind", "limit", "single", "players"),
    [
        ("Steve", "name", 1, True, True),
        ("1-2-3-4-5", "uuid", 1, True, False),
        ("@a", "a", None, False, True),
        ("@p", "p", 1, True, True),
        ("@r", "r", 1, True, True),
        ("@s", "s", 1, True, False),
        ("@e", "e", None, False, False),
        ("@n", "n", 1, True, False),
        ("@a[limit=1]", "a", 1, True, True),
        ("@p[limit=3]", "p", 3, False, True),
        ("@e[type=player]", "e", None, False, True),
        ("@e[type=!player]", "e", None, False, False),
        ("@e[gamemode=creative]", "e", None, False, True),
        ("@e[level=5..]", "e", None, False, True),
        ("@e[advancements={a:b=true}]", "e", None, False, True),
    ],
)
def test_who_is_meant(text, kind, limit, single, players):
    found = read("entity", text)
    assert (found["kind"], found["limit"], found["is_single"], found["players_only"]) == (kind, limit, single, players)


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("distance=..5", ["distance", False, {"min": None, "max": 5.0}]),
        ("x=1.5", ["x", False, 1.5]),
        ("dx=-3", ["dx", False, -3.0]),
        ("x_rotation=-90..0", ["x_rotation", False, {"min": -90.0, "max": 0.0}]),
        ("scores={a=1..,b=..3}", ["scores", False, {"a": {"min": 1, "max": None}, "b": {"min": None, "max": 3}}]),
        ("tag=!x", ["tag", True, "x"]),
        ("tag=", ["tag", False, ""]),
        ("team=!", ["team", True, ""]),
        ("name=\"A b\"", ["name", False, "A b"]),
        ("type=!#minecraft:undead", ["type", True, "#minecraft:undead"]),
        ("nbt={a:1b}", ["nbt", False, {"a": 1}]),
        ("nbt=!{}", ["nbt", True, {}]),
        ("predicate=a:b", ["predicate", False, "a:b"]),
        ("sort=nearest", ["sort", False, "nearest"]),
        ("gamemode=!survival", ["gamemode", True, "survival"]),
        ("advancements={a:b={c=true},d=false}", ["advancements", False, {"a:b": {"c": True}, "minecraft:d": False}]),
        (" tag = x ", ["tag", False, "x"]),
        ("limit=5,", ["limit", False, 5]),
    ],
)  # fmt: skip
def test_options(text, option):
    assert read("entity", f"@e[{text}]")["options"] == [option]


def test_options_that_may_stand_several_times():
    for text in ("tag=a,tag=b,tag=!c", "type=!cow,type=!pig", "name=!a,name=!b", "nbt={},nbt={}", "team=!a,team=!b"):
        assert fault("entity", f"@e[{text}]") == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@e[typ=zombie]", "Unknown option 'typ'"),
        ("@e[]]", "something is left"),
        ("@e[", "Expected end of options"),
        ("@e[type", "Expected value for option 'type'"),
        ("@e[type=", "Invalid or unknown entity type 'minecraft:'"),
        ("@e[type=zombi]", "Invalid or unknown entity type 'minecraft:zombi'"),
        ("@e[type=zombie,type=creeper]", "Option 'type' isn't applicable here"),
        ("@e[type=!zombie,type=creeper]", "Option 'type' isn't applicable here"),
        ("@e[limit=0]", "Limit must be at least 1"),
        ("@e[limit=-1]", "Limit must be at least 1"),
        ("@e[limit=1,limit=2]", "Option 'limit' isn't applicable here"),
        ("@s[limit=1]", "Option 'limit' isn't applicable here"),
        ("@s[sort=random]", "Option 'sort' isn't applicable here"),
        ("@e[distance=5..1]", "Min cannot be bigger than max"),
        ("@e[distance=-1]", "Distance cannot be negative"),
        ("@e[distance=]", "Expected value or range of values"),
        ("@e[level=-1]", "Level shouldn't be negative"),
        ("@e[sort=best]", "Invalid or unknown sort type 'best'"),
        ("@e[gamemode=god]", "Invalid or unknown game mode 'god'"),
        ("@e[x=y]", "Expected double"),
        ("@e[nbt=x]", "Expected '{'"),
        ("@e[scores=x]", "Expected '{'"),
        ("@e[scores={a}]", "Expected '='"),
        ("@e[tag=a tag=b]", "Expected end of options"),
        ("@e[tag=a", "Expected end of options"),
        ("@e[tag=!!a]", "Expected end of options"),
        ("@e[=a]", "Unknown option ''"),
        ("@", "Missing selector type"),
        ("@ ", "Unknown selector type '@ '"),
        ("Steve_with_a_long_name", "Invalid name or UUID"),
    ],
)
def test_the_words_of_a_refusal(text, message):
    assert fault("entity", text, NEW) == message


def test_how_many_and_which_an_argument_takes():
    assert fault("entity", "@s", type="players", amount="single") == ""
    assert fault("entity", "@e[type=player,limit=1]", type="players", amount="single") == ""
    assert fault("entity", "@e[limit=1]", type="players", amount="single").startswith("Only players")
    assert fault("entity", "@a", type="entities", amount="single").startswith("Only one entity")
    assert fault("score_holder", "@a", amount="single").startswith("Only one entity")
    assert read("score_holder", "*")["is_single"] is False
    assert read("game_profile", "Anybody_at_all_even_a_long_name")["kind"] == "name"
