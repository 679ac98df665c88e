"""Keeps the hourly roll-ups up to date, in the transaction of what happened (quirk 51).

What visits do is recorded by ``tracking/ingest.Ingest``, what is sold by ``analytics/sales.Sales``;
both add to a ``Rollup``.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from functools import cache
from operator import add
from typing import Any, TypedDict, Unpack

from sqlalchemy import Insert, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from funneldesk.server.db.types import MONEY_SCALE
from funneldesk.server.parts.analytics import fact_days
from funneldesk.server.parts.analytics.tables import RollupDayRow, RollupRow

ALL = "all"
"""The dimension of totals: its only value is the empty one."""

NODE = "node"
"""Variants of split tests; values are ``{test id}/{variant code}``."""

VISIT_FIELDS = (
    "aff_id",
    "subid",
    "merchant_id",
    "page",
    "funnel_id",
    "country",
    "region",
    "device",
    "os",
    "browser",
    "screen_resolution",
    "language",
    "utm_source",
    "utm_medium",
    "utm_campaign",
    "utm_term",
    "utm_content",
    "referrer",
)
"""The document's grouping fields that a visit has; an empty value stands for not known."""

SALE_FIELDS = ("product", "shipping_country", "shipping_state", "sale_kind")
"""The grouping fields that only sales have; ``sale_kind`` is this platform's own."""

FIRST, RENEWAL, UPSELL = "first", "renewal", "upsell"
SALE_KINDS = (FIRST, RENEWAL, UPSELL)
"""What an order is: a purchase, the charge of a subscription, or an offer taken afterwards."""

MEASURES = (
    "sessions",
    "engaged",
    "page_views",
    "seconds",
    "add_to_carts",
    "carted",
    "buyers",
    "sales",
    "first_purchases",
    "renewals",
    "upsells",
    "revenue",
    "cogs",
    "refunds",
    "refund_count",
    "units",
    "shown",
)
MONEY = frozenset({"revenue", "cogs", "refunds"})
LONGEST_VALUE = 255

Dimensions = Mapping[str, str | tuple[str, ...]]
"""Values by dimension; a visit may be in several variants (``node``) at once."""

NOWHERE: Dimensions = {ALL: "", **dict.fromkeys(VISIT_FIELDS, "")}
"""The dimensions of what no visit is known for."""

_PLACES = {name: place for place, name in enumerate(MEASURES)}
_HOURS: Table = RollupRow.__table__  # type: ignore[assignment]
_DAYS: Table = RollupDayRow.__table__  # type: ignore[assignment]


class Measures(TypedDict, total=False):
    """How much of what happened; money in the brand's currency."""

    sessions: int
    engaged: int
    page_views: int
    seconds: int
    add_to_carts: int
    carted: int
    buyers: int
    sales: int
    first_purchases: int
    renewals: int
    upsells: int
    revenue: Decimal
    cogs: Decimal
    refunds: Decimal
    refund_count: int
    units: int
    shown: int


def hour_of(moment: datetime) -> int:
    """The whole hours from 1970 to the hour that ``moment`` is in."""
    return int(moment.timestamp() // 3600)


def whole(amount: Decimal) -> int:
    """An amount of money as it is kept: whole ten-thousandths."""
    return round(amount * MONEY_SCALE)


class Rollup:
    """Collects what happened in one brand; nothing is written before ``flush``.

    Flush it at the end of the transaction, so that busy rows are held for the shortest time.
    """

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id
        self._found: dict[tuple[str, int, str], list[int]] = {}
        self._days: set[int] = set()
        self._since: int | None = None

    def add(self, moment: datetime, dimensions: Dimensions, **measures: Unpack[Measures]) -> None:
        """Count in the hour of ``moment``, in exactly these dimensions (name ``all`` for totals).

        Amounts may be negative: they take back what was counted before.
        """
        self.add_at(hour_of(moment), dimensions, _amounts(measures))

    def add_at(self, hour: int, dimensions: Dimensions, amounts: list[tuple[int, int]]) -> None:
        """As ``add``, with what many calls share worked out: places in ``MEASURES``, amounts."""
        found = self._found
        for name, values in dimensions.items():
            for value in (values,) if isinstance(values, str) else values:
                key = (name, hour, value)
                counts = found.get(key)
                if counts is None:
                    counts = found[key] = [0] * len(MEASURES)
                for place, amount in amounts:
                    counts[place] += amount

    def changed(self, hour: int) -> None:
        """Take note that visits or sales of this hour's day changed: its columns are outdated."""
        self._days.add(hour // 24)

    def changed_since(self, hour: int) -> None:
        """The same for every day from this hour's on: a visit changed that sales may name."""
        self._since = hour // 24 if self._since is None else min(self._since, hour // 24)

    def flush(self) -> None:
        """Write what was collected."""
        days: dict[tuple[str, int, str], list[int]] = {}
        for (dimension, hour, value), counts in self._found.items():
            key = (dimension, hour // 24, value)
            known = days.get(key)
            days[key] = [*counts] if known is None else [*map(add, known, counts)]
        for table, time, found in ((_HOURS, "hour", self._found), (_DAYS, "day", days)):
            if found:
                statement = _upsert(table, self._session.get_bind().dialect.name)
                self._session.connection().execute(statement, list(self._rows(time, found)))
        self._found.clear()
        if self._since is not None or self._days:
            fact_days.outdate(self._session, self._brand_id, self._days, self._since)
        self._days, self._since = set(), None

    def _rows(
        self, time: str, found: Mapping[tuple[str, int, str], list[int]]
    ) -> Iterator[dict[str, Any]]:
        # In the order of the key, so that two transactions never wait for each other in a ring.
        for (dimension, number, value), counts in sorted(found.items()):
            yield {
                "brand_id": self._brand_id,
                "dimension": dimension,
                time: number,
                "value": value[:LONGEST_VALUE],
                **dict(zip(MEASURES, counts, strict=True)),
            }


@cache
def _upsert(table: Table, dialect: str) -> Insert:
    key = [column.name for column in table.primary_key]
    statement: Any = (sqlite if dialect == "sqlite" else postgresql).insert(table)
    sums = {name: table.c[name] + statement.excluded[name] for name in MEASURES}
    found: Insert = statement.on_conflict_do_update(index_elements=key, set_=sums)
    return found


def _amounts(measures: Measures) -> list[tuple[int, int]]:
    given: dict[str, Any] = dict(measures)
    return [
        (_PLACES[name], whole(amount) if name in MONEY else amount)
        for name, amount in given.items()
        if amount
    ]
