"""Blogs as a table (document: Endpoints, Blogs, export)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from funneldesk.server.jobs.sheets import Table
from funneldesk.server.parts.blogs.tables import BlogRow
from funneldesk.server.web.searching import holding

COLUMNS = (
    "id",
    "name",
    "slug",
    "status",
    "domain_id",
    "article_url_pattern",
    "comments_enabled",
    "created_at",
    "updated_at",
)


def table(session: Session, brand_id: int, body: Mapping[str, Any]) -> Table:
    """The living blogs that ``body`` (an ExportInput) asks for, in order of their ids."""
    columns = body.get("columns") or COLUMNS
    query = select(*(getattr(BlogRow, name) for name in columns)).where(
        *_where(session, brand_id, body)
    )

    def rows() -> Iterator[Sequence[object]]:
        yield from session.execute(query.order_by(BlogRow.id).execution_options(yield_per=500))

    return Table("blogs", list(columns), rows())


def _where(session: Session, brand_id: int, body: Mapping[str, Any]) -> list[ColumnElement[bool]]:
    where = [BlogRow.brand_id == brand_id, BlogRow.deleted_at.is_(None)]
    filters = body.get("filters") or {}
    if body.get("selected_ids"):
        where.append(BlogRow.id.in_(body["selected_ids"]))
    if filters.get("q"):
        where.append(holding(session, BlogRow.id, (BlogRow.name,), where, filters["q"]))
    if filters.get("status"):
        where.append(BlogRow.status == filters["status"])
    if filters.get("domain_id"):
        where.append(BlogRow.domain_id == filters["domain_id"])
    return where
