"""Grouped answers are encoded part by part and cut where the first rows end: nothing differs."""

from collections.abc import Mapping
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from platform_process import BrandApi, TestBrand
from pydantic_core import to_json
from sqlalchemy import update
from visits_of_a_brand import START, Life, life_of

from funneldesk.contract.formulas import parse
from funneldesk.server.parts.analytics import answers, store
from funneldesk.server.parts.analytics.answers import Asked, rows_of
from funneldesk.server.parts.analytics.encoding import rows_as_json
from funneldesk.server.parts.analytics.metrics import METRICS
from funneldesk.server.parts.analytics.periods import Span
from funneldesk.server.parts.analytics.questions import Custom, Question
from funneldesk.server.parts.analytics.rollups import hour_of
from funneldesk.server.parts.analytics.tables import RollupRow

CLOCKS_GO_BACK = datetime(2026, 10, 25, tzinfo=UTC)
"""In Lisbon; the hour from one to two comes twice."""

COUNTRIES = ("PT", 'a "quoted" place', "FR")
ROI = {"metric_1": Custom("Ours", parse("$revenue / $sessions"), "currency")}


def live(life: Life) -> None:
    """Two visits an hour with a sale now and then, around the moment and a day before it."""
    begins = (CLOCKS_GO_BACK - START).total_seconds() / 3600
    for hour in (*range(-24, -20), *range(5)):
        for number in range(hour % 3 + 1):
            country = COUNTRIES[number]
            visit = life.visit(begins + hour, 9001, country=country, device="mobile", seconds=7)
            life.visit(begins + hour, country=country, device="desktop")
            if hour % 2 == 0:
                life.sale(visit, "19.99", begins + hour)
    life.sale(None, "5", begins + 1)


def asked(
    groupings: str,
    filters: Mapping[str, tuple[str, ...]] | None = None,
    withheld: frozenset[str] = frozenset(),
) -> Asked:
    """All metrics and one of the caller's own, for the day in Lisbon."""
    first = hour_of(CLOCKS_GO_BACK)
    span = Span(first - 1, first + 24, ZoneInfo("Europe/Lisbon"))
    question = Question(span, tuple(groupings.split(";")), filters or {})
    return Asked(question, (*METRICS, *ROI), ROI, "EUR", withheld)


QUESTIONS = {
    "by the hour": asked("hour;country"),
    "combined": asked("hour;country;device"),
    "the hour last": asked("device;country;hour"),
    "filtered": asked("hour;country", {"device": ("mobile",)}),
    "one field, filtered": asked("hour;country", {"country": ("PT", "FR")}),
    "other times": asked("hour_of_day;country;device"),
    "without visits": asked("hour;country;device", withheld=frozenset({"tracking"})),
    "nothing": asked("hour;country;device", {"country": ("XX",)}),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_first_rows_are_those_of_the_whole_answer(
    brand: TestBrand, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    wanted = QUESTIONS[name]
    with life_of(brand) as life:
        live(life)
    with brand.database.reading() as session:
        rows = list(rows_of(session, brand.id, wanted))
        assert rows or name == "nothing"
        assert rows_as_json(session, brand.id, wanted) == (to_json(rows), len(rows))
        for most in range(1, len(rows) + 2):
            monkeypatch.setattr(answers, "MOST_ROWS", most)
            first = rows[:most]
            assert rows_as_json(session, brand.id, wanted) == (to_json(first), len(first))


def test_combined_hours_behind_the_first_rows_are_not_read(
    brand: TestBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    with life_of(brand) as life:
        live(life)
    monkeypatch.setattr(answers, "MOST_ROWS", 2)
    with brand.database.reading() as session:
        _, hours = store.first_sums(session, brand.id, asked("hour;country;device").question, 2)
        assert hours is not None
        assert hours < 5


def test_more_rows_than_sessions_are_not_cut_too_early(
    brand: TestBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A roll-up that tells of many sessions in the first hour, which make few rows."""
    wanted = QUESTIONS["combined"]
    with life_of(brand) as life:
        live(life)
    with brand.database.writing() as session:
        first = hour_of(CLOCKS_GO_BACK)
        of_hour = (RollupRow.brand_id == brand.id, RollupRow.hour == first)
        session.execute(
            update(RollupRow).where(*of_hour, RollupRow.dimension == "all").values(sessions=900)
        )
    with brand.database.reading() as session:
        rows = list(rows_of(session, brand.id, wanted))
        monkeypatch.setattr(answers, "MOST_ROWS", len(rows) - 1)
        assert rows_as_json(session, brand.id, wanted)[0] == to_json(rows[:-1])


@pytest.mark.parametrize(
    ("field", "span", "metrics", "rows"),
    [
        ("hour", "start=2025-11-01&end=2026-10-31", ("revenue", "sessions"), 365 * 24),
        ("hour", "start=2017-01-01&end=2026-10-31", ("revenue",), None),
        ("hour", "start=2025-11-01&end=2026-10-31", ("revenue", "sessions", "sales"), None),
        ("day", "start=2017-01-01&end=2026-10-31", ("revenue", "sessions"), 3591),
        ("day;hour_of_day", "start=2026-01-01&end=2026-10-31", ("revenue",), 304 * 24),
    ],
)
def test_a_report_that_would_be_cut_in_time_is_refused(
    api: BrandApi, field: str, span: str, metrics: tuple[str, ...], rows: int | None
) -> None:
    """Ten years of hours were ten thousand of them, the last of which looked like the end."""
    chosen = "".join(f"&selected_metrics[]={name}" for name in metrics)
    answer = api.get(f"/analytics/metrics/{field}/data?{span}&tz=UTC{chosen}")
    if rows is None:
        assert answer.status_code == 422, answer.text[:200]
        assert "shorter period" in answer.json()["errors"]["end"][0]
    else:
        assert answer.status_code == 200, answer.text[:200]
        assert len(answer.json()) == rows
