"""What split tests do by themselves: letters with numbers, endings by the clock, refunds."""

from datetime import timedelta
from decimal import Decimal

from awaited import letter_with
from jobs_driver import BRAND, opened
from platform_process import BrandApi, Place, Served, TestBrand
from split_tests_driver import ITEMS, create

from funneldesk.server.db.types import now
from funneldesk.server.parts.split_tests import finishing
from funneldesk.server.parts.split_tests.exposures import Seen, convert, record_many
from funneldesk.server.parts.split_tests.store import SplitTestStore
from funneldesk.server.parts.split_tests.tables import SplitTestRow


def test_an_export_arrives_with_the_numbers(platform: Served, brand: TestBrand) -> None:
    api = brand.api()
    test = create(api)
    with brand.database.writing() as session:
        record_many(session, brand.id, [Seen(n, now(), test["id"], "bbb") for n in range(3)])
    wish = {"split_test": {"include_confidence_intervals": True}}
    assert api.post(f"/split-tests/{test['id']}/export", json=wish).status_code == 200
    _, content = letter_with(platform.place.data / "outbox", f"split-test-{test['id']}")
    lines = content.decode("utf-8-sig").splitlines()
    assert lines[0].startswith("variant,node_code,weight,visitors,conversions,revenue,")
    assert lines[0].endswith("conversion_rate_low,conversion_rate_high")
    assert lines[2].startswith("Bold,bbb,50.0,3,0,0")


def test_the_duty_ends_what_is_due_and_leaves_the_rest(place: Place) -> None:
    today = now().date()
    with opened(place) as platform:
        with platform.database.writing() as session:
            store = SplitTestStore(session, BRAND)
            values = {"name": "T", "type": "split_test", "config": {"items": ITEMS}}
            dates = {"start_date": today - timedelta(days=9), "end_date": today - timedelta(days=2)}
            over = store.create({**values, **dates}, 1)
            going = store.create({**values, "end_date": today + timedelta(days=2)}, 1)
            won = store.create({**values, "auto_select_winner": True}, 1)
            seen = [Seen(n, now(), won.id, ("aaa", "bbb")[n % 2]) for n in range(1000)]
            record_many(session, BRAND, seen)
            for visit in range(1, 200, 2):
                convert(session, BRAND, visit, now(), Decimal(5))
            ids = [over.id, going.id, won.id]
        for _ in range(2):
            finishing.run(platform)
        with platform.database.reading() as session:
            rows = [session.get_one(SplitTestRow, (BRAND, number)) for number in ids]
            counts = SplitTestStore(session, BRAND).counts()
    assert [row.status for row in rows] == ["completed", "running", "finalized"]
    assert rows[2].winner is not None
    assert rows[2].winner["node_code"] == "bbb"
    assert counts == {"all": 3, "running": 1, "finalized": 1, "not_running": 1}


def test_a_refund_takes_money_from_the_tests_that_its_sale_counted_for(brand: TestBrand) -> None:
    api = brand.api()
    before, after = create(api)["id"], create(api)["id"]
    with brand.database.writing() as session:
        record_many(session, brand.id, [Seen(1, now(), before, "aaa")])
        convert(session, brand.id, 1, now(), Decimal(20))
        record_many(session, brand.id, [Seen(1, now(), after, "aaa")])
        convert(session, brand.id, 1, now(), Decimal(-5))
    assert [sold(api, test) for test in (before, after)] == [(1, 15), (0, 0)]


def sold(api: BrandApi, test: int) -> tuple[int, float]:
    """Conversions and revenue of a test's first variant."""
    query = {"chart_type": "performance_comparison"}
    chart = api.get(f"/split-tests/{test}/chart-data", params=query).json()
    first = chart["variants"][0]
    return first["conversions"], first["revenue"]


def test_a_refund_of_an_earlier_order_takes_nothing_from_the_test_of_a_later_one(
    brand: TestBrand,
) -> None:
    """Who bought, met an upsell's test and bought again, gives the first order back."""
    api = brand.api()
    test = create(api)["id"]
    first = now() - timedelta(hours=3)
    with brand.database.writing() as session:
        convert(session, brand.id, 1, first, Decimal(20))
        record_many(session, brand.id, [Seen(1, first + timedelta(hours=1), test, "aaa")])
        convert(session, brand.id, 1, first + timedelta(hours=2), Decimal(7))
        convert(session, brand.id, 1, first, Decimal(-20))
    assert sold(api, test) == (1, 7)
    with brand.database.writing() as session:
        convert(session, brand.id, 1, first + timedelta(hours=2), Decimal(-7))
    assert sold(api, test) == (1, 0)
