"""Figures of reports: exact sums, buckets that hold every value, shares that come to a whole."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.crm import CrmField
from funneldesk.desktop.insight.reports.field_figures import MOST_ROWS, FieldReport, report
from funneldesk.desktop.kit.formats import Formats

FORMATS = Formats("EUR")


def field(kind: str, **config: Any) -> CrmField:
    return CrmField(id=1, name="Budget", key="budget", type=kind, reporting_config=config)


def told(made: FieldReport) -> dict[str, Any]:
    return {f.label: f.count if f.amount is None else f.amount for f in made.figures}


def test_numbers_are_added_up_exactly_and_held_against_the_baseline() -> None:
    config = {"bucket_size": 10, "baseline": {"min": 5, "max": 20}}
    made = report(field("number", **config), [0.1, 0.2, 12, 25, None, "", "strange"], FORMATS)
    assert told(made) == {
        "Sum": Decimal("37.3"),
        "Average": Decimal("9.325"),
        "Lowest": Decimal("0.1"),
        "Highest": Decimal(25),
        "Within the baseline": 1,
        "Below the baseline of 5": 2,
        "Above the baseline of 20": 1,
        "0 to under 10": 2,
        "10 to under 20": 1,
        "20 to under 30": 1,
        "Without a value": 2,
    }
    assert (made.entries, made.filled, made.unread, made.chart) == (7, 5, 1, "histogram")


@pytest.mark.parametrize(
    ("kind", "values", "figures"),
    [
        ("select", ["b", "a", "b", None], {"b": 2, "a": 1, "Without a value": 1}),
        ("multi_select", [["a", "b"], ["b"], []], {"b": 2, "a": 1, "Without a value": 1}),
        ("boolean", [True, False, True, "odd"], {"Yes": 2, "No": 1}),
        (
            "date",
            ["2026-03-04", "2026-03-31", "2025-12-01T10:00:00Z", "x"],
            {"December 2025": 1, "March 2026": 2},
        ),
    ],
)
def test_each_type_has_the_rows_that_it_suggests(
    kind: str, values: list[Any], figures: dict[str, int]
) -> None:
    made = report(field(kind), values, FORMATS)
    assert told(made) == figures
    assert list(told(made)) == list(figures)


def test_many_values_end_in_one_row_for_the_others() -> None:
    made = report(field("text"), [f"value {n}" for n in range(200)], FORMATS)
    assert len(made.figures) == MOST_ROWS + 1
    assert made.figures[-1].label == "140 other values"
    assert made.figures[-1].count == 140


def test_a_key_figure_has_no_buckets_and_what_is_unknown_is_a_category() -> None:
    made = report(field("number", preferred_chart="kpi"), [1, 2], FORMATS)
    assert [f.label for f in made.figures] == ["Sum", "Average", "Lowest", "Highest"]
    odd = report(field("text", aggregation_type="fractal", preferred_chart=7), ["a"], FORMATS)
    assert (odd.aggregation, told(odd)) == ("categorical", {"a": 1})


PARTS = st.floats(-1e6, 1e6, allow_nan=False).map(lambda number: round(number, 6))
"""So few digits that a sum of them is exact in whatever order."""


@given(
    st.lists(st.integers(-(10**6), 10**6) | PARTS, max_size=60),
    st.none() | st.floats(0.001, 1e9),
)
def test_every_number_is_in_one_bucket_and_the_sum_is_that_of_decimals(
    numbers: list[float], size: float | None
) -> None:
    made = report(field("number", bucket_size=size), numbers, FORMATS)
    buckets = [f for f in made.figures if "under" in f.label]
    assert sum(f.count or 0 for f in buckets) == len(numbers)
    assert len(buckets) <= MOST_ROWS + 2
    if numbers:
        assert told(made)["Sum"] == sum(Decimal(str(each)) for each in numbers)
        assert abs(sum(f.share or 0 for f in buckets) - 1) < 1e-9
