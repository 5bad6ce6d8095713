"""Prayers with what should come of them, and the scoring of a model plus the rules on them, in a world of its own."""
