"""Analytics: metrics, filters and custom metrics (document: Analytics; quirks 8, 50 and 51)."""

from typing import Any

import pytest
from platform_process import BrandApi, NewBrand, TestBrand
from sqlalchemy import insert
from visits_of_a_brand import life_of, lively_day

from funneldesk.contract.analytics import MetricDefinition, MetricValue
from funneldesk.server.parts.analytics.metrics import METRICS
from funneldesk.server.parts.split_tests.tables import SplitTestRow
from funneldesk.server.tables import METADATA

DAY = {"start": "2026-03-10", "end": "2026-03-10", "tz": "UTC"}


def add_split_test(brand: TestBrand, test_id: int) -> None:
    """A split test that runs."""
    values = {"brand_id": brand.id, "id": test_id, "name": "A test", "config": {}}
    with brand.database.writing() as session:
        session.execute(insert(METADATA.tables["split_tests"]).values(values))


def refused(answer: Any, *fields: str) -> None:
    assert answer.status_code == 422, answer.text
    assert sorted(answer.json()["errors"]) == sorted(fields)


def data(api: BrandApi, **query: object) -> dict[str, Any]:
    answer = api.get("/analytics/metrics/data", params={**DAY, **query})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def values(api: BrandApi, **query: object) -> dict[str, Any]:
    return {key: value["value"] for key, value in data(api, **query).items()}


@pytest.fixture
def lively(brand: TestBrand) -> TestBrand:
    """A brand on a day with four sessions and three orders."""
    return lively_day(brand)


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics",
    cites="Analytics objects: Metric definition; quirk 50",
)
def test_definitions_come_as_a_map_with_their_modules(api: BrandApi) -> None:
    found = api.get("/analytics/metrics").json()
    documented = {
        **{key: ["conversions"] for key in ("revenue", "sales", "aov", "cogs", "net_revenue")},
        **{key: ["tracking"] for key in ("page_views", "sessions", "engagement_rate")},
        "time_on_page": ["tracking"],
        "conversion_rate": ["conversions", "tracking"],
        "ad_spend": ["integrations"],
        "roas": ["conversions", "integrations"],
    }
    for key, modules in documented.items():
        assert set(found[key]) == set(MetricDefinition.model_fields)
        assert found[key]["modules"] == modules
    assert {metric["type"] for metric in found.values()} == {"currency", "pct", "time", "number"}


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics",
    cites="Endpoints: Analytics, split_test_id; Errors: 404",
)
def test_definitions_of_a_split_test(brand: TestBrand, api: BrandApi) -> None:
    brand.page(
        html="<inline-split-test name=a><variant name=b>x</variant></inline-split-test>",
    )
    with brand.database.reading() as session:
        from sqlalchemy import select

        of_brand = SplitTestRow.brand_id == brand.id
        test_id = session.scalar(select(SplitTestRow.id).where(of_brand))
    found = api.get("/analytics/metrics", params={"split_test_id": test_id}).json()
    assert set(METRICS) - set(found) == {"ad_spend", "roas"}
    assert api.get("/analytics/metrics", params={"split_test_id": 2**62}).status_code == 404
    refused(api.get("/analytics/metrics", params={"split_test_id": "x"}), "split_test_id")


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/data",
    cites="Analytics objects: Metric value; quirk 51",
)
def test_metrics_of_a_day_beside_the_day_before(lively: TestBrand) -> None:
    found = data(lively.api())
    assert set(found) == set(METRICS)
    assert {key: value["value"] for key, value in found.items()} == {
        "revenue": 140,
        "sales": 3,
        "first_purchases": 3,
        "renewals": 0,
        "upsell_orders": 0,
        "aov": 46.6667,
        "cogs": 3,
        "refunds": 12.5,
        "net_revenue": 124.5,
        "refund_rate": 33.3333,
        "units_sold": 5,
        "conversion_rate": 75,
        "sessions": 4,
        "cart_sessions": 2,
        "buying_sessions": 2,
        "session_conversion": 50,
        "page_views": 4,
        "engagement_rate": 50,
        "time_on_page": 16,
        "add_to_carts": 1,
        "ad_spend": None,
        "roas": None,
    }
    revenue = found["revenue"]
    assert set(MetricValue.model_fields) <= set(revenue)
    assert (revenue["formatted_value"], revenue["previous_value"]) == ("$140.00", 50)
    assert (revenue["change"], revenue["change_symbol"]) == (180, "+")
    start, middle, end = (f"2026-03-{day}T00:00:00+00:00" for day in ("09", "10", "11"))
    assert revenue["current_range"] == {"start": middle, "end": end}
    assert revenue["previous_range"] == {"start": start, "end": middle}
    assert revenue["previous_range_label"] == "9 Mar 2026"
    assert (found["conversion_rate"]["change"], found["conversion_rate"]["change_symbol"]) == (
        *(-25, "-"),
    )
    assert found["cogs"]["lower_is_better"] is True
    assert found["revenue"]["lower_is_better"] is False
    assert found["ad_spend"]["neutral"] is True


