"""The answers of analytics with shapes of their own (document: Endpoints, Analytics)."""

import statistics
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from platform_process import BrandApi, TestBrand
from visits_of_a_brand import life_of

from funneldesk.server.parts.analytics.insights import median
from funneldesk.server.parts.analytics.sales import SoldItem, rounded

DAY = {"start": "2026-03-10", "end": "2026-03-10", "tz": "UTC"}
PATHS = (
    *("time-before-first-purchase", "add-to-carts-by-video-time", "customer-gender"),
    *("video-completion-by-gender", "products-by-pages/data", "products-by-pages/summary"),
    *("upsell-take-rate/summary", "units-sold/summary"),
)


def ask(api: BrandApi, name: str) -> Any:
    answer = api.get(f"/analytics/metrics/{name}", params=DAY)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/time-before-first-purchase",
    cites="Endpoints: Analytics",
)
def test_the_time_to_the_first_order_counts_once_for_a_visitor(
    brand: TestBrand, api: BrandApi
) -> None:
    with life_of(brand) as life:
        first = life.visit(0, visitor="a" * 32)
        life.visit(1, visitor="a" * 32)
        later = life.visit(5, visitor="a" * 32)
        life.sale(later, "1", 6)
        life.sale(later, "1", 7)
        life.sale(life.visit(0), "1", 0.05)
        life.sale(life.visit(0), "1", 0.25)
        life.sale(None, "1", 0)
    with life_of(brand) as life:
        life.sale(life.visit(8, visitor="a" * 32), "1", 9)
        life.sale(first, "1", 9)
    found = ask(api, "time-before-first-purchase")
    assert set(found) == {"buckets", "median_seconds", "sample_size"}
    assert (found["sample_size"], found["median_seconds"]) == (3, 900)
    assert all(set(bucket) == {"label", "count", "pct"} for bucket in found["buckets"])
    counts = {bucket["label"]: bucket["count"] for bucket in found["buckets"] if bucket["count"]}
    assert counts == {"Under 5 minutes": 1, "5 to 30 minutes": 1, "1 to 24 hours": 1}


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/add-to-carts-by-video-time",
    cites="Endpoints: Analytics",
)
@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/video-completion-by-gender",
    cites="Endpoints: Analytics",
)
def test_videos_by_how_far_they_were_seen(brand: TestBrand, api: BrandApi) -> None:
    with life_of(brand) as life:
        for number, (gender, pcts) in enumerate(
            [("male", [10, 55, 30]), ("female", [100]), ("female", [50]), (None, [80])]
        ):
            visit = life.visit(number)
            at = visit.started_at + timedelta(minutes=1)
            for pct in pcts:
                life.ingest.event(visit, "video_progress", at, data={"pct": pct})
            life.ingest.event(visit, "add_to_cart", at)
            if gender:
                life.ingest.event(visit, "identify", at, data={"gender": gender})
        life.ingest.event(life.visit(5), "add_to_cart", at)
    carts = ask(api, "add-to-carts-by-video-time")["buckets"]
    assert [bucket["video_pct"] for bucket in carts] == list(range(0, 101, 10))
    assert {b["video_pct"]: b["atcs"] for b in carts if b["atcs"]} == {50: 2, 80: 1, 100: 1}
    assert ask(api, "video-completion-by-gender") == {
        "male": {"avg_completion_pct": 55, "sample": 1},
        "female": {"avg_completion_pct": 75, "sample": 2},
    }


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/customer-gender", cites="Endpoints: Analytics"
)
def test_customers_by_gender_whenever_it_was_told(brand: TestBrand, api: BrandApi) -> None:
    with life_of(brand) as life:
        told_before = life.visit(0)
        life.ingest.identify(told_before, "female")
        life.sale(told_before, "1")
        told_later = life.visit(1)
        life.sale(told_later, "1", 1)
        life.sale(life.visit(2), "1", 2, gender="male")
        life.sale(life.visit(2), "1", 2)
        life.sale(None, "1", 2, gender="male")
    with life_of(brand) as life:
        life.ingest.identify(told_later, "female")
        life.ingest.identify(told_later, "robot")
    assert ask(api, "customer-gender") == {
        "male": {"count": 2, "pct": 40},
        "female": {"count": 2, "pct": 40},
        "unknown": {"count": 1, "pct": 20},
    }


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/products-by-pages/data",
    cites="Endpoints: Analytics; quirk 19",
)
@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/products-by-pages/summary",
    cites="Endpoints: Analytics; quirk 19",
)
@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/units-sold/summary",
    cites="Endpoints: Analytics; quirk 19",
)
@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/upsell-take-rate/summary",
    cites="Endpoints: Analytics; quirk 19",
)
def test_products_pages_units_and_upsells(brand: TestBrand, api: BrandApi) -> None:
    page = brand.page(title="Offer")["id"]
    mug, upsell = (
        SoldItem(70001, 2, Decimal(20)),
        SoldItem(70002, 1, Decimal("5.5"), is_upsell=True),
    )
    with life_of(brand) as life:
        one, two, _ = (life.visit(number, page) for number in range(3))
        life.sale(one, "25.5", items=[mug, upsell], upsells_shown=[70002, 70003])
        life.sale(two, "20", 1, items=[mug], upsells_shown=[70002])
        life.sale(None, "20", 1, items=[mug, SoldItem(None, 3, Decimal(0))])
    rows = ask(api, "products-by-pages/data")
    assert rows[0] == {
        **{"page_id": page, "page_title": "Offer", "product_id": 70001, "revenue": 40},
        **{"product_title": "#70001 (deleted)", "sales": 2, "conversion_rate": 66.67},
    }
    assert [row["product_id"] for row in rows] == [70001, 70002]
    summary = ask(api, "products-by-pages/summary")
    assert set(summary[0]) == set(rows[0])
    assert (summary[0]["page_id"], summary[0]["sales"], summary[0]["revenue"]) == (None, 3, 60)
    assert ask(api, "units-sold/summary") == {
        "total_units": 10,
        "by_product": [
            {"product_id": 70001, "title": "#70001 (deleted)", "units": 6},
            {"product_id": 70002, "title": "#70002 (deleted)", "units": 1},
        ],
    }
    upsells = ask(api, "upsell-take-rate/summary")["upsells"]
    assert upsells[0] == {
        **{"product_id": 70002, "product_title": "#70002 (deleted)", "shown": 2, "taken": 1},
        **{"take_rate": 50, "revenue": 5.5},
    }
    assert (upsells[1]["shown"], upsells[1]["taken"], upsells[1]["take_rate"]) == (1, 0, 0)


