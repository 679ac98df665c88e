"""Exports: made in the background, kept for a week, sent by mail (document: shared conventions).

A part that exports has an ``export.py`` with ``table(session, brand_id, body) -> Table``, named in
``EXPORTS``.
"""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.jobs.queue import enqueue
from funneldesk.server.jobs.sheets import FORMATS, Table
from funneldesk.server.jobs.tables import ExportPieceRow, ExportRow
from funneldesk.server.parts.analytics.export import table as metrics
from funneldesk.server.parts.automations.export import table as automations
from funneldesk.server.parts.blogs.export import table as blogs
from funneldesk.server.parts.collections.export import table as collections
from funneldesk.server.parts.conversions.export import table as conversions
from funneldesk.server.parts.customers.export import table as customers
from funneldesk.server.parts.split_tests.export import table as split_tests
from funneldesk.server.parts.tracking.export import table as clicks
from funneldesk.server.platform import Platform
from funneldesk.server.web.access import Access
from funneldesk.server.web.keys import address_of

KIND = "export"
KEPT_DAYS = 7

MakeTable = Callable[[Session, int, Mapping[str, Any]], Table]

EXPORTS: dict[str, MakeTable] = {
    "automations": automations,
    "blogs": blogs,
    "collections": collections,
    "analytics": metrics,
    "tracking": clicks,
    "split_tests": split_tests,
    "conversions": conversions,
    "customers": customers,
}
"""What can be exported, by kind. The session reads one consistent view; rows may be lazy."""


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A finished export. ``pieces`` reads its bytes, a megabyte at a time."""

    name: str
    media_type: str
    size: int
    pieces: Callable[[], Generator[bytes]]


def queue_export(
    session: Session,
    access: Access,
    kind: str,
    body: Mapping[str, Any],
    *,
    format: str = "csv",
    to: str | None = None,
) -> int:
    """Have ``kind`` exported, in this transaction; gives the export's id.

    ``body`` (JSON) is what the part's ``table`` gets. ``to`` is an e-mail address, by default that
    of the key's user. ``format`` is ``csv`` or ``xlsx``.
    """
    if kind not in EXPORTS or format not in FORMATS:
        raise LookupError(f"there is no export of {kind} as {format}")
    row = ExportRow(
        brand_id=access.brand_id,
        kind=kind,
        body=dict(body),
        format=format,
        to_address=to or address_of(session, access.caller.user_id),
    )
    session.add(row)
    session.flush()
    enqueue(session, access.brand_id, KIND, {"export": row.id})
    return row.id


def status_of(session: Session, brand_id: int, export_id: int) -> str | None:
    """How an export stands: waiting, ready, failed, removed; None when there is none."""
    row = session.get(ExportRow, (brand_id, export_id))
    return row.status if row else None


def file_of(platform: Platform, brand_id: int, export_id: int) -> ExportFile | None:
    """The file of an export; None as long as it is not ready, and when its week is over."""
    with platform.database.reading() as session:
        row = session.get(ExportRow, (brand_id, export_id))
        if row is None or row.status != "ready" or not row.name:
            return None
        return ExportFile(
            row.name,
            FORMATS[row.format],
            row.size or 0,
            lambda: _pieces(platform, brand_id, export_id),
        )


def _pieces(platform: Platform, brand_id: int, export_id: int) -> Generator[bytes]:
    number = 0
    query = select(ExportPieceRow.content).where(
        ExportPieceRow.brand_id == brand_id, ExportPieceRow.export_id == export_id
    )
    while True:
        # A session for each piece: a slow reader must not hold a connection.
        with platform.database.reading() as session:
            piece = session.scalar(query.where(ExportPieceRow.number == number))
        if piece is None:
            return
        yield piece
        number += 1
