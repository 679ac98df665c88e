"""Conversions: orders (document: Endpoints, Conversions; quirks 7, 10, 15, 59 and 61)."""

from collections.abc import AsyncIterator
from http import HTTPStatus

from funneldesk.client.calls import Calls, segment
from funneldesk.client.resource import Resource, read_record, walk
from funneldesk.contract.conversions import (
    Conversion,
    ConversionExport,
    ConversionExportDraft,
    ConversionFilter,
    ConversionSummary,
    Refund,
    RefundDraft,
)
from funneldesk.contract.listing import Listing

LARGEST_EXPORT = 200_000_000
"""Bytes."""


class Conversions(Resource):
    """Conversions of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/conversions")

    async def list(self, filter: ConversionFilter | None = None) -> Listing[ConversionSummary]:
        """A page of orders, 15 unless asked otherwise (quirk 14); searched by code and customer."""
        query = (filter or ConversionFilter()).query()
        return await self._listing(self._path, ConversionSummary, query)

    def iterate(self, filter: ConversionFilter | None = None) -> AsyncIterator[ConversionSummary]:
        """The orders of every page, one by one, for ``async for``."""
        wanted = filter or ConversionFilter()
        return walk(lambda page: self.list(wanted.model_copy(update={"page": page})))

    async def get(self, code: str) -> Conversion:
        """An order by its public code, whole. Raises NotFound."""
        return await self._get(f"{self._path}/{segment(code)}", Conversion)

    async def export(self, draft: ConversionExportDraft | None = None) -> ConversionExport:
        """Have orders exported; the answer says where the file is (quirk 59). Never repeated."""
        body = (draft or ConversionExportDraft()).body()
        return await read_record(await self._post(f"{self._path}/export", body), ConversionExport)

    async def fetch_export(self, download_url: str) -> bytes | None:
        """The file of an export; None while it is being made. The key does not go along.

        Raises ValueError for an address on another server, ApiError for a file that does not come.
        """
        base = self._calls.address.url
        place = download_url.removeprefix(base) if download_url.startswith(f"{base}/") else ""
        if not place:
            raise ValueError("This file lies on another server; it is not fetched from there.")
        pieces: list[bytes] = []

        async def take(piece: bytes) -> None:
            pieces.append(piece)

        answer = await self._calls.pour(self._calls.address, place, LARGEST_EXPORT, take)
        return b"".join(pieces) if answer.status == HTTPStatus.OK else None

    async def refund(self, code: str, draft: RefundDraft | None = None) -> Refund:
        """Give money back, all that is left when no amount is named; admin or owner only.

        Never repeated by itself (quirk 10): after a failure with ``maybe_done``, read the order
        first. Raises Invalid for more than what is left.
        """
        body = (draft or RefundDraft()).body()
        return await read_record(
            await self._post(f"{self._path}/{segment(code)}/refund", body), Refund
        )
