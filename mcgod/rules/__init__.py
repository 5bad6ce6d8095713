"""A proposed command in, a verdict out. Pure functions: nothing here talks to a server, a disk or a clock.

``judge`` (one command) and ``plan`` (the whole list of one turn) are the two
doors; everything else is a rule, a repair or a table behind them.
"""
