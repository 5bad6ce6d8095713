"""Server log lines understood: ``parse`` for one line, ``LogReader`` for a whole log in order.

reader = LogReader(roster=["Steve"])
for line in lines:
    for event in reader.feed(line):
        journal.append(event.to_json())
"""

from mcgod.game.loglines.dates import Dater
from mcgod.game.loglines.event import TYPES, LogEvent
from mcgod.game.loglines.kinds import KINDS
from mcgod.game.loglines.parser import Context, parse
from mcgod.game.loglines.reader import LogReader
from mcgod.game.loglines.roster import Roster
from mcgod.game.loglines.tally import Stats

__all__ = ["KINDS", "TYPES", "Context", "Dater", "LogEvent", "LogReader", "Roster", "Stats", "parse"]
