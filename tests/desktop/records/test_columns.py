"""Columns of records: one declaration for table, order and export."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.records.columns import Kind, column
from funneldesk.desktop.records.rows import SummaryRow

FORMATS = Formats("EUR", UTC)
KINDS: tuple[Kind, ...] = ("text", "number", "money", "day", "moment", "flag")
ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)


def row(value: Any) -> SummaryRow:
    return SummaryRow("1", {"it": value})


@pytest.mark.parametrize(
    ("kind", "value", "shown", "cell"),
    [
        ("money", 12.5, "€12.50", 12.5),
        ("money", "12.50", "€12.50", 12.5),
        ("number", 12000, "12,000", 12000),
        ("day", "2026-11-22T10:00:00Z", "22 Nov 2026", datetime(2026, 11, 22, 10, tzinfo=UTC)),
        ("moment", "2026-11-22T10:05:00Z", "22 Nov 2026, 10:05", None),
        ("flag", True, "Yes", True),
        ("flag", False, "", False),
        ("text", ["tea", "milk"], "tea, milk", "tea, milk"),
        ("money", "many", "many", "many"),
        ("number", "a dozen", "a dozen", "a dozen"),
        ("day", "soon", "", None),
    ],
)
def test_a_value_is_shown_and_exported_by_its_kind(
    kind: Kind, value: Any, shown: str, cell: Any
) -> None:
    declared = column("it", "It", kind)
    assert declared.text(row(value), FORMATS) == shown
    assert cell is None or declared.in_export().cell(row(value)) == cell


def test_words_for_values_are_shown_exported_and_ordered_by() -> None:
    declared = column("it", "It", labels={"past_due": "Past due", "active": "Active"})
    rows = [row("past_due"), row("active"), row("other"), row(None)]
    assert [declared.text(each, FORMATS) for each in rows] == ["Past due", "Active", "other", ""]
    ordered = sorted(rows, key=declared.sort().key)
    assert [each.get("it") for each in ordered] == [None, "active", "other", "past_due"]


@given(st.sampled_from(KINDS), st.lists(ODD, max_size=6))
def test_whatever_a_server_sends_can_be_shown_and_ordered(kind: Kind, values: list[Any]) -> None:
    declared = column("it", "It", kind)
    rows = [row(value) for value in values]
    assert all(isinstance(declared.text(each, FORMATS), str) for each in rows)
    assert len(sorted(rows, key=declared.sort().key)) == len(rows)


def test_names_are_sorted_without_case_and_accents_as_the_server_sorts_them() -> None:
    order = [
        *(None, "Ab", "éa", "eb", "emil", "Émile", "ört", "Oscar", "zoe", "Zoe\u0301 Ä", "Ωmega"),
    ]
    rows = [SummaryRow.of({"name": name}) for name in reversed(order)]
    found = sorted(rows, key=column("name", "Name").sort().key)
    assert [row.get("name") for row in found] == order
