"""The words with which a server says that a command failed, by reason. Data; replies.py reads it.

Patterns match at the start of a reply without colour codes: what a player
wrote can follow in a reply, but not lead it. Source: the English language file
of Minecraft 1.8 to 26.3, Bukkit, EssentialsX.
"""

from __future__ import annotations

FAILURES: dict[str, tuple[str, ...]] = {
    "unknown-command": (
        r"Unknown (?:or incomplete )?command",
        r"There is no such command",
    ),
    "not-allowed": (
        r"(?:I'm sorry, but |Sorry, )?you (?:do not|don't) have (?:permission|access)",
        r"(?:Sorry, )?you are not allowed",
        r"You must be a player",
        r"(?:A player|An entity) is required to run this command",
        r"Only (?:players|in-game players) (?:can|may) (?:use|run|execute)",
        r"This command can only be (?:used|run|executed) by",
    ),
    "no-target": (
        r"No (?:player|entity|relevant score holders)\b",
        r"No targets accepted",
        r"(?:Error: )?Player not found",
        r"(?:That player|That entity|The entity|Player|Entity)\b.{0,80}?(?:cannot be found|does not exist)",
        r"There is no player\b",
    ),
    "too-long": (r"(?:Chat )?Message (?:was )?too long",),
    "bad-argument": (
        r"(?:Unknown|Expected|Invalid|Unclosed|Malformed|Missing|Literal|Trailing|Quoted|Duplicate) ",
        r"Incorrect argument",
        r"Incomplete \(",
        r"Can't (?:find element|insert|parse)",
        r"(?:Integer|Double|Float|Long) must not be",
        r"(?:Range|Min) (?:cannot|can't)",
        r"Selector not allowed",
        r"Only (?:one (?:player|entity) is allowed|players may be affected|whole numbers allowed)",
        r"Cannot mix ",
        r"Tags aren't allowed",
        r"There is no such item",
        r"The number you have entered",
        r"'.{0,80}' is not a valid",
        r"Usage: ",
    ),
    "no-position": (
        r"That position is",
        r"Cannot place blocks? outside",
        r"The source and destination areas",
    ),
    "no-change": (
        r"Nothing changed",
        r"No (?:blocks|items|elements|chunks|new recipes|recipes)\b.{0,30}\b(?:were|could)",
        r"Could not set the block",
        r"The difficulty did not change",
        r"Player is (?:already|not) whitelisted",
        r"Whitelist is already",
        r"Target (?:has no|doesn't have|does not have|either already)\b",
        r"The particle was not visible",
        r"The sound is too far",
        r"Test failed",
    ),
    "failed": (
        r"(?:Unable|Failed) to\b",
        r"Error: ",
        r"(?:Unhandled exception|An? (?:unexpected|internal)? ?error)\b",
        r"(?:Can't|Cannot|Couldn't|Could not) ",
        r"You can't ",
        r"Too many ",
        r"Found no ",
        r"Maximum number of contexts",
        r"No (?:bossbar|objective|team|schedules|function)\b.{0,80}?(?:exist|found|with|by that name|called|known)",
        r"The target block is not",
        r"The (?:source|target) does not have",
        r".{1,80} is not a valid entity for",
        r".{1,80} (?:is not holding any item|cannot support that enchantment)",
        r"A (?:team|bossbar) already exists",
    ),
}
