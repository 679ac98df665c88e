"""Analytics by groupings: rows, exports, reports, cards (document: Analytics; quirks 50, 51)."""

from datetime import UTC, date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from platform_process import BrandApi, TestBrand
from visits_of_a_brand import START, life_of, lively_day

from funneldesk.contract.analytics import GROUPINGS
from funneldesk.server.parts.analytics.export import table
from funneldesk.server.parts.analytics.facts import MOST_SESSIONS
from funneldesk.server.parts.analytics.metrics import METRICS
from funneldesk.server.parts.analytics.rollups import Rollup, hour_of

DAY = {"start": "2026-03-10", "end": "2026-03-10", "tz": "UTC"}


def refused(answer: Any, *fields: str) -> None:
    assert answer.status_code == 422, answer.text
    assert sorted(answer.json()["errors"]) == sorted(fields)


def rows(api: BrandApi, field: str, *metrics: str, **query: object) -> dict[str, list[Any]]:
    """Grouped rows by their key: the values of these metrics."""
    params = {**DAY, "selected_metrics[]": list(metrics), **query}
    answer = api.get(f"/analytics/metrics/{field}/data", params=params)
    assert answer.status_code == 200, answer.text
    return {row["row_key"]: [row[key]["value"] for key in metrics] for row in answer.json()}


