"""The endpoints of domains (document: Endpoints, Domains; quirk 56)."""

from typing import Annotated, Any

from fastapi import Depends, Query, Request, Response
from sqlalchemy.orm import Session

from funneldesk.contract.domains import (
    Configuration,
    Domain,
    Move,
    MovePreview,
    SslRequest,
    TrackingDomain,
    Validation,
    ValidationInstructions,
)
from funneldesk.contract.shapes import Record
from funneldesk.server.db.types import now
from funneldesk.server.parts.domains import bodies, inspection
from funneldesk.server.parts.domains.bodies import target_name
from funneldesk.server.parts.domains.leaving import Moving
from funneldesk.server.parts.domains.rules import (
    DomainCreate,
    DomainUpdate,
    MoveInput,
    TrackingCreate,
    ssl_answer,
)
from funneldesk.server.parts.domains.states import ssl_requested
from funneldesk.server.parts.domains.store import DomainStore, put_state, state_of
from funneldesk.server.parts.domains.tables import DomainRow
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.errors import Refused, invalid
from funneldesk.server.web.listing import Paging, flat, paging
from funneldesk.server.web.quick import quickly
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router

router = Router(prefix="/api/brands/{brand:int}", tags=["domains"])

Reading = Annotated[Access, Depends(allow("domains", Need.READ))]
Writing = Annotated[Access, Depends(allow("domains", Need.WRITE))]
SeeingPages = Annotated[Access, Depends(allow("domains", Need.READ, "pages"))]
MovingPages = Annotated[Access, Depends(allow("domains", Need.WRITE, "pages"))]
_SSL = "/domains/{domain:int}/request-ssl"


class DomainListing(Record):
    """The envelope of ``GET …/domains``."""

    current_page: int
    data: list[Domain]
    per_page: int
    total: int
    last_page: int


class NewTrackingDomain(Record):
    """The envelope of ``POST …/tracking-domains``."""

    domain: TrackingDomain


class Done(Record):
    """The answer to a deletion."""

    success: bool


@router.get("/domains", response_model=DomainListing)
async def list_(
    access: Reading,
    wanted: Annotated[Paging, Depends(paging())],
    q: Annotated[str, Query(max_length=253)] = "",
) -> Response:
    """A page of the custom domains, the newest first."""

    def look(session: Session) -> Response:
        rows, total = _store(session, access).page(wanted, q.replace("\0", "").strip())
        return Json(flat(wanted, total, [bodies.domain_body(row) for row in rows]))

    return await quickly(access.platform.database, look, unless=q)


@router.get("/domains/all", response_model=list[Domain])
def list_all(access: Reading) -> Response:
    """All custom domains, in short."""
    with access.platform.database.reading() as session:
        rows = _store(session, access).list()
    return Json([{"id": row.id, "domain": row.domain, "status": row.status} for row in rows])


@router.get("/domains/{domain:int}", response_model=Domain)
def get(domain: int, access: Reading) -> Response:
    """A custom domain."""
    with access.platform.database.reading() as session:
        return Json(bodies.domain_body(_store(session, access).get(domain)))


@router.post("/domains", response_model=Domain)
def create(body: DomainCreate, access: Writing) -> Response:
    """A new custom domain, or a subdomain of the platform's own."""
    with access.platform.database.writing() as session:
        row = _store(session, access).create(body.domain, dedicated=body.dedicated_domain)
        return Json(bodies.domain_body(row))


@router.put("/domains/{domain:int}", response_model=Domain)
def update(domain: int, body: DomainUpdate, access: Writing) -> Response:
    """Change the name or the kind."""
    with access.platform.database.writing() as session:
        row = _store(session, access).update(domain, body.model_dump(exclude_unset=True))
        return Json(bodies.domain_body(row))


@router.delete("/domains/{domain:int}", response_model=Done)
def delete(domain: int, access: Writing) -> Response:
    """Give a custom domain up."""
    with access.platform.database.writing() as session:
        _store(session, access).delete(domain)
    return Json({"success": True})


