"""Charts of split tests, from recorded visits to verdicts (document: chart-data; quirk 43, 44)."""

import math
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from platform_process import BrandApi, TestBrand
from scipy import stats

from funneldesk.server.db.types import at
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.split_tests.export import table
from funneldesk.server.parts.split_tests.exposures import (
    Sale,
    Seen,
    convert,
    convert_many,
    record,
    record_many,
)
from funneldesk.server.parts.split_tests.finishing import finish
from funneldesk.server.parts.split_tests.tables import SplitTestRow
from funneldesk.server.parts.tracking.tables import VisitRow

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
WORST = (
    "conversion_trends",
    "funnel_analysis",
    "statistical_confidence",
    "performance_comparison",
)


def create(api: BrandApi, codes: str = "ab", **fields: object) -> int:
    items = [{"name": code.upper(), "node_code": code, "weight": 1} for code in codes]
    body = {"name": "T", "type": "split_test", "config": {"items": items}, **fields}
    answer = api.post("/split-tests", json={"split_test": body})
    assert answer.status_code == 200, answer.text
    number: int = answer.json()["id"]
    return number


def fill(
    brand: TestBrand,
    test: int,
    code: str,
    visitors: int,
    conversions: int,
    *,
    first: int,
    moment: datetime = NOON,
    revenue: str = "10",
) -> None:
    """``visitors`` visits numbered from ``first``; the first ``conversions`` of them buy."""
    with brand.database.writing() as session:
        seen = [Seen(first + n, moment, test, code) for n in range(visitors)]
        record_many(session, brand.id, seen)
        sales = [Sale(first + n, moment, Decimal(revenue)) for n in range(conversions)]
        convert_many(session, brand.id, sales)


def chart(api: BrandApi, test: int, kind: str, **query: str) -> dict[str, Any]:
    answer = api.get(f"/split-tests/{test}/chart-data", params={"chart_type": kind, **query})
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    assert body["chart_type"] == kind
    return body


def variants(api: BrandApi, test: int, **query: str) -> dict[str, dict[str, Any]]:
    found = chart(api, test, "statistical_confidence", **query)["variants"]
    return {one["node_code"]: one for one in found}


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/split-tests/{split_test}/chart-data",
    cites="Endpoints: Split tests, statistical_confidence",
)
def test_frequentist_confidence_is_that_of_the_two_proportion_test(brand: TestBrand) -> None:
    api = brand.api()
    test = create(api)
    fill(brand, test, "a", 1000, 50, first=1)
    fill(brand, test, "b", 1000, 80, first=10_001)
    body = chart(api, test, "statistical_confidence")
    assert body["required_confidence"] == 95
    assert body["has_winner"] is True
    control, bold = body["variants"]
    assert (control["name"], control["node_code"], control["visitors"]) == ("A", "a", 1000)
    assert (control["is_baseline"], control["is_winner"], control["lift"]) == (True, False, 0)
    assert (bold["conversions"], bold["conversion_rate"], bold["lift"]) == (80, 8, 60)
    p = stats.chi2_contingency([[50, 950], [80, 920]], correction=False).pvalue
    assert bold["confidence"] == pytest.approx((1 - p) * 100, abs=0.005)
    assert (bold["is_winner"], bold["is_baseline"]) == (True, False)


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/split-tests/{split_test}/chart-data",
    cites="Split test: statistical_method bayesian",
)
def test_bayesian_confidence_is_the_chance_to_beat_the_baseline(brand: TestBrand) -> None:
    api = brand.api()
    test = create(api, statistical_method="bayesian", baseline="B")
    fill(brand, test, "a", 400, 40, first=1)
    fill(brand, test, "b", 500, 40, first=10_001)
    found = variants(api, test)
    assert found["b"]["is_baseline"] is True
    sample = stats.beta(41, 361).rvs(400_000, random_state=1) > stats.beta(41, 461).rvs(
        400_000, random_state=2
    )
    assert found["a"]["confidence"] == pytest.approx(sample.mean() * 100, abs=0.3)


