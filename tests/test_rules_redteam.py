"""Hostile model outputs, as data: none becomes a command, and each is refused for the reason it should be."""

import re

import pytest
from grammar_cases import DATA, VERSIONS

from mcgod.grammar import trees
from mcgod.grammar.registry import load
from mcgod.rules import catalogue
from mcgod.rules.context import Context
from mcgod.rules.judge import judge
from mcgod.rules.plan import plan
from mcgod.rules.policy import overridden, shipped

ONLINE = frozenset({"Steve", "Alex", ".Cave Alex"})
_ESCAPE = re.compile(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([\\nrt]))")
_SIMPLE = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\"}


def unescape(cell):
    return _ESCAPE.sub(
        lambda found: _SIMPLE[found[4]] if found[4] else chr(int(found[1] or found[2] or found[3], 16)), cell
    )


def attacks():
    """Yield ``(line number, mode, version, proposed, codes)``; a row for every version is one attack on each."""
    for number, line in enumerate((DATA / "redteam.tsv").read_text(encoding="utf-8").split("\n"), 1):
        if line and not line.startswith("#"):
            mode, version, proposed, codes, *_ = line.split("\t")
            for one in VERSIONS if version == "*" else (version,):
                yield number, mode, one, unescape(proposed), codes.split("|")


ATTACKS = list(attacks())
MODES = ("god", "god_system", "benevolent", "sudo")


def context(mode, version="1.21.4", **more):
    """Return for whom a row is judged: Steve who prays at 0 64 0, or an admin in no place at all."""
    praying = {} if mode == "sudo" else {"player": "Steve", "position": (0.0, 64.0, 0.0)}
    newcomer = mode == "benevolent"
    told = {**praying, "online": ONLINE, "newcomer": newcomer, **more}
    return Context(load(version), trees.load(version), mode="god_system" if newcomer else mode, **told)


def fault(mode, version, proposed, codes):
    """Say how a verdict differs from what the row wants; empty when it does not."""
    verdict = judge(proposed, context(mode, version))
    if verdict.allowed:
        return "" if f"={verdict.command}" in codes else f"became {verdict.command}"
    assert verdict.command is None
    assert verdict.hint
    return "" if verdict.reason in codes else f"{verdict.reason}, not {codes}"


@pytest.mark.parametrize("mode", MODES)
def test_no_hostile_output_becomes_a_command_and_the_reason_is_the_right_one(mode):
    faults = [
        f"line {number}, {version}: {proposed[:100]!r} {wrong}"
        for number, one, version, proposed, codes in ATTACKS
        if one == mode and (wrong := fault(mode, version, proposed, codes))
    ]
    assert faults == []


def test_the_corpus_is_large_and_names_codes_that_exist():
    assert len(ATTACKS) > 1200
    assert {mode for _, mode, *_ in ATTACKS} == set(MODES)
    named = {code for *_, codes in ATTACKS for code in codes if not code.startswith("=")}
    assert [code for code in sorted(named) if not catalogue.find(code)] == []


def test_every_rule_that_looks_at_a_command_stops_some_attack():
    stopped = {judge(proposed, context(mode, version)).reason for _, mode, version, proposed, _ in ATTACKS}
    assert {rule.code for rule in catalogue.rules()} - stopped == set()


@pytest.mark.parametrize("mode", MODES)
def test_a_plan_runs_nothing_of_it_either(mode):
    """Lines are split before they are judged; the parts of an attack must be as harmless as the whole."""
    mine = [(version, proposed, codes) for _, one, version, proposed, codes in ATTACKS if one == mode]
    for version, proposed, codes in mine:
        for verdict in plan([proposed], context(mode, version)):
            first_line = re.split(r"\r?\n", proposed.strip())[0]
            harmless = "\n" in proposed and judge(first_line, context(mode, version)).command == verdict.command
            assert not verdict.allowed or harmless or f"={verdict.command}" in codes, proposed


def test_what_a_god_or_an_admin_may_well_do_is_not_refused():
    lines = [line.split("\t") for line in (DATA / "blessings.tsv").read_text(encoding="utf-8").splitlines()]
    for mode, version, command in (line for line in lines if not line[0].startswith("#")):
        verdict = judge(command, context(mode, version))
        assert verdict.allowed, (command, verdict.reason, verdict.hint)


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("essentials:heal Steve", None),
        ("essentials:heal", None),
        ("essentials:heal @a", "target-selector"),
        ("essentials:heal *", "target-selector"),
        ("essentials:heal Alex", "target-other"),
        ("essentials:heal alex", "target-other"),
        ('essentials:heal "Alex"', "target-other"),
        ("essentials:heal Steve\nop Steve", "control-character"),
        ("essentials:heal Steve\u2028op", "control-character"),
        ("essentials:heal Steve; op Steve x", "several-commands"),
        ("essentials:heal " + "x" * 1500, "too-long"),
        ("Essentials:heal Steve", "unknown-command"),
        ("essentials:healall Steve", "unknown-command"),
        ("minecraft:op Steve", "never"),
        ("op Steve", "never"),
    ],
)
def test_a_plugins_command_that_an_admin_opened_still_has_bounds(command, reason):
    policies = overridden(shipped(), {"god": {"plugins": ["essentials:heal", "op", "minecraft:op"]}}, "rules.toml")
    assert judge(command, context("god", policies=policies)).reason == reason


@pytest.mark.parametrize(
    "command", ["kill @a", "gamemode creative @a", "clear @a", "execute if function evil:run run time set day"]
)
def test_a_family_that_a_file_opens_is_not_open_for_everybody_at_once(command):
    opened = {"extra_families": ["kill", "gamemode", "clear", "time"], "targets": "online", "takes": True}
    policies = overridden(shipped(), {"god": {**opened, "selectors": ["a"]}, "sudo": opened}, "rules.toml")
    for mode in ("god", "sudo"):
        assert judge(command, context(mode, policies=policies)).reason in {"needs-yes", "never"}
    assert judge("gamemode creative Alex", context("god", policies=policies)).allowed


def test_the_name_of_a_player_never_brings_more_into_a_command():
    for name in ("Steve\nop Steve", 'Steve" op', "Ste\u202eve", "@a", "a b c", "Steve\\"):
        told = context("god", player=name, online=frozenset({name}))
        for proposed in ("give @p bread 1", "tp @s ~ ~1 ~", f"give {name} bread 1"):
            command = judge(proposed, told).command
            assert command is None or ("\n" not in command and "\u202e" not in command)
            assert command is None or command.split(" ", 1)[0] in {"give", "execute"}
