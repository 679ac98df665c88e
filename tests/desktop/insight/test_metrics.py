"""Units by definition, never by size; changes with the colour of their meaning (quirks 50, 51)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.analytics import GroupedRow, MetricDefinition, MetricValue
from funneldesk.desktop.insight.answers import Cell, answer_of, body_of_rows, body_of_values
from funneldesk.desktop.insight.metrics import MISSING, Catalogue, Custom, Metric
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.kit.formats import Formats

EURO = Formats("EUR", None, "en")
RATE = Metric("conversion_rate", "Conversion rate", "pct")


@pytest.mark.parametrize(
    ("unit", "value", "written", "text"),
    [
        ("currency", 48210.0, "", "€48,210.00"),
        ("pct", 3.42, "3.42%", "3.42%"),
        ("pct", 0.0342, "3.42%", "3.42%"),
        ("pct", 0.5, "0.50%", "0.50%"),
        ("pct", 0.5, "", "0.50%"),
        ("pct", 1.0, "100%", "100.00%"),
        ("time", 65.2, "", "1 m 05 s"),
        ("time", 7262, "", "2 h 01 m"),
        ("number", 1268.0, "", "1,268"),
        ("number", 2.345, "", "2.35"),
        ("", 0.038, "3.8 %", "3.8 %"),
        ("", 12.0, "", "12"),
        ("currency", None, "x", MISSING),
    ],
)
def test_a_value_is_written_in_the_unit_of_its_definition(
    unit: str, value: float | None, written: str, text: str
) -> None:
    assert Metric("m", "M", unit).text(value, EURO, written) == text


@pytest.mark.parametrize(
    ("cell", "tone"),
    [
        (Cell(2, "", 1, 100.0), "success"),
        (Cell(1, "", 2, -50.0), "danger"),
        (Cell(2, "", 1, 100.0, lower_is_better=True), "danger"),
        (Cell(1, "", 2, -50.0, lower_is_better=True), "success"),
        (Cell(2, "", 1, 100.0, neutral=True), "muted"),
        (Cell(1, "", 1, 0.0), "muted"),
        (Cell(1), "muted"),
    ],
)
def test_the_colour_of_a_change_is_what_it_means(cell: Cell, tone: str) -> None:
    assert cell.tone == tone


def test_a_rate_changes_by_points_and_an_amount_by_percent() -> None:
    revenue = Metric("revenue", "Revenue", "currency")
    assert Cell(112.4, "", 100, 12.4).change_text(revenue, EURO) == "+12.4%"
    assert Cell(90, "", 100, -10.0).change_text(revenue, EURO) == "\N{MINUS SIGN}10%"
    assert Cell(3.42, "3.42%", 3.21, 6.5).change_text(RATE, EURO) == "+0.21 pt"
    assert Cell(0.0342, "3.42%", 0.0321, 6.5).change_text(RATE, EURO) == "+0.21 pt"
    assert Cell(5).change_text(revenue, EURO) == ""
    assert Cell(5, "", 0, None).change_text(revenue, EURO) == ""


def test_a_unit_that_the_server_does_not_say_is_not_guessed() -> None:
    definitions = {"a": MetricDefinition(type="a", name="A"), "b": MetricDefinition(type="pct")}
    catalogue = Catalogue(definitions)
    assert (catalogue["a"].unit, catalogue["b"].unit, catalogue["b"].name) == ("", "pct", "B")
    assert catalogue["gone"].name == "Gone"


finite = st.floats(-1e9, 1e9, allow_nan=False)
values = st.builds(
    MetricValue,
    value=st.none() | finite,
    formatted_value=st.none() | st.text(max_size=9),
    previous_value=st.none() | finite,
    change=st.none() | finite,
    lower_is_better=st.booleans(),
    neutral=st.booleans(),
)


@given(st.dictionaries(st.sampled_from(["a", "b", "c"]), values))
def test_what_is_kept_is_what_was_read(read: dict[str, MetricValue]) -> None:
    total = answer_of(body_of_values(read)).total
    assert set(total.cells) == set(read)
    for key, value in read.items():
        cell = total.cell(key)
        assert (cell.value, cell.before) == (value.value, value.previous_value)
        assert (cell.change, cell.neutral) == (value.change_percent, value.neutral)


def test_a_metric_of_ones_own_is_worked_out_where_the_server_does_not() -> None:
    row = {"row_key": "m", "row_name": "m"}
    cells = {"revenue": {"value": 10, "previous_value": 5}, "sales": {"value": 4}}
    rows = [GroupedRow(**row, **cells)]
    custom = Custom(3, "Each", "$revenue / $sales", "currency")
    answer = answer_of(body_of_rows(rows, ("revenue", "sales")), (custom,))
    assert answer.rows[0].cell("metric_3").value == 2.5
    assert answer.rows[0].cell("metric_3").before is None


def test_last_year_is_compared_by_name_and_by_place() -> None:
    def answer(*pairs: tuple[str, float]) -> object:
        rows = [GroupedRow(row_key=key, a={"value": value}) for key, value in pairs]
        return answer_of(body_of_rows(rows, ("a",)))

    now, then = answer(("x", 4.0), ("y", 2.0)), answer(("y", 1.0))
    found = now.against(then)  # type: ignore[attr-defined]
    assert [row.cell("a").before for row in found.rows] == [None, 1.0]
    days, before = answer(("2026-01-01", 4.0)), answer(("2025-01-01", 2.0))
    assert days.against(before).rows[0].cell("a").change == 100  # type: ignore[attr-defined]


def test_a_scope_comes_back_as_it_was() -> None:
    scope = Scope().filtering("device", ("mobile", "tablet", "mobile")).filtering("os", ())
    assert Scope.of(scope.state()) == scope
    assert scope.values("device") == ("mobile", "tablet")
    strange = {"range": 7, "comparison": "x", "filters": {"nothing": ["a"], "os": [], "page": [3]}}
    assert Scope.of(strange) == Scope()
