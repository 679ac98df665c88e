"""Writes domains, blogs, components and short links."""

from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.parts.blogs.categories import CategoryStore
from funneldesk.server.parts.blogs.rules import BlogInput, CategoryCreate
from funneldesk.server.parts.blogs.store import BlogStore
from funneldesk.server.parts.components.rules import ComponentCreate
from funneldesk.server.parts.components.store import ComponentStore
from funneldesk.server.parts.domains.states import (
    ISSUING,
    Status,
    issued,
    provisioned,
    ssl_requested,
    validated,
)
from funneldesk.server.parts.domains.store import DomainStore, put_state, state_of
from funneldesk.server.parts.domains.tables import DomainRow
from funneldesk.server.parts.tracking.store import TrackingStore
from funneldesk.server.sample.stage import Stage

_STARTED = (Status.PENDING_CNAME, Status.PENDING_CLOUDFLARE)


def write_sites(stage: Stage, session: Session) -> None:
    """What stands around the pages; blogs know the domains that were made before them."""
    domains = _domains(stage, session)
    _blogs(stage, session, domains)
    _components(stage, session)
    links = TrackingStore(session, stage.brand_id)
    for url in stage.content.life("short_links"):
        links.shorten(url)


def _domains(stage: Stage, session: Session) -> dict[str, int]:
    content, ids = stage.content.life("domains"), {}
    for tracking, found in ((False, content["domains"]), (True, content["tracking"])):
        name = stage.platform.settings.platform_domain
        store = DomainStore(session, stage.brand_id, name, tracking=tracking)
        for each in found:
            row = store.create(each["domain"], dedicated=each.get("dedicated_domain", True))
            _bring(stage, row, Status(each["reaches"]))
            ids[each.get("key", each["domain"])] = row.id
    return ids


def _bring(stage: Stage, row: DomainRow, reaches: Status) -> None:
    """Lead a domain to its state, one step after the other."""
    if reaches in _STARTED:
        return
    state = provisioned(validated(state_of(row), found=True), stage.now, found=True)
    if reaches is Status.ACTIVE:
        state = issued(ssl_requested(state, stage.now), stage.now + ISSUING)
    put_state(row, state)


def _blogs(stage: Stage, session: Session, domains: dict[str, int]) -> None:
    for each in stage.content.life("blogs"):
        body: dict[str, Any] = each["blog"]
        if each["domain"]:
            body = {**body, "domain_id": domains[each["domain"]]}
        wanted = BlogInput.model_validate(body).model_dump(exclude_unset=True)
        blog = BlogStore(session, stage.brand_id).create(wanted, each.get("sources"))
        for category in each["categories"]:
            named = CategoryCreate.model_validate(category).model_dump(exclude_unset=True)
            CategoryStore(session, blog).create(named)


def _components(stage: Stage, session: Session) -> None:
    store = ComponentStore(session, stage.brand_id)
    for each in stage.content.life("components"):
        draft = each.pop("draft", None)
        body = ComponentCreate.model_validate(each).model_dump(exclude_unset=True)
        row, _source = store.create(body)
        if draft is not None:
            store.save(row.code, draft, draft=True, revision_id=None)
