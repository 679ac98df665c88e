"""The parts of the interface, each loaded when it is first asked for.

All twenty together take longer to load than everything else of the platform. The imports are
written out, so that a reader, a type checker and a freezer see them all.
"""

from collections.abc import Callable

from fastapi import APIRouter


def _brands() -> APIRouter:
    from funneldesk.server.parts.brands.routes import router

    return router


def _pages() -> APIRouter:
    from funneldesk.server.parts.pages.routes import router

    return router


def _components() -> APIRouter:
    from funneldesk.server.parts.components.routes import router

    return router


def _files() -> APIRouter:
    from funneldesk.server.parts.files.routes import router

    return router


def _products() -> APIRouter:
    from funneldesk.server.parts.products.routes import router

    return router


def _funnels() -> APIRouter:
    from funneldesk.server.parts.funnels.routes import router

    return router


def _split_tests() -> APIRouter:
    from funneldesk.server.parts.split_tests.routes import router

    return router


def _crm() -> APIRouter:
    from funneldesk.server.parts.crm.routes import router

    return router


def _collections() -> APIRouter:
    from funneldesk.server.parts.collections.routes import router

    return router


def _subscriptions() -> APIRouter:
    from funneldesk.server.parts.subscriptions.routes import router

    return router


def _analytics() -> APIRouter:
    from funneldesk.server.parts.analytics.routes import router

    return router


def _courses() -> APIRouter:
    from funneldesk.server.parts.courses.routes import router

    return router


def _tracking() -> APIRouter:
    from funneldesk.server.parts.tracking.routes import router

    return router


def _quizzes() -> APIRouter:
    from funneldesk.server.parts.quizzes.routes import router

    return router


def _automations() -> APIRouter:
    from funneldesk.server.parts.automations.routes import router

    return router


def _domains() -> APIRouter:
    from funneldesk.server.parts.domains.routes import router

    return router


def _tickets() -> APIRouter:
    from funneldesk.server.parts.tickets.routes import router

    return router


def _blogs() -> APIRouter:
    from funneldesk.server.parts.blogs.routes import router

    return router


def _conversions() -> APIRouter:
    from funneldesk.server.parts.conversions.routes import router

    return router


def _customers() -> APIRouter:
    from funneldesk.server.parts.customers.routes import router

    return router


PARTS: tuple[tuple[Callable[[], APIRouter], tuple[str, ...]], ...] = (
    (_brands, ()),
    (_pages, ("pages",)),
    (_components, ("components",)),
    (_files, ("file-manager",)),
    (_products, ("products",)),
    (_funnels, ("funnels",)),
    (_split_tests, ("split-tests",)),
    (_crm, ("crm",)),
    (_collections, ("collections",)),
    (_subscriptions, ("subscriptions", "merchants", "retention-offers")),
    (_analytics, ("analytics", "utm-performance")),
    (_courses, ("courses",)),
    (_tracking, ("clicks", "replays", "short-links")),
    (_quizzes, ("quizzes",)),
    (_automations, ("automations",)),
    (_domains, ("domains", "tracking-domains")),
    (_tickets, ("tickets",)),
    (_blogs, ("blogs",)),
    (_conversions, ("conversions",)),
    (_customers, ("customers",)),
)
"""Each part with the words that its paths begin with below a brand; brands are what is left."""
