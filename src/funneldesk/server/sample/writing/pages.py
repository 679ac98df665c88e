"""Writes the brand's pages, through the pages' own store."""

from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.parts.funnels.tables import FunnelRow
from funneldesk.server.parts.pages.store import PageStore
from funneldesk.server.sample.stage import Stage

_DAYS_BEFORE_CHANGE = 9
_BEFORE_TRAFFIC = timedelta(days=91)


def write_pages(stage: Stage, session: Session) -> None:
    """All pages with their sources and split tests, each in its funnel.

    A page is as old as its last change says, and was there before its first visitor.
    """
    funnels = _funnel_of_page(stage, session)
    store = PageStore(session, stage.brand_id)
    for fields in stage.content.pages():
        age = timedelta(hours=fields.pop("updated_hours_ago"))
        row, _source = store.create({**fields, **funnels.get(fields["slug"], {})})
        row.updated_at = stage.now - age
        created = row.updated_at - timedelta(days=_DAYS_BEFORE_CHANGE)
        row.created_at = min(created, stage.now - _BEFORE_TRAFFIC)


def _funnel_of_page(stage: Stage, session: Session) -> dict[str, dict[str, int]]:
    query = select(FunnelRow.name, FunnelRow.id).where(FunnelRow.brand_id == stage.brand_id)
    ids = {row.name: row.id for row in session.execute(query)}
    return {
        slug: {"funnel_id": ids[funnel["name"]]}
        for funnel in stage.content.life("funnels")
        for slug in funnel["pages"]
        if funnel["name"] in ids
    }
