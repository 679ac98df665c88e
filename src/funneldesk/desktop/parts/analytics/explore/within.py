"""Scope within a row: its days where it is a time, otherwise a filter. No Qt."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from funneldesk.desktop.insight.buckets import GRAINS, OF_TIME, first_day
from funneldesk.desktop.insight.ranges import CUSTOM, Range, RangeChoice
from funneldesk.desktop.insight.scope import Scope


def within(scope: Scope, span: Range, groupings: Sequence[str], values: Sequence[str]) -> Scope:
    """The scope narrowed to these values of groupings; an hour of day and what is not known
    narrow nothing."""
    for name, value in zip(groupings, values, strict=False):
        if name in GRAINS:
            days = days_of(name, value, span)
            if days is not None:
                choice = RangeChoice(CUSTOM, days.first, days.last)
                scope = replace(scope, choice=choice)
        elif name != OF_TIME and value:
            scope = scope.filtering(name, (value,))
    return scope


def days_of(grain: str, key: str, span: Range) -> Range | None:
    """The days of a bucket, as far as a range has them; None for a key that is none."""
    try:
        first = first_day("day" if grain == "hour" else grain, key)
    except ValueError:
        return None
    last = first
    if grain == "week":
        last = first + timedelta(days=6)
    elif grain == "month":
        last = (first + timedelta(days=32)).replace(day=1) - timedelta(days=1)
    elif grain == "year":
        last = first.replace(month=12, day=31)
    return Range(max(first, span.first), min(last, span.last))
