"""How a call becomes a question: its span, zone, metrics and filters (quirks 8, 17, 18 and 50)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import Depends, Query, Request
from sqlalchemy.orm import Session

from funneldesk.contract.zones import zone_names, zone_of
from funneldesk.server.db.types import now
from funneldesk.server.parts.analytics.answers import Asked
from funneldesk.server.parts.analytics.periods import Span, last_days
from funneldesk.server.parts.analytics.questions import (
    Custom,
    Question,
    customs_of,
    filters_of,
    may_see,
    selected,
    test_id_of,
    zone_span,
)
from funneldesk.server.parts.brands.store import get_brand
from funneldesk.server.web.access import Access
from funneldesk.server.web.errors import invalid
from funneldesk.server.web.forms import json_object
from funneldesk.server.web.roles import Role

SEES_AFFILIATES = frozenset({Role.OWNER, Role.ADMIN})
"""The roles with the permission ``affiliates.view`` (Authentication 8; quirk 7)."""

DEFAULT_DAYS = 30
_MOST_BODY_BYTES = 65_536

Moment = Annotated[str, Query(max_length=64)]
Zone = Annotated[str | None, Query(max_length=64)]


@dataclass(frozen=True, slots=True)
class Asking:
    """Whoever asks: their brand's zone and currency, and what they may see."""

    session: Session
    access: Access

    @property
    def brand_id(self) -> int:
        """The brand that is asked about."""
        return self.access.brand_id

    @property
    def currency(self) -> str:
        """The brand's currency."""
        return get_brand(self.session, self.brand_id).currency

    def zone(self, name: str | None) -> ZoneInfo:
        """A zone by its name, the brand's by default. Raises Refused (422)."""
        if not name:
            return zone_of(get_brand(self.session, self.brand_id).timezone)
        if name not in zone_names():
            raise invalid({"tz": "The tz must be an IANA zone name, for example Europe/Lisbon."})
        return zone_of(name)

    def span(self, start: str | None, end: str | None, tz: str | None = None) -> Span:
        """A span; the last 30 days when neither end is named. Raises Refused (422)."""
        zone = self.zone(tz)
        if not start and not end:
            return last_days(DEFAULT_DAYS, now(), zone)
        for name, text in (("start", start), ("end", end)):
            if not text:
                raise invalid({name: f"The {name} field is required."})
        return zone_span(start or "", end or "", zone)

    def asked(
        self,
        span: Span,
        metrics: Sequence[str],
        *,
        groupings: tuple[str, ...] = (),
        filters: Mapping[str, tuple[str, ...]] | None = None,
        customs: Mapping[str, Custom] | None = None,
        place: str = "selected_metrics",
    ) -> Asked:
        """What is wanted of a question. Raises Refused (403 for affiliates, 422)."""
        question = Question(span, groupings, filters or {})
        sees = self.access.caller.role in SEES_AFFILIATES
        chosen = selected(metrics, customs or {}, place)
        withheld = self.access.caller.withheld
        return Asked(may_see(question, sees), chosen, customs or {}, self.currency, withheld)


def filters_in(
    request: Request, page_id: str | None, split_test_id: str | None
) -> dict[str, tuple[str, ...]]:
    """The filters of a query. Raises Refused (422)."""
    return filters_of(
        request.query_params.multi_items(),
        test_id_of(page_id, "page_id"),
        test_id_of(split_test_id, "split_test_id"),
    )


async def _customs(request: Request) -> dict[str, Custom]:
    """The custom metrics in the body that a GET may carry (quirk 8). Raises Refused (422)."""
    body = await request.body()
    if not body.strip():
        return {}
    if len(body) > _MOST_BODY_BYTES:
        raise invalid({"body": f"The body may have {_MOST_BODY_BYTES} bytes."})
    return customs_of(json_object(body))


Customs = Annotated[dict[str, Custom], Depends(_customs)]
