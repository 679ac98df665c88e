"""The four charts of a split test (document: chart-data; quirks 43 and 44).

The document shows two of the shapes; the other two are this platform's own, see ASSUMPTIONS.md.
Rates, lifts and confidences are percent.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from funneldesk.server.parts.split_tests.measures import hour_of
from funneldesk.server.parts.split_tests.numbers import (
    Hours,
    numbers_by_group,
    numbers_by_hour,
    numbers_by_variant,
    steps_by_variant,
)
from funneldesk.server.parts.split_tests.spans import every_label, labels_of
from funneldesk.server.parts.split_tests.tables import SplitTestRow
from funneldesk.server.parts.split_tests.verdict import (
    Judged,
    Terms,
    judge,
    ratio_p_value,
    terms_of,
    winner_of,
)
from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.metrics import needed_of
from funneldesk.statistics.sample_ratio import is_broken

MOST_GROUPS = 1000
NOT_KNOWN = "(none)"
_STAGES = (
    ("visitors", "Visitors"),
    ("engaged", "Engaged"),
    ("add_to_cart", "Added to cart"),
    ("conversions", "Conversions"),
)


@dataclass(frozen=True, slots=True)
class Question:
    """A test, and the time that a chart of it is to cover; no span is all of it.

    ``group_by`` is a field of visits that ``performance_comparison`` is to be divided by as well.
    """

    session: Session
    test: SplitTestRow
    span: Hours | None
    zone: ZoneInfo
    group_by: str | None = None

    @property
    def items(self) -> list[dict[str, Any]]:
        """The test's variants."""
        return list(self.test.config.get("items", ()))

    def judged(self) -> tuple[list[Judged], Terms]:
        """The variants judged on the span's numbers; a declared winner is the winner."""
        test = self.test
        terms = terms_of(test)
        numbers = numbers_by_variant(self.session, test.brand_id, test.id, self.span)
        judged = judge(self.items, test.baseline, numbers, terms)
        won = _winning_code(self, judged, terms)
        return [_with_winner(one, one.code == won) for one in judged], terms


def conversion_trends(question: Question) -> dict[str, Any]:
    """``{labels, datasets [{label, data, node_code}]}``: rates by day, None without visitors.

    ``visitors`` and ``conversions`` are those of each label, which a rate over time is made of.
    """
    test = question.test
    by_hour = numbers_by_hour(question.session, test.brand_id, test.id, question.span)
    hours = list(by_hour)
    label_of = labels_of(hours, question.zone)
    sums: dict[tuple[str, str], tuple[int, int]] = {}
    for hour, variants in by_hour.items():
        for code, (visitors, conversions) in variants.items():
            before = sums.get((label_of[hour], code), (0, 0))
            sums[label_of[hour], code] = (before[0] + visitors, before[1] + conversions)
    labels = every_label(hours, question.zone)
    datasets = [
        {
            "label": item["name"],
            "data": [_rate(sums.get((label, item["node_code"]))) for label in labels],
            "node_code": item["node_code"],
            "visitors": [sums.get((label, item["node_code"]), (0, 0))[0] for label in labels],
            "conversions": [sums.get((label, item["node_code"]), (0, 0))[1] for label in labels],
        }
        for item in question.items
    ]
    return {"labels": labels, "datasets": datasets}


def statistical_confidence(question: Question) -> dict[str, Any]:
    """``{variants, required_confidence, has_winner}``, and how the visitors were dealt out."""
    judged, terms = question.judged()
    control = next((one for one in judged if one.is_baseline), None)
    p = _dealt_out(question)
    return {
        "variants": [_confidence(one, control, question.test, terms) for one in judged],
        "required_confidence": terms.required,
        "has_winner": any(one.is_winner for one in judged),
        "method": terms.method,
        "metric": terms.metric,
        "sample_ratio": {"p_value": p, "is_broken": is_broken(p)},
    }


def performance_comparison(question: Question) -> dict[str, Any]:
    """``{variants}`` with all that each brought in, side by side; by ``groups`` where asked."""
    judged, terms = question.judged()
    body = {"metric": terms.metric, "variants": [_performance(one) for one in judged]}
    return body if question.group_by is None else {**body, "groups": _groups(question)}


