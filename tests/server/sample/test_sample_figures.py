"""Figures of the sample brands against pandas over the raw rows of the database."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import httpx
import pandas as pd
import pytest
from alembic import command
from alembic.config import Config
from platform_process import Place, api_headers, new_place, sampled, served
from sqlalchemy import Engine, create_engine, text

from funneldesk.server.db.engine import Database
from funneldesk.server.db.types import MONEY_SCALE
from funneldesk.server.db.upgrade import MIGRATIONS, upgrade

BRANDS = (1, 2)
BEFORE = "0018-1"
"""The revision before the one whose work on older rows is tested here."""


class Sample:
    """A platform with the sample: its answers, and its rows as frames."""

    def __init__(self, root: str, keys: dict[int, str], client: httpx.Client, url: str) -> None:
        self._root, self._keys, self._client = root, keys, client
        self.engine = create_engine(url)

    def get(self, brand: int, path: str, **query: Any) -> Any:
        """The body of an answer that went well."""
        address = f"{self._root}/api/brands/{brand}/{path}".rstrip("/")
        headers = api_headers(self._keys[brand])
        answer = self._client.get(address, params=query, headers=headers)
        assert answer.status_code == 200, (path, answer.text)
        return answer.json()

    def rows(self, brand: int, query: str) -> pd.DataFrame:
        """The rows that a query has for a brand; moments are those of UTC."""
        return frame(self.engine, query, brand=brand)


def frame(engine: Engine, query: str, **words: Any) -> pd.DataFrame:
    """The rows of a query; columns named as moments are read as such."""
    with engine.connect() as connection:
        found = pd.read_sql_query(text(query), connection, params=words)
    for name in found.columns:
        if name.endswith("_at"):
            found[name] = pd.to_datetime(found[name], utc=True, format="ISO8601")
    return found


@pytest.fixture(scope="module")
def place_of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A place for all tests of this file."""
    with new_place(tmp_path_factory.mktemp("sample") / "data") as found:
        yield found


@pytest.fixture(scope="module")
def sample(place_of_all: Place) -> Iterator[Sample]:
    """The brands of a platform that has just loaded its sample."""
    with (
        served(sampled(place_of_all), "--sample", "small") as running,
        httpx.Client(trust_env=False, timeout=60) as client,
    ):
        keys = {brand: running.key(brand=brand) for brand in BRANDS}
        found = Sample(running.base_url, keys, client, place_of_all.url)
        yield found
        found.engine.dispose()


def churn_of(subscriptions: pd.DataFrame, month: str) -> tuple[int, int]:
    """(active when the month began, who of them left in it), from the subscriptions themselves."""
    start = pd.Timestamp(f"{month}-01", tz="UTC")
    end = start + pd.offsets.MonthBegin(1)
    paying = subscriptions[subscriptions.cycles > 0]
    joined = paying[["created_at", "trial_ends_at"]].max(axis=1)
    active = paying[(joined < start) & ~(paying.canceled_at < start)]
    return len(active), int((active.canceled_at < end).sum())


SUBSCRIPTIONS = (
    "SELECT transaction_id, cycles, created_at, trial_ends_at, canceled_at FROM subscriptions"
    " WHERE brand_id = :brand"
)


@pytest.mark.parametrize("brand", BRANDS)
def test_churn_is_of_those_active_when_the_month_began(sample: Sample, brand: int) -> None:
    subscriptions = sample.rows(brand, SUBSCRIPTIONS)
    lines = sample.get(brand, "subscriptions/analytics/churn-trend")
    assert len(lines) >= 4
    for line in lines:
        active, left = churn_of(subscriptions, line["month"])
        assert (line["active_at_start"], line["churned"]) == (active, left), line
        rate = round(100 * left / active, 2) if active else None
        assert line["churn_rate"] == rate, line
    assert lines[-1]["month"] == f"{datetime.now(UTC):%Y-%m}"


def test_churn_of_months_before_the_present_schema_is_right_after_an_update(place: Place) -> None:
    """Who joined and left within a month had been counted among those who were lost."""
    with served(sampled(place), "--sample", "small"):
        pass
    database = Database(place.url)
    query = "SELECT brand_id, month, left_new FROM subscription_months ORDER BY brand_id, month"
    right = frame(database.engine, query)
    assert right.left_new.sum() > 0
    with database.alone() as session:
        session.execute(text("UPDATE subscription_months SET left_new = 0"))
        session.execute(text("UPDATE subscriptions SET joined_month = NULL"))
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = session.connection()
        command.downgrade(config, BEFORE)
    upgrade(database)
    pd.testing.assert_frame_equal(frame(database.engine, query), right)
    database.close()


PLAYS = "SELECT quiz_id, answers, shown, finished_at FROM quiz_entries WHERE brand_id = :brand"


@pytest.mark.parametrize("brand", BRANDS)
def test_quizzes_count_who_was_shown_a_screen(sample: Sample, brand: int) -> None:
    plays = sample.rows(brand, PLAYS)
    plays["shown"] = [each if isinstance(each, list) else json.loads(each) for each in plays.shown]
    screens = sample.rows(brand, "SELECT code, type FROM quiz_screens WHERE brand_id = :brand")
    kinds = dict(zip(screens.code, screens.type, strict=True))
    compared = 0
    for quiz in sample.get(brand, "quizzes")["data"]:
        own = plays[plays.quiz_id == quiz["id"]]
        found = sample.get(brand, f"quizzes/{quiz['id']}/flow")["entries"]
        finished = own.finished_at.notna()
        assert (found["started"], found["finished"]) == (len(own), int(finished.sum()))
        assert (found["unseen"], found["ended"], found["left_elsewhere"]) == (0, 0, 0)
        views = own.shown.explode().value_counts()
        leavers = own.shown[~finished].str[-1].value_counts()
        for code, counts in found["screens"].items():
            assert counts["reached"] == views.get(code, 0), (quiz["name"], code)
            assert counts["left"] == leavers.get(code, 0), (quiz["name"], code)
            compared += 2
        each = found["screens"].items()
        results = sum(counts["reached"] for code, counts in each if kinds[code] == "result")
        left = sum(counts["left"] for _code, counts in each)
        assert results == found["finished"]
        assert found["started"] == found["finished"] + left
    assert compared >= {1: 20, 2: 6}[brand]