def test_revenue_is_judged_by_welch(brand: TestBrand) -> None:
    api = brand.api()
    test = create(api, primary_metric="revenue")
    fill(brand, test, "a", 500, 50, first=1, revenue="10")
    fill(brand, test, "b", 500, 45, first=10_001, revenue="19.90")
    a, b = [10.0] * 50 + [0.0] * 450, [19.9] * 45 + [0.0] * 455
    p = stats.ttest_ind(a, b, equal_var=False).pvalue
    bold = variants(api, test)["b"]
    assert bold["confidence"] == pytest.approx((1 - p) * 100, abs=0.005)
    assert bold["lift"] == pytest.approx((45 * 19.9 / 500 - 1) * 100, abs=0.01)
    gap = sum(b) / 500 - sum(a) / 500
    spread = (stats.tvar(a) + stats.tvar(b)) / gap**2
    z = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    assert bold["required_sample_size"] == math.ceil(z**2 * spread)


def test_average_orders_are_compared_over_buyers(brand: TestBrand) -> None:
    """The variant with fewer and larger orders has the higher average."""
    api = brand.api()
    test = create(api, primary_metric="aov", min_sample_size_per_variant=100)
    fill(brand, test, "a", 500, 40, first=1, revenue="10")
    fill(brand, test, "a", 500, 40, first=2001, revenue="14")
    fill(brand, test, "b", 1000, 20, first=10_001, revenue="20")
    fill(brand, test, "b", 10, 10, first=20_001, revenue="26")
    a, b = [10.0] * 40 + [14.0] * 40, [20.0] * 20 + [26.0] * 10
    p = stats.ttest_ind(a, b, equal_var=False).pvalue
    bold = variants(api, test)["b"]
    assert bold["lift"] == pytest.approx((22 / 12 - 1) * 100, abs=0.01)
    assert bold["confidence"] == pytest.approx((1 - p) * 100, abs=0.005)
    assert bold["is_winner"] is True


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/split-tests/{split_test}/chart-data",
    cites="Endpoints: Split tests, performance_comparison",
)
def test_groups_are_of_visitors_and_add_up_to_the_variants(brand: TestBrand) -> None:
    """Sales over sessions would count the second order of a visitor as another conversion."""
    api = brand.api()
    test = create(api)
    moment = NOON
    with brand.database.writing() as session:
        for visit in range(1, 41):
            device = "mobile" if visit % 4 else "desktop"
            named = {"code": f"v{visit}", "session_id": f"v{visit}", "visitor": f"v{visit}"}
            session.add(VisitRow(brand_id=brand.id, id=visit, device=device, **named))
        session.flush()
        seen = [Seen(visit, moment, test, "ab"[visit % 2]) for visit in range(1, 51)]
        record_many(session, brand.id, seen)
        orders = [Sale(visit, moment, Decimal(visit)) for visit in range(1, 51, 3)]
        convert_many(session, brand.id, [*orders, *orders[:5]])
    body = chart(api, test, "performance_comparison", group_by="device")
    groups = {each["key"]: each for each in body["groups"]}
    assert [each["name"] for each in body["groups"]] == ["mobile", "(none)", "desktop"]
    paid = {visit: float(visit) for visit in range(1, 51, 3)}
    for visit in list(paid)[:5]:
        paid[visit] *= 2
    for key, device in (("mobile", True), ("desktop", False)):
        for variant in groups[key]["variants"]:
            met = [
                visit
                for visit in range(1, 41)
                if bool(visit % 4) is device and "ab"[visit % 2] == variant["node_code"]
            ]
            amounts = [paid[visit] for visit in met if visit in paid]
            assert (variant["visitors"], variant["conversions"]) == (len(met), len(amounts))
            assert variant["revenue"] == pytest.approx(sum(amounts))
            assert variant["revenue_squared"] == pytest.approx(sum(x * x for x in amounts))
    for whole in body["variants"]:
        for figure in ("visitors", "conversions", "revenue", "revenue_squared"):
            parts = [
                variant[figure]
                for group in body["groups"]
                for variant in group["variants"]
                if variant["node_code"] == whole["node_code"]
            ]
            assert sum(parts) == pytest.approx(whole[figure])
    later = {"start": "2026-03-11", "end": "2026-03-12"}
    assert chart(api, test, "performance_comparison", group_by="device", **later)["groups"] == []
    assert "groups" not in chart(api, test, "performance_comparison")