@router.get("/domains/{domain:int}/validation-instructions", response_model=ValidationInstructions)
def validation_instructions(domain: int, access: Reading) -> Response:
    """The record that the owner of the domain has to set."""
    row, target = inspection.pointed(access, domain)
    return Json(bodies.instructions(row, target))


@router.post("/domains/{domain:int}/validate", response_model=Validation)
async def validate(domain: int, access: Writing) -> Response:
    """Look the record up; what is not found is told within the 200."""
    return Json(await inspection.validate(access, domain))


@router.get("/domains/{domain:int}/test-configuration", response_model=Configuration)
async def test_configuration(domain: int, request: Request, access: Reading) -> Response:
    """Try name, certificate and reachability over the network."""
    server = request.scope.get("server")
    return Json(await inspection.test(access, domain, server[1] if server else None))


@router.post(_SSL, response_model=SslRequest)
def request_ssl(domain: int, access: Writing) -> Response:
    """Ask for a certificate."""
    with access.platform.database.writing() as session:
        row = _store(session, access).get(domain, lock=True)
        before = state_of(row)
        after = ssl_requested(before, now())
        put_state(row, after)
    return Json(ssl_answer(before, after))


@router.get(_SSL, response_model=SslRequest)
def request_ssl_by_get(domain: int, access: Writing) -> Response:
    """The same: this GET changes something (quirk 56)."""
    return request_ssl(domain, access)


@router.post("/domains/{domain:int}/move/preview", response_model=MovePreview)
def preview_move(domain: int, body: MoveInput, access: SeeingPages) -> Response:
    """What a move would take along; changes nothing."""
    with access.platform.database.reading() as session:
        return Json(_moving(session, access, domain, body).preview())


@router.post("/domains/{domain:int}/move/apply", response_model=Move)
def move(domain: int, body: MoveInput, access: MovingPages) -> Response:
    """Move the pages of a domain to another one."""
    with access.platform.database.writing() as session:
        return Json(_moving(session, access, domain, body, lock=True).apply())


@router.get("/tracking-domains", response_model=list[TrackingDomain])
def list_tracking(access: Reading) -> Response:
    """All tracking domains, the newest first."""
    with access.platform.database.reading() as session:
        store = _store(session, access, tracking=True)
        return Json([_tracking_body(access, store, row) for row in store.list()])


@router.post("/tracking-domains", response_model=NewTrackingDomain, status_code=201)
def create_tracking(body: TrackingCreate, access: Writing) -> Response:
    """A new tracking domain; the clock does the rest."""
    with access.platform.database.writing() as session:
        store = _store(session, access, tracking=True)
        row = store.create(body.domain)
        return Json({"domain": _tracking_body(access, store, row)}, 201)


@router.delete("/tracking-domains/{domain:int}", response_model=Done)
def delete_tracking(domain: int, access: Writing) -> Response:
    """Give a tracking domain up."""
    with access.platform.database.writing() as session:
        _store(session, access, tracking=True).delete(domain)
    return Json({"success": True})


def _store(session: Session, access: Access, *, tracking: bool = False) -> DomainStore:
    platform_domain = access.platform.settings.platform_domain
    return DomainStore(session, access.brand_id, platform_domain, tracking=tracking)


def _tracking_body(access: Access, store: DomainStore, row: DomainRow) -> dict[str, Any]:
    platform_domain = access.platform.settings.platform_domain
    return bodies.tracking_body(row, target_name(row, store.subdomain(), platform_domain))


def _moving(
    session: Session, access: Access, domain: int, body: MoveInput, *, lock: bool = False
) -> Moving:
    store = _store(session, access)
    source = store.get(domain, lock=lock)
    try:
        target = store.get(body.target_domain_id, lock=lock)
    except Refused as error:
        raise invalid({"target_domain_id": "The selected target_domain_id is invalid."}) from error
    return Moving(session, source, target)
