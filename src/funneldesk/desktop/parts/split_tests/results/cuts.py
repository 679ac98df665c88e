"""A result cut by device, source or country, corrected for the many comparisons."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from funneldesk.contract.analytics import GroupedRow, MetricsFilter
from funneldesk.contract.split_tests import ChartFilter, ChartGroup, ChartGroupVariant
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.results.reading import Reading
from funneldesk.statistics.corrections import holm, holm_levels
from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.metrics import lift_interval_of, lift_of, p_of
from funneldesk.statistics.proportions import Interval

if TYPE_CHECKING:
    from funneldesk.client import Api

FIELDS: Mapping[str, str] = {
    "device": _("Device"),
    "utm_source": _("Source"),
    "country": _("Country"),
}
MOST = 8
"""Groups that are compared, those with most visitors."""
METRICS = ("sessions", "sales", "revenue")


@dataclass(frozen=True, slots=True)
class Cut:
    """A variant against the baseline among the visitors of one group. ``p`` is corrected for all
    comparisons of the cut (Holm); ``level`` is what that leaves for the lift's ``interval``."""

    group: str
    variant: str
    baseline: Numbers
    numbers: Numbers
    lift: float | None
    interval: Interval | None
    p: float | None
    level: float


@dataclass(frozen=True, slots=True)
class Groups:
    """The numbers of each group by the codes of variants.

    ``is_exact`` where they are the test's visitors and those of them who converted; else they are
    sessions and orders, of which one visitor may have several.
    """

    numbers: Mapping[str, Mapping[str, Numbers]] = field(default_factory=dict)
    is_exact: bool = True


async def read_cut(api: "Api", test_id: int, field: str, reading: Reading, tz: str) -> Groups:
    """The numbers of each group: the test's own where the server has them. Raises ``ApiError``."""
    wanted = ChartFilter(chart_type="performance_comparison", group_by=field, tz=tz or None)
    chart = await api.split_tests.chart_data(test_id, wanted)
    if chart.groups is not None:
        return Groups({_name(each): _by_code(each) for each in chart.groups})
    return await _read_sessions(api, test_id, field, reading, tz)


async def _read_sessions(api: "Api", test_id: int, field: str, reading: Reading, tz: str) -> Groups:
    """What every server has: sessions and orders, narrowed to each variant."""
    first, last = reading.first_day, reading.last_day
    if first is None or last is None:
        return Groups()
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
            groups.setdefault(name, {})[code] = _sessions(row)
    return Groups(groups, is_exact=False)


def compared(groups: Groups, reading: Reading) -> tuple[Cut, ...]:
    """Every variant against the baseline in the largest groups, by the test's metric."""
    base, metric = reading.baseline, reading.decides
    if base is None:
        return ()
    numbers = groups.numbers
    sizes = {g: sum(n.visitors for n in found.values()) for g, found in numbers.items()}
    largest = sorted(sizes, key=lambda group: -sizes[group])[:MOST]
    others = [each for each in reading.variants if each is not base]
    pairs = [
        (group, each, numbers[group].get(base.code, Numbers()), numbers[group].get(each.code))
        for group in largest
        for each in others
    ]
    met = [
        (group, each, before, after)
        for group, each, before, after in pairs
        if after and before.visitors + after.visitors
    ]
    known = {
        at: p
        for at, (_group, _each, before, after) in enumerate(met)
        if groups.is_exact and (p := p_of(metric, before, after)) is not None
    }
    adjusted = dict(zip(known, holm(list(known.values())), strict=True))
    level = reading.significance
    levels = dict(zip(known, holm_levels(list(known.values()), level), strict=True))
    return tuple(
        Cut(
            group,
            each.name or each.code,
            before,
            after,
            lift_of(metric, before, after),
            lift_interval_of(metric, before, after, 1 - levels[at]) if at in levels else None,
            adjusted.get(at),
            levels.get(at, level),
        )
        for at, (group, each, before, after) in enumerate(met)
    )


def found_in(cuts: Sequence[Cut], significance: float) -> list[Cut]:
    """Those that are more than chance, all comparisons taken together."""
    return [each for each in cuts if each.p is not None and each.p < significance]


def _name(group: ChartGroup) -> str:
    return group.name or group.key or ""


def _by_code(group: ChartGroup) -> dict[str, Numbers]:
    return {each.node_code or "": _counts(each) for each in group.variants}


def _counts(variant: ChartGroupVariant) -> Numbers:
    visitors = max(0, variant.visitors or 0)
    return Numbers(
        visitors,
        min(max(0, variant.conversions or 0), visitors),
        Decimal(str(variant.revenue or 0)),
        variant.revenue_squared if visitors else 0.0,
    )


def _sessions(row: GroupedRow) -> Numbers:
    found = [row.metric(name) for name in METRICS]
    sessions, orders, revenue = (
        0.0 if each is None or each.value is None else max(0.0, each.value) for each in found
    )
    return Numbers(int(sessions), int(orders), Decimal(str(revenue)), None)
