"""Charts of reports have the figures of the table, in the kind that the settings ask for."""

from typing import Any

import pytest

from funneldesk.contract.crm import CrmField
from funneldesk.desktop.insight.reports.field_figures import report
from funneldesk.desktop.kit.charts.chart import Kind
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.crm.reports.charts import MOST, chart_of

FORMATS = Formats("EUR")


def field(kind: str, chart: str = "", **config: Any) -> CrmField:
    given = {"reportable": True, "preferred_chart": chart or None, **config}
    return CrmField.model_construct(key="f", name="Field", type=kind, reporting_config=given)


@pytest.mark.parametrize(
    ("kind", "chart", "values", "drawn"),
    [
        ("number", "", [1, 2, 12, 25, None], Kind.HISTOGRAM),
        ("date", "", ["2026-07-01", "2026-08-02"], Kind.LINE),
        ("boolean", "", [True, False, True], Kind.PIE),
        ("text", "", ["a", "b", "a"], Kind.BAR),
        ("text", "pie", ["a", "b", "a"], Kind.PIE),
    ],
)
def test_each_kind_is_drawn_as_its_field_asks(
    kind: str, chart: str, values: list[Any], drawn: Kind
) -> None:
    made = report(field(kind, chart), values, FORMATS)
    shown = chart_of(made)
    assert shown is not None
    assert shown.kind is drawn
    counts = [each.count for each in made.figures if each.is_drawn]
    assert list(shown.series[0].values) == counts
    assert sum(each or 0 for each in counts) == len([v for v in values if v is not None])


def test_buckets_lie_one_behind_the_other() -> None:
    shown = chart_of(report(field("number", bucket_size=10), [1, 2, 12, 25], FORMATS))
    assert shown is not None
    assert shown.edges == (0.0, 10.0, 20.0, 30.0)
    assert shown.series[0].values == (2, 1, 1)


def test_key_figures_and_empty_fields_have_no_chart() -> None:
    assert chart_of(report(field("number", "kpi"), [1, 2], FORMATS)) is None
    assert chart_of(report(field("text"), [None], FORMATS)) is None


def test_many_values_are_cut_and_it_is_said() -> None:
    shown = chart_of(report(field("text"), [f"v{at}" for at in range(40)], FORMATS))
    assert shown is not None
    assert len(shown.categories) == MOST
    assert shown.subtitle == "The 12 most frequent of 40"
