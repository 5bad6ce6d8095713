"""whitelist, bans and operators."""

from __future__ import annotations

import pytest
from sandbox_play import Play


@pytest.fixture
def play() -> Play:
    return Play("Steve", "Alex")


def test_whitelist(play):
    assert play.run(
        "whitelist list", "whitelist on", "whitelist on", "whitelist add Bob", "whitelist add Bob", "whitelist add @a",
        "whitelist list", "whitelist remove bob", "whitelist remove Bob", "whitelist remove Bob", "whitelist off",
        "whitelist off", "whitelist add @e",
    ) == [
        "There are no whitelisted players",
        "Whitelist is now turned on",
        "Whitelist is already turned on",
        "Added Bob to the whitelist",
        "Player is already whitelisted",
        "Added Steve to the whitelistAdded Alex to the whitelist",
        "There are 3 whitelisted player(s): Bob, Steve, Alex",
        "Player is not whitelisted",
        "Removed Bob from the whitelist",
        "Player is not whitelisted",
        "Whitelist is now turned off",
        "Whitelist is already turned off",
        ("Only players may be affected by this command, but the provided selector includes entities"
        "...ist add @e<--[HERE]"),
    ]  # fmt: skip


def test_the_whitelist_is_read_again(play):
    play("whitelist add Bob")
    assert play("whitelist reload") == "Reloaded the whitelist"
    assert list(play.world.whitelist) == ["Bob"]
    play.realm.read_whitelist = lambda: {"Eve": "00000000-0000-3000-8000-000000000001"}
    play("whitelist reload")
    assert list(play.world.whitelist) == ["Eve"]


def test_bans(play):
    assert play.run(
        "banlist", "ban Steve Griefing spawn", "ban Bob", "ban Bob", "banlist", "banlist ips", "banlist players",
        "pardon steve", "pardon Steve", "list",
    ) == [
        "There are no bans",
        "Banned Steve: Griefing spawn",
        "Banned Bob: Banned by an operator.",
        "Nothing changed. The player is already banned",
        "There are 2 ban(s):Steve was banned by Rcon: Griefing spawnBob was banned by Rcon: Banned by an operator.",
        "There are no bans",
        "There are 2 ban(s):Steve was banned by Rcon: Griefing spawnBob was banned by Rcon: Banned by an operator.",
        "Unbanned Steve",
        "Nothing changed. The player isn't banned",
        "There are 1 of a max of 20 players online: Alex",
    ]  # fmt: skip
    assert play.logged[:3] == [
        "[Rcon: Banned Steve: Griefing spawn]",
        "Steve lost connection: You are banned from this server",
        "Steve left the game",
    ]


def test_operators(play):
    assert play.run("op Steve", "op Steve", "op @a", "deop Steve", "deop Steve") == [
        "Made Steve a server operator",
        "Nothing changed. The player already is an operator",
        "Made Alex a server operator",
        "Made Steve no longer a server operator",
        "Nothing changed. The player is not an operator",
    ]
    assert play.world.ops == {"Alex": 4}
    assert play.asked == ["lists"] * 3
