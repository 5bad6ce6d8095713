"""The matcher beside mecha, a command parser for data packs, over the same trees and some thousand commands.

mecha (``pip install mecha==0.101.0``) looks at syntax only, and reads files of
functions rather than what a server is told; every way in which the two differ
for those reasons is listed here, and any other difference fails.
"""

from __future__ import annotations

import importlib
import random
import re
from typing import Any

import pytest
from grammar_cases import as_report, rows

from mcgod.grammar import trees
from mcgod.grammar.match import SEPARATOR, UNKNOWN_ARGUMENT, UNKNOWN_COMMAND, match

pytestmark = pytest.mark.real

VERSIONS = ("1.20.4", "1.21.4", "1.21.11")
CORPUS = [row[0] for row in rows("corpus.txt")]
PIECES = sorted({word for command in CORPUS for word in command.split(" ")})
MUTATIONS = 1_500

# What the matcher refuses and mecha takes: how our message starts, and why the server would say it too.
STRICTER = {
    SEPARATOR: "mecha does not ask for the blank between two arguments",
    UNKNOWN_ARGUMENT: "the same, or blanks at the end",
    UNKNOWN_COMMAND: "a missing blank after a command's name, or a comment, which is no command",
    "Invalid name or UUID": "braces, hashes and colons are no part of a name",
    "Unknown item": "mecha knows no ids",
    "Unknown block type": "mecha knows no ids",
    "Unknown particle": "mecha knows no ids",
    "Unknown criterion": "mecha knows no statistics",
    "Unknown option": "mecha takes some options that this version lacks",
    "Unknown selector type": "mecha takes letters that this version lacks",
    "Can't find element": "mecha knows no ids",
    "Can't parse particle options": "mecha does not look into the options",
    "Invalid or unknown entity type": "mecha knows no ids",
    "Invalid operation": "mecha does not ask for the blank after an operation",
    "Invalid chat component": "mecha takes bare words and any object for a text",
    "Invalid integer": "mecha stops a number where Brigadier goes on",
    "Invalid double": "the same",
    "Invalid float": "the same",
    "Incomplete (expected": "mecha does not ask for the blank between coordinates",
    "Cannot mix world & local coordinates": "mecha does not look at the axes together",
    "Expected double": "mecha does not ask for the blank between coordinates",
    "Expected integer": "mecha reads a line from # on as a comment",
    "Expected float": "the same",
    "Expected ' '": "mecha takes the options of 1.20.5 for particles in any version",
    "Block minecraft:": "mecha knows no block states",
    "Malformed 'minecraft:": "mecha does not look into components",
    "Integer must not be": "mecha does not look at all limits",
    "Limit must be at least 1": "mecha does not look at limits",
    "Option '": "mecha does not ask whether an option may stand twice",
    "Only ": "mecha does not count who is meant",
    "Unknown slot": "mecha knows no slots",
    "Expected value": "mecha takes an empty value",
    "Can't insert": "mecha takes lists of mixed kinds",
}
# What the matcher takes and mecha refuses: a pattern of the command, and what the server makes of it.
LOOSER = {
    r"@(?![aenprs])": "an @ that starts no selector is text",
    r"(function #?| ):": "an empty namespace is minecraft",
    r"^ban \S*[\[\]{}=]": "who is banned need not have a name that a player can have",
    r"^(me|say|msg|kick|ban|teammsg) .*#": "mecha reads a comment where the server reads a message",
    r"  ": "an empty coordinate is 0 and an empty score holder has no name",
    r"data .*[@=~]": "a path may hold any characters but blanks, quotes, dots and brackets",
    r"\d\.[^\d.]": "a number may end in a dot",
}


@pytest.fixture(scope="module", params=VERSIONS)
def both(request):
    """The version, and mecha's verdict on a command: whether it parses as exactly one."""
    mecha: Any = importlib.import_module("mecha")
    tree = as_report(trees.load(request.param).root)
    for word in ("execute", "return"):
        # In mecha's form a redirect to the root is an empty list.
        if run := tree["children"][word].get("children", {}).get("run") if word in tree["children"] else None:
            run["redirect"] = []
    parsers = importlib.import_module("mecha.parse").get_parsers(request.param)
    reader = mecha.Mecha(version="1.21")
    reader.spec = mecha.CommandSpec(tree=mecha.CommandTree(**tree), parsers=parsers)

    def verdict(command: str) -> bool:
        try:
            return len(reader.parse(command).commands) == 1
        except mecha.DiagnosticError:
            return False

    return request.param, verdict


def mutations() -> list[str]:
    dice = random.Random(7)
    return [_mutated(dice.choice(CORPUS), dice) for _ in range(MUTATIONS)]


def _mutated(command: str, dice: random.Random) -> str:
    words = command.split(" ")
    place, at = dice.randrange(len(words)), dice.randrange(len(command))
    match dice.randrange(6):
        case 0:
            del words[place]
        case 1:
            other = dice.randrange(len(words))
            words[place], words[other] = words[other], words[place]
        case 2:
            words.insert(place, dice.choice(PIECES))
        case 3:
            words[place] = dice.choice(PIECES)
        case 4:
            return command[:at] + command[at + 1 :]
        case _:
            return command[:at] + dice.choice('ax1~^[]{}",:=!@') + command[at:]
    return " ".join(words)


def test_both_take_the_same_good_commands(both):
    version, verdict = both
    ours = [command for command in CORPUS if match(command, version).ok]
    assert len(ours) > 100
    assert [command for command in ours if not verdict(command)] == []


def test_every_difference_is_a_known_one(both):
    version, verdict = both
    unexplained = []
    for command in mutations():
        found, theirs = match(command, version), verdict(command)
        if theirs and not found.ok and not found.message.startswith(tuple(STRICTER)):
            unexplained.append(("refused here only", command, found.message))
        if found.ok and not theirs and not any(re.search(pattern, command) for pattern in LOOSER):
            unexplained.append(("taken here only", command, ""))
    assert unexplained == [], "\n".join(map(str, unexplained))


def test_most_verdicts_are_the_same(both):
    version, verdict = both
    commands = mutations()
    same = sum(match(command, version).ok == verdict(command) for command in commands)
    assert same / len(commands) > 0.92
