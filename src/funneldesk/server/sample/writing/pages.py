"""Writes the brand's pages, through the pages' own store."""

from datetime import timedelta

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from funneldesk.server.parts.domains.tables import DomainRow
from funneldesk.server.parts.funnels.tables import FunnelRow
from funneldesk.server.parts.pages.store import PageStore
from funneldesk.server.sample.stage import Stage

_DAYS_BEFORE_CHANGE = 9
_BEFORE_TRAFFIC = timedelta(days=91)


def write_pages(stage: Stage, session: Session) -> None:
    """All pages with their sources and split tests, each in its funnel and on its domain.

    A page is as old as its last change says, and was there before its first visitor.
    """
    places = _places(stage, session)
    orders = {
        slug: order
        for funnel in stage.content.life("funnels")
        for order, slug in enumerate(funnel["pages"], 1)
    }
    store = PageStore(session, stage.brand_id)
    for fields in stage.content.pages():
        age = timedelta(hours=fields.pop("updated_hours_ago"))
        row, _source = store.create({**fields, **places.get(fields["slug"], {})})
        row.updated_at = stage.now - age
        created = row.updated_at - timedelta(days=_DAYS_BEFORE_CHANGE)
        row.created_at = min(created, stage.now - _BEFORE_TRAFFIC)
        row.funnel_order = orders.get(row.slug)


def _places(stage: Stage, session: Session) -> dict[str, dict[str, int]]:
    """The funnel and the domain of each page that has one, by slug."""
    funnels = _ids(session, FunnelRow.name, FunnelRow.id, FunnelRow.brand_id == stage.brand_id)
    domains = _ids(session, DomainRow.domain, DomainRow.id, DomainRow.brand_id == stage.brand_id)
    places: dict[str, dict[str, int]] = {}
    for funnel in stage.content.life("funnels"):
        for slug in funnel["pages"]:
            places[slug] = {"funnel_id": funnels[funnel["name"]]}
    content = stage.content.life("domains")
    named = {each["key"]: each["domain"] for each in content["domains"]}
    for slug, key in content["pages"].items():
        places.setdefault(slug, {})["domain_id"] = domains[named[key]]
    return places


def _ids(
    session: Session,
    name: InstrumentedAttribute[str],
    number: InstrumentedAttribute[int],
    own: ColumnElement[bool],
) -> dict[str, int]:
    return {row[0]: row[1] for row in session.execute(select(name, number).where(own))}
