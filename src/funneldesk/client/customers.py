"""Customers, read-only (document: Endpoints, Customers; quirks 16, 17, 60 and 61)."""

from collections.abc import AsyncIterator

from funneldesk.client.calls import Calls, segment
from funneldesk.client.resource import Resource, read_record, walk
from funneldesk.contract.customers import (
    Customer,
    CustomerCounts,
    CustomerDetails,
    CustomerExportDraft,
    CustomerExportQueued,
    CustomerFilter,
)
from funneldesk.contract.listing import Listing


class Customers(Resource):
    """Customers of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/customers")

    async def list(self, filter: CustomerFilter | None = None) -> Listing[Customer]:
        """A page of customers. Raises Invalid for a strange column to show or to sort by."""
        return await self._listing(self._path, Customer, (filter or CustomerFilter()).query())

    def iterate(self, filter: CustomerFilter | None = None) -> AsyncIterator[Customer]:
        """The customers of every page, one by one, for ``async for``."""
        wanted = filter or CustomerFilter()
        return walk(lambda page: self.list(wanted.model_copy(update={"page": page})))

    async def quick_access(self) -> CustomerCounts:
        """How many customers there are of each sort."""
        return await self._get(f"{self._path}/quick-access", CustomerCounts)

    async def get(
        self, email: str, *, include_orders: bool = True, include_subscriptions: bool = True
    ) -> CustomerDetails:
        """A customer with orders and subscriptions, by e-mail address (quirk 60).

        Raises NotFound.
        """
        query = {"include_orders": include_orders, "include_subscriptions": include_subscriptions}
        return await self._get(f"{self._path}/{segment(email)}/details", CustomerDetails, query)

    async def export(self, draft: CustomerExportDraft | None = None) -> CustomerExportQueued:
        """Have customers exported and sent by mail. Never repeated (quirk 10)."""
        body = (draft or CustomerExportDraft()).body()
        answer = await self._post(f"{self._path}/export", body)
        return await read_record(answer, CustomerExportQueued)
