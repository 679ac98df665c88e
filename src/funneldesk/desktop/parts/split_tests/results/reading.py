"""Results of a split test read out of its charts, with what is computed here (pure; no window)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from funneldesk.contract.markup_weights import filled
from funneldesk.statistics.corrections import holm, holm_levels
from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.metrics import (
    Metric,
    always_p_of,
    chances_of,
    interval_of,
    lift_interval_of,
    lift_of,
    losses_of,
    metric_named,
    needed_of,
    p_of,
    value_of,
)
from funneldesk.statistics.proportions import Interval
from funneldesk.statistics.sample_ratio import ratio_p_value

Body = Mapping[str, Any]
HOPELESS = 20
"""So many times the visitors of now that a difference may take before none is in sight."""
USUAL_LEVEL, USUAL_POWER, LEAST_VISITORS = 0.05, 0.8, 100


@dataclass(frozen=True, slots=True)
class Outcome:
    """A variant by one metric. Rates, lifts and chances are fractions; None is not known.

    ``p`` and ``always_p`` are against the baseline, corrected for the number of variants (Holm);
    ``level`` is what that leaves for ``lift_interval``, so that the two never contradict.
    """

    value: float | None = None
    interval: Interval | None = None
    lift: float | None = None
    lift_interval: Interval | None = None
    chance: float | None = None
    loss: float | None = None
    p: float | None = None
    always_p: float | None = None
    level: float = USUAL_LEVEL


@dataclass(frozen=True, slots=True)
class VariantReading:
    """A variant by its rate and by its revenue. ``metric`` is the test's own;
    ``server_confidence`` is percent."""

    name: str
    code: str
    numbers: Numbers
    weight: float | None
    is_baseline: bool
    is_winner: bool
    metric: Metric
    rate: Outcome
    money: Outcome
    server_confidence: float | None = None

    @property
    def result(self) -> Outcome:
        """What decides the test."""
        return self.money if self.metric.is_money else self.rate

    @property
    def lift(self) -> float | None:
        """The lift of the test's metric against the baseline."""
        return self.result.lift

    @property
    def chance(self) -> float | None:
        """The chance to be the best by the test's metric."""
        return self.result.chance


@dataclass(frozen=True, slots=True)
class Shortfall:
    """Visitors that a variant still needs: to tell the difference seen from chance, and to reach
    the test's minimum sample."""

    variant: VariantReading
    for_difference: int
    for_sample: int

    @property
    def visitors(self) -> int:
        """Visitors that it needs for both."""
        return max(self.for_difference, self.for_sample)


@dataclass(frozen=True, slots=True)
class Reading:
    """All variants, and what the test asks for. ``days`` are those from the first visit to the
    last; ``ratio_p`` how likely the split is by chance. Without ``variants`` nothing is known."""

    variants: tuple[VariantReading, ...] = ()
    significance: float = USUAL_LEVEL
    power: float = USUAL_POWER
    least: int = LEAST_VISITORS
    metric: str = "conversion_rate"
    method: str = "frequentist"
    status: str = ""
    days: int = 0
    first_day: date | None = None
    last_day: date | None = None
    ratio_p: float | None = None
    required: float = 95.0
    server_has_winner: bool = False
    daily: Mapping[str, Sequence[float | None]] = field(default_factory=dict)

    @property
    def decides(self) -> Metric:
        """What the variants are compared by."""
        return metric_named(self.metric)

    @property
    def baseline(self) -> VariantReading | None:
        """The variant that the others are compared with."""
        return next((each for each in self.variants if each.is_baseline), None)

    @property
    def leader(self) -> VariantReading | None:
        """The one most likely the best, among those that somebody met."""
        met = [each for each in self.variants if each.result.value is not None]
        return max(met, key=_standing) if len(met) > 1 else None

    @property
    def visitors(self) -> int:
        """Those of all variants together."""
        return sum(each.numbers.visitors for each in self.variants)

    @property
    def is_even(self) -> bool:
        """Whether no difference is in sight that more visitors would soon show."""
        rivals = self._rivals
        if rivals is None or rivals[0].result.value == rivals[1].result.value:
            return True
        missing = self.missing
        return missing is not None and missing > HOPELESS * max(1, self.visitors)

    @property
    def missing(self) -> int | None:
        """The most visitors that a variant still needs; None where that is not known."""
        if self._needed is None:
            return None
        return max((each.visitors for each in self.shortfalls), default=0)

    @property
    def shortfalls(self) -> tuple[Shortfall, ...]:
        """The variants that need more visitors before the difference seen can be believed."""
        rivals, needed = self._rivals, self._needed
        if rivals is None or needed is None:
            return ()
        wanted = {each.code: count for each, count in zip(rivals, needed, strict=True)}
        found = (
            Shortfall(
                each,
                max(0, wanted.get(each.code, 0) - each.numbers.visitors),
                max(0, self.least - each.numbers.visitors),
            )
            for each in self.variants
            if each.numbers.visitors or each.weight != 0
        )
        return tuple(each for each in found if each.visitors)

    @property
    def _rivals(self) -> tuple[VariantReading, VariantReading] | None:
        """The baseline, and the leader or the best of the others."""
        base, best = self.baseline, self.leader
        if base is None or best is None or base.result.value is None:
            return None
        others = [v for v in self.variants if v is not base and v.result.value is not None]
        return base, best if best is not base else max(others, key=_standing)

    @property
    def _needed(self) -> tuple[int, int] | None:
        if self._rivals is None:
            return None
        base, other = self._rivals
        comparisons = max(1, len(self.variants) - 1)
        terms = self.significance, self.power, comparisons
        return needed_of(self.decides, base.numbers, other.numbers, *terms)


