"""Results of a split test read out of its charts, with what is computed here (pure; no window)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from funneldesk.contract.markup_weights import filled
from funneldesk.statistics.always_valid import always_valid_p
from funneldesk.statistics.best import chances_to_be_best, expected_losses
from funneldesk.statistics.corrections import holm
from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.planning import visitors_needed
from funneldesk.statistics.proportions import (
    Interval,
    lift,
    lift_interval,
    p_value,
    rate_interval,
    rate_z,
)
from funneldesk.statistics.sample_ratio import ratio_p_value

Body = Mapping[str, Any]
HOPELESS = 20
"""So many times the visitors of now that a difference may take before none is in sight."""
USUAL_LEVEL, USUAL_POWER, LEAST_VISITORS = 0.05, 0.8, 100


@dataclass(frozen=True, slots=True)
class VariantReading:
    """A variant. Rates, lifts and losses are fractions; ``server_confidence`` is percent.

    ``p`` and ``always_p`` are against the baseline, corrected for the number of variants (Holm).
    """

    name: str
    code: str
    numbers: Numbers
    weight: float | None
    is_baseline: bool
    is_winner: bool
    interval: Interval | None
    lift: float | None
    lift_interval: Interval | None
    chance: float
    loss: float
    p: float | None = None
    always_p: float | None = None
    server_confidence: float | None = None


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
    def baseline(self) -> VariantReading | None:
        """The variant that the others are compared with."""
        return next((each for each in self.variants if each.is_baseline), None)

    @property
    def leader(self) -> VariantReading | None:
        """The one most likely the best, among those that somebody met."""
        met = [each for each in self.variants if each.numbers.visitors]
        return max(met, key=lambda each: each.chance) if len(met) > 1 else None

    @property
    def visitors(self) -> int:
        """Those of all variants together."""
        return sum(each.numbers.visitors for each in self.variants)

    @property
    def is_even(self) -> bool:
        """Whether no difference is in sight that more visitors would soon show."""
        missing = self.missing
        return missing is None or missing > HOPELESS * max(1, self.visitors)

    @property
    def missing(self) -> int | None:
        """Visitors for each variant that are still to come before a difference as large as the
        one seen can be told from chance; None where none is seen."""
        base, best = self.baseline, self.leader
        if base is None or best is None:
            return None
        other = best
        if best is base:
            others = [v for v in self.variants if v is not base and v.numbers.visitors]
            other = max(others, key=lambda v: v.chance) if others else best
        before, after = base.numbers.rate, other.numbers.rate
        if before is None or after is None:
            return None
        comparisons = max(1, len(self.variants) - 1)
        needed = visitors_needed(before, after, self.significance, self.power, comparisons)
        if needed is None:
            return None
        least = min(v.numbers.visitors for v in (base, other))
        return max(0, max(needed, self.least) - least)


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
    first, last = _days(trends)
    return Reading(
        variants=_read_variants(body, items, numbers, figures or money, level),
        significance=level,
        power=_fraction(body.get("statistical_power"), USUAL_POWER),
        least=int(_number(body.get("min_sample_size_per_variant")) or LEAST_VISITORS),
        metric=str(confidence.get("metric") or body.get("primary_metric") or "conversion_rate"),
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
) -> tuple[VariantReading, ...]:
    base = _baseline(body, items, figures)
    control = numbers[base] if numbers else Numbers()
    chances, losses = chances_to_be_best(numbers), expected_losses(numbers)
    fixed = _corrected([_p(control, each) for each in numbers], base)
    planned = int(_number(body.get("min_sample_size_per_variant")) or 0) * 2
    always = _corrected([always_valid_p(control, each, planned, level) for each in numbers], base)
    won = body.get("winner")
    winner = won.get("node_code") if isinstance(won, Mapping) else None
    found = []
    for at, (item, each) in enumerate(zip(items, numbers, strict=True)):
        told = figures.get(_key(item), {})
        is_winner = item.get("node_code") == winner if winner else bool(told.get("is_winner"))
        own = at == base
        found.append(
            VariantReading(
                name=str(item.get("name") or ""),
                code=str(item.get("node_code") or ""),
                numbers=each,
                weight=_number(item.get("weight")),
                is_baseline=own,
                is_winner=is_winner,
                interval=rate_interval(each, 1 - level),
                lift=None if own else lift(control, each),
                lift_interval=None if own else lift_interval(control, each, 1 - level),
                chance=chances[at],
                loss=losses[at],
                p=fixed[at],
                always_p=always[at],
                server_confidence=_number(told.get("confidence")),
            )
        )
    return tuple(found)


def _p(control: Numbers, variant: Numbers) -> float | None:
    z = rate_z(control, variant)
    return None if z is None else p_value(z)


def _corrected(values: Sequence[float | None], base: int) -> list[float | None]:
    places = [at for at, p in enumerate(values) if p is not None and at != base]
    adjusted = dict(zip(places, holm([values[at] or 0.0 for at in places]), strict=True))
    return [adjusted.get(at) for at in range(len(values))]


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
    told = figures or money or {}
    visitors = max(0, int(_number(told.get("visitors")) or 0))
    conversions = max(0, int(_number(told.get("conversions")) or 0))
    return Numbers(visitors, min(conversions, visitors), _amount((money or {}).get("revenue")))


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
