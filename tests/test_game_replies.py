"""Replies as servers write them: codes, failures, and who is online."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod.game.replies import Roster, failed, failure, players, strip_codes


@pytest.mark.parametrize(
    ("raw", "plain"),
    [
        pytest.param(
            "§6There are §c2§6 out of maximum §c20§6 players online.",
            "There are 2 out of maximum 20 players online.",
            id="B010",
        ),
        ("§x§f§f§0§0§a§ared§r", "red"),
        ("§lBOLD §Kmagic§R", "BOLD magic"),
        ("\x1b[32mgreen\x1b[0m \x1b[1;38;5;9mx\x1b[m", "green x"),
        ("\x1b]0;title\x07text \x1b]8;;http://a\x1b\\link", "text link"),
        ("\x1b(Bplain\x1b7", "plain"),
        ("100§ and §z stay", "100§ and §z stay"),
        ("", ""),
    ],
)
def test_codes_are_stripped(raw: str, plain: str) -> None:
    assert strip_codes(raw) == plain


@given(st.text(st.sampled_from("§§x0fzk \x1b\x1b[]m;1\\\x07a"), max_size=30))
def test_stripping_any_text_ends_without_a_colour_sequence(text: str) -> None:
    assert "\x1b[1m" not in strip_codes(f"{text}\x1b[1m").removesuffix("\x1b[1m")
    assert len(strip_codes(text)) <= len(text)


@given(st.text(max_size=80))
def test_any_text_is_classified_and_read_without_failing(text: str) -> None:
    assert failed(text) is (failure(text) is not None)
    assert players(text) is None or isinstance(players(text), Roster)


B023 = [
    "Unknown or incomplete command. See below for errorfoo<--[HERE]",
    "Unknown or incomplete command. See below for error\nfoo<--[HERE]",
    "Unknown or incomplete command, see below for errorfoo<--[HERE]",
    "Unknown or incomplete command, see below for error\nfoo<--[HERE]",
    'Unknown command. Type "/help" for help.',
    "Unknown command. Try /help for a list of commands",
    'Unknown command: "foo"',
    "§cUnknown command§r",
]


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        *(pytest.param("unknown-command", text, id=f"B023-{n}") for n, text in enumerate(B023)),
        pytest.param("too-long", "Chat message was too long (300 > maximum 256 characters)", id="B024"),
        ("no-target", "No player was found"),
        ("no-target", "No entity was found"),
        ("no-target", "That player cannot be found"),
        ("no-target", "That player does not exist"),
        ("no-target", "Player 'Steve' cannot be found"),
        ("no-target", "§cError: §4Player not found."),
        ("bad-argument", "Unknown item 'minecraft:daimond_sword'...ve daimond_sword<--[HERE]"),
        ("bad-argument", "Expected integer...Steve diamond sword<--[HERE]"),
        ("bad-argument", "Expected whitespace to end one argument, but found trailing data\n...time set 25<--[HERE]"),
        ("bad-argument", "Can't find element 'minecraft:foo' of type 'minecraft:worldgen/biome'"),
        ("bad-argument", "Invalid name or UUID...give <--[HERE]"),
        ("bad-argument", "Incorrect argument for commandtime set noon x<--[HERE]"),
        ("bad-argument", "Integer must not be less than 1, found 0give Steve stone 0<--[HERE]"),
        ("bad-argument", "Only one player is allowed, but the provided selector allows more than one"),
        ("not-allowed", "I'm sorry, but you do not have permission to perform this command."),
        ("not-allowed", "You do not have permission to use this command"),
        ("not-allowed", "A player is required to run this command here"),
        ("no-position", "That position is not loaded"),
        ("no-position", "That position is out of this world!"),
        ("no-change", "Nothing changed. The player already is an operator"),
        ("no-change", "No items were found on player Steve"),
        ("no-change", "No blocks were filled"),
        ("no-change", "Could not set the block"),
        ("no-change", "Test failed"),
        ("failed", "Unable to summon entity"),
        ("failed", "An unexpected error occurred trying to execute that command"),
        ("failed", "Could not find a structure of type \"village\" nearby"),
        ("failed", "Can't give more than 6400 of [Stone]"),
        ("failed", "Too many blocks in the specified area (maximum 32768, specified 1000000)"),
        ("syntax", "Une erreur inconnue...foo<--[HERE]"),
    ],
)  # fmt: skip
def test_a_failure_is_told_by_its_words(reason: str, text: str) -> None:
    assert failure(text) == reason
    assert failed(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Gave 64 [Oak Log] to Steve",
        "Set the time to 1000",
        "There are 0 of a max of 20 players online: ",
        "There are no bans",
        "There are no teams",
        "There are no whitelisted players",
        "Teleported Steve to 0.5, 64.0, 0.5",
        "The time is 6000",
        "Test passed",
        "[Rcon] Unknown command? No player was found!",
        "Steve has the following entity data: {Text: \"Expected <--[HERE]\"}",
        "Applied effect Speed to Steve",
        "Made Steve a server operator",
        "Saved the game",
        "Stopping the server",
    ],
)  # fmt: skip
def test_what_worked_is_no_failure(text: str) -> None:
    assert not failed(text)


NAMES = ("Steve", "Alex")


@pytest.mark.parametrize(
    ("text", "roster"),
    [
        ("There are 0 of a max of 20 players online: ", Roster((), 20)),
        ("There are 2 of a max of 20 players online: Steve, Alex", Roster(NAMES, 20)),
        ("There are 2 of a max 20 players online: Steve, Alex", Roster(NAMES, 20)),
        ("There are 2/20 players online:Steve, Alex", Roster(NAMES, 20)),
        ("There are 2/20 players online:\nSteve, Alex\n", Roster(NAMES, 20)),
        ("There are 1 of a max of 8 players online: .Cave Alex", Roster((".Cave Alex",), 8)),
        (
            "There are 1 of a max of 8 players online: Steve (5fd9b2fd-2b7e-4a5d-8c0f-1d5a6a4f2f11)",
            Roster(("Steve",), 8),
        ),
        (
            "§6There are §c2§6 out of maximum §c20§6 players online.\n§6default§r: §7[AFK]§rSteve\n§6admins§r: ~Alex",
            Roster(NAMES, 20, exact=False),
        ),
        (
            "There are 2/3 out of maximum 20 players online.\ndefault: Steve, Alex",
            Roster(NAMES, 20, exact=False),
        ),
        ("Es sind 2 von maximal 20 Spielern online: Steve, Alex", Roster(NAMES, 20)),
        ("当前共有2名玩家在线（最大玩家数为20）：Steve, Alex", Roster(NAMES, 20)),
        ("Es sind 0 von maximal 20 Spielern online: ", Roster((), 20)),
        ("", None),
        ("Unknown command", None),
        ("The time is 6000", None),
        ("Took 5 of 9: one", None),
    ],
)
def test_the_player_list_is_read_in_all_its_forms(text: str, roster: Roster | None) -> None:
    assert players(text) == roster
