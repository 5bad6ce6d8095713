"""A proposed command in, a verdict out. Pure functions: nothing here talks to a server, a disk or a clock.

    hygiene -> grammar -> repairs (each held against the grammar again) -> rules -> plan

``judge.judge`` (one command) and ``plan.plan`` (the list of one turn) are the
two doors. Every rule is a small function with a code, entered in
``catalogue``; what each mode opens is data, in ``policy.toml``.
"""
