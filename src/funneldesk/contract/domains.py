"""Domains on the wire: custom and tracking domains (document: Domain; quirk 56)."""

from datetime import datetime
from typing import Any

from pydantic import AliasChoices, Field

from funneldesk.contract.shapes import Draft, Filter, Patch, Record

STATUSES: tuple[str, ...] = (
    "pending-cname",
    "pending-cloudflare",
    "validated",
    "ssl-pending",
    "active",
)


class CnameRecord(Record):
    """A record for the owner of a domain to set; ``ttl`` in seconds."""

    type: str = "CNAME"
    host: str = Field("", validation_alias=AliasChoices("host", "name"))
    value: str = ""
    ttl: int | str | None = None


class Domain(Record):
    """A custom domain; ``dedicated_domain`` is false for a name under the platform's own.

    ``status`` may be another one than ``STATUSES``: it is shown as it came.
    """

    id: int
    domain: str = ""
    dedicated_domain: bool | None = None
    status: str | None = None
    ssl_ready: bool | None = None
    cname_validated: bool | None = None
    is_tracking_domain: bool = False
    brand_id: int | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None


class TrackingDomain(Domain):
    """A tracking domain; the shape of ``cname_validation_record`` is not documented."""

    cname_validation_record: Any = None


class DomainFilter(Filter):
    """The query of ``GET …/domains``; ``q`` looks for a part of the name."""

    page: int | None = None
    per_page: int | None = None
    q: str | None = None


class DomainDraft(Draft):
    """``POST …/domains``: ``dedicated_domain`` is true for a name that needs DNS."""

    domain: str
    dedicated_domain: bool


class DomainPatch(Patch):
    """``PUT …/domains/{domain}``; its fields are not documented."""

    domain: str | None = None
    dedicated_domain: bool | None = None


class TrackingDomainDraft(Draft):
    """``POST …/tracking-domains``."""

    domain: str


class MoveDraft(Draft):
    """The body of ``move/preview`` and ``move/apply``."""

    target_domain_id: int


class ValidationInstructions(Record):
    """What the owner of a domain has to do."""

    cname_record: CnameRecord | None = None
    records: list[CnameRecord] = []
    instructions: Any = None

    @property
    def wanted(self) -> list[CnameRecord]:
        """The records, from whichever of the two forms."""
        return self.records or ([self.cname_record] if self.cname_record else [])


class Validation(Record):
    """The result of a validation: a failure is one of ``success`` within a 200 (quirk 56).

    Where it is ``queued`` there is no result yet.
    """

    success: bool = False
    queued: bool = False
    status: str | None = None
    cname_validated: bool | None = None
    message: str | None = None


class Configuration(Record):
    """What a test of a domain's configuration found."""

    dns_ok: bool | None = None
    ssl_ok: bool | None = None
    http_reachable: bool | None = None
    https_reachable: bool | None = None
    status: str | None = None


class SslRequest(Record):
    """The answer to a request for a certificate."""

    success: bool = False
    message: str | None = None


class MovedPage(Record):
    """A page that a move takes along."""

    id: int
    title: str = ""
    current_domain: str | None = None
    new_domain: str | None = None


class MovePreview(Record):
    """What a move would change."""

    pages_affected: int = 0
    components_affected: int = 0
    preview: list[MovedPage] = []


class Move(Record):
    """What a move has changed."""

    success: bool = True
    pages_updated: int = 0
    components_updated: int = 0