@pytest.fixture
def lively(brand: TestBrand) -> TestBrand:
    """A brand on a day with four sessions and three orders."""
    return lively_day(brand)


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/{field}/data",
    cites="Analytics objects: Grouped row; Grouping fields",
)
@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("country", {"PT": [130, 2], "US": [0, 2], "": [10, 0]}),
        ("device", {"mobile": [100, 2], "desktop": [30, 2], "": [10, 0]}),
        ("utm_source", {"mail": [100, 2], "": [40, 2]}),
        ("aff_id", {"ana": [100, 1], "": [40, 3]}),
        ("subid", {"s": [30, 1], "": [110, 3]}),
        ("funnel_id", {"9": [100, 1], "": [40, 3]}),
        ("merchant_id", {"3": [100, 0], "": [40, 4]}),
        ("page", {"9001": [130, 2], "9002": [0, 2], "": [10, 0]}),
        ("product", {"7": [120, None], "8": [20, None]}),
        ("shipping_country", {"PT": [100, None], "US": [30, None], "": [10, None]}),
        ("shipping_state", {"CA": [30, None], "": [110, None]}),
        ("region", {"": [140, 4]}),
        ("hour_of_day", {f"{n:02}": [0, 0] for n in range(24)}
         | {"12": [100, 1], "13": [0, 2], "14": [40, 1]}),
        ("day", {"2026-03-10": [140, 4]}),
        ("week", {"2026-W11": [140, 4]}),
        ("month", {"2026-03": [140, 4]}),
        ("year", {"2026": [140, 4]}),
        ("country;device", {
            "PT;mobile": [100, 1], "PT;desktop": [30, 1],
            "US;mobile": [0, 1], "US;desktop": [0, 1], ";": [10, 0],
        }),
        ("day;country", {
            "2026-03-10;PT": [130, 2], "2026-03-10;US": [0, 2], "2026-03-10;": [10, 0],
        }),
        ("product;country", {"7;PT": [110, None], "8;PT": [20, None], "7;": [10, None]}),
    ],
)  # fmt: skip
def test_rows_by_every_kind_of_field(
    lively: TestBrand, field: str, expected: dict[str, list[float | None]]
) -> None:
    assert rows(lively.api(), field, "revenue", "sessions") == expected


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/{field}/data", cites="Grouping fields"
)
@pytest.mark.parametrize("field", GROUPINGS)
def test_every_grouping_of_the_document_is_there(lively: TestBrand, field: str) -> None:
    answer = lively.api().get(f"/analytics/metrics/{field}/data", params=DAY)
    assert answer.status_code == 200
    assert answer.json()
    assert {"row_key", "row_name", *METRICS} == set(answer.json()[0])


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/{field}/data", cites="Analytics objects: Grouped row"
)
def test_rows_are_named_ordered_and_compared(lively: TestBrand) -> None:
    api = lively.api()
    page = lively.page(title="Spring <offer>")
    with life_of(lively) as life:
        life.visit(0, int(page["id"]))
    query = {**DAY, "selected_metrics[]": "sessions"}
    found = api.get("/analytics/metrics/page/data", params=query).json()
    names = {row["row_key"]: row["row_name"] for row in found}
    assert names[str(page["id"])] == "Spring <offer>"
    assert names["9002"] == "#9002 (deleted)"
    assert names[""] == "(none)"
    assert [row["sessions"]["value"] for row in found] == [2, 2, 1, 0]
    country = api.get("/analytics/metrics/country/data", params=query).json()
    by_key = {row["row_key"]: row["sessions"] for row in country}
    assert (by_key["PT"]["value"], by_key["PT"]["previous_value"]) == (2, 1)
    hours = api.get("/analytics/metrics/hour/data", params=query).json()
    assert len(hours) == 24
    assert hours[12]["row_key"] == "2026-03-10T12:00:00+00:00"
    assert hours[12]["row_name"] == "10 Mar 2026 12:00"
    assert (hours[12]["sessions"]["value"], hours[12]["sessions"]["previous_value"]) == (2, 1)


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/{field}/data", cites="quirk 50: tz"
)
@pytest.mark.parametrize(
    ("zone", "days"),
    [
        ("UTC", {"2026-03-10": [2], "2026-03-11": [1]}),
        ("America/New_York", {"2026-03-10": [3], "2026-03-11": [0]}),
        ("Asia/Kolkata", {"2026-03-10": [1], "2026-03-11": [2]}),
        ("Pacific/Kiritimati", {"2026-03-10": [0], "2026-03-11": [3]}),
    ],
)
def test_days_are_those_of_the_zone(
    brand: TestBrand, zone: str, days: dict[str, list[int]]
) -> None:
    with life_of(brand) as life:
        for hours in (0, 7, 12.5):  # 12:00, 19:00 and, on the next day, 0:30
            life.visit(hours)
    query = {"start": "2026-03-10", "end": "2026-03-11", "tz": zone}
    assert rows(brand.api(), "day", "sessions", **query) == days
    brand.api().put("", json={"timezone": zone})
    assert rows(brand.api(), "day", "sessions", **{**query, "tz": ""}) == days


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/{field}/data",
    cites="Endpoints: Analytics; Errors: 422",
)
@pytest.mark.parametrize(
    "field", ["secret", "day;secret", "day;", "metric", "day;week;month;year;hour", "x" * 255]
)
def test_unknown_groupings_are_refused(api: BrandApi, field: str) -> None:
    refused(api.get(f"/analytics/metrics/{field}/data", params=DAY), "field")


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/{field}/data", cites="Authentication 8; quirk 7"
)
@pytest.mark.endpoint(
    "POST /api/brands/{brand}/analytics/metrics/{field}/export", cites="Authentication 8; quirk 7"
)
@pytest.mark.endpoint(
    "POST /api/brands/{brand}/analytics/reports/generate", cites="Authentication 8; quirk 7"
)
@pytest.mark.parametrize(
    ("role", "status"), [("owner", 200), ("admin", 200), ("editor", 403), ("viewer", 403)]
)
def test_affiliates_are_for_those_with_their_permission(
    lively: TestBrand, role: str, status: int
) -> None:
    api = lively.api(role)
    dates = {"start": "2026-03-10", "end": "2026-03-10"}
    by_affiliate = [
        api.get("/analytics/metrics/aff_id/data", params=DAY),
        api.get("/analytics/metrics/day;aff_id/data", params=DAY),
        api.get("/analytics/metrics/data", params={**DAY, "filter[aff_id]": "ana"}),
        api.post(
            "/analytics/metrics/aff_id/export", json={"metrics": ["sales"], "date_range": dates}
        ),
        api.post(
            "/analytics/reports/generate", json={"group_by": ["aff_id"], "metrics": ["sales"]}
        ),
    ]
    assert {answer.status_code for answer in by_affiliate} == {status}
    assert api.get("/analytics/metrics/subid/data", params=DAY).status_code == 200


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/analytics/metrics/{field}/export",
    cites="Endpoints: Analytics; quirk 18",
)
@pytest.mark.parametrize("format", [None, "csv", "excel"])
def test_an_export_is_queued(lively: TestBrand, format: str | None) -> None:
    body: dict[str, object] = {
        "metrics": ["sales", "revenue"],
        "date_range": {"start": "2026-03-10", "end": "2026-03-10T23:00:00Z"},
    }
    body |= {"format": format} if format else {}
    answer = lively.api().post("/analytics/metrics/country;day/export", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.json()["status"] == "queued"
    assert answer.json()["field"] == "country;day"
    assert answer.json()["message"]


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/analytics/metrics/{field}/export", cites="Errors: 422"
)
@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"metrics": []}, "metrics"),
        ({"metrics": ["fun"]}, "metrics.0"),
        ({"metrics": None}, "metrics"),
        ({"format": "pdf"}, "format"),
        ({"date_range": {"start": "2026-03-10"}}, "date_range.end"),
        ({"date_range": {"start": "soon", "end": "later"}}, "start"),
        ({"date_range": 1}, "date_range"),
        ({"tz": "Mars"}, "tz"),
    ],
)
def test_an_export_that_does_not_fit_is_refused(
    api: BrandApi, body: dict[str, object], field: str
) -> None:
    good = {"metrics": ["sales"], "date_range": {"start": "2026-03-10", "end": "2026-03-10"}}
    refused(api.post("/analytics/metrics/day/export", json={**good, **body}), field)