def test_groups_take_a_field_of_visits_and_access_to_them(brand: TestBrand) -> None:
    test = create(brand.api())
    query = {"chart_type": "performance_comparison", "group_by": "aff_id"}
    answer = brand.api().get(f"/split-tests/{test}/chart-data", params=query)
    assert answer.status_code == 422
    without = brand.api(role="editor", without=["tracking"])
    query["group_by"] = "country"
    assert without.get(f"/split-tests/{test}/chart-data", params=query).status_code == 403
    del query["group_by"]
    assert without.get(f"/split-tests/{test}/chart-data", params=query).status_code == 200


def test_several_variants_are_asked_for_more(brand: TestBrand) -> None:
    api = brand.api()
    test = create(api, "abc")
    for place, (code, sold) in enumerate([("a", 50), ("b", 72), ("c", 51)]):
        fill(brand, test, code, 1000, sold, first=1 + place * 10_000)
    p = stats.chi2_contingency([[50, 950], [72, 928]], correction=False).pvalue
    assert variants(api, test)["b"]["confidence"] == pytest.approx((1 - 2 * p) * 100, abs=0.005)


def test_nobody_wins_with_too_few_visitors_or_a_broken_split(brand: TestBrand) -> None:
    api = brand.api()
    few = create(api, min_sample_size_per_variant=1001)
    fill(brand, few, "a", 1000, 20, first=1)
    fill(brand, few, "b", 1000, 90, first=10_001)
    assert chart(api, few, "statistical_confidence")["has_winner"] is False
    broken = create(api)
    fill(brand, broken, "a", 1000, 20, first=1)
    fill(brand, broken, "b", 700, 90, first=10_001)
    body = chart(api, broken, "statistical_confidence")
    assert body["sample_ratio"]["is_broken"] is True
    assert body["has_winner"] is False


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/split-tests/{split_test}/chart-data",
    cites="Endpoints: Split tests, conversion_trends",
)
def test_trends_are_rates_by_day_in_the_zone(brand: TestBrand) -> None:
    api = brand.api()
    test = create(api)
    for day in (0, 1, 3):
        moment = NOON + timedelta(days=day, hours=11)  # 23:00 UTC is the next day in Berlin
        fill(brand, test, "a", 10, day, first=1 + day * 100, moment=moment)
    body = chart(api, test, "conversion_trends", tz="Europe/Berlin")
    assert body["labels"] == ["2026-03-11", "2026-03-12", "2026-03-13", "2026-03-14"]
    own = ("label", "data", "node_code")
    assert [{name: each[name] for name in own} for each in body["datasets"]] == [
        {"label": "A", "data": [0, 10, None, 30], "node_code": "a"},
        {"label": "B", "data": [None] * 4, "node_code": "b"},
    ]
    counts = [(each["visitors"], each["conversions"]) for each in body["datasets"]]
    assert counts == [([10, 10, 0, 10], [0, 1, 0, 3]), ([0] * 4, [0] * 4)]
    narrow = chart(
        api, test, "conversion_trends", tz="Europe/Berlin", start="2026-03-12", end="2026-03-12"
    )
    assert narrow["labels"] == ["2026-03-12T00:00"]
    assert chart(api, create(api), "conversion_trends")["labels"] == []


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/split-tests/{split_test}/chart-data",
    cites="Endpoints: Split tests, performance_comparison; quirk 44",
)
def test_performance_shows_what_each_variant_brought_in(brand: TestBrand) -> None:
    api = brand.api()
    test = create(api)
    fill(brand, test, "a", 100, 4, first=1, revenue="19.90")
    body = chart(api, test, "performance_comparison")
    first, second = body["variants"]
    assert (first["revenue"], first["revenue_per_visitor"]) == (79.6, 0.796)
    assert (first["average_order_value"], first["visitors"]) == (19.9, 100)
    assert (second["conversion_rate"], second["revenue_per_visitor"]) == (None, None)


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/split-tests/{split_test}/chart-data",
    cites="Endpoints: Split tests, funnel_analysis; quirk 44",
)
def test_the_funnel_shows_how_far_visits_came(brand: TestBrand) -> None:
    api = brand.api()
    test = create(api)
    fill(brand, test, "a", 20, 3, first=1)
    body = chart(api, test, "funnel_analysis")
    assert len(body["labels"]) == len(body["stages"]) == 4
    assert [one["data"] for one in body["datasets"]] == [[20, 0, 0, 3], [0, 0, 0, 0]]


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/split-tests/{split_test}/chart-data",
    cites="Endpoints: Split tests, chart-data: query",
)
@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("", "chart_type"),
        ("chart_type=pie", "chart_type"),
        ("chart_type=conversion_trends&tz=Mars/Crater", "tz"),
        ("chart_type=conversion_trends&tz=../../etc/passwd", "tz"),
        ("chart_type=conversion_trends&start=soon", "start"),
        ("chart_type=conversion_trends&start=2026-03-02&end=2026-03-01", "end"),
    ],
)
def test_a_chart_that_is_not_there_is_422(api: BrandApi, query: str, field: str) -> None:
    answer = api.get(f"/split-tests/{create(api)}/chart-data?{query}")
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [field]


