"""The platform as an ASGI application: the door, the parts, the visitors."""

from fastapi import APIRouter, FastAPI

from funneldesk import __version__
from funneldesk.server.parts.brands.routes import router as brands
from funneldesk.server.parts.pages.routes import router as pages
from funneldesk.server.platform import Platform
from funneldesk.server.visitor.assets import router as assets
from funneldesk.server.visitor.routes import router as visitor
from funneldesk.server.web import access, errors
from funneldesk.server.web.authentication import Authentication

ROUTERS: tuple[APIRouter, ...] = (brands, pages, visitor, assets)
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
    app.add_middleware(Authentication, platform=platform)
    for router in ROUTERS:
        app.include_router(router)
    return app
