"""The platform as an ASGI application: the door, the parts, the visitors."""

from collections.abc import Mapping, Sequence

from fastapi import APIRouter, FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from funneldesk import __version__
from funneldesk.server.parts.analytics.routes import router as analytics
from funneldesk.server.parts.automations.routes import router as automations
from funneldesk.server.parts.blogs.routes import router as blogs
from funneldesk.server.parts.brands.routes import router as brands
from funneldesk.server.parts.collections.routes import router as collections
from funneldesk.server.parts.components.routes import router as components
from funneldesk.server.parts.conversions.routes import router as conversions
from funneldesk.server.parts.courses.routes import router as courses
from funneldesk.server.parts.crm.routes import router as crm
from funneldesk.server.parts.customers.routes import router as customers
from funneldesk.server.parts.domains.routes import router as domains
from funneldesk.server.parts.files.routes import router as files
from funneldesk.server.parts.funnels.routes import router as funnels
from funneldesk.server.parts.pages.routes import router as pages
from funneldesk.server.parts.products.routes import router as products
from funneldesk.server.parts.quizzes.routes import router as quizzes
from funneldesk.server.parts.split_tests.routes import router as split_tests
from funneldesk.server.parts.subscriptions.routes import router as subscriptions
from funneldesk.server.parts.tickets.routes import router as tickets
from funneldesk.server.parts.tracking.routes import router as tracking
from funneldesk.server.platform import Platform
from funneldesk.server.visitor.assets import router as assets
from funneldesk.server.visitor.courses import router as lessons
from funneldesk.server.visitor.downloads import router as downloads
from funneldesk.server.visitor.forms import router as forms
from funneldesk.server.visitor.hosts import Hosts
from funneldesk.server.visitor.payments import router as payments
from funneldesk.server.visitor.quizzes import router as games
from funneldesk.server.visitor.routes import router as visitor
from funneldesk.server.visitor.tracking import router as visits
from funneldesk.server.visitor.webhooks import router as webhooks
from funneldesk.server.web import access, errors
from funneldesk.server.web.authentication import Authentication

PARTS: tuple[tuple[APIRouter, tuple[str, ...]], ...] = (
    (brands, ()),
    (pages, ("pages",)),
    (components, ("components",)),
    (files, ("file-manager",)),
    (products, ("products",)),
    (funnels, ("funnels",)),
    (split_tests, ("split-tests",)),
    (crm, ("crm",)),
    (collections, ("collections",)),
    (subscriptions, ("subscriptions", "merchants", "retention-offers")),
    (analytics, ("analytics", "utm-performance")),
    (courses, ("courses",)),
    (tracking, ("clicks", "replays", "short-links")),
    (quizzes, ("quizzes",)),
    (automations, ("automations",)),
    (domains, ("domains", "tracking-domains")),
    (tickets, ("tickets",)),
    (blogs, ("blogs",)),
    (conversions, ("conversions",)),
    (customers, ("customers",)),
)
"""The parts, each with the words that its paths begin with below a brand."""

VISITORS: tuple[APIRouter, ...] = (
    forms,
    downloads,
    games,
    lessons,
    payments,
    visitor,
    visits,
    webhooks,
    assets,
)
MOST_BODY_BYTES = 32 * 1024 * 1024


def create_app(platform: Platform) -> ASGIApp:
    """The application over an open platform."""
    everything = [router for router, _words in PARTS] + list(VISITORS)
    whole = _app(platform, everything)
    parts = {word: _app(platform, [router]) for router, words in PARTS for word in words}
    return Authentication(Hosts(ByPart(whole, parts), platform), platform)


class ByPart:
    """Hands a call below a brand to the one part that its path names, all others to ``whole``.

    The framework tries one route after the other: for the last of 230 that takes longer than the
    answer itself.
    """

    def __init__(self, whole: ASGIApp, parts: Mapping[str, ASGIApp]) -> None:
        self._whole = whole
        self._parts = parts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """``/api/brands/{brand}/{word}…``"""
        steps = scope.get("path", "").split("/", 5)
        is_of_a_part = len(steps) > 4 and steps[1:3] == ["api", "brands"]
        app = self._parts.get(steps[4], self._whole) if is_of_a_part else self._whole
        await app(scope, receive, send)


def _app(platform: Platform, routers: Sequence[APIRouter]) -> FastAPI:
    app = FastAPI(
        title="Funnel Platform Management API",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        max_body_size=MOST_BODY_BYTES,
    )
    app.state.platform = platform
    errors.install(app)
    app.add_exception_handler(access.LoginRedirect, access.redirect_to_login)
    for router in routers:
        app.include_router(router, responses=errors.DESCRIBED)
    return app
