"""Brands (document: Endpoints, Brands)."""

import builtins

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource, read_again, read_written
from funneldesk.contract.brands import Brand, BrandMetrics, BrandPatch, BrandSummary


class Brands(Resource):
    """The brand of this connection, and the list of all that its user knows."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}")

    async def list(self) -> list[BrandSummary]:
        """All brands; the key of this connection may not open every one of them (quirk 4)."""
        return list((await self._listing("/api/brands/all", BrandSummary)).rows)

    async def get(self) -> Brand:
        """The connection's brand, whole; it also tells whether the key is good."""
        return await self._get(self._path, Brand)

    async def update(self, patch: BrandPatch) -> Brand:
        """Change name, time zone or currency; for admins and owners."""
        answer = await self._update(self._path, patch)
        return await read_written(answer, Brand, "brand") or await read_again(self.get())

    async def metrics(self) -> builtins.list[str]:
        """The keys of the metrics that this brand has."""
        return (await self._get(f"{self._path}/metrics", BrandMetrics)).metrics
