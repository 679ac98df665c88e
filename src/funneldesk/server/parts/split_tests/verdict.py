"""The variants of a test judged, and what a test does by itself (document: chart-data, States)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from funneldesk.server.parts.split_tests.rules import shares
from funneldesk.server.parts.split_tests.states import baseline_code
from funneldesk.statistics import sample_ratio
from funneldesk.statistics.corrections import holm
from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.metrics import (
    MONEY_METRICS,
    Metric,
    chances_of,
    lift_of,
    metric_named,
    p_of,
    value_of,
)

LEAST_VISITORS = 100
"""What each variant needs before a winner is named, when the test says nothing."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a test asks of a winner. ``required`` is percent."""

    method: str
    metric: str
    required: float
    least_visitors: int

    @property
    def decides(self) -> Metric:
        """What variants are compared by."""
        return metric_named(self.metric)


@dataclass(frozen=True, slots=True)
class Judged:
    """A variant. ``confidence`` and ``lift`` are percent, against the baseline.

    Frequentist confidence is that there is a difference; Bayesian, that the variant is better.
    """

    name: str
    code: str
    numbers: Numbers
    is_baseline: bool
    confidence: float | None
    lift: float | None
    is_winner: bool = False

    def score(self, terms: Terms) -> float:
        """What variants are ranked by."""
        return value_of(terms.decides, self.numbers) or 0.0


def terms_of(test: Any) -> Terms:
    """The terms of a stored test: what it leaves open follows from its significance level."""
    required = test.winner_selection_confidence
    return Terms(
        test.statistical_method,
        test.winner_selection_criteria
        if test.winner_selection_criteria in MONEY_METRICS.keys() | {"conversion_rate"}
        else test.primary_metric,
        round((1 - test.significance_level) * 100, 4) if required is None else required,
        test.min_sample_size_per_variant or LEAST_VISITORS,
    )


def judge(
    items: Sequence[Mapping[str, Any]],
    baseline: str | None,
    numbers: Mapping[str, Numbers],
    terms: Terms,
) -> list[Judged]:
    """Every variant of a test, in its order, compared with the baseline."""
    control_code = baseline_code(baseline, items)
    control = numbers.get(control_code or "", Numbers())
    others = [item["node_code"] for item in items if item["node_code"] != control_code]
    sure = _confidences(control, {code: numbers.get(code, Numbers()) for code in others}, terms)
    judged = []
    for item in items:
        code = item["node_code"]
        found = numbers.get(code, Numbers())
        own = code == control_code
        lift = 0.0 if own else _lift(control, found, terms)
        judged.append(Judged(item["name"], code, found, own, sure.get(code), lift))
    return judged


def winner_of(judged: Sequence[Judged], terms: Terms) -> Judged | None:
    """The variant that has won by the test's own terms, if one has.

    The best one wins: another than the baseline when it beats the baseline with the confidence
    that is asked for, the baseline when it beats all others so. All need enough visitors.
    """
    if len(judged) < 2 or any(one.numbers.visitors < terms.least_visitors for one in judged):
        return None
    best = max(judged, key=lambda one: one.score(terms))
    others = [one for one in judged if one is not best]
    if any(one.score(terms) == best.score(terms) for one in others):
        return None
    if best.is_baseline:
        return best if all(_loses(one, terms) for one in others) else None
    return best if best.confidence is not None and best.confidence >= terms.required else None


def certainty(winner: Judged, judged: Sequence[Judged], terms: Terms) -> float | None:
    """How sure a winner is, in percent; of a baseline, against the best of the others."""
    if not winner.is_baseline:
        return winner.confidence
    sure = [one.confidence for one in judged if not one.is_baseline and one.confidence is not None]
    if not sure:
        return None
    return round(100 - max(sure), 2) if terms.method == "bayesian" else min(sure)


def ratio_p_value(weights: Sequence[float | None], visitors: Sequence[int]) -> float | None:
    """How likely visitors came like this by chance, were they dealt out by ``weights``.

    None when there is nothing to compare.
    """
    if len(weights) < 2 or sum(visitors) < LEAST_VISITORS:
        return None
    return sample_ratio.ratio_p_value(shares(weights), visitors)


def _confidences(
    control: Numbers, others: Mapping[str, Numbers], terms: Terms
) -> dict[str, float | None]:
    if terms.method == "bayesian":
        return {code: _percent(_beats(control, found, terms)) for code, found in others.items()}
    found_p = {code: p_of(terms.decides, control, found) for code, found in others.items()}
    known = {code: p for code, p in found_p.items() if p is not None}
    adjusted = dict(zip(known, holm(list(known.values())), strict=True))
    return {code: _percent(1 - adjusted[code]) if code in known else None for code in others}


def _beats(control: Numbers, found: Numbers, terms: Terms) -> float | None:
    if not control.visitors or not found.visitors:
        return None
    chances = chances_of(terms.decides, [control, found])
    return None if chances is None else chances[1]


def _loses(one: Judged, terms: Terms) -> bool:
    if one.confidence is None:
        return False
    if terms.method == "bayesian":
        return one.confidence <= 100 - terms.required
    return one.confidence >= terms.required


def _lift(control: Numbers, found: Numbers, terms: Terms) -> float | None:
    lift = lift_of(terms.decides, control, found)
    return None if lift is None else round(lift * 100, 2)


def _percent(fraction: float | None) -> float | None:
    return None if fraction is None else round(fraction * 100, 2)
