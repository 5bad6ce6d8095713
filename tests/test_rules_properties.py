"""What holds for every text: nothing raises, nothing closed gets through, and a verdict stands when judged again."""

import re

import pytest
from grammar_cases import DATA, VERSIONS
from hypothesis import given, settings
from hypothesis import strategies as st
from test_rules_redteam import ATTACKS, context

from mcgod.rules import catalogue
from mcgod.rules.hygiene import LONGEST
from mcgod.rules.judge import judge, weigh
from mcgod.rules.plan import plan
from mcgod.rules.risk import ADMIN, DESTRUCTIVE, NEVER_FOR_GODS

BLESSINGS = [
    tuple(line.split("\t"))
    for line in (DATA / "blessings.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
WORDS = sorted({word for *_, command in BLESSINGS for word in command.split(" ")})
# What an attacker would put in a word's place, before a command, and instead of one.
HOSTILE = ("@a", "@e", "@e[type=pig,limit=5]", "@r", "@s", "Alex", "*", "minecraft:command_block", "~999", "99999", "")
WRAPPERS = (
    *("execute as @a run", "execute as Alex run", "execute at Steve run", "execute as Steve at @s run", "return run"),
    *(
        "execute store result score Steve x run",
        "execute summon pig run",
        "execute on owner run",
        "execute in the_end run",
    ),
    *(
        "execute if function a:b run",
        "execute unless function #a:b run",
        "execute positioned 9999 64 0 run",
        "execute run",
    ),
)
CLOSED = (
    "op Alex",
    "stop",
    "function a:b",
    "reload",
    "kill @a",
    "ban Alex",
    "tick freeze",
    "data get entity Alex",
    "say hi",
)
MODES = ("god", "god_system", "benevolent", "sudo")
UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")

modes = st.sampled_from(MODES)
versions = st.sampled_from(VERSIONS)


@st.composite
def mutated(draw):
    """Return mode, version and a harmless command that an attacker or chance has been at."""
    mode, version, command = draw(st.sampled_from(BLESSINGS))
    for _ in range(draw(st.integers(1, 3))):
        command = draw(st.sampled_from(MUTATIONS))(draw, command)
    return mode, version, command


def word_replaced(draw, command):
    words = command.split(" ")
    words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(HOSTILE) | st.sampled_from(WORDS))
    return " ".join(words)


def word_added(draw, command):
    words = command.split(" ")
    words.insert(draw(st.integers(0, len(words))), draw(st.sampled_from(HOSTILE) | st.sampled_from(WORDS)))
    return " ".join(words)


def word_lost(draw, command):
    words = command.split(" ")
    del words[draw(st.integers(0, len(words) - 1))]
    return " ".join(words)


def noise_added(draw, command):
    place = draw(st.integers(0, len(command)))
    return command[:place] + draw(st.text("@/;\n{}[]\"'\\~^:=,!#$-19eop\u202e", max_size=4)) + command[place:]


def wrapped(draw, command):
    return f"{draw(st.sampled_from(WRAPPERS))} {command}"


def closed(draw, _):
    return f"{draw(st.sampled_from(WRAPPERS))} {draw(st.sampled_from(CLOSED))}"


def without_run(draw, _):
    return draw(st.sampled_from(WRAPPERS)).removesuffix("run") + "if entity Steve"


MUTATIONS = (word_replaced, word_replaced, word_added, word_lost, noise_added, wrapped, closed, without_run)


def assert_open(told, verdict, seen):
    """Hold an accepted command against the policy again, from what the grammar says of it and nothing else."""
    path, policy = seen.match.inner_path, seen.policy
    assert seen.match.ok
    assert policy.opens(path) or seen.risk in policy.classes
    assert seen.risk not in {DESTRUCTIVE, ADMIN}
    assert not told.is_god or (seen.family not in NEVER_FOR_GODS and path[0] != "execute")
    assert not {"store", "return", "summon"} & {*seen.outer_path}
    assert "function" not in seen.match.path
    assert len(verdict.command.encode()) <= LONGEST
    assert not UNSEEN.search(verdict.command)
    assert verdict.command[0] not in "/#$ "
    for subject in seen.subjects():
        assert not subject.is_selector or subject.kind in (*policy.selectors, "s")


@settings(deadline=None)
@given(mutated())
def test_no_mutation_gets_a_closed_kind_of_command_through(case):
    mode, version, proposed = case
    told = context(mode, version)
    verdict, seen = weigh(proposed, told)
    if verdict.allowed:
        assert seen
        assert_open(told, verdict, seen)


@settings(deadline=None)
@given(mutated())
def test_what_is_allowed_is_allowed_again_as_it_stands(case):
    mode, version, proposed = case
    told = context(mode, version)
    verdict = judge(proposed, told)
    if verdict.command is not None:
        again = judge(verdict.command, told)
        assert (again.command, again.verdict) == (verdict.command, "accepted")


@settings(deadline=None)
@given(st.lists(st.integers(0, len(ATTACKS) - 1), max_size=4), st.lists(mutated(), max_size=12), modes)
def test_a_plan_keeps_to_the_caps_and_to_the_rules(attacks, others, mode):
    told = context(mode)
    proposed = [ATTACKS[number][3] for number in attacks] + [command for *_, command in others]
    allowed = [verdict.command for verdict in plan(proposed, told) if verdict.command is not None]
    assert len(allowed) <= told.cap
    assert len(allowed) == len(set(allowed))
    items = creatures = 0
    for command in allowed:
        verdict, seen = weigh(command, told)
        assert verdict.verdict == "accepted"
        assert seen
        count = seen.inner("count")
        items += (count.value if count else 1) * seen.times if seen.family == "give" else 0
        creatures += seen.times * (seen.family == "summon")
    assert items <= told.policy.items
    assert creatures <= told.policy.summons


@settings(deadline=None)
@given(st.text(max_size=3000), modes, versions)
def test_no_text_raises(text, mode, version):
    told = context(mode, version)
    for verdict in (judge(text, told), *plan([text], told)):
        assert verdict.allowed or catalogue.find(verdict.reason or "")


SYNTAX = st.text("{}[]:,\"'\\/ =!~^.@#$;0123456789abdefIBLnru_-+*%", max_size=120)
DATA_PLACES = (
    "give Steve minecraft:stick[{}]",
    "give Steve minecraft:stick{{{}}}",
    "give Steve minecraft:potion[potion_contents={}]",
    "give Steve minecraft:written_book[written_book_content={{title:a,author:b,pages:['{}']}}]",
    "summon minecraft:pig 0 64 0 {{{}}}",
    "title Steve title {}",
    "tellraw @a {{{}}}",
    "setblock 0 64 0 minecraft:chest{{{}}}",
    "execute {} run give Steve minecraft:bread",
    "kill @e[{}]",
    "say {}",
    "particle {} 0 64 0",
    "tp Steve {}",
)


@settings(deadline=None)
@given(st.sampled_from(DATA_PLACES), SYNTAX, modes, versions)
def test_no_data_raises_and_none_hides_a_click_or_a_command(place, noise, mode, version):
    told = context(mode, version)
    verdict, seen = weigh(place.format(noise), told)
    if verdict.allowed:
        assert seen
        assert_open(told, verdict, seen)


LEAVES = ('"a"', "1", "minecraft:command_block", '{"text":"x"}', "{id:wither}", "true", "[]", "{}")
KEYS = (
    *("text", "extra", "with", "translate", "clickEvent", "click_event", "nbt", "score", "id", "Items", "enchantments"),
    *("levels", "potion_contents", "custom_effects", "amplifier", "Passengers", "inline", "type", "selector"),
)
nested = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda many: f"[{','.join(many)}]")
        | st.tuples(st.sampled_from(KEYS), inner).map(lambda pair: f"{{{pair[0]}:{pair[1]}}}")
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(nested, st.sampled_from(DATA_PLACES), versions)
def test_well_formed_data_of_any_shape_does_not_raise(value, place, version):
    for mode in MODES:
        judge(place.format(value), context(mode, version))
        judge(place.format(value.strip("{}")), context(mode, version))


@pytest.mark.parametrize("depth", [10, 63, 64, 65, 200, 511, 600, 1400])
@pytest.mark.parametrize(
    ("head", "opening", "closing"),
    [
        ("title Steve title ", "[", "]"),
        ("title Steve title ", '{"text":"","extra":[', "]}"),
        ("summon minecraft:pig 0 64 0 ", "{Passengers:[", "]}"),
        ("give Steve minecraft:chest", "[container=[", "]]"),
        ("execute ", "run execute ", ""),
        ("execute ", "as Steve ", "run time set day"),
        ("execute ", "if entity Steve ", "run time set day"),
    ],
)
def test_no_depth_raises(head, opening, closing, depth):
    for version in VERSIONS:
        for mode in ("god", "sudo"):
            judge(f"{head}{opening * depth}{closing * depth}", context(mode, version))
            judge(f"{head}{opening * depth}{closing}", context(mode, version))