@pytest.mark.endpoint("GET /api/brands/{brand}/analytics/metrics/data", cites="quirk 51")
def test_quirk_51_missing_is_not_zero(api: BrandApi) -> None:
    found = data(api)
    assert (found["revenue"]["value"], found["sessions"]["value"]) == (0, 0)
    for key in ("aov", "conversion_rate", "time_on_page", "roas", "ad_spend"):
        assert found[key]["value"] is None
        assert found[key]["change"] is None
        assert found[key]["formatted_value"] == "–"


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/data",
    cites="Endpoints: Analytics, filter[field]; quirk 17",
)
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"filter[country]": "PT"}, (130, 2, 2)),
        ({"filter[country]": ["PT", "US"]}, (130, 2, 4)),
        ({"filter[country]": "XX"}, (0, 0, 0)),
        ({"filter[device]": "mobile"}, (100, 1, 2)),
        ({"filter[device]": "mobile", "filter[country]": "US"}, (0, 0, 1)),
        ({"filter[utm_source]": "mail", "filter[aff_id]": "ana"}, (100, 1, 1)),
        ({"filter[aff_id]": "ana"}, (100, 1, 1)),
        ({"filter[subid]": "s"}, (30, 1, 1)),
        ({"filter[merchant_id]": "3"}, (100, 1, 0)),
        ({"filter[shipping_country]": "PT"}, (100, 1, None)),
        ({"filter[product]": "7"}, (120, 3, None)),
        ({"filter[product]": "7", "filter[country]": "PT"}, (110, 2, None)),
        ({"page_id": 9001}, (130, 2, 2)),
        ({"page_id": 9002}, (0, 0, 2)),
        ({"page_id": 9001, "filter[device]": "mobile"}, (100, 1, 1)),
        ({"engine": "anything"}, (140, 3, 4)),
        ({"page_id": ""}, (140, 3, 4)),
    ],
)
def test_filters_narrow_and_may_be_repeated(
    lively: TestBrand, query: dict[str, object], expected: tuple[float | None, ...]
) -> None:
    wanted = ["revenue", "sales", "sessions"]
    found = values(lively.api(), **{"selected_metrics[]": wanted}, **query)
    assert tuple(found[key] for key in wanted) == expected


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/data",
    cites="Endpoints: Analytics, split_test_id; filter[node_code]",
)
def test_variants_are_told_apart_by_their_node_code(brand: TestBrand, api: BrandApi) -> None:
    add_split_test(brand, 5)
    with life_of(brand) as life:
        for number, code in enumerate(("aaa", "bbb", "aaa")):
            visit = life.visit(number, country="PT")
            pairs = [(5, code), (50, "aaa")]
            life.ingest.event(visit, "page_view", visit.started_at, page_id=1, pairs=pairs)
            life.ingest.event(visit, "page_view", visit.started_at, page_id=1, pairs=[(5, "zzz")])
        life.sale(visit, "9", 3)
    wanted = {"selected_metrics[]": ["sessions", "sales", "page_views", "engagement_rate"]}
    whole = {"sessions": 3, "sales": 1, "page_views": 6, "engagement_rate": 100}
    first = {"sessions": 2, "sales": 1, "page_views": 4, "engagement_rate": 100}
    assert values(api, split_test_id=5, **wanted) == whole
    assert values(api, split_test_id=5, **{"filter[node_code]": "aaa"}, **wanted) == first
    assert values(api, split_test_id=5, **{"filter[node_code]": "zzz"}, **wanted)["sessions"] == 0
    both = {"filter[node_code]": "aaa", "page_id": 1, **wanted}
    assert values(api, split_test_id=5, **both) == first
    assert values(api, split_test_id=5, page_id=1, **wanted) == whole
    query = {**DAY, "filter[node_code]": "aaa"}
    refused(api.get("/analytics/metrics/data", params=query), "split_test_id")


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/data",
    cites="Analytics objects: Custom metric definition; quirks 8 and 50",
)
def test_quirks_8_and_50_custom_metrics_come_in_the_body_of_a_get(lively: TestBrand) -> None:
    body = {
        "metric": {
            "0": {"name": "Per view", "formula": "$revenue / $page_views", "as": "currency"},
            "7": {"name": "Nothing", "formula": "1 / ($sales - 3)", "as": "pct"},
            "8": {"name": "Spend", "formula": "$ad_spend + 1", "as": "number"},
        }
    }
    query = {**DAY, "selected_metrics[]": ["metric_0", "sales", "metric_7", "metric_8"]}
    answer = lively.api().get("/analytics/metrics/data", params=query, json=body)
    found = answer.json()
    assert list(found) == ["metric_0", "sales", "metric_7", "metric_8"]
    assert (found["metric_0"]["value"], found["metric_0"]["formatted_value"]) == (35, "$35.00")
    assert found["metric_0"]["previous_value"] == 50
    assert found["metric_7"]["value"] is None
    assert found["metric_8"]["value"] is None
    both = lively.api().get("/analytics/metrics/data", params=DAY, json=body).json()
    assert set(both) == {*METRICS, "metric_0", "metric_7", "metric_8"}


