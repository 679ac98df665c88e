"""The sample brand lives: what a first look at each part shows, over HTTP."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from platform_process import Place, api_headers, new_place, sampled, served

DAYS = 90
STATUSES = {"active", "trial", "paused", "past_due", "canceled"}


class Brand:
    """Harbor & Pine, read with the owner's key."""

    def __init__(self, root: str, key: str, client: httpx.Client) -> None:
        self.root, self._headers, self._client = root, api_headers(key), client

    def get(self, path: str, **query: Any) -> Any:
        """The body of an answer that went well."""
        answer = self._client.get(f"{self.root}/{path}", params=query, headers=self._headers)
        assert answer.status_code == 200, (path, answer.text)
        return answer.json()

    def days(self, days: int = DAYS) -> dict[str, str]:
        """The last days as a query."""
        end = datetime.now(UTC) + timedelta(hours=1)
        return {"start": (end - timedelta(days=days + 1)).isoformat(), "end": end.isoformat()}


@pytest.fixture(scope="module")
def place_of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A place for all tests of this file."""
    with new_place(tmp_path_factory.mktemp("sample") / "data") as found:
        yield found


@pytest.fixture(scope="module")
def harbor(place_of_all: Place) -> Iterator[Brand]:
    """The first brand of a platform that has just loaded its sample."""
    with (
        served(sampled(place_of_all), "--sample", "small") as running,
        httpx.Client(trust_env=False, timeout=60) as client,
    ):
        yield Brand(f"{running.base_url}/api/brands/1", running.key(), client)


@pytest.mark.parametrize(
    ("path", "least"),
    [
        ("products", 24),
        ("split-tests", 9),
        ("components", 9),
        ("collections", 6),
        ("subscriptions", 100),
        ("customers", 300),
        ("clicks", 4_000),
        ("courses", 3),
        ("quizzes", 3),
        ("automations", 8),
        ("domains", 5),
        ("blogs", 3),
    ],
)
def test_every_list_has_something_in_it(harbor: Brand, path: str, least: int) -> None:
    assert harbor.get(path)["total"] >= least


def test_blogs_with_a_page_of_their_own_can_be_chosen(harbor: Brand) -> None:
    """Quirk 58: one of the three has no config."""
    assert len(harbor.get("blogs/all")) == 2


def test_orders_come_every_day_and_end_in_every_way(harbor: Brand) -> None:
    orders: list[dict[str, Any]] = []
    page = 1
    while some := harbor.get("conversions", per_page=100, page=page)["data"]:
        orders += some
        page += 1
    assert len(orders) >= 500
    assert {order["status"] for order in orders} >= {"completed", "refunded", "chargeback"}
    assert len({order["created_at"][:10] for order in orders}) >= DAYS - 5
    assert all(datetime.fromisoformat(o["created_at"]) <= datetime.now(UTC) for o in orders)
    assert {order["currency"] for order in orders} >= {"EUR", "JPY"}


def test_revenue_is_what_the_orders_come_to(harbor: Brand) -> None:
    """The roll-ups were filled by the same orders that the list shows."""
    query = {**harbor.days(), "selected_metrics[]": ["revenue", "sales", "sessions", "page_views"]}
    found = harbor.get("analytics/metrics/data", **query)
    total = harbor.get("conversions")["meta"]["total"]
    assert found["sales"]["value"] == total
    assert found["revenue"]["value"] > 10_000
    assert found["sessions"]["value"] > 4_000
    assert found["page_views"]["value"] > found["sessions"]["value"]


def test_subscriptions_stand_in_every_state(harbor: Brand) -> None:
    for status in STATUSES:
        found = harbor.get("subscriptions", status=status)
        assert found["total"] > 0, status
    summary = harbor.get("subscriptions/analytics/summary")
    assert summary
    first = harbor.get("subscriptions", status="active")["data"][0]
    emails = harbor.get(f"subscriptions/{first['transaction_id']}/emails")
    assert emails


def _confidence(harbor: Brand, name: str) -> dict[str, Any]:
    tests = harbor.get("split-tests", per_page=100)["data"]
    found = next(test for test in tests if test["name"] == name)
    chart = harbor.get(f"split-tests/{found['id']}/chart-data", chart_type="statistical_confidence")
    assert isinstance(chart, dict)
    return chart


def test_one_split_test_has_a_winner_one_has_none_one_is_broken(harbor: Brand) -> None:
    assert _confidence(harbor, "bundle price")["has_winner"] is True
    none = _confidence(harbor, "headline")
    assert none["has_winner"] is False
    assert all((variant["confidence"] or 0) < 90 for variant in none["variants"])
    broken = _confidence(harbor, "plan prices")["variants"]
    few, many = sorted(variant["visitors"] for variant in broken)
    assert many > 5 * few, "the page says half and half"
    counts = harbor.get("split-tests/quick-access")
    assert counts["finalized"] >= 1
    assert counts["not_running"] >= 1


def test_tickets_are_threads_in_several_languages(harbor: Brand) -> None:
    found = harbor.get("tickets", per_page=100)
    assert all(found["statuses"][status] > 0 for status in found["statuses"])
    texts = []
    for ticket in found["data"][:60]:
        messages = harbor.get(f"tickets/{ticket['ticket_code']}/messages")["data"]
        texts += [message["message"] for message in messages]
    assert sum(len(text) > 20 for text in texts) > 60
    subjects = " ".join(ticket["subject"] or "" for ticket in found["data"])
    assert "\u202e" in subjects or max(subjects) > "\u0590"


def test_deals_have_aged_in_their_stages(harbor: Brand) -> None:
    entities = harbor.get("crm/entities")
    deals = next(entity for entity in entities if entity["slug"] == "cafe-deals")
    found = harbor.get(f"crm/entities/{deals['id']}/entries", per_page=100)
    assert found["total"] >= 120
    assert len({entry["stage_id"] for entry in found["data"]}) >= 6
    assert any(entry["values_flat"].get("kilos_a_week") for entry in found["data"])


def test_automations_ran_failed_and_can_be_called(harbor: Brand) -> None:
    listed = harbor.get("automations", per_page=100)["data"]
    assert any(row["postback_code"] == "parcel-hook-7f3a" for row in listed)
    failing = next(row for row in listed if row["title"].startswith("Tell the stock"))
    stats = harbor.get(f"automations/{failing['id']}/stats")
    assert any(counts["failed"] > 0 for counts in stats.values())
    welcome = next(row for row in listed if row["title"].startswith("Welcome"))
    assert harbor.get(f"automations/{welcome['id']}/logs")["total"] > 50
    statuses = {row["status"] for row in listed}
    assert statuses == {"active", "inactive", "draft"}


def test_people_play_quizzes_take_courses_and_fill_forms(harbor: Brand) -> None:
    assert max(quiz["total_entries"] for quiz in harbor.get("quizzes")["data"]) > 100
    course = next(c for c in harbor.get("courses")["data"] if c["title"].startswith("Home"))
    assert course["modules_count"] == 6
    students = harbor.get(f"courses/{course['id']}/enrollments")["data"]
    progress = {student["progress_percent"] for student in students}
    assert len(students) > 20
    assert min(progress) == 0
    assert max(progress) > 50
    forms = {form["name"]: form["total_entries"] for form in harbor.get("collections")["data"]}
    assert forms["Kitchen brew guide"] > 50
    assert forms["A form that nobody ever filled in"] == 0


def test_some_visits_were_recorded(harbor: Brand) -> None:
    recorded = 0
    for page in range(1, 30):
        for click in harbor.get("clicks", page=page)["data"]:
            for replay in harbor.get("replays", session_id=click["session_id"]):
                recorded += 1
                events = harbor.get(f"replays/{replay['id']}")["events"]
                assert {event["type"] for event in events} >= {"scroll"}
        if recorded:
            break
    assert recorded > 0


def test_domains_stand_in_their_states(harbor: Brand) -> None:
    found = harbor.get("domains", per_page=100)["data"]
    assert {row["status"] for row in found} >= {"active", "validated", "pending-cname"}
    tracking = harbor.get("tracking-domains")
    rows = tracking if isinstance(tracking, list) else tracking["data"]
    assert len(rows) == 2


def test_letters_of_the_past_are_not_sent_now(harbor: Brand, place_of_all: Place) -> None:
    outbox = place_of_all.data / "outbox"
    # What comes due while the tests run is sent: that is the life going on.
    assert len(list(outbox.glob("*.eml"))) < 10
