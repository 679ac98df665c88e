"""Fills a brand with visits and sales through the platform's own rules."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from platform_process import TestBrand

from funneldesk.server.parts.analytics.sales import Sale, Sales, SoldItem
from funneldesk.server.parts.tracking.ingest import PAGE_VIEW, Ingest
from funneldesk.server.parts.tracking.visits import Visit

START = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
"""A Tuesday, noon."""


class Life:
    """Visits and sales of one brand, all of them in one transaction."""

    def __init__(self, ingest: Ingest, sales: Sales) -> None:
        self.ingest = ingest
        self.sales = sales
        self._count = 0

    def visit(self, hours: float = 0, *pages: int, seconds: int = 0, **fields: Any) -> Visit:
        """A visit that many hours after ``START``, with a view of each page."""
        self._count += 1
        at = START + timedelta(hours=hours)
        visitor = fields.pop("visitor", f"{self._count:032x}")
        visit = self.ingest.visit(at, visitor, **fields)
        for page in pages:
            self.ingest.event(visit, PAGE_VIEW, at, url=f"https://x.test/{page}", page_id=page)
        if seconds:
            self.ingest.event(visit, "engagement", at, seconds=seconds)
        return visit

    def sale(self, visit: Visit | None, revenue: str, hours: float = 0, **fields: Any) -> Sale:
        """An order of one piece of product 7, unless ``items`` tells otherwise."""
        fields.setdefault("items", [SoldItem(7, 1, Decimal(revenue), Decimal(1))])
        at = START + timedelta(hours=hours)
        sale = Sale(at, Decimal(revenue), cogs=Decimal(1), visit=visit, **fields)
        self.ingest.flush()  # what a visit did stands before what it bought
        self.sales.sale(sale)
        return sale


@contextmanager
def life_of(brand: TestBrand) -> Iterator[Life]:
    """What happens in the block is written at its end."""
    with brand.database.writing() as session:
        life = Life(Ingest(session, brand.id), Sales(session, brand.id))
        yield life
        life.ingest.flush()
        life.sales.flush()


def lively_day(brand: TestBrand) -> TestBrand:
    """Four sessions and a bot; three orders, one of them by nobody known, and a refund.

    The day before there was one session with one order.
    """
    with life_of(brand) as life:
        life.sale(life.visit(-24, 9001, country="PT"), "50", -24)
        fields = {"country": "PT", "device": "mobile", "utm_source": "mail", "aff_id": "ana"}
        one = life.visit(0, 9001, 9002, seconds=60, funnel_id=9, **fields)
        two = life.visit(1, 9001, country="PT", device="desktop", subid="s")
        life.visit(1, 9002, country="US", device="mobile", utm_source="mail", seconds=4)
        life.visit(2, country="US", device="desktop")
        life.visit(2, 9001, 9002, is_bot=True, country="XX")
        life.ingest.event(two, "add_to_cart", two.started_at, page_id=9001)
        items = [SoldItem(7, 2, Decimal(80), Decimal(10)), SoldItem(8, 1, Decimal(20))]
        life.sale(one, "100", 0, items=items, merchant_id=3, shipping_country="PT")
        sale = life.sale(two, "30", 2, shipping_country="US", shipping_state="CA")
        life.sale(None, "10", 2)
        life.sales.refund(sale, sale.moment, Decimal("12.5"))
    return brand
