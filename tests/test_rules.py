"""The first cut of the rules: what passes, what is mended, what is refused and why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod.grammar import trees
from mcgod.grammar.registry import load
from mcgod.rules import catalogue
from mcgod.rules.context import Context
from mcgod.rules.judge import judge, weigh
from mcgod.rules.plan import plan
from mcgod.rules.policy import shipped

ONLINE = frozenset({"Steve", "Alex", ".Cave Alex", "*Bed"})


def context(mode="god", player: str | None = "Steve", online: frozenset[str] | None = ONLINE, version="1.21.4", **more):
    return Context(load(version), trees.load(version), mode=mode, player=player, online=online, **more)


@pytest.mark.parametrize(
    "command",
    [
        "give Steve minecraft:oak_log 64",
        "give Steve minecraft:bread",
        "effect give Steve minecraft:resistance 300 1",
        "effect give Steve minecraft:speed 60 1 true",
        "effect clear Steve",
        "time set day",
        "time set 6000",
        "weather clear 600",
        "xp add Steve 5 levels",
        "tp Steve Alex",
        'tp Steve ".Cave Alex"',
        "summon minecraft:horse 10 64 -3",
        "enchant Steve minecraft:sharpness 3",
        'title Steve title {"text":"Rise","color":"gold"}',
        "playsound minecraft:entity.player.levelup player Steve",
    ],
)
def test_accepted_as_written(command):
    verdict = judge(command, context())
    assert (verdict.verdict, verdict.command, verdict.repairs) == ("accepted", command, ())


@pytest.mark.parametrize(
    ("proposed", "command", "rules"),
    [
        ("/give Steve minecraft:bread 3", "give Steve minecraft:bread 3", ["hygiene"]),
        ("- `give Steve minecraft:bread 3`", "give Steve minecraft:bread 3", ["hygiene"]),
        ("2. time set day", "time set day", ["hygiene"]),
        ("give Steve oak_log 64", "give Steve minecraft:oak_log 64", ["namespace"]),
        ("Give Steve wood 1", "give Steve minecraft:oak_log 1", ["root-case", "everyday-name", "namespace"]),
        ("minecraft:time set day", "time set day", ["root-case"]),
        ("effect Steve speed 30", "effect give Steve minecraft:speed 30", ["old-effect", "namespace"]),
        ("xp give Steve 5 levels", "xp add Steve 5 levels", ["experience-form"]),
        ("xp 3L Steve", "xp add Steve 3 levels", ["experience-form"]),
        ("give @p minecraft:bread 1", "give Steve minecraft:bread 1", ["self-selector"]),
        ("tp Steve ~ ~10 ~", "execute at Steve run tp Steve ~ ~10 ~", ["anchored"]),
        ("execute at @s run tp @s ~ ~10 ~", "execute at Steve run tp Steve ~ ~10 ~", ["self-selector"]),
    ],
)
def test_repaired(proposed, command, rules):
    verdict = judge(proposed, context())
    assert (verdict.verdict, verdict.command) == ("repaired", command)
    assert [repair.rule for repair in verdict.repairs] == rules
    assert judge(command, context()).command == command


@pytest.mark.parametrize(
    ("proposed", "command"),
    [
        ("give bread 3 Alex", None),
        ("give bread 3 Steve", "give Steve minecraft:bread 3"),
        ("give Steve wood 5", "give Steve minecraft:oak_log 5"),
        ("give Steve bed 1", "give Steve minecraft:white_bed 1"),
    ],
)
def test_b074_swapped_arguments_and_everyday_names(proposed, command):
    assert judge(proposed, context()).command == command


def test_b075_selectors_behind_which_rcon_has_nobody():
    assert judge("tp @s ~ ~10 ~", context()).command == "execute at Steve run tp Steve ~ ~10 ~"
    assert judge("give @p bread 1", context()).command == "give Steve minecraft:bread 1"
    assert judge("tp @s ~ ~10 ~", context(player=None)).reason == "target-selector"


def test_b066_slashes_go_and_invented_players_and_op_are_refused():
    assert judge("/op !player1", context()).reason == "never"
    assert not judge("/effect give !player1 blindness 60", context()).allowed


@pytest.mark.parametrize(
    "proposed",
    ["/give Alex bread 3 /give Alex torch 8", "give Alex bread 3; give Alex torch 8", "time set day && op Steve x"],
)
def test_b068_two_commands_in_one_string_are_refused(proposed):
    assert not judge(proposed, context()).allowed
    assert judge("give Steve bread 3; give Steve torch 8", context()).reason == "several-commands"


def test_b068_lines_are_commands_of_their_own():
    verdicts = plan(["give Steve minecraft:bread 3\ngive Steve minecraft:torch 8\nstop"], context())
    assert [verdict.command for verdict in verdicts] == [
        "give Steve minecraft:bread 3",
        "give Steve minecraft:torch 8",
        None,
    ]


def test_b071_data_of_the_wrong_era_is_refused():
    verdict = judge('give Steve shears[can_break={blocks:"white_wool"}]', context(version="1.20.4"))
    assert verdict.reason == "wrong-form"


@pytest.mark.parametrize(
    ("key", "field", "version"), [("clickEvent", "value", "1.21.4"), ("click_event", "command", "26.1")]
)
def test_b072_click_events_are_refused(key, field, version):
    action = f'{{"action":"run_command","{field}":"/op Mallory"}}'
    plain = f'title Steve title {{"text":"x","{key}":{action}}}'
    nested = f'title Steve title {{"text":"x","extra":["a",{{"text":"b","{key}":{action}}}]}}'
    for command in (plain, nested):
        assert judge(command, context(version=version)).reason == "click-action"


def test_b112_b114_names_with_blanks_and_stars_are_quoted():
    verdict = judge("give .Cave Alex bread 1", context(player=".Cave Alex"))
    assert verdict.command == 'give ".Cave Alex" minecraft:bread 1'
    assert judge("give *Bed bread 1", context(player="*Bed")).command == 'give "*Bed" minecraft:bread 1'
    assert judge('give ".Cave Alex" bread 1', context(player=".Cave Alex")).command == verdict.command


@pytest.mark.parametrize(
    ("proposed", "reason"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("`", "empty"),
        ("# a comment", "comment"),
        ("$give Steve $(item) 1", "macro"),
        ("say \u202ehi", "control-character"),
        ("give Steve bread\x00 1", "control-character"),
        ("give Ste\u200bve bread 1", "control-character"),
        ("say " + "é" * 800, "too-long"),
        ("//time set day", "unknown-command"),
        ("lp user Mallory permission set *", "unknown-command"),
        ("minecraft:op Mallory", "never"),
        ("kill Steve", "family-not-allowed"),
        ("fill 0 0 0 1 1 1 stone", "family-not-allowed"),
        ("execute as @a run op Mallory", "never"),
        ("execute at Alex run time set day", "target-other"),
        ("execute as Steve at @s run op Steve", "never"),
        ("give @a minecraft:diamond 1", "target-selector"),
        ("give @e[type=player] minecraft:diamond 1", "target-selector"),
        ("give Alex minecraft:diamond 1", "target-other"),
        ("give Herobrine minecraft:diamond 1", "target-offline"),
        ("tp Steve Herobrine", "target-offline"),
        ("give Steve minecraft:mithril_anvil 1", "unknown-id"),
        ("give Steve othermod:diamond 1", "unknown-id"),
        ("effect give Steve minecraft:mightiness 3", "unknown-id"),
        ("summon minecraft:herobrine 0 64 0", "unknown-id"),
        ("give Steve minecraft:command_block 1", "forbidden-thing"),
        ("give Steve minecraft:pig_spawn_egg 1", "forbidden-thing"),
        ("summon minecraft:wither 0 64 0", "forbidden-thing"),
        ("give Steve minecraft:diamond 0", "wrong-form"),
        ("give Steve minecraft:diamond 257", "count-cap"),
        ("give Steve minecraft:diamond 99999999999", "wrong-form"),
        ("effect give Steve minecraft:speed 601", "duration-cap"),
        ("effect give Steve minecraft:speed infinite", "duration-cap"),
        ("effect give Steve minecraft:speed 60 5", "amplifier-cap"),
        ("xp add Steve 31 levels", "experience-cap"),
        ("xp add Steve -5 levels", "takes-away"),
        ("tp Steve ~ ~100 ~", "distance-cap"),
        ("tp Steve 1e9 64 0", "wrong-form"),
        ("tp Steve  64 0", "blank-argument"),
        ("give Steve", "wrong-form"),
        ('title Steve title {"text":"x"', "wrong-form"),
        ('title Steve title {"selector":"@e"}', "text-not-plain"),
        ("title Steve title " + "[" * 400, "wrong-form"),
        ("time set 25:00", "wrong-form"),
    ],
)
def test_refused(proposed, reason):
    verdict = judge(proposed, context())
    assert (verdict.verdict, verdict.reason, verdict.command) == ("rejected", reason, None)
    assert verdict.hint


def test_sudo_opens_more_and_still_not_everything():
    sudo = context("sudo", player=None)
    assert judge("give @a minecraft:bread 640", sudo).allowed
    assert judge("kill Alex", sudo).allowed
    assert judge("fill 0 0 0 31 31 31 minecraft:stone", sudo).allowed
    assert judge("fill 0 0 0 32 31 31 minecraft:stone", sudo).reason == "volume-cap"
    assert judge("setblock 0 0 0 minecraft:oak_log[axis=x]", sudo).allowed
    assert judge("setblock 0 0 0 minecraft:oak_log[axs=x]", sudo).reason == "wrong-form"
    assert judge("say hello @p", sudo).reason == "target-selector"
    assert judge("kill @e", sudo).reason == "target-unbounded"
    for command in ("stop", "op Steve", "ban Steve", "whitelist add Steve", "reload", "function x"):
        assert judge(command, sudo).reason == "needs-yes"
        assert judge(command, sudo._replace(confirmed=True)).allowed
        assert judge(command, context(confirmed=True)).reason == "never"


def test_a_first_login_brings_gifts_only():
    first = context("god_system", newcomer=True)
    assert judge("give Steve minecraft:bread 8", first).allowed
    assert judge("effect give Steve minecraft:poison 5", first).reason == "not-benevolent"
    assert judge("summon minecraft:cow 0 64 0", first).reason == "family-not-allowed"
    assert judge("effect give Steve minecraft:poison 5", context("god_system")).allowed


def test_absolute_places_must_be_near_the_player():
    near = context(position=(100.0, 64.0, 100.0))
    assert judge("summon minecraft:cow 110 64 100", near).allowed
    assert judge("summon minecraft:cow 500 64 100", near).reason == "distance-cap"


def test_the_cap_counts_what_is_allowed():
    many = ["stop", "time set day", "time set day", "time set 1", "time set 2"]
    verdicts = plan(many, context(max_commands=2))
    assert [verdict.reason for verdict in verdicts] == ["never", None, "repeated", None, "too-many-commands"]


def test_without_a_server_no_name_is_refused_for_being_offline():
    assert judge("give Steve minecraft:bread 1", context(online=None)).allowed


@given(st.text(max_size=80))
def test_no_text_raises_and_every_reason_is_listed(text):
    for verdict in plan([text], context()):
        assert verdict.allowed or catalogue.find(verdict.reason or "")


@given(
    st.sampled_from(["give Steve minecraft:bread 3", "time set day", "tp Steve ~ ~1 ~", "effect clear Steve"]),
    st.integers(0, 30),
    st.text(" @/;\n{}[]\"'~opstban:minecraft", max_size=6),
)
def test_no_mutation_of_a_command_gets_a_closed_family_through(command, place, noise):
    for line in (command[:place] + noise + command[place:]).split("\n"):
        verdict, seen = weigh(line, context())
        if verdict.allowed:
            assert seen
            assert seen.policy.opens(seen.match.inner_path)
            assert "\n" not in (verdict.command or "")


def test_a_turn_may_give_no_more_than_one_command():
    verdicts = plan(
        ["give Steve minecraft:dirt 200", "give Steve minecraft:stone 56", "give Steve minecraft:sand 1"], context()
    )
    assert [verdict.reason for verdict in verdicts] == [None, None, "total-cap"]


def test_the_lists_name_things_that_exist():
    ids = load("26.1")
    for one in shipped().values():
        assert all(ids.has("item", name) for name in one.forbidden_items)
        assert all(ids.has("block", name) for name in one.forbidden_blocks)
        assert all(ids.has("entity_type", name) for name in one.forbidden_entities)
