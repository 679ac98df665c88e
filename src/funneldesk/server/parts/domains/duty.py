"""What the clock does to domains: records of tracking domains are looked for, certificates come."""

from sqlalchemy import select

from funneldesk.server.db.types import now
from funneldesk.server.parts.domains.bodies import target_name
from funneldesk.server.parts.domains.checks import look_up
from funneldesk.server.parts.domains.resolver import Resolver, resolver_for
from funneldesk.server.parts.domains.states import Status, issued, provisioned
from funneldesk.server.parts.domains.store import DomainStore, put_state, state_of
from funneldesk.server.parts.domains.tables import DomainRow
from funneldesk.server.platform import Platform

MOST_AT_ONCE = 50


def run(platform: Platform) -> None:
    """Move every domain on whose time has come. Several processes may do so at once."""
    with platform.database.reading() as session:
        due = select(DomainRow).where(DomainRow.due_at <= now()).order_by(DomainRow.due_at)
        rows = list(session.scalars(due.limit(MOST_AT_ONCE)))
    resolver = resolver_for(platform.settings)
    for row in rows:
        found = row.status == Status.PENDING_CLOUDFLARE and _is_set(platform, resolver, row)
        _move_on(platform, row, found)


def _is_set(platform: Platform, resolver: Resolver, row: DomainRow) -> bool:
    """Outside of any transaction: a look-up may take seconds."""
    platform_domain = platform.settings.platform_domain
    with platform.database.reading() as session:
        subdomain = DomainStore(session, row.brand_id, platform_domain).subdomain()
    return look_up(resolver, row.domain, target_name(row, subdomain, platform_domain)).found


def _move_on(platform: Platform, seen: DomainRow, found: bool) -> None:
    with platform.database.writing() as session:
        key = (seen.brand_id, seen.id)
        row = session.get(DomainRow, key, with_for_update=True)
        if row is None or row.domain != seen.domain:
            return
        state = state_of(row)
        put_state(row, issued(provisioned(state, now(), found=found), now()))
