"""Exports of more rows than are read at a time, whole while others write (the bench: 100,000)."""

import csv
import io
import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import httpx
import pytest
from awaited import attached, fetched
from platform_process import BrandApi, Served, TestBrand
from sqlalchemy import insert

from funneldesk.server.db.ids import reserve_ids
from funneldesk.server.parts.conversions.tables import OrderRow
from funneldesk.server.parts.customers.tables import CustomerRow

ORDERS, CUSTOMERS = 2_300, 1_200
"""More than two of the pieces that an export reads."""

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def order(brand_id: int, row_id: int, number: int) -> dict[str, Any]:
    """One of many orders."""
    money = dict.fromkeys(("total", "total_value"), Decimal(number))
    return {
        "brand_id": brand_id,
        "id": row_id,
        "code": f"CODE{brand_id}-{number:06}",
        "transaction_id": f"txn_{brand_id}_{number}",
        "status": "completed",
        "customer_id": number,
        "customer_email": f"c{number}@example.com",
        "currency": "EUR",
        "created_at": BEGIN + timedelta(seconds=number),
        **money,
    }


@pytest.fixture
def busy_brand(brand: TestBrand) -> TestBrand:
    """A brand with many orders and customers."""
    customers = [f"c{number}@example.com" for number in range(CUSTOMERS)]
    with brand.database.writing() as session:
        ids = reserve_ids(session, "orders", ORDERS)
        orders = [order(brand.id, row_id, number) for number, row_id in enumerate(ids)]
        session.execute(insert(OrderRow), orders)
        session.add_all(
            CustomerRow(brand_id=brand.id, customer_email=one, email_key=one) for one in customers
        )
    return brand


@contextmanager
def written(brand: TestBrand) -> Iterator[list[int]]:
    """Three writers at work while the block lasts; gives the statuses of all their calls."""
    statuses: list[int] = []
    over, apis = threading.Event(), [brand.api() for _ in range(3)]

    def write(api: BrandApi) -> None:
        for number in itertools.count():
            statuses.append(api.post("/pages", json={"title": f"Page {number}"}).status_code)
            if over.is_set():
                return

    threads = [threading.Thread(target=write, args=(api,)) for api in apis]
    for thread in threads:
        thread.start()
    try:
        yield statuses
    finally:
        over.set()
        for thread in threads:
            thread.join()


def test_exports_of_many_pieces_are_whole_while_others_write(
    busy_brand: TestBrand, platform: Served
) -> None:
    api = busy_brand.api("editor")
    with written(busy_brand) as statuses:
        address = api.post("/conversions/export", json={}).json()["download_url"]
        assert api.post("/customers/export", json={}).status_code == 200
        answer: httpx.Response = fetched(address)
        mailed = attached(platform.place.data, "customers", to=f"editor.{busy_brand.id}@")
    assert set(statuses) == {200}
    assert answer.status_code == 200
    orders = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    expected = [f"CODE{busy_brand.id}-{number:06}" for number in range(ORDERS)]
    assert [row["code"] for row in orders] == expected
    found = {row["customer_email"] for row in mailed}
    assert found == {f"c{number}@example.com" for number in range(CUSTOMERS)}
    assert len(mailed) == CUSTOMERS
