"""Analytics on the wire (document: Analytics objects; quirks 17, 50 and 51)."""

from funneldesk.contract.analytics import (
    CardsFilter,
    CustomMetric,
    GroupedRow,
    MetricsFilter,
    MetricValue,
    Report,
    UtmRow,
)


def test_a_filter_is_written_as_the_document_writes_it() -> None:
    wanted = MetricsFilter(
        start="2026-01-01",
        end="2026-02-01",
        metrics=["sales"],
        filters={"country": ["PT", "DE"]},
        split_test_id=4,
    )
    assert wanted.query() == {
        **{"start": "2026-01-01", "end": "2026-02-01", "split_test_id": 4},
        **{"selected_metrics[]": ["sales"], "filter[country]": ["PT", "DE"]},
    }
    assert wanted.body() is None
    cards = CardsFilter(start="a", end="b", cards=["video_analytics"])
    assert cards.query() == {"start": "a", "end": "b", "enabled_cards[]": ["video_analytics"]}
    assert CardsFilter(start="a", end="b").query() == {"start": "a", "end": "b"}


def test_quirk_50_custom_metrics_go_in_a_map_of_the_body() -> None:
    custom = {"3": CustomMetric(name="Profit", formula="$revenue - $cogs", as_="currency")}
    body = MetricsFilter(start="a", end="b", custom=custom).body()
    assert body == {
        "metric": {"3": {"name": "Profit", "formula": "$revenue - $cogs", "as": "currency"}}
    }


def test_quirk_51_missing_stays_missing() -> None:
    value = MetricValue.model_validate({"value": None, "previous_value": 0})
    assert (value.value, value.previous_value, value.change) == (None, 0, None)


def test_rows_give_their_metrics_and_keep_the_rest() -> None:
    row = GroupedRow.model_validate({"row_key": 7, "sales": {"value": 2}, "note": "x"})
    sales = row.metric("sales")
    assert sales is not None
    assert (row.row_key, sales.value) == (7, 2)
    assert row.metric("note") is None
    assert UtmRow.model_validate({"utm_term": "spring"}).value("utm_term") == "spring"


def test_a_report_without_rows_is_one_too() -> None:
    assert Report.model_validate({"url": "https://x.test"}).rows == []
