"""Analytics (document: Endpoints, Analytics; quirks 8, 17, 18, 50 and 51).

Send ``tz``, the brand's zone, with every question (quirk 50). A metric's None is missing, not zero.
"""

import builtins
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, RootModel

from funneldesk.client.calls import Calls, segment
from funneldesk.client.resource import Resource, read_record
from funneldesk.contract.analytics import (
    AddToCartsByVideoTime,
    Cards,
    CardsFilter,
    CustomerGender,
    ExportQueued,
    GroupedRow,
    MetricDefinition,
    MetricsExport,
    MetricsFilter,
    MetricValue,
    Period,
    ProductByPage,
    Report,
    ReportDraft,
    TimeBeforeFirstPurchase,
    UnitsSold,
    UpsellTakeRate,
    UtmRow,
    VideoCompletionByGender,
)

R = TypeVar("R", bound=BaseModel)


class _Definitions(RootModel[dict[str, MetricDefinition]]):
    """Metric definitions come as a map (quirk 50)."""


class _Values(RootModel[dict[str, MetricValue]]):
    """Metric values come as a map (quirk 50)."""


class Analytics(Resource):
    """The figures of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/analytics")
        self._brand = f"/api/brands/{brand}"

    async def list(self, *, split_test_id: int | None = None) -> dict[str, MetricDefinition]:
        """The definitions of the metrics that there are, by key."""
        query = None if split_test_id is None else {"split_test_id": split_test_id}
        return (await self._get(f"{self._path}/metrics", _Definitions, query)).root

    async def iterate(self) -> AsyncIterator[tuple[str, MetricDefinition]]:
        """Key and definition of every metric."""
        for found in (await self.list()).items():
            yield found

    async def get(self, wanted: MetricsFilter) -> dict[str, MetricValue]:
        """The metrics of a period beside those of the one before, by key.

        Custom metrics go along in the body of the GET (quirk 8). Raises Invalid for a formula or
        a key that is not known, RoleDenied for a filter by ``aff_id``.
        """
        answer = await self._calls.send(
            "GET", f"{self._path}/metrics/data", query=wanted.query(), body=wanted.body()
        )
        return (await read_record(answer, _Values)).root

    async def cards(self, wanted: CardsFilter) -> Cards:
        """The contents of the dashboard's cards."""
        return await self._get(f"{self._path}/metrics/cards", Cards, wanted.query())

    async def grouped(
        self,
        field: str | Sequence[str],
        period: Period,
        metrics: Sequence[str] = (),
        filters: Mapping[str, Sequence[str]] | None = None,
    ) -> builtins.list[GroupedRow]:
        """The metrics by a grouping field, or by several of them (quirk 50), of what ``filters``
        leave: the values that a field may have (quirk 17).

        Raises Invalid for an unknown field, RoleDenied for ``aff_id`` without its permission.
        """
        query: dict[str, Any] = period.query()
        if metrics:
            query["selected_metrics[]"] = [*metrics]
        query |= {f"filter[{name}]": [*values] for name, values in (filters or {}).items()}
        path = f"{self._path}/metrics/{_joined(field)}/data"
        return [*(await self._listing(path, GroupedRow, query)).rows]

    async def export(self, field: str | Sequence[str], wanted: MetricsExport) -> ExportQueued:
        """Have a grouped answer exported and sent by mail; never repeated (quirk 10)."""
        answer = await self._post(f"{self._path}/metrics/{_joined(field)}/export", wanted.body())
        return await read_record(answer, ExportQueued)

    async def utm_performance(self, type: str, period: Period) -> builtins.list[UtmRow]:
        """Sales and views by a utm field: utm_source, utm_medium, utm_campaign, utm_term or
        utm_content. Raises Invalid for another one."""
        path = f"{self._brand}/utm-performance/{segment(type)}"
        return [*(await self._listing(path, UtmRow, period.query())).rows]

    async def time_before_first_purchase(self, period: Period) -> TimeBeforeFirstPurchase:
        """How long customers took to their first order."""
        return await self._of("time-before-first-purchase", TimeBeforeFirstPurchase, period)

    async def add_to_carts_by_video_time(self, period: Period) -> AddToCartsByVideoTime:
        """Add to carts by how far a video was seen."""
        return await self._of("add-to-carts-by-video-time", AddToCartsByVideoTime, period)

    async def customer_gender(self, period: Period) -> CustomerGender:
        """Customers by gender."""
        return await self._of("customer-gender", CustomerGender, period)

    async def video_completion_by_gender(self, period: Period) -> VideoCompletionByGender:
        """How far videos were seen, by gender."""
        return await self._of("video-completion-by-gender", VideoCompletionByGender, period)

    async def products_by_pages(self, period: Period) -> builtins.list[ProductByPage]:
        """The sales of each product on each page."""
        path = f"{self._path}/metrics/products-by-pages/data"
        return [*(await self._listing(path, ProductByPage, period.query())).rows]

    async def products_by_pages_summary(self, period: Period) -> builtins.list[ProductByPage]:
        """The same, summed up."""
        path = f"{self._path}/metrics/products-by-pages/summary"
        return [*(await self._listing(path, ProductByPage, period.query())).rows]

    async def upsell_take_rate(self, period: Period) -> UpsellTakeRate:
        """How often each upsell was shown and taken."""
        return await self._of("upsell-take-rate/summary", UpsellTakeRate, period)

    async def units_sold(self, period: Period) -> UnitsSold:
        """Units sold by product."""
        return await self._of("units-sold/summary", UnitsSold, period)

    async def generate_report(self, draft: ReportDraft) -> Report:
        """A grouped report; its answer is not shown in the document, so its rows may be empty."""
        answer = await self._post(f"{self._path}/reports/generate", draft.body())
        return await read_record(answer, Report)

    async def _of(self, name: str, record: type[R], period: Period) -> R:
        return await self._get(f"{self._path}/metrics/{name}", record, period.query())


def _joined(field: str | Sequence[str]) -> str:
    return segment(field if isinstance(field, str) else ";".join(field))
