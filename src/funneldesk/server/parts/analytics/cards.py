"""The cards of a dashboard: their catalogue is not shown, so it is this platform's own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.parts.analytics.answers import Asked, values_of
from funneldesk.server.parts.analytics.insights import Insights

_MAIN = ("revenue", "sales", "aov", "conversion_rate", "sessions", "page_views")
_ADVANCED = ("net_revenue", "cogs", "refunds", "engagement_rate", "time_on_page", "add_to_carts")


def _reached(found: Insights, *names: str) -> dict[str, Any]:
    """The insights of these names, without those that take a module out of reach."""
    return {name: getattr(found, name)() for name in names if found.reaches(name)}


Filled = Callable[[Insights, Mapping[str, Any]], dict[str, Any]]

CARDS: dict[str, Filled] = {
    "main_metrics": lambda _, values: {key: values[key] for key in _MAIN},
    "advanced_metrics": lambda found, values: {
        **{key: values[key] for key in _ADVANCED},
        **_reached(found, "time_before_first_purchase", "customer_gender"),
    },
    "video_analytics": lambda found, _: _reached(
        found, "add_to_carts_by_video_time", "video_completion_by_gender"
    ),
    "products": lambda found, _: {
        "products_by_pages": found.products_by_pages()[:10],
        "units_sold": found.units_sold(),
    },
    "upsells": lambda found, _: {"upsell_take_rate": found.upsell_take_rate()},
}


def enabled(wanted: Sequence[str]) -> list[str]:
    """The cards to fill: those asked for that there are, in their order; all when none is named."""
    return [name for name in CARDS if not wanted or name in wanted]


def filled(session: Session, brand_id: int, asked: Asked, names: Sequence[str]) -> dict[str, Any]:
    """The contents of cards by name. Page and split test narrow metrics only."""
    found = Insights(session, brand_id, asked.question.span, asked.withheld)
    values = values_of(session, brand_id, asked)
    return {name: CARDS[name](found, values) for name in names}
