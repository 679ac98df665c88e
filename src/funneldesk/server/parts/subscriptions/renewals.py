"""Lets subscriptions live by the clock: trials end, charges are made, dunning goes its way.

Everything happens at the moment that was set for it, however late the platform gets to it: after
a time in which it did not run, the history looks as if it had never been away.
"""

from datetime import datetime

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from funneldesk.server.db.types import now
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.customers.book import take_turns
from funneldesk.server.parts.subscriptions.billing import Billing, due
from funneldesk.server.parts.subscriptions.tables import SubscriptionRow
from funneldesk.server.platform import Platform

SECONDS = 20.0
"""From one look at the clock to the next."""

_IN_A_TRANSACTION = 200
_IN_A_ROUND = 1000


def run(platform: Platform) -> None:
    """The duty: work off what is due in every brand, some subscriptions in each transaction.

    Writers of a brand's orders take turns, so a subscription that another process has charged
    meanwhile is no longer due when this one reads it.
    """
    moment = now()
    waiting = exists().where(
        SubscriptionRow.brand_id == BrandRow.id, SubscriptionRow.wakes_at <= moment
    )
    with platform.database.reading() as session:
        brands = list(session.scalars(select(BrandRow.id).where(waiting)))
    for brand_id in brands:
        while True:
            with platform.database.writing() as session:
                if not renew_some(session, brand_id, moment, _IN_A_TRANSACTION):
                    break


def renew_due(session: Session, brand_id: int, until: datetime) -> int:
    """Work off everything that is due by ``until``; gives how many times something happened."""
    total = 0
    while done := renew_some(session, brand_id, until, _IN_A_ROUND):
        total += done
    return total


def renew_some(session: Session, brand_id: int, until: datetime, limit: int) -> int:
    """Let the ``limit`` earliest of what is due happen, each subscription once."""
    take_turns(session, brand_id)
    rows = due(session, brand_id, until, limit)
    if not rows:
        return 0
    billing = Billing(session, brand_id)
    for row in rows:
        billing.wake(row)
    billing.flush()
    return len(rows)
