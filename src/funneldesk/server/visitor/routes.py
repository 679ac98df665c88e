"""Published pages as visitors meet them: ``/p/{brand}/{slug}`` (document: Page; quirk 28)."""

import secrets
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from funneldesk.server.parts.components.store import ComponentStore
from funneldesk.server.parts.pages.slugs import is_slug
from funneldesk.server.parts.pages.store import PageStore
from funneldesk.server.parts.pages.tables import PageRow
from funneldesk.server.parts.split_tests.markup import changed_at, tests_by_block
from funneldesk.server.platform import Platform
from funneldesk.server.visitor import notices
from funneldesk.server.visitor.components import components_of
from funneldesk.server.visitor.gate import cookie_name, is_password, opens, pass_for
from funneldesk.server.visitor.hosts import cookie_path, host_of, shown_path
from funneldesk.server.visitor.limits import GUESSES, VISITOR, Sender, TooMany, known_visitor
from funneldesk.server.visitor.template import Template, make_template
from funneldesk.server.web.fields import LARGEST_ID

router = APIRouter(include_in_schema=False)

_YEAR_SECONDS = 365 * 24 * 3600
_DAY_SECONDS = 24 * 3600
_MOST_FORM_BYTES = 8192


@router.get("/login")
async def login() -> Response:
    """Where browser-style calls without a key end up."""
    return notices.login()


@router.api_route("/p/{brand:int}", methods=["GET", "HEAD"])
@router.api_route("/p/{brand:int}/", methods=["GET", "HEAD"])
def show_index(brand: int, request: Request) -> Response:
    """The brand's index page."""
    return _show(request, brand, None)


@router.api_route("/p/{brand:int}/{slug}", methods=["GET", "HEAD"])
def show(brand: int, slug: str, request: Request) -> Response:
    """A published page."""
    return _show(request, brand, slug)


@router.post("/p/{brand:int}/{slug}", max_body_size=_MOST_FORM_BYTES)
def enter(
    brand: int, slug: str, request: Request, password: Annotated[str, Form()] = ""
) -> Response:
    """Try a password; the right one opens the page for this visitor for a day.

    A form of any other page leads on to the page that its action names.
    """
    platform: Platform = request.app.state.platform
    row = _find(request, brand, slug)
    if row is None:
        return notices.not_found()
    if not row.requires_password:
        return RedirectResponse(shown_path(request), 303)
    sender = Sender.of(request, f"page/{row.id}")
    try:
        sender.check(GUESSES)
        if not is_password(row, password):
            with platform.database.writing() as session:
                sender.count(session, GUESSES)
    except TooMany as error:
        return notices.too_many_guesses(error.seconds)
    if not is_password(row, password):
        return notices.password_form(row.seo_title or row.title, wrong=True)
    answer = RedirectResponse(shown_path(request), 303)
    _set_cookie(request, answer, cookie_name(row), pass_for(platform.secret, row), _DAY_SECONDS)
    return answer


def _show(request: Request, brand: int, slug: str | None) -> Response:
    platform: Platform = request.app.state.platform
    row = _find(request, brand, slug)
    if row is None or (row.funnel_visible_only and not _comes_from(request, brand)):
        return notices.not_found()
    if row.requires_login:
        return notices.members_only()
    if row.requires_password:
        shown = request.cookies.get(cookie_name(row))
        if not opens(platform.secret, row, shown):
            return notices.password_form(row.seo_title or row.title)
    if row.redirect_url:
        return RedirectResponse(row.redirect_url, 302, {"Cache-Control": "no-store"})
    return _page(request, platform, row)


def _page(request: Request, platform: Platform, row: PageRow) -> Response:
    with platform.database.reading() as session:
        tests_changed = changed_at(session, row.brand_id, row.id) or row.updated_at
        components = ComponentStore(session, row.brand_id).version()
    changed = max(row.updated_at, tests_changed)
    template = platform.templates.get(
        (row.brand_id, row.id, changed, components), lambda: _template(platform, row)
    )
    known = known_visitor(request)
    visitor = known or secrets.token_hex(16)
    answer = HTMLResponse(template.render(platform.secret, visitor), headers=_headers(row))
    if template.has_choices and visitor != known:
        _set_cookie(request, answer, VISITOR, visitor, _YEAR_SECONDS)
    return answer


def _find(request: Request, brand: int, slug: str | None) -> PageRow | None:
    if brand > LARGEST_ID or not (slug is None or is_slug(slug)):
        return None
    platform: Platform = request.app.state.platform
    host = host_of(request)
    domain_id = host.domain_id if host else None
    with platform.database.reading() as session:
        store = PageStore(session, brand)
        return store.published(slug, domain_id) if slug else store.published_index(domain_id)


def _template(platform: Platform, row: PageRow) -> Template:
    with platform.database.reading() as session:
        fresh, source = PageStore(session, row.brand_id).get(row.id)
        tests = tests_by_block(session, row.brand_id, row.id)
        filler = components_of(session, row.brand_id, source.html or "")
        return make_template(fresh, source, tests, filler.fill)


def _headers(row: PageRow) -> dict[str, str]:
    headers = {
        "Cache-Control": "private, no-cache",
        "Vary": "Cookie",
        "Referrer-Policy": "strict-origin-when-cross-origin",
        "X-Content-Type-Options": "nosniff",
    }
    if row.prevent_indexing:
        headers["X-Robots-Tag"] = "noindex, nofollow"
    return headers


def _comes_from(request: Request, brand: int) -> bool:
    """Whether the visitor followed a link on another page of the brand."""
    try:
        referrer = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return False
    if referrer.netloc != request.url.netloc:
        return False
    return host_of(request) is not None or referrer.path.startswith(f"/p/{brand}/")


def _set_cookie(request: Request, answer: Response, name: str, value: str, seconds: int) -> None:
    answer.set_cookie(
        name,
        value,
        max_age=seconds,
        path=cookie_path(request),
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
