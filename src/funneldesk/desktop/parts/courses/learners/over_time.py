"""Progress of a course over time, as charts: the average, and who reached which lesson."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from math import ceil
from typing import Any

from funneldesk.desktop.kit.charts.chart import PERCENT, Axis, Cell, Chart, Grain, Kind, Series
from funneldesk.desktop.kit.charts.layout import Grid
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.courses.learners.course import CourseFacts
from funneldesk.desktop.parts.courses.learners.history import today

LESSONS = "lessons"
ROW_HEIGHT, HEAD_HEIGHT, NAME_HEIGHT = 300, 90, 20


def charts_of(facts: CourseFacts, rows: Iterable[Mapping[str, Any]]) -> Sequence[Chart]:
    """The charts of a course; none where there is nothing to draw."""
    days = list(every_day(facts.history.by_day(len(facts.lessons)), today()))
    done = facts.done_by(rows)
    made = []
    if days:
        average = Series(
            "average",
            _("Average progress"),
            tuple(share / 100 if len(days) > 1 else None for _day, share in days),
        )
        told = _("Of those enrolled by then, as this computer saw it")
        first, categories = _("Average progress"), tuple(day for day, _share in days)
        made.append(
            Chart(
                "average",
                Kind.LINE,
                first,
                (average,),
                categories,
                subtitle=told,
                grain=Grain.DAY,
                measure=Axis(unit=PERCENT),
                empty=_("Progress is noted from today on. The line begins tomorrow."),
            )
        )
    if facts.lessons and any(done.values()):
        reached = Series(
            "done", _("Learners who are done"), tuple(done[each.id] for each in facts.lessons)
        )
        titles = tuple(f"{each.number} {each.title}" for each in facts.lessons)
        title = _("Learners who are done, by lesson")
        made.append(Chart(LESSONS, Kind.BAR, title, (reached,), titles, horizontal=True))
    return made


def grid_of(charts: Sequence[Chart]) -> Grid:
    """Their places below each other: the lessons have as many rows as their names need."""
    cells = {chart.key: Cell(0, place, rows=rows_of(chart)) for place, chart in enumerate(charts)}
    return Grid(columns=1, row_height=ROW_HEIGHT, margin=16, cells=cells)


def rows_of(chart: Chart) -> int:
    """How many rows of the grid a chart takes."""
    height = HEAD_HEIGHT + NAME_HEIGHT * len(chart.categories) if chart.key == LESSONS else 0
    return max(1, ceil(height / ROW_HEIGHT))


def every_day(known: Sequence[tuple[date, float]], until: date) -> Iterator[tuple[date, float]]:
    """Days with their shares, those between them and after them too: as long as nobody gets on, it
    stays. At least to the last known day, whatever the clock says."""
    after = max([until, *(day for day, _share in known)]) + timedelta(1)
    for (day, share), (following, _share) in pairwise([*known, (after, 0.0)]):
        yield from ((day + timedelta(each), share) for each in range((following - day).days))