def _standing(variant: VariantReading) -> tuple[float, float]:
    """What variants are ranked by: the chance, and the plain figure where none is known."""
    return variant.result.chance or 0.0, variant.result.value or 0.0


def read_results(body: Body) -> Reading:
    """What is known of a test; some milliseconds for several variants, so off the window's
    thread."""
    confidence = _chart(body, "statistical_confidence")
    performance = _chart(body, "performance_comparison")
    trends = _chart(body, "conversion_trends")
    items = _items(body)
    figures = {_key(v): v for v in _variants(confidence)}
    money = {_key(v): v for v in _variants(performance)}
    if not figures and not money:
        return Reading(status=str(body.get("status") or ""))
    if not items:
        items = [{"name": v.get("name"), "node_code": v.get("node_code")} for v in figures.values()]
    numbers = [_numbers(figures.get(_key(i)), money.get(_key(i))) for i in items]
    level = _fraction(body.get("significance_level"), USUAL_LEVEL)
    metric = str(confidence.get("metric") or body.get("primary_metric") or "conversion_rate")
    first, last = _days(trends)
    return Reading(
        variants=_read_variants(
            body, items, numbers, figures or money, level, metric_named(metric)
        ),
        significance=level,
        power=_fraction(body.get("statistical_power"), USUAL_POWER),
        least=int(_number(body.get("min_sample_size_per_variant")) or LEAST_VISITORS),
        metric=metric,
        method=str(confidence.get("method") or body.get("statistical_method") or "frequentist"),
        status=str(body.get("status") or ""),
        days=(last - first).days + 1 if first and last else 0,
        first_day=first,
        last_day=last,
        ratio_p=_ratio(confidence, items, numbers),
        required=_number(confidence.get("required_confidence")) or 100 * (1 - level),
        server_has_winner=bool(confidence.get("has_winner")),
        daily=_daily(trends),
    )


def _read_variants(
    body: Body,
    items: Sequence[Body],
    numbers: Sequence[Numbers],
    figures: Mapping[str, Body],
    level: float,
    metric: Metric,
) -> tuple[VariantReading, ...]:
    base = _baseline(body, items, figures)
    planned = int(_number(body.get("min_sample_size_per_variant")) or 0) * 2
    won = body.get("winner")
    winner = won.get("node_code") if isinstance(won, Mapping) else None
    of_money = metric if metric.is_money else Metric.PER_VISITOR
    rates = _outcomes(Metric.RATE, numbers, base, level, planned)
    moneys = [Outcome()] * len(numbers)
    if _knows_revenue(body, items, numbers):
        moneys = _outcomes(of_money, numbers, base, level, planned)
    found = []
    for at, (item, each) in enumerate(zip(items, numbers, strict=True)):
        told = figures.get(_key(item), {})
        is_winner = item.get("node_code") == winner if winner else bool(told.get("is_winner"))
        found.append(
            VariantReading(
                name=str(item.get("name") or ""),
                code=str(item.get("node_code") or ""),
                numbers=each,
                weight=_number(item.get("weight")),
                is_baseline=at == base,
                is_winner=is_winner,
                metric=metric,
                rate=rates[at],
                money=moneys[at],
                server_confidence=_number(told.get("confidence")),
            )
        )
    return tuple(found)


def _knows_revenue(body: Body, items: Sequence[Body], numbers: Sequence[Numbers]) -> bool:
    paid = {_key(v): v for v in _variants(_chart(body, "performance_comparison"))}
    return all(
        paid.get(_key(item), {}).get("revenue") is not None
        for item, each in zip(items, numbers, strict=True)
        if each.visitors
    )