@pytest.mark.parametrize("path", PATHS)
def test_without_a_period_it_is_the_last_thirty_days(api: BrandApi, path: str) -> None:
    assert api.get(f"/analytics/metrics/{path}").status_code == 200
    for query in ({"start": "2026-03-10"}, {"end": "2026-03-10"}, {**DAY, "tz": "Nowhere"}):
        answer = api.get(f"/analytics/metrics/{path}", params=query)
        assert answer.status_code == 422, answer.text


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/utm-performance/{type}", cites="Endpoints: Analytics"
)
@pytest.mark.parametrize(
    "type", ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"]
)
def test_utm_performance_is_by_any_utm_field(brand: TestBrand, api: BrandApi, type: str) -> None:
    with life_of(brand) as life:
        life.sale(life.visit(0, 1, **{type: "spring"}), "30")
        life.visit(0, 1, 2, **{type: "spring"})
        life.visit(0, 1, **{type: "=autumn"})
        life.visit(0, 1)
    answer = api.get(f"/utm-performance/{type}", params=DAY)
    spring, autumn = answer.json()
    figures = {"revenue": 30, "sales": 1, "aov": 30, "conversion_rate": 50, "page_views": 3}
    assert spring == {type: "spring", **figures}
    assert (autumn[type], autumn["aov"], autumn["conversion_rate"]) == ("=autumn", None, 0)


@pytest.mark.endpoint("GET /api/brands/{brand}/utm-performance/{type}", cites="Errors: 422")
def test_utm_performance_of_something_else_is_refused(api: BrandApi) -> None:
    assert set(api.get("/utm-performance/utm_secret", params=DAY).json()["errors"])
    missing = api.get("/utm-performance/utm_source")
    assert (missing.status_code, set(missing.json()["errors"])) == (422, {"start", "end"})


@given(st.lists(st.integers(0, 50), min_size=1, max_size=40))
def test_the_median_of_counted_values_is_that_of_the_values(numbers: list[int]) -> None:
    counts = {number: numbers.count(number) for number in numbers}
    assert median(counts) == statistics.median(numbers)
    assert median({}) is None


@given(st.integers(0, 10**9))
def test_times_are_kept_to_three_digits(seconds: int) -> None:
    kept = int(rounded(seconds))
    assert kept <= seconds
    assert seconds - kept <= max(0, seconds // 100)
