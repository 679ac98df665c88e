"""Cells that are worked out for many rows at once are those that are worked out one by one."""

from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import to_json

from funneldesk.contract.formulas import parse
from funneldesk.server.parts.analytics.answers import Asked
from funneldesk.server.parts.analytics.cells import columns_of
from funneldesk.server.parts.analytics.metrics import METRICS
from funneldesk.server.parts.analytics.periods import Span
from funneldesk.server.parts.analytics.questions import Custom, Question
from funneldesk.server.parts.analytics.rollups import MEASURES

ROI = {"metric_1": Custom("Ours", parse("$revenue / $sessions"), "currency")}
amounts = st.integers(-3, 3) | st.integers(-(10**9), 10**12) | st.integers(-(2**62), 2**62)
sums = st.tuples(*([amounts] * len(MEASURES)))
rows = st.lists(st.tuples(sums, sums), min_size=1, max_size=8)


@pytest.mark.parametrize("groupings", ["country", "product"], ids=["of visits", "of sales"])
@given(rows, st.sampled_from(["EUR", "KWD", "SEK", 'a","b']), st.booleans())
def test_cells_of_many_rows_are_those_of_each(
    groupings: str, found: list[tuple[tuple[int, ...], ...]], currency: str, is_withheld: bool
) -> None:
    question = Question(Span(480_000, 482_160, ZoneInfo("Europe/Lisbon")), (groupings,))
    withheld = frozenset({"tracking"} if is_withheld else ())
    asked = Asked(question, (*METRICS, *ROI), ROI, currency, withheld)
    nows, befores = zip(*found, strict=True)
    for key, column in zip(asked.metrics, columns_of(asked, nows, befores), strict=True):
        each = [asked.cell(key, now, before) for now, before in found]
        assert list(column) == [b',"%b":%b' % (key.encode(), to_json(cell)) for cell in each]
