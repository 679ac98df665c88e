"""Visits and sales in a brand's database, and the section that shows its figures."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, until

from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.parts.analytics.panel import AnalyticsPanel
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.server.parts.analytics.sales import Sale, Sales, SoldItem
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.tracking.ingest import ADD_TO_CART, ENGAGEMENT, PAGE_VIEW, Ingest
from funneldesk.server.parts.tracking.visits import Visit


class Life:
    """Visits and sales of one brand, all in one transaction."""

    def __init__(self, ingest: Ingest, sales: Sales) -> None:
        self._ingest, self._sales = ingest, sales
        self._count = 0

    def visit(self, at: datetime, **fields: Any) -> Visit:
        """A visit with a view of a page."""
        self._count += 1
        visit = self._ingest.visit(at, f"{self._count:032x}", **fields)
        self._ingest.event(visit, PAGE_VIEW, at, url="https://x.test/1", page_id=1)
        return visit

    def visited(
        self, at: datetime, page: int, views: int, seconds: int, carts: int, **fields: Any
    ) -> Visit:
        """A visit of one page: looked at so often, for so many seconds, so many things carted."""
        self._count += 1
        visit = self._ingest.visit(at, f"{self._count:032x}", **fields)
        for _each in range(views):
            self._ingest.event(visit, PAGE_VIEW, at, page_id=page)
        for _each in range(carts):
            self._ingest.event(visit, ADD_TO_CART, at, page_id=page)
        self._ingest.event(visit, ENGAGEMENT, at, page_id=page, seconds=seconds)
        return visit

    def order(self, sale: Sale, refund: tuple[datetime, Decimal] | None = None) -> None:
        """An order, and what is given back of it."""
        self._ingest.flush()
        self._sales.sale(sale)
        if refund is not None:
            self._sales.refund(sale, *refund)

    def sale(self, at: datetime, revenue: str, **fields: Any) -> None:
        """A visit that buys for so much."""
        visit = self.visit(at, **fields)
        self._ingest.flush()
        amount = Decimal(revenue)
        self._sales.sale(Sale(at, amount, visit=visit, items=[SoldItem(7, 1, amount)]))


@contextmanager
def life_of(brand: LiveBrand, zone: str = "UTC") -> Iterator[Life]:
    """What happens in the block is written at its end; the brand counts its days in ``zone``."""
    with brand.database.writing() as session:
        row = session.get(BrandRow, brand.number)
        assert row is not None
        row.timezone = zone
        ingest, sales = Ingest(session, brand.number), Sales(session, brand.number)
        yield Life(ingest, sales)
        ingest.flush()
        sales.flush()


def days_ago(days: float) -> datetime:
    """A moment that many days before now."""
    return datetime.now(UTC) - timedelta(days=days)


def a_week(brand: LiveBrand) -> None:
    """Newsletter and search bring sales this week; in the week before there was one."""
    with life_of(brand) as life:
        life.sale(days_ago(9), "50", utm_source="newsletter", device="mobile")
        for day in (1, 2, 3):
            life.sale(days_ago(day), "100", utm_source="newsletter", device="mobile")
            life.visit(days_ago(day), utm_source="search", device="desktop")
        life.sale(days_ago(2), "30", utm_source="search", device="desktop")
        life.visit(days_ago(1), device="tablet")


async def analytics(
    bench: WindowBench, workspace: Workspace, page: str = "overview", scope: Scope | None = None
) -> AnalyticsPanel:
    """The section, shown and read."""
    panel = bench.own(AnalyticsPanel(workspace))
    panel.restore({"page": page, "scope": scope.state() if scope is not None else {}})
    panel.resize(1280, 860)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet)
    return panel
