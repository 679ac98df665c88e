"""Why the last ones cancelled: the list does not tell it, each subscription does (quirk 48)."""

import asyncio
from typing import TYPE_CHECKING

from funneldesk.contract.subscriptions import SubscriptionFilter

if TYPE_CHECKING:
    from funneldesk.client import Api

LOOKED_AT, A_PAGE, AT_ONCE = 200, 100, 4


async def reasons_given(api: "Api") -> list[str]:
    """The reasons of the last cancellations, "" where none was given. Raises ``ApiError``."""
    ids: list[str] = []
    for page in range(1, LOOKED_AT // A_PAGE + 1):
        wanted = SubscriptionFilter(status="canceled", per_page=A_PAGE, page=page)
        listing = await api.subscriptions.list(wanted)
        ids += [row.transaction_id for row in listing.rows if row.transaction_id]
        if not listing.has_more:
            break
    gate = asyncio.Semaphore(AT_ONCE)

    async def reason(transaction_id: str) -> str:
        async with gate:
            return (await api.subscriptions.get(transaction_id)).cancel_reason or ""

    return list(await asyncio.gather(*map(reason, ids)))