def _outcomes(
    metric: Metric, numbers: Sequence[Numbers], base: int, level: float, planned: int
) -> list[Outcome]:
    """Every variant by a metric. Who nobody met has no chances, and changes those of nobody."""
    control = numbers[base] if numbers else Numbers()
    places = [at for at, each in enumerate(numbers) if value_of(metric, each) is not None]
    chances: dict[int, float] = {}
    losses: dict[int, float] = {}
    if len(places) > 1:
        met = [numbers[at] for at in places]
        chances = dict(zip(places, chances_of(metric, met) or (), strict=False))
        losses = dict(zip(places, losses_of(metric, met) or (), strict=False))
    plain = {at: p_of(metric, control, each) for at, each in enumerate(numbers) if at != base}
    fixed = _corrected(plain)
    levels = _levels(plain, level)
    always = _corrected(
        {at: always_p_of(metric, control, numbers[at], planned, level) for at in plain}
    )
    return [
        Outcome(
            value=value_of(metric, each),
            interval=interval_of(metric, each, 1 - level),
            lift=None if at == base else lift_of(metric, control, each),
            lift_interval=None
            if at == base
            else lift_interval_of(metric, control, each, 1 - levels[at]),
            chance=chances.get(at),
            loss=losses.get(at),
            p=fixed.get(at),
            always_p=always.get(at),
            level=levels.get(at, level),
        )
        for at, each in enumerate(numbers)
    ]


def _corrected(values: Mapping[int, float | None]) -> dict[int, float]:
    known = {at: p for at, p in values.items() if p is not None}
    return dict(zip(known, holm(list(known.values())), strict=True))


def _levels(values: Mapping[int, float | None], level: float) -> dict[int, float]:
    known = {at: p for at, p in values.items() if p is not None}
    found = dict(zip(known, holm_levels(list(known.values()), level), strict=True))
    return {at: found.get(at, level / max(1, len(values))) for at in values}


def _baseline(body: Body, items: Sequence[Body], figures: Mapping[str, Body]) -> int:
    for at, item in enumerate(items):
        if figures.get(_key(item), {}).get("is_baseline"):
            return at
    named = body.get("baseline")
    found = (at for at, i in enumerate(items) if named and named in (i.get("name"), _key(i)))
    return next(found, 0)


def _ratio(confidence: Body, items: Sequence[Body], numbers: Sequence[Numbers]) -> float | None:
    """The server's own figure, which knows when the weights last changed; else from the weights."""
    told = confidence.get("sample_ratio")
    if isinstance(told, Mapping):
        return _number(told.get("p_value"))
    shares = [float(share) for share in filled([_number(i.get("weight")) for i in items])]
    whole = sum(shares)
    if not whole or sum(each.visitors for each in numbers) < LEAST_VISITORS:
        return None
    return ratio_p_value([share / whole for share in shares], [n.visitors for n in numbers])


def _numbers(figures: Body | None, money: Body | None) -> Numbers:
    told, paid = figures or money or {}, money or {}
    visitors = max(0, int(_number(told.get("visitors")) or 0))
    conversions = max(0, int(_number(told.get("conversions")) or 0))
    squares = _number(paid.get("revenue_squared"))
    if squares is None and not visitors:
        squares = 0.0
    return Numbers(visitors, min(conversions, visitors), _amount(paid.get("revenue")), squares)


def _chart(body: Body, kind: str) -> Body:
    results = body.get("results")
    found = results.get(kind) if isinstance(results, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _items(body: Body) -> list[Body]:
    config = body.get("config")
    items = config.get("items") if isinstance(config, Mapping) else None
    return [item for item in items or () if isinstance(item, Mapping)]


def _variants(chart: Body) -> list[Body]:
    found = chart.get("variants")
    return [v for v in found if isinstance(v, Mapping)] if isinstance(found, list) else []


def _daily(trends: Body) -> dict[str, Sequence[float | None]]:
    datasets = trends.get("datasets")
    known = [d for d in datasets if isinstance(d, Mapping)] if isinstance(datasets, list) else []
    return {_key(each): each.get("data") or [] for each in known}


def _days(trends: Body) -> tuple[date | None, date | None]:
    labels = trends.get("labels")
    days = [_day(label) for label in labels] if isinstance(labels, list) else []
    known = [day for day in days if day is not None]
    return (min(known), max(known)) if known else (None, None)


def _day(label: object) -> date | None:
    try:
        return date.fromisoformat(str(label)[:10])
    except ValueError:
        return None


def _key(variant: Body) -> str:
    return str(variant.get("node_code") or variant.get("name") or variant.get("label") or "")


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)


def _fraction(value: object, usual: float) -> float:
    found = _number(value)
    return found if found is not None and 0 < found < 1 else usual


def _amount(value: object) -> Decimal:
    try:
        return Decimal(str(value)) if value is not None else Decimal(0)
    except InvalidOperation:
        return Decimal(0)