GOOD = {"name": "x", "formula": "1", "as": "number"}


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/data", cites="Errors: 422; quirk 21"
)
@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"metric": {"0": {**GOOD, "formula": "1 +"}}}, "metric.0.formula"),
        ({"metric": {"0": {**GOOD, "formula": "$nothing"}}}, "metric.0.formula"),
        ({"metric": {"0": {**GOOD, "formula": None}}}, "metric.0.formula"),
        ({"metric": {"0": {**GOOD, "as": "words"}}}, "metric.0.as"),
        ({"metric": {"0": {**GOOD, "as": ["x"]}}}, "metric.0.as"),
        ({"metric": {"0": {**GOOD, "name": " "}}}, "metric.0.name"),
        ({"metric": {"x": GOOD}}, "metric.x"),
        ({"metric": {"0": 1}}, "metric.0"),
        ({"metric": 1}, "metric"),
        ({"metric": {str(n): GOOD for n in range(21)}}, "metric"),
        ([1], "body"),
    ],
)
def test_custom_metrics_that_say_nothing_are_refused(
    api: BrandApi, body: object, field: str
) -> None:
    refused(api.get("/analytics/metrics/data", params=DAY, json=body), field)


@pytest.mark.parametrize("content", [b"{", b"\xff", b"[" * 5000, b" " * 70_000 + b"{}"])
def test_a_body_that_is_none_is_refused(api: BrandApi, content: bytes) -> None:
    refused(api.get("/analytics/metrics/data", params=DAY, content=content), "body")


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/data",
    cites="Errors: 422; Endpoints: Analytics, start and end required",
)
@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"start": None}, "start"),
        ({"end": None}, "end"),
        ({"start": "never"}, "start"),
        ({"end": "2026-03-09"}, "end"),
        ({"end": "2036-12-31"}, "end"),
        ({"tz": "Mars/Olympus"}, "tz"),
        ({"tz": "../../etc/passwd"}, "tz"),
        ({"selected_metrics[]": ["sales", "fun"]}, "selected_metrics.1"),
        ({"selected_metrics[]": "metric_0"}, "selected_metrics.0"),
        ({"filter[secret]": "x"}, "filter.secret"),
        ({"filter[]": "x"}, "filter."),
        ({"filter[country]": "\0"}, "filter.country"),
        ({"page_id": "x"}, "page_id"),
        ({"split_test_id": "-1"}, "split_test_id"),
    ],
)
def test_questions_that_do_not_fit_are_refused(
    api: BrandApi, query: dict[str, object], field: str
) -> None:
    params = {name: value for name, value in {**DAY, **query}.items() if value is not None}
    refused(api.get("/analytics/metrics/data", params=params), field)


@pytest.mark.endpoint("GET /api/brands/{brand}/analytics/metrics/data", cites="Brand: currency")
def test_money_is_in_the_brands_currency(lively: TestBrand) -> None:
    lively.api().put("", json={"currency": "JPY"})
    assert data(lively.api())["revenue"]["formatted_value"] == "¥140"


@pytest.mark.parametrize("path", ["metrics", "metrics/data", "metrics/cards", "metrics/day/data"])
@pytest.mark.parametrize("more", ["", "&filter[node_code]=a"])
def test_a_split_test_that_is_not_there_is_404_everywhere(
    api: BrandApi, new_brand: NewBrand, path: str, more: str
) -> None:
    """Zeros would look like a test without visitors; a foreign test is none of this brand's."""
    other = new_brand()
    add_split_test(other, 6)
    query = "start=2026-11-01&end=2026-11-02&selected_metrics[]=revenue&split_test_id="
    for test_id in ("987654", "6"):
        answer = api.get(f"/analytics/{path}?{query}{test_id}{more}")
        assert answer.status_code == 404, answer.text
        assert answer.json() == {"message": "no query results for the split test model"}
    assert other.api().get(f"/analytics/{path}?{query}6").status_code == 200
