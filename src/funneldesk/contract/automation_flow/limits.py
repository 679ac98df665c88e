"""Bounds of a run: it cannot run away."""

MOST_STEPS = 200
"""Steps of one run, those that wait included."""

MOST_DEPTH = 5
"""Runs in a chain of runs that start each other."""

CALLS = frozenset({"webhook", "outgoing_webhook"})
"""Types of nodes that call others: done outside of the database's transactions."""
