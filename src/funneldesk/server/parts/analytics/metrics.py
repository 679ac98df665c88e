"""The metrics: what they are called, and how they follow from what was counted (quirks 50, 51)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from funneldesk.server.db.types import MONEY_SCALE
from funneldesk.server.parts.analytics.rollups import MEASURES, MONEY

Sums = tuple[int, ...]
"""Sums of the measures, in the order of ``MEASURES``."""

NOTHING: Sums = (0,) * len(MEASURES)

KINDS = ("currency", "pct", "time", "number")
OF_VISITS = frozenset(
    {"sessions", "engaged", "page_views", "seconds", "add_to_carts", "carted", "buyers"}
)
"""The measures that visits have; a question by product or shipping cannot know them."""

_CONVERSIONS, _TRACKING, _INTEGRATIONS = "conversions", "tracking", "integrations"


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric. It is ``measure``, or ``over ÷ under`` times ``factor``, or computed from others.

    ``less`` are measures that are taken off. ``is_base`` tells that it is counted itself.
    """

    name: str
    type: str
    color: str
    icon: str
    info: str
    group: str
    modules: tuple[str, ...]
    measure: str | None = None
    less: tuple[str, ...] = ()
    over: str | None = None
    under: str | None = None
    factor: float = 1.0
    lower_is_better: bool = False
    neutral: bool = False

    @property
    def is_base(self) -> bool:
        """Whether it is counted rather than computed."""
        return self.measure is not None and not self.less

    def definition(self) -> dict[str, Any]:
        """As the document shows it."""
        return {
            "type": self.type,
            "name": self.name,
            "base": self.is_base,
            "color": self.color,
            "icon": self.icon,
            "info": self.info,
            "group_name": self.group,
            "modules": list(self.modules),
        }

    def value(self, amounts: Mapping[str, float]) -> float | None:
        """The metric of these amounts; None when it is missing."""
        if self.measure is not None:
            parts = [amounts.get(name) for name in (self.measure, *self.less)]
            known = [part for part in parts if part is not None]
            return known[0] - sum(known[1:]) if len(known) == len(parts) else None
        over, under = amounts.get(self.over or ""), amounts.get(self.under or "")
        return over / under * self.factor if over is not None and under else None


_SALES, _VISITS, _ADS = "Sales", "Visitors", "Advertising"