def test_an_exports_table_is_the_grouped_answer(lively: TestBrand) -> None:
    noon = hour_of(START)
    body = {
        **{"groupings": ["country"], "metrics": ["revenue", "sales"], "tz": "UTC"},
        **{"first": noon - 12, "end": noon + 12},
    }
    with lively.database.reading() as session:
        sheet = table(session, lively.id, body)
        found = [list(row) for row in sheet.rows]
    assert list(sheet.columns) == [
        *("Key", "Name", "Revenue", "Revenue, before", "Sales", "Sales, before")
    ]
    assert found[0] == ["PT", "PT", 130, 50, 2, 1]


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/analytics/reports/generate",
    cites="Endpoints: Analytics; the rest is not shown",
)
def test_a_report_groups_by_what_was_asked(lively: TestBrand) -> None:
    body = {
        "group_by": ["country", "device"],
        "metrics": ["sales", "sessions"],
        "date_range": {"start": "2026-03-10", "end": "2026-03-10"},
        "tz": "UTC",
    }
    report = lively.api().post("/analytics/reports/generate", json=body).json()
    assert report["group_by"] == ["country", "device"]
    assert report["metrics"] == ["sales", "sessions"]
    found = {row["row_key"]: row["sessions"]["value"] for row in report["rows"]}
    assert found["PT;mobile"] == 1
    narrowed = {**body, "filters": {"country": ["US"], "device": "mobile"}}
    report = lively.api().post("/analytics/reports/generate", json=narrowed).json()
    assert [row["row_key"] for row in report["rows"]] == ["US;mobile"]
    recent = {"group_by": ["day"], "metrics": ["sales"]}
    report = lively.api().post("/analytics/reports/generate", json=recent).json()
    assert len(report["rows"]) == 30


