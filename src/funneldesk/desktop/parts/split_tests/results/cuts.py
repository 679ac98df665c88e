"""A result cut by device, source or country, corrected for the many comparisons."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from funneldesk.contract.analytics import GroupedRow, MetricsFilter
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.results.reading import Reading
from funneldesk.statistics.corrections import holm
from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.proportions import (
    Interval,
    lift,
    lift_interval,
    p_value,
    rate_z,
)

if TYPE_CHECKING:
    from funneldesk.client import Api

FIELDS: Mapping[str, str] = {
    "device": _("Device"),
    "utm_source": _("Source"),
    "country": _("Country"),
}
MOST = 8
"""Groups that are compared, those with most visitors."""
METRICS = ("sessions", "sales")


@dataclass(frozen=True, slots=True)
class Cut:
    """A variant against the baseline among the visitors of one group; ``p`` is corrected for all
    comparisons of the cut."""

    group: str
    variant: str
    baseline: Numbers
    numbers: Numbers
    lift: float | None
    interval: Interval | None
    p: float | None


Groups = Mapping[str, Mapping[str, Numbers]]
"""The numbers of each group by the codes of variants."""


async def read_cut(api: "Api", test_id: int, field: str, reading: Reading, tz: str) -> Groups:
    """The numbers of each group. Raises ``ApiError``."""
    first, last = reading.first_day, reading.last_day
    if first is None or last is None:
        return {}
    codes = [each.code for each in reading.variants]

    def wanted(code: str) -> MetricsFilter:
        return MetricsFilter(
            start=first.isoformat(),
            end=last.isoformat(),
            tz=tz or None,
            metrics=[*METRICS],
            split_test_id=test_id,
            filters={"node_code": [code]},
        )

    answers = await asyncio.gather(
        *(api.analytics.grouped(field, wanted(code), METRICS) for code in codes)
    )
    groups: dict[str, dict[str, Numbers]] = {}
    for code, rows in zip(codes, answers, strict=True):
        for row in rows:
            name = str(row.row_name or row.row_key or "")
            groups.setdefault(name, {})[code] = _numbers(row)
    return groups


def compared(groups: Groups, reading: Reading) -> tuple[Cut, ...]:
    """Every variant against the baseline in the largest groups."""
    base = reading.baseline
    if base is None:
        return ()
    sizes = {g: sum(n.visitors for n in found.values()) for g, found in groups.items()}
    largest = sorted(sizes, key=lambda group: -sizes[group])[:MOST]
    others = [each for each in reading.variants if each is not base]
    pairs = [
        (group, each, groups[group].get(base.code, Numbers()), groups[group].get(each.code))
        for group in largest
        for each in others
    ]
    met = [(group, each, before, after) for group, each, before, after in pairs if after]
    values = [_p(before, after) for _group, _each, before, after in met]
    known = [at for at, p in enumerate(values) if p is not None]
    adjusted = dict(zip(known, holm([values[at] or 0.0 for at in known]), strict=True))
    return tuple(
        Cut(
            group,
            each.name or each.code,
            before,
            after,
            lift(before, after),
            lift_interval(before, after, 1 - reading.significance),
            adjusted.get(at),
        )
        for at, (group, each, before, after) in enumerate(met)
    )


def found_in(cuts: Sequence[Cut], significance: float) -> list[Cut]:
    """Those that are more than chance, all comparisons taken together."""
    return [each for each in cuts if each.p is not None and each.p < significance]


def _p(before: Numbers, after: Numbers) -> float | None:
    z = rate_z(before, after)
    return None if z is None else p_value(z)


def _numbers(row: GroupedRow) -> Numbers:
    visitors, sales = (row.metric(name) for name in METRICS)
    seen = int(visitors.value or 0) if visitors is not None else 0
    done = int(sales.value or 0) if sales is not None else 0
    return Numbers(max(0, seen), min(max(0, done), max(0, seen)))
