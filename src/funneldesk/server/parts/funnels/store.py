"""Queries on funnels: every one within a brand (document: Endpoints, Funnels; quirk 40)."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, bindparam, func, select, update
from sqlalchemy.orm import Session

from funneldesk.server.db.types import for_json, now
from funneldesk.server.parts.funnels.rules import copy_name
from funneldesk.server.parts.funnels.tables import FunnelRow
from funneldesk.server.parts.pages.store import PageStore
from funneldesk.server.parts.pages.tables import PageRow
from funneldesk.server.web.errors import missing
from funneldesk.server.web.fields import LARGEST_ID
from funneldesk.server.web.plan import Plan

_SHOWN = ("id", "name", "status", "created_at", "updated_at")
_ALL = (
    select(*for_json(*(getattr(FunnelRow, name) for name in _SHOWN)))
    .where(FunnelRow.brand_id == bindparam("brand_id"))
    .order_by(FunnelRow.id.desc())
)
_COUNTS = (
    select(PageRow.funnel_id, func.count())
    .where(PageRow.brand_id == bindparam("brand_id"), PageRow.funnel_id.is_not(None))
    .group_by(PageRow.funnel_id)
)
_JOINED = func.coalesce(PageRow.funnel_order, 0), PageRow.id


class FunnelStore:
    """The funnels of one brand, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def list(self) -> list[dict[str, Any]]:
        """All funnels with the number of their pages, the newest first."""
        connection, brand = self._session.connection(), {"brand_id": self._brand_id}
        counts = {row[0]: row[1] for row in connection.execute(_COUNTS, brand)}
        rows = connection.execute(_ALL, brand)
        return [_summary(*row, pages_count=counts.get(row[0], 0)) for row in rows]

    def get(self, funnel_id: int, *, lock: bool = False) -> FunnelRow:
        """A funnel. Raises Refused (404)."""
        row = None
        if funnel_id <= LARGEST_ID:
            key = (self._brand_id, funnel_id)
            row = self._session.get(FunnelRow, key, with_for_update=lock)
        if row is None:
            raise missing("funnel")
        return row

    def whole(self, row: FunnelRow) -> dict[str, Any]:
        """A funnel as it is read: with its pages in the order in which they joined."""
        query = select(PageRow.id, PageRow.title, PageRow.type).where(*self._in(row.id))
        found = self._session.execute(query.order_by(*_JOINED)).all()
        pages = [
            {"id": page.id, "name": page.title, "type": page.type, "order": order}
            for order, page in enumerate(found, 1)
        ]
        return {**summary(row, len(pages)), "pages": pages}

    def create(self, values: Mapping[str, Any]) -> FunnelRow:
        """A new funnel."""
        row = FunnelRow(brand_id=self._brand_id)
        row.name, row.status = values["name"], values.get("status") or "active"
        self._session.add(row)
        self._session.flush()
        return row

    def update(self, funnel_id: int, values: Mapping[str, Any]) -> FunnelRow:
        """Set what was sent; a cleared status is ``active``. Raises Refused (404)."""
        row = self.get(funnel_id, lock=True)
        row.name = values.get("name", row.name)
        row.status = (values["status"] or "active") if "status" in values else row.status
        row.updated_at = now()
        self._session.flush()
        return row

    def delete(self, funnel_id: int) -> None:
        """Remove a funnel; its pages stay, without one. Raises Refused (404)."""
        row = self.get(funnel_id, lock=True)
        self._session.execute(
            update(PageRow)
            .where(*self._in(row.id))
            .values(funnel_id=None, funnel_order=None, updated_at=now())
        )
        self._session.delete(row)
        self._session.flush()

    def clone(self, funnel_id: int, plan: Plan) -> tuple[FunnelRow, int]:
        """An inactive copy with copies of all pages; gives it with their number.

        Raises Refused: 404, and 403 when the plan does not allow that many pages.
        """
        original = self.get(funnel_id)
        pages = PageStore(self._session, self._brand_id)
        pages.reserve()
        query = select(PageRow.id).where(*self._in(original.id)).order_by(*_JOINED)
        ids = self._session.scalars(query).all()
        if ids:
            plan.check("pages", pages.count() + len(ids) - 1)
        copy = self.create({"name": copy_name(original.name), "status": "inactive"})
        for page_id in ids:
            pages.copy(page_id, funnel_id=copy.id)
        return copy, len(ids)

    def _in(self, funnel_id: int) -> tuple[ColumnElement[bool], ...]:
        return PageRow.brand_id == self._brand_id, PageRow.funnel_id == funnel_id


def summary(row: FunnelRow, pages_count: int) -> dict[str, Any]:
    """A funnel as lists show it."""
    return _summary(*(getattr(row, name) for name in _SHOWN), pages_count=pages_count)


def _summary(
    id_: int, name: str, status: str, created_at: Any, updated_at: Any, *, pages_count: int
) -> dict[str, Any]:
    return {
        "id": id_,
        "name": name,
        "status": status,
        "pages_count": pages_count,
        "created_at": created_at,
        "updated_at": updated_at,
    }