@pytest.mark.parametrize("kind", WORST)
@pytest.mark.parametrize("span", [("0001-01-01", "9999-12-31"), ("9999-12-31", None)])
def test_no_span_is_too_wide(brand: TestBrand, kind: str, span: tuple[str, str | None]) -> None:
    api = brand.api()
    test = create(api)
    fill(brand, test, "a", 2, 1, first=1)
    query = {"start": span[0], "tz": "Pacific/Kiritimati"} | ({"end": span[1]} if span[1] else {})
    answer = api.get(f"/split-tests/{test}/chart-data", params={"chart_type": kind, **query})
    assert answer.status_code in (200, 422)


def test_a_visit_counts_once_and_for_the_first_variant_that_it_saw(brand: TestBrand) -> None:
    api = brand.api()
    test, paused = create(api), create(api, status="paused")
    with brand.database.writing() as session:
        record(session, brand.id, 7, NOON, [(test, "a"), (test, "b"), (paused, "a")])
        record(session, brand.id, 7, NOON, [(test, "b"), (test, "zz"), (2**70, "a"), (-1, "a")])
        convert(session, brand.id, 7, NOON - timedelta(minutes=1), Decimal(5))
        convert(session, brand.id, 7, NOON, Decimal("19.90"))
        convert(session, brand.id, 7, NOON, Decimal("5.10"))
        convert(session, brand.id, 8, NOON, Decimal(5))
    first, second = chart(api, test, "performance_comparison")["variants"]
    assert (first["visitors"], first["conversions"], first["revenue"]) == (1, 1, 25)
    assert second["visitors"] == 0
    assert chart(api, paused, "performance_comparison")["variants"][0]["visitors"] == 0
    assert api.get("/split-tests").json()["data"][1]["views"] == 1


def test_no_more_visits_count_than_the_sample_takes(brand: TestBrand) -> None:
    api = brand.api()
    test = create(api, sample_size_limit=5)
    fill(brand, test, "a", 4, 0, first=1)
    fill(brand, test, "b", 4, 0, first=100)
    found = variants(api, test)
    assert found["a"]["visitors"] + found["b"]["visitors"] == 5
    end(brand, test)
    assert api.get(f"/split-tests/{test}").json()["status"] == "completed"


def end(brand: TestBrand, test: int) -> None:
    with brand.database.writing() as session:
        finish(session, brand.id, test)


def test_a_test_that_selects_its_winner_ends_with_it(brand: TestBrand) -> None:
    api = brand.api()
    test = create(api, auto_select_winner=True)
    fill(brand, test, "a", 1000, 50, first=1)
    fill(brand, test, "b", 1000, 52, first=10_001)
    end(brand, test)
    assert api.get(f"/split-tests/{test}").json()["status"] == "running"
    fill(brand, test, "b", 100, 60, first=20_001)
    fill(brand, test, "a", 100, 5, first=30_001)
    end(brand, test)
    found = api.get(f"/split-tests/{test}").json()
    assert (found["status"], found["winner_selected_by"]) == ("finalized", "auto")
    assert (found["winner"]["node_code"], found["winner"]["variant"]) == ("b", "B")
    assert found["winner"]["confidence"] > 95
    assert found["winner_selected_at"]
    assert api.get("/split-tests/quick-access").json()["finalized"] == 1


def test_a_baseline_wins_when_it_beats_all_others(brand: TestBrand) -> None:
    api = brand.api()
    test = create(api, auto_select_winner=True)
    fill(brand, test, "a", 1000, 90, first=1)
    fill(brand, test, "b", 1000, 40, first=10_001)
    end(brand, test)
    assert api.get(f"/split-tests/{test}").json()["winner"]["node_code"] == "a"


