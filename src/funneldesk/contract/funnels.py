"""Funnels on the wire: pages in a row (document: Funnel; Endpoints, Funnels; quirk 40)."""

from datetime import datetime

from funneldesk.contract.shapes import Draft, Patch, Record

STATUSES: tuple[str, ...] = ("active", "inactive")


class FunnelPage(Record):
    """A page of a funnel; ``order`` counts from 1."""

    id: int
    name: str = ""
    type: str | None = None
    order: int | None = None


class FunnelSummary(Record):
    """A row of ``GET …/funnels/all``, and what a clone is answered with."""

    id: int
    name: str = ""
    status: str = "active"
    pages_count: int | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None


class Funnel(FunnelSummary):
    """A funnel with its pages."""

    pages: list[FunnelPage] = []


class PageFlow(Record):
    """What came to a page of a funnel. ``reached`` counts, by page id, the sessions that viewed
    that page later; ``revenue`` was sold on this page, ``landed_revenue`` to sessions that began
    on it, wherever they bought."""

    page_id: int
    sessions: int = 0
    reached: dict[str, int] = {}
    sales: int = 0
    revenue: float = 0
    landed_sales: int = 0
    landed_revenue: float = 0


class FunnelFlow(Record):
    """``GET …/funnels/{funnel}/flow``, which not every server has."""

    pages: list[PageFlow] = []


class FunnelDraft(Draft):
    """``POST …/funnels``."""

    name: str
    status: str | None = None


class FunnelPatch(Patch):
    """``PUT …/funnels/{funnel}``. A page joins or leaves by its own ``funnel_id`` (quirk 40)."""

    name: str | None = None
    status: str | None = None