def funnel_analysis(question: Question) -> dict[str, Any]:
    """``{labels, stages, datasets [{label, data, node_code}]}``: visits that came so far."""
    test, codes = question.test, [item["node_code"] for item in question.items]
    numbers = numbers_by_variant(question.session, test.brand_id, test.id, question.span)
    steps = steps_by_variant(question.session, test.brand_id, test.id, codes, question.span)
    datasets = []
    for item in question.items:
        code = item["node_code"]
        found = numbers.get(code, Numbers())
        engaged, carts = steps.get(code, (0, 0))
        data = [found.visitors, engaged, carts, found.conversions]
        datasets.append({"label": item["name"], "data": data, "node_code": code})
    return {
        "labels": [label for _key, label in _STAGES],
        "stages": [key for key, _label in _STAGES],
        "datasets": datasets,
    }


CHARTS: Mapping[str, Callable[[Question], dict[str, Any]]] = {
    "conversion_trends": conversion_trends,
    "funnel_analysis": funnel_analysis,
    "statistical_confidence": statistical_confidence,
    "performance_comparison": performance_comparison,
}


def _winning_code(question: Question, judged: list[Judged], terms: Terms) -> str | None:
    if question.test.winner is not None:
        return question.test.winner.get("node_code")
    if is_broken(_dealt_out(question)):
        return None
    won = winner_of(judged, terms)
    return won.code if won else None


def _dealt_out(question: Question) -> float | None:
    """How likely the visitors since the last change of weights came by chance as they did."""
    test = question.test
    span = question.span
    if test.weights_since is not None:
        since = hour_of(test.weights_since) + 1
        span = Hours(max(since, span.first if span else since), span.end if span else 2**31 - 1)
    numbers = numbers_by_variant(question.session, test.brand_id, test.id, span)
    visitors = [numbers.get(item["node_code"], Numbers()).visitors for item in question.items]
    return ratio_p_value([item.get("weight") for item in question.items], visitors)


def _with_winner(one: Judged, won: bool) -> Judged:
    return Judged(
        one.name, one.code, one.numbers, one.is_baseline, one.confidence, one.lift, is_winner=won
    )


def _confidence(
    one: Judged, control: Judged | None, test: SplitTestRow, terms: Terms
) -> dict[str, Any]:
    needed = None
    if control is not None and control is not one:
        level, power = test.significance_level, test.statistical_power
        needed = needed_of(terms.decides, control.numbers, one.numbers, level, power)
    sample = None if needed is None else max(needed)
    return {**_shown(one), "confidence": one.confidence, "required_sample_size": sample}


def _performance(one: Judged) -> dict[str, Any]:
    numbers = one.numbers
    per_visitor = numbers.revenue_per_visitor
    per_order = float(numbers.revenue) / numbers.conversions if numbers.conversions else None
    return {
        **_shown(one),
        "revenue": float(numbers.revenue),
        "revenue_squared": numbers.revenue_squared,
        "revenue_per_visitor": None if per_visitor is None else round(per_visitor, 4),
        "average_order_value": None if per_order is None else round(per_order, 4),
    }


def _groups(question: Question) -> list[dict[str, Any]]:
    """The largest groups, with the counts of each variant's visitors."""
    test, codes = question.test, [item["node_code"] for item in question.items]
    field = question.group_by or ""
    found = numbers_by_group(question.session, test.brand_id, test.id, field, question.span)
    sizes = {key: sum(each.visitors for each in groups.values()) for key, groups in found.items()}
    largest = sorted(sizes, key=lambda key: (-sizes[key], key))[:MOST_GROUPS]
    return [
        {
            "key": key,
            "name": key or NOT_KNOWN,
            "variants": [
                {
                    "node_code": code,
                    "visitors": numbers.visitors,
                    "conversions": numbers.conversions,
                    "revenue": float(numbers.revenue),
                    "revenue_squared": numbers.revenue_squared,
                }
                for code in codes
                for numbers in (found[key].get(code, Numbers()),)
            ],
        }
        for key in largest
    ]


def _shown(one: Judged) -> dict[str, Any]:
    return {
        "name": one.name,
        "node_code": one.code,
        "visitors": one.numbers.visitors,
        "conversions": one.numbers.conversions,
        "conversion_rate": _rate((one.numbers.visitors, one.numbers.conversions)),
        "lift": one.lift,
        "is_baseline": one.is_baseline,
        "is_winner": one.is_winner,
    }


def _rate(sums: tuple[int, int] | None) -> float | None:
    return round(sums[1] / sums[0] * 100, 4) if sums and sums[0] else None