@pytest.mark.endpoint("POST /api/brands/{brand}/analytics/reports/generate", cites="Errors: 422")
@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"group_by": []}, "group_by"),
        ({"group_by": ["day", "secret"]}, "group_by.1"),
        ({"group_by": "day"}, "group_by"),
        ({"metrics": []}, "metrics"),
        ({"metrics": ["sales", "fun"]}, "metrics.1"),
        ({"filters": {"secret": 1}}, "filter.secret"),
        ({"start": "soon", "end": "later"}, "start"),
    ],
)
def test_a_report_that_does_not_fit_is_refused(
    api: BrandApi, body: dict[str, object], field: str
) -> None:
    good = {"group_by": ["day"], "metrics": ["sales"]}
    refused(api.post("/analytics/reports/generate", json={**good, **body}), field)


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/cards",
    cites="Endpoints: Analytics; the catalogue is not shown",
)
def test_cards_are_filled_as_far_as_they_are_enabled(lively: TestBrand) -> None:
    api = lively.api()
    every = api.get("/analytics/metrics/cards", params=DAY).json()
    assert {"video_analytics", "advanced_metrics"} <= set(every["cards"])
    assert every["enabled_cards"] == list(every["cards"])
    assert every["cards"]["main_metrics"]["revenue"]["value"] == 140
    wanted = {"enabled_cards[]": ["video_analytics", "of another platform"], "page_id": 9001}
    some = api.get("/analytics/metrics/cards", params={**DAY, **wanted}).json()
    assert list(some["cards"]) == some["enabled_cards"] == ["video_analytics"]
    applied = some["filters_applied"]
    assert (applied["page_id"], applied["split_test_id"]) == (9001, None)
    assert set(applied["date_range"]) == {"start", "end"}
    refused(api.get("/analytics/metrics/cards"), "start", "end")


def test_combined_fields_over_too_many_sessions_are_refused(
    brand: TestBrand, api: BrandApi
) -> None:
    """One field is answered whatever the number: only combinations read the sessions."""
    with brand.database.writing() as session:
        rollup = Rollup(session, brand.id)
        rollup.add(START, {"all": "", "country": "PT"}, sessions=MOST_SESSIONS + 1)
        rollup.flush()
    assert rows(api, "day;country", "sessions") == {"2026-03-10;PT": [MOST_SESSIONS + 1]}
    refused(api.get("/analytics/metrics/country;device/data", params=DAY), "start")


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/{field}/data",
    cites="Analytics objects: the preceding period of equal length; quirk 51",
)
@pytest.mark.parametrize(
    ("zone", "first", "last"),
    [
        ("Europe/Lisbon", date(2026, 10, 24), date(2026, 10, 25)),
        ("America/Denver", date(2026, 10, 31), date(2026, 11, 1)),
        ("Europe/Lisbon", date(2026, 3, 28), date(2026, 3, 29)),
    ],
)
def test_the_day_of_a_clock_change_is_compared_with_the_day_before(
    brand: TestBrand, zone: str, first: date, last: date
) -> None:
    """One visit at 0:30, two at 9:30, three at 23:30, on the day before and on the day itself."""
    clocks = {0: 1, 9: 2, 23: 3}
    with life_of(brand) as life:
        for day in (first, last):
            for hour, count in clocks.items():
                moment = datetime.combine(day, time(hour, 30), ZoneInfo(zone))
                for _each in range(count):
                    life.visit((moment.astimezone(UTC) - START).total_seconds() / 3600)
    asked = {"start": last.isoformat(), "end": last.isoformat(), "tz": zone}
    api = brand.api()
    whole = api.get("/analytics/metrics/data", params=asked).json()["sessions"]
    assert (whole["value"], whole["previous_value"], whole["change"]) == (6, 6, 0)
    assert whole["previous_range_label"] == f"{first.day} {first:%b %Y}"
    rows = api.get("/analytics/metrics/hour/data", params=asked).json()
    shown = {row["row_key"][11:13]: row["sessions"] for row in rows if row["sessions"]["value"]}
    assert {int(at): (c["value"], c["previous_value"]) for at, c in shown.items()} == {
        hour: (count, count) for hour, count in clocks.items()
    }
