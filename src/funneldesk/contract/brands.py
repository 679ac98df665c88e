"""Brands on the wire (document: Brand; endpoints under Brands)."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from funneldesk.contract.shapes import Patch, Record


class BrandSummary(Record):
    """A row of ``GET /api/brands/all``."""

    id: int
    name: str
    subdomain: str | None = None
    subscription_status: str | None = None


class Brand(BrandSummary):
    """A brand, whole. ``timezone`` is an IANA zone, ``currency`` an ISO 4217 code."""

    timezone: str | None = None
    currency: str | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None


class BrandPatch(Patch):
    """``PUT /api/brands/{brand}``; admin or owner only."""

    name: Annotated[str, Field(min_length=1, max_length=255)] = ""
    timezone: str = ""
    currency: str = ""


class BrandMetrics(Record):
    """``GET /api/brands/{brand}/metrics``: the metric keys that this brand has."""

    metrics: list[str] = []
