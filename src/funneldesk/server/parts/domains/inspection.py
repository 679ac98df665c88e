"""Validates and tests domains: the database before and after, the network between (quirk 56)."""

from typing import Any

import anyio
from anyio.lowlevel import RunVar
from starlette.concurrency import run_in_threadpool

from funneldesk.server.parts.domains.bodies import target_name
from funneldesk.server.parts.domains.checks import Look, look_up, reach
from funneldesk.server.parts.domains.resolver import resolver_for
from funneldesk.server.parts.domains.states import validated
from funneldesk.server.parts.domains.store import DomainStore, put_state, state_of
from funneldesk.server.parts.domains.tables import DomainRow
from funneldesk.server.web.access import Access
from funneldesk.server.web.waiting import in_a_thread

_LOOKS = 8
"""Calls that look at domains at a time; further ones wait."""

_taken: RunVar[anyio.CapacityLimiter] = RunVar("looks at domains")
_FINE = Look(True, "")


def pointed(access: Access, domain_id: int) -> tuple[DomainRow, str]:
    """A custom domain and where it has to point. Raises Refused (404)."""
    platform_domain = access.platform.settings.platform_domain
    with access.platform.database.reading() as session:
        store = DomainStore(session, access.brand_id, platform_domain)
        row = store.get(domain_id)
        return row, target_name(row, store.subdomain(), platform_domain)


async def validate(access: Access, domain_id: int) -> dict[str, Any]:
    """``{success, status, cname_validated}``, or ``{success: false, status, message}``."""
    row, target = await run_in_threadpool(pointed, access, domain_id)
    async with _slots():
        look = await _look(access, row, target)
    status, is_validated = await run_in_threadpool(_keep, access, row, look.found)
    if look.found:
        return {"success": True, "status": status, "cname_validated": is_validated}
    return {"success": False, "status": status, "message": look.message}


async def test(access: Access, domain_id: int, port: int | None) -> dict[str, Any]:
    """``{dns_ok, ssl_ok, http_reachable, https_reachable, status}``.

    ``port`` is the platform's own, at which its own subdomains are met on this computer.
    """
    row, target = await run_in_threadpool(pointed, access, domain_id)
    is_here = not row.dedicated_domain and row.domain.endswith(".localhost")
    resolver = resolver_for(access.platform.settings)
    async with _slots():
        look = await _look(access, row, target)
        found = await reach(resolver, row.domain, port if is_here else None)
    return {"dns_ok": look.found, **found, "status": row.status}


async def _look(access: Access, row: DomainRow, target: str) -> Look:
    if not row.dedicated_domain:
        return _FINE
    resolver = resolver_for(access.platform.settings)
    return await in_a_thread(lambda: look_up(resolver, row.domain, target))


def _slots() -> anyio.CapacityLimiter:
    """What bounds the looks of one event loop."""
    slots = _taken.get(None) or anyio.CapacityLimiter(_LOOKS)
    _taken.set(slots)
    return slots


def _keep(access: Access, seen: DomainRow, found: bool) -> tuple[str, bool]:
    with access.platform.database.writing() as session:
        store = DomainStore(session, access.brand_id, access.platform.settings.platform_domain)
        row = store.get(seen.id, lock=True)
        if row.domain == seen.domain:
            put_state(row, validated(state_of(row), found=found))
        return row.status, row.cname_validated