def test_a_test_is_completed_after_its_end_date(brand: TestBrand) -> None:
    api = brand.api()
    dates = {"start_date": "2026-03-01", "end_date": "2026-03-10"}
    test = create(api, **dates)
    with at(NOON):
        end(brand, test)
    assert api.get(f"/split-tests/{test}").json()["status"] == "running"
    with at(NOON + timedelta(days=1)):
        end(brand, test)
    assert api.get(f"/split-tests/{test}").json()["status"] == "completed"


def test_an_export_holds_the_numbers_and_what_was_wished_for(brand: TestBrand) -> None:
    test = create(brand.api())
    fill(brand, test, "a", 100, 4, first=1, revenue="19.90")
    wish: dict[str, Any] = {"split_test": test, "statistics": True, "intervals": True}
    with brand.database.reading() as session:
        whole = table(session, brand.id, wish)
        bare = table(session, brand.id, {**wish, "statistics": False, "intervals": False})
        days = {"start": "2020-01-01", "end": "2020-01-02"}
        empty = table(session, brand.id, {**wish, **days})
    row = dict(zip(whole.columns, next(iter(whole.rows)), strict=True))
    assert (row["variant"], row["visitors"], row["revenue"]) == ("A", 100, Decimal("79.60"))
    low, high = stats.binomtest(4, 100).proportion_ci(0.95, method="wilson")
    assert row["conversion_rate_low"] == pytest.approx(low * 100, abs=0.001)
    assert row["conversion_rate_high"] == pytest.approx(high * 100, abs=0.001)
    assert "confidence" not in bare.columns
    assert [one[3] for one in empty.rows] == [0, 0]


def test_visitors_get_the_winner_and_while_paused_the_baseline(brand: TestBrand) -> None:
    html = (
        "<inline-split-test name=t><variant name=A weight=100>first</variant>"
        "<variant name=B weight=0>second</variant></inline-split-test>"
    )
    api, visitor = brand.api(), brand.visitor()
    page = brand.page(html=html)
    (test,) = [
        row for row in api.get("/split-tests").json()["data"] if row["page_id"] == page["id"]
    ][:1]
    code = test["config"]["items"][1]["node_code"]
    path = f"/split-tests/{test['id']}"
    assert "first" in visitor.get(f"/{page['slug']}").text
    api.put(path, json={"split_test": {"status": "paused", "baseline": "B"}})
    assert "second" in visitor.get(f"/{page['slug']}").text
    api.put(path, json={"split_test": {"status": "running"}})
    assert "first" in visitor.get(f"/{page['slug']}").text
    winner = {"winner_node_code": code, "variant_name": "B"}
    assert api.post(f"{path}/declare-winner", json={"split_test": winner}).status_code == 200
    shown = visitor.get(f"/{page['slug']}").text
    assert f'data-cid="{code}"' in shown
    assert "second" in shown


def test_weights_that_change_begin_the_count_of_shares_anew(brand: TestBrand) -> None:
    api = brand.api()
    test = create(api)
    fill(brand, test, "a", 1000, 1, first=1)
    fill(brand, test, "b", 100, 1, first=10_001)
    assert chart(api, test, "statistical_confidence")["sample_ratio"]["is_broken"] is True
    items = [{"name": c.upper(), "node_code": c, "weight": w} for c, w in (("a", 90), ("b", 10))]
    body = {"split_test": {"config": {"items": items}}}
    assert api.put(f"/split-tests/{test}", json=body).status_code == 200
    assert chart(api, test, "statistical_confidence")["sample_ratio"]["p_value"] is None


def test_days_of_a_test_are_the_brands(brand: TestBrand) -> None:
    with brand.database.writing() as session:
        session.get_one(BrandRow, brand.id).timezone = "Pacific/Auckland"
    test = create(brand.api(), start_date="2026-03-01", end_date="2026-03-10")
    with at(NOON):  # already the 11th in Auckland
        end(brand, test)
    with brand.database.reading() as session:
        found = session.get_one(SplitTestRow, (brand.id, test))
    assert (found.status, found.end_date) == ("completed", date(2026, 3, 10))