METRICS: dict[str, Metric] = {
    "revenue": Metric(
        *("Revenue", "currency", "#2F7D5B", "banknote"),
        "The totals of all orders: first purchases, renewals and upsells. Refunds aren't deducted.",
        *(_SALES, (_CONVERSIONS,)),
        measure="revenue",
    ),
    "sales": Metric(
        *("Sales", "number", "#3B6FB6", "shopping-cart"),
        "All orders: first purchases, renewals and upsell orders.",
        *(_SALES, (_CONVERSIONS,)),
        measure="sales",
    ),
    "first_purchases": Metric(
        *("First purchases", "number", "#2E6AA8", "shopping-cart"),
        "Orders that visitors placed: neither renewals nor upsell orders.",
        *(_SALES, (_CONVERSIONS,)),
        measure="first_purchases",
    ),
    "renewals": Metric(
        *("Renewals", "number", "#5A6FB0", "repeat"),
        "Orders that a subscription placed by itself.",
        *(_SALES, (_CONVERSIONS,)),
        measure="renewals",
    ),
    "upsell_orders": Metric(
        *("Upsell orders", "number", "#7B5FA8", "trending-up"),
        "Orders of upsells or downsells alone, placed after another order.",
        *(_SALES, (_CONVERSIONS,)),
        measure="upsells",
    ),
    "aov": Metric(
        *("Average order value", "currency", "#8A5FB0", "receipt"),
        "Revenue divided by sales: renewals and upsell orders count too.",
        *(_SALES, (_CONVERSIONS,)),
        over="revenue",
        under="sales",
    ),
    "cogs": Metric(
        *("Cost of goods", "currency", "#A8652E", "package", "What the sold goods cost."),
        *(_SALES, (_CONVERSIONS,)),
        measure="cogs",
        lower_is_better=True,
    ),
    "refunds": Metric(
        *("Refunds", "currency", "#B0413E", "undo-2", "What was given or taken back."),
        *(_SALES, (_CONVERSIONS,)),
        measure="refunds",
        lower_is_better=True,
    ),
    "net_revenue": Metric(
        *("Net revenue", "currency", "#1F6F8B", "scale", "Revenue less cost of goods and refunds."),
        *(_SALES, (_CONVERSIONS,)),
        measure="revenue",
        less=("cogs", "refunds"),
    ),
    "refund_rate": Metric(
        *("Refund rate", "pct", "#C2674E", "percent", "Number of refunds divided by sales."),
        *(_SALES, (_CONVERSIONS,)),
        over="refund_count",
        under="sales",
        factor=100.0,
        lower_is_better=True,
    ),
    "units_sold": Metric(
        *(
            "Units sold",
            "number",
            "#6B7A3A",
            "boxes",
            "The pieces in all orders, bonuses included.",
        ),
        *(_SALES, (_CONVERSIONS,)),
        measure="units",
    ),
    "conversion_rate": Metric(
        *("Conversion rate", "pct", "#C08A1E", "target"),
        "Sales divided by sessions. Renewals and upsell orders count as sales, so it can exceed "
        "100%. Session conversion counts sessions that bought.",
        *(_SALES, (_CONVERSIONS, _TRACKING)),
        over="sales",
        under="sessions",
        factor=100.0,
    ),
    "sessions": Metric(
        *("Sessions", "number", "#4C6E91", "users"),
        "Visits that began in the period, without bots. Half an hour without a sign of life ends "
        "a session.",
        *(_VISITS, (_TRACKING,)),
        measure="sessions",
    ),
    "cart_sessions": Metric(
        *("Sessions with a cart", "number", "#8A6A3B", "shopping-bag"),
        "Sessions that added something to the cart or bought, counted when they began.",
        *(_VISITS, (_TRACKING,)),
        measure="carted",
    ),
    "buying_sessions": Metric(
        *("Sessions with a purchase", "number", "#3B7F8A", "badge-check"),
        "Sessions with a first purchase, each counted once, when it began.",
        *(_VISITS, (_CONVERSIONS, _TRACKING)),
        measure="buyers",
    ),
    "session_conversion": Metric(
        *("Session conversion", "pct", "#B4751A", "target"),
        "Sessions with a first purchase divided by sessions. Renewals, upsell orders and orders "
        "without a session don't count.",
        *(_VISITS, (_CONVERSIONS, _TRACKING)),
        over="buyers",
        under="sessions",
        factor=100.0,
    ),
    "page_views": Metric(
        *("Page views", "number", "#5D7FA3", "eye", "Views of pages, repeated ones included."),
        *(_VISITS, (_TRACKING,)),
        measure="page_views",
    ),
    "engagement_rate": Metric(
        *("Engagement rate", "pct", "#7A5C99", "activity"),
        "Sessions of ten seconds or more, with a second page view or a cart, divided by sessions.",
        *(_VISITS, (_TRACKING,)),
        over="engaged",
        under="sessions",
        factor=100.0,
    ),
    "time_on_page": Metric(
        *("Time on page", "time", "#49857A", "clock", "Seconds on pages divided by page views."),
        *(_VISITS, (_TRACKING,)),
        over="seconds",
        under="page_views",
    ),
    "add_to_carts": Metric(
        *("Add to carts", "number", "#A3783B", "plus", "How often something was put in a cart."),
        *(_VISITS, (_TRACKING,)),
        measure="add_to_carts",
    ),
    "ad_spend": Metric(
        *("Ad spend", "currency", "#8C4F5E", "megaphone", "What advertising cost."),
        *(_ADS, (_INTEGRATIONS,)),
        measure="ad_spend",
        neutral=True,
    ),
    "roas": Metric(
        *("Return on ad spend", "number", "#4F8C6B", "trending-up", "Revenue for each ad spend."),
        *(_ADS, (_CONVERSIONS, _INTEGRATIONS)),
        over="revenue",
        under="ad_spend",
    ),
}
"""Without integrations nothing counts ``ad_spend``: it is always missing, and so is ``roas``."""


def is_of_sales(sums: Sums) -> bool:
    """Whether there was anything besides visits."""
    pairs = zip(MEASURES, sums, strict=True)
    return any(total for name, total in pairs if name not in OF_VISITS)


def places_of(metric: Metric) -> tuple[int, ...]:
    """The places in ``MEASURES`` of what a metric depends on."""
    names = (metric.measure, *metric.less, metric.over, metric.under)
    return tuple(MEASURES.index(name) for name in names if name in MEASURES)


def amounts_of(
    sums: Sums, places: Iterable[int] = range(len(MEASURES)), *, without_visits: bool = False
) -> dict[str, float]:
    """The measures at these places by name, money in the brand's currency; without the unknown."""
    found = {}
    for place in places:
        name = MEASURES[place]
        if not (without_visits and name in OF_VISITS):
            found[name] = sums[place] / MONEY_SCALE if name in MONEY else float(sums[place])
    return found
