"""Split tests on the wire (document: Split test; quirks 41 to 44)."""

import pytest
from pydantic import ValidationError

from funneldesk.contract.split_tests import (
    ChartData,
    ListedSplitTest,
    SplitTest,
    SplitTestDraft,
    SplitTestExport,
    SplitTestFilter,
    SplitTestPatch,
    WinnerDraft,
)


def test_quirk_41_bodies_are_nested_and_hold_what_was_set() -> None:
    assert SplitTestPatch(name="A", end_date=None).body() == {
        "split_test": {"name": "A", "end_date": None}
    }
    assert SplitTestExport().body() == {"split_test": {}}
    winner = WinnerDraft(winner_node_code="a", variant_name="A", reason="clear")
    assert set(winner.body()["split_test"]) == {"winner_node_code", "variant_name", "reason"}


def test_three_fields_go_with_every_new_test() -> None:
    with pytest.raises(ValidationError, match="config"):
        SplitTestDraft.model_validate({"name": "A", "type": "split_test"})


def test_quirk_42_unknown_words_and_keys_are_kept() -> None:
    test = SplitTest.model_validate(
        {"id": 1, "status": "archived", "config": {"items": [{"name": "A", "x": 1}], "y": 2}}
    )
    assert test.status == "archived"
    assert test.config is not None
    assert test.config.model_dump(exclude_unset=True) == {
        "items": [{"name": "A", "x": 1}],
        "y": 2,
    }


def test_what_only_lists_show_may_be_of_any_shape() -> None:
    row = ListedSplitTest.model_validate(
        {"id": 1, "duration": "3 days", "views": {"a": 1}, "user": "Ana", "time_left": None}
    )
    assert (row.duration, row.views, row.user) == ("3 days", {"a": 1}, "Ana")


def test_quirk_44_a_chart_of_an_unknown_shape_is_read() -> None:
    chart = ChartData.model_validate({"chart_type": "funnel_analysis", "steps": [[1]]})
    assert chart.model_extra == {"steps": [[1]]}
    assert chart.variants is None


def test_a_filter_sends_what_was_set() -> None:
    assert SplitTestFilter(status="paused").query() == {"status": "paused"}
