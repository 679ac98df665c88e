"""Corrections of p values for having asked several times."""

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """The p values made larger, so that any false alarm at all stays rare (Holm and Bonferroni)."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for place, index in enumerate(order):
        highest = max(highest, min(1.0, p_values[index] * (len(p_values) - place)))
        adjusted[index] = highest
    return adjusted


def holm_levels(p_values: Sequence[float], significance: float) -> list[float]:
    """The level at which Holm's method compares each p value: one is below it exactly when its
    corrected value is below ``significance``. Intervals at these levels never contradict them."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    levels = [significance] * len(p_values)
    place, stopped = 0, False
    for index in order:
        levels[index] = significance / (len(p_values) - place)
        stopped = stopped or p_values[index] >= levels[index]
        place += not stopped
    return levels


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """The p values made larger, so that few of what is found are false (false discovery rate)."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__, reverse=True)
    adjusted = [0.0] * len(p_values)
    lowest = 1.0
    for place, index in enumerate(order):
        lowest = min(lowest, p_values[index] * len(p_values) / (len(p_values) - place))
        adjusted[index] = lowest
    return adjusted
