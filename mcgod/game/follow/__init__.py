"""Log files read and followed: ``Follower`` for a growing log, ``read_file`` for a whole one, ``read_pipe`` for stdin.

follower = Follower(path, start=position)  # or "end", "beginning"
for line in follower.lines(stop):
    store(line.text, line.position.to_json())
"""

from mcgod.game.follow.follower import Follower
from mcgod.game.follow.position import Line, Position
from mcgod.game.follow.whole import first_day, read_bursts, read_file, read_pipe

__all__ = ["Follower", "Line", "Position", "first_day", "read_bursts", "read_file", "read_pipe"]
