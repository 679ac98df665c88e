"""Where visitors meet a page: on its active domain, else on the platform (document: Page, url)."""

from fastapi import Request
from sqlalchemy.orm import Session

from funneldesk.server.parts.domains.states import Status
from funneldesk.server.parts.domains.tables import DomainRow
from funneldesk.server.parts.pages.tables import PageRow


def page_url(session: Session, request: Request, page: PageRow) -> str:
    """The address of a page once it is published."""
    if page.domain_id is not None:
        domain = session.get(DomainRow, (page.brand_id, page.domain_id))
        if domain is not None and domain.status == Status.ACTIVE:
            return f"{_root(request, domain)}/{page.slug}"
    return str(request.url.replace(path=f"/p/{page.brand_id}/{page.slug}", query=""))


def _root(request: Request, domain: DomainRow) -> str:
    if domain.dedicated_domain:
        return f"{'https' if domain.ssl_ready else 'http'}://{domain.domain}"
    # A subdomain of the platform is met as the platform is: same scheme, same port.
    port = f":{request.url.port}" if request.url.port else ""
    return f"{request.url.scheme}://{domain.domain}{port}"
