"""Progress of a course over time, as charts: the average, and who reached which lesson."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

from funneldesk.desktop.kit.charts.chart import PERCENT, Axis, Chart, Grain, Kind, Series
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.courses.learners.course import CourseFacts


def charts_of(facts: CourseFacts, rows: Iterable[Mapping[str, Any]]) -> Sequence[Chart]:
    """The charts of a course; none where there is nothing to draw."""
    days = list(every_day(facts.history.by_day(len(facts.lessons))))
    done = facts.done_by(rows)
    made = []
    if days:
        average = Series(
            "average",
            _("Average progress"),
            tuple(share / 100 for _day, share in days),
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
            )
        )
    if facts.lessons and any(done.values()):
        reached = Series(
            "done", _("Learners who are done"), tuple(done[each.id] for each in facts.lessons)
        )
        titles = tuple(f"{each.number} {each.title}" for each in facts.lessons)
        made.append(
            Chart("lessons", Kind.BAR, _("Learners who are done, by lesson"), (reached,), titles)
        )
    return made


def every_day(known: Sequence[tuple[date, float]]) -> Iterator[tuple[date, float]]:
    """Days with their shares, those between them too: as long as nobody gets on, it stays."""
    for (day, share), (following, _share) in pairwise(known):
        yield from ((day + timedelta(each), share) for each in range((following - day).days))
    yield from known[-1:]
