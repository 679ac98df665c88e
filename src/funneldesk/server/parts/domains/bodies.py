"""Domains as the document shows them (document: Domain)."""

from typing import Any

from funneldesk.server.parts.domains.rules import CNAME_LABEL, TRACKING_LABEL, TTL_SECONDS
from funneldesk.server.parts.domains.tables import DomainRow


def domain_body(row: DomainRow) -> dict[str, Any]:
    """A custom domain."""
    return {
        "id": row.id,
        "domain": row.domain,
        "dedicated_domain": row.dedicated_domain,
        "status": row.status,
        "ssl_ready": row.ssl_ready,
        "cname_validated": row.cname_validated,
        "is_tracking_domain": row.is_tracking_domain,
        "brand_id": row.brand_id,
        "created_at": row.created_at,
        "updated_at": row.updated_at,
    }


def tracking_body(row: DomainRow, target: str) -> dict[str, Any]:
    """A tracking domain, with the record that its owner has to set."""
    return {**domain_body(row), "cname_validation_record": record(row, target)}


def record(row: DomainRow, target: str) -> dict[str, Any]:
    """The CNAME record that makes a domain point to the platform."""
    return {"type": "CNAME", "host": row.domain, "value": target, "ttl": TTL_SECONDS}


def instructions(row: DomainRow, target: str) -> dict[str, Any]:
    """``{cname_record, instructions}`` for a custom domain."""
    if not row.dedicated_domain:
        return {
            "cname_record": None,
            "instructions": ["This name belongs to the platform: there is nothing to set."],
        }
    return {
        "cname_record": record(row, target),
        "instructions": [
            f"Sign in where {row.domain} was registered and open its DNS settings.",
            f"Add a CNAME record for {row.domain} that points to {target}.",
            "Wait until it is known everywhere, which takes minutes to hours, and validate.",
        ],
    }


def target_name(row: DomainRow, subdomain: str, platform_domain: str) -> str:
    """Where a domain has to point: a name of its own brand, so that no other brand gets it."""
    label = TRACKING_LABEL if row.is_tracking_domain else CNAME_LABEL
    return f"{subdomain}.{label}.{platform_domain}"
