"""Analytics, by the client: raw answers as the document shows them, and the embedded platform."""

import json
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, unquote

import pytest
from scripted_platform import ScriptedPlatform, hang_up, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import Invalid, RoleDenied
from funneldesk.contract.analytics import (
    GROUPINGS,
    UTM_TYPES,
    CardsFilter,
    CustomMetric,
    DateRange,
    MetricsExport,
    MetricsFilter,
    Period,
    ReportDraft,
)

if TYPE_CHECKING:
    from conftest import Embedded

YEAR = {"start": "2026-01-01", "end": "2026-12-31", "tz": "UTC"}
PERIOD = Period(**YEAR)
VALUE = {"value": 3, "formatted_value": "3", "previous_value": None, "change": None}


async def test_quirks_8_and_17_a_get_carries_custom_metrics_in_its_body_and_is_repeatable(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [
        hang_up,
        reply(200, {"sales": VALUE, "metric_0": VALUE}),
    ]
    wanted = MetricsFilter(
        **YEAR,
        metrics=["sales", "metric_0"],
        filters={"country": ["PT", "DE"], "device": ["mobile"]},
        page_id=4,
        custom={"0": CustomMetric(name="Double", formula="$sales * 2", as_="number")},
    )
    values = await api.analytics.get(wanted)
    assert (values["metric_0"].value, values["sales"].previous_value) == (3, None)
    assert len(scripted.requests) == 2
    for request in scripted.requests:
        assert (request.method, request.headers["content-type"]) == ("GET", "application/json")
        assert json.loads(request.body) == {
            "metric": {"0": {"name": "Double", "formula": "$sales * 2", "as": "number"}}
        }
        assert parse_qs(request.path.partition("?")[2]) == {
            **{name: [value] for name, value in YEAR.items()},
            "selected_metrics[]": ["sales", "metric_0"],
            "filter[country]": ["PT", "DE"],
            "filter[device]": ["mobile"],
            "page_id": ["4"],
        }


async def test_without_custom_metrics_a_get_has_no_body(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(200, {})]
    assert await api.analytics.get(MetricsFilter(**YEAR)) == {}
    assert scripted.requests[0].body == b""


async def test_quirk_50_metrics_are_a_map_and_groupings_join_with_a_semicolon(
    api: Api, scripted: ScriptedPlatform
) -> None:
    row = {"row_key": "PT;mobile", "row_name": None, "sales": VALUE, "strange": 1}
    scripted.answers = [
        reply(200, {"sales": {"type": "number", "name": "Sales", "base": True, "modules": []}}),
        reply(200, [row]),
    ]
    assert (await api.analytics.list())["sales"].name == "Sales"
    (found,) = await api.analytics.grouped(["country", "device"], PERIOD, ["sales"])
    assert found.row_key == "PT;mobile"
    assert (found.metric("sales").value, found.metric("strange"), found.metric("no")) == (  # type: ignore[union-attr]
        *(3, None, None),
    )
    path, _, query = scripted.requests[1].path.partition("?")
    assert unquote(path).endswith("/metrics/country;device/data")
    assert parse_qs(query)["selected_metrics[]"] == ["sales"]


@pytest.mark.parametrize(
    "answer", [{"rows": [{"row_key": "a"}]}, {"data": [{"row_key": "a"}]}, {"message": "queued"}]
)
async def test_a_report_in_any_shape_is_read(
    api: Api, scripted: ScriptedPlatform, answer: dict[str, object]
) -> None:
    scripted.answers = [reply(200, answer)]
    report = await api.analytics.generate_report(ReportDraft(group_by=["day"], metrics=["sales"]))
    assert [row.row_key for row in report.rows] == (["a"] if "message" not in answer else [])


@pytest.mark.parametrize("wrapped", [False, True])
async def test_utm_rows_carry_their_value_under_the_fields_name(
    api: Api, scripted: ScriptedPlatform, wrapped: bool
) -> None:
    rows = [{"utm_source": "mail", "revenue": 3.5, "sales": 1, "aov": None}]
    scripted.answers = [reply(200, {"data": rows} if wrapped else rows)]
    (row,) = await api.analytics.utm_performance("utm_source", PERIOD)
    assert (row.value("utm_source"), row.revenue, row.aov) == ("mail", 3.5, None)
    assert row.value("utm_medium") is None


class TestEmbedded:
    """Against the embedded platform over a real socket."""

    @pytest.fixture
    async def api(self, embedded: "Embedded") -> AsyncIterator[Api]:
        async with embedded.api() as client:
            yield client

    async def test_metrics_and_custom_ones(self, api: Api) -> None:
        definitions = dict([item async for item in api.analytics.iterate()])
        assert definitions == await api.analytics.list()
        custom = {"2": CustomMetric(name="Twice", formula="$sales * 2 + 1")}
        wanted = MetricsFilter(**YEAR, metrics=["sales", "metric_2"], custom=custom)
        values = await api.analytics.get(wanted)
        assert values["sales"].value is not None
        assert values["metric_2"].value == values["sales"].value * 2 + 1
        every = await api.analytics.get(MetricsFilter(**YEAR))
        assert set(every) == set(definitions)

    @pytest.mark.parametrize("field", GROUPINGS)
    async def test_every_grouping(self, api: Api, field: str) -> None:
        week = Period(start="2026-03-01", end="2026-03-07", tz="Europe/Lisbon")
        rows = await api.analytics.grouped(field, week, ["sales"])
        assert all(row.metric("sales") is not None for row in rows)

    async def test_every_answer_with_a_shape_of_its_own(self, api: Api) -> None:
        analytics = api.analytics
        assert (await analytics.time_before_first_purchase(PERIOD)).buckets
        assert len((await analytics.add_to_carts_by_video_time(PERIOD)).buckets) == 11
        gender = await analytics.customer_gender(PERIOD)
        assert gender.unknown.count >= 0
        assert (await analytics.video_completion_by_gender(PERIOD)).male.sample >= 0
        assert await analytics.products_by_pages(PERIOD) is not None
        assert await analytics.products_by_pages_summary(PERIOD) is not None
        assert (await analytics.upsell_take_rate(PERIOD)).upsells is not None
        assert (await analytics.units_sold(PERIOD)).total_units >= 0
        for type in UTM_TYPES:
            rows = await analytics.utm_performance(type, PERIOD)
            assert all(row.value(type) for row in rows)

    async def test_cards_exports_and_reports(self, api: Api) -> None:
        dates = DateRange(start="2026-01-01", end="2026-02-01")
        cards = await api.analytics.cards(CardsFilter(**YEAR, cards=["video_analytics"]))
        assert list(cards.cards) == cards.enabled_cards == ["video_analytics"]
        export = MetricsExport(metrics=["sales"], date_range=dates, format="excel")
        assert (await api.analytics.export("day", export)).status == "queued"
        draft = ReportDraft(group_by=["month", "device"], metrics=["sales"], date_range=dates)
        assert (await api.analytics.generate_report(draft)).rows is not None

    async def test_what_is_refused(self, api: Api, embedded: "Embedded") -> None:
        bad = MetricsFilter(**YEAR, custom={"0": CustomMetric(name="x", formula="1 +")})
        with pytest.raises(Invalid) as caught:
            await api.analytics.get(bad)
        assert caught.value.fields["metric.0.formula"]
        with pytest.raises(Invalid):
            await api.analytics.grouped("secret", PERIOD)
        async with embedded.api(role="viewer") as viewer:
            assert await viewer.analytics.grouped("device", PERIOD) is not None
            with pytest.raises(RoleDenied):
                await viewer.analytics.grouped(["day", "aff_id"], PERIOD)
