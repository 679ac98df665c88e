"""The platform as an ASGI application: the door, the parts, the visitors."""

from fastapi import APIRouter, FastAPI

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

ROUTERS: tuple[APIRouter, ...] = (
    brands,
    pages,
    components,
    files,
    products,
    funnels,
    split_tests,
    crm,
    collections,
    subscriptions,
    analytics,
    courses,
    tracking,
    quizzes,
    automations,
    domains,
    tickets,
    blogs,
    conversions,
    customers,
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


def create_app(platform: Platform) -> FastAPI:
    """The application over an open platform."""
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
    app.add_middleware(Hosts, platform=platform)
    app.add_middleware(Authentication, platform=platform)
    for router in ROUTERS:
        app.include_router(router, responses=errors.DESCRIBED)
    return app