def test_leavers_of_the_first_screen_are_counted(sample: Sample) -> None:
    for quiz in sample.get(1, "quizzes")["data"]:
        flow = sample.get(1, f"quizzes/{quiz['id']}/flow")
        if flow["entries"]["started"]:
            first = flow["entries"]["screens"][flow["screens"][0]["code"]]
            assert first["reached"] == flow["entries"]["started"]
            assert 0 < first["left"] < first["reached"]


VIEWS = (
    "SELECT e.visit_id, e.number, e.page_id, e.at AS viewed_at, v.page_id AS began"
    " FROM visit_events e JOIN visits v ON v.brand_id = e.brand_id AND v.id = e.visit_id"
    " WHERE e.brand_id = :brand AND e.type = 'page_view' AND NOT v.is_bot"
)
ORDERS = (
    "SELECT o.id, o.visit_id, o.created_at, o.total_value, i.type FROM orders o"
    " JOIN order_items i ON i.brand_id = o.brand_id AND i.order_id = o.id"
    " WHERE o.brand_id = :brand AND o.subscription_id IS NULL AND o.visit_id IS NOT NULL"
)


@pytest.mark.parametrize("brand", BRANDS)
@pytest.mark.parametrize("days", [2, 28, 60])
def test_funnels_follow_sessions_and_their_orders(sample: Sample, brand: int, days: int) -> None:
    """At most all go on, the page that sold has the revenue, the page of the beginning beside. The
    longest range has the change of clocks in both zones."""
    zone = sample.get(brand, "")["timezone"]
    today = pd.Timestamp.now(tz=zone).normalize()
    start, end = today - pd.DateOffset(days=days - 1), today + pd.DateOffset(days=1)
    span = {"start": f"{start:%Y-%m-%d}", "end": f"{today:%Y-%m-%d}", "tz": zone}
    views = sample.rows(brand, VIEWS).dropna(subset="page_id")
    orders = orders_with_sellers(sample, brand, views)
    orders = orders[(orders.created_at >= start) & (orders.created_at < end)]
    compared = sold = 0
    for funnel in sample.get(brand, "funnels/all")["data"]:
        pages = [page["id"] for page in sample.get(brand, f"funnels/{funnel['id']}")["pages"]]
        found = sample.get(brand, f"funnels/{funnel['id']}/flow", **span)["pages"]
        assert [each["page_id"] for each in found] == pages
        grouped = views[views.page_id.isin(pages)].groupby(["page_id", "visit_id"])
        seen = grouped.agg(
            first=("number", "min"), last=("number", "max"), viewed_at=("viewed_at", "min")
        )
        for each in found:
            own = seen[seen.index.get_level_values(0) == each["page_id"]].droplevel(0)
            own = own[(own.viewed_at >= start) & (own.viewed_at < end)]
            assert each["sessions"] == len(own)
            others = set(pages) & set(seen.index.get_level_values(0)) - {each["page_id"]}
            for other in others:
                joined = own.join(seen.loc[other].add_suffix("_then"), how="inner")
                reached = int((joined.last_then > joined["first"]).sum())
                assert each["reached"].get(str(other), 0) == reached
                assert reached <= each["sessions"]
                compared += 1
            here = orders[orders.seller == each["page_id"]]
            landed = orders[orders.began == each["page_id"]]
            assert each["sales"] == len(here)
            assert each["revenue"] == pytest.approx(here.total_value.sum())
            assert each["landed_sales"] == len(landed)
            assert each["landed_revenue"] == pytest.approx(landed.total_value.sum())
            sold += bool(each["sales"])
            compared += 5
    assert compared >= {1: 60, 2: 20}[brand]
    assert sold >= {1: 2, 2: 1}[brand]


def orders_with_sellers(sample: Sample, brand: int, views: pd.DataFrame) -> pd.DataFrame:
    """First orders, each with the page that its session bought on, and the one it began on."""
    lines = sample.rows(brand, ORDERS)
    pages = sample.rows(brand, "SELECT id, type, is_upsell_page FROM pages WHERE brand_id = :brand")
    is_offer = lines.type.isin(["upsell", "downsell"]).groupby(lines.id).all()
    orders = lines.drop_duplicates("id").drop(columns="type")
    orders["total_value"] = orders.total_value.astype(float) / MONEY_SCALE
    pairs = orders.merge(views, on="visit_id").query("viewed_at <= created_at")
    pairs = pairs.merge(pages, left_on="page_id", right_on="id", suffixes=("", "_page"))
    pairs = pairs[pairs.type.fillna("") != "thankyou"]
    pairs["fits"] = pairs.is_upsell_page.astype(bool) == pairs.id.map(is_offer)
    best = pairs.sort_values(["fits", "number"]).groupby("id").page_id.last()
    began = views.drop_duplicates("visit_id").set_index("visit_id").began
    return orders.assign(seller=orders.id.map(best), began=orders.visit_id.map(began))
