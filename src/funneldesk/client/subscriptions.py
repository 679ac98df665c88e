"""Subscriptions and retention offers (document: Endpoints, Subscriptions; quirks 10, 17, 48, 49).

What the actions answer is not shown, so the subscription is read again after each of them. None
of them is repeated by itself: after a failure with ``maybe_done``, read the subscription first.
"""

import builtins
from collections.abc import AsyncIterator
from typing import TypeVar

from pydantic import ValidationError

from funneldesk.client.answer import Answer
from funneldesk.client.calls import Calls, segment
from funneldesk.client.listing import describe
from funneldesk.client.resource import Resource, read_again, read_record, walk
from funneldesk.contract.listing import Listing
from funneldesk.contract.shapes import Record
from funneldesk.contract.subscriptions import (
    ChurnMonth,
    CohortMonth,
    DunningStats,
    FlagPatch,
    MrrMonth,
    NextBillDateDraft,
    OfferDraft,
    RetentionOffers,
    RetentionOffersPatch,
    Subscription,
    SubscriptionDetails,
    SubscriptionEmail,
    SubscriptionFilter,
    SubscriptionSummary,
)

R = TypeVar("R", bound=Record)


class Subscriptions(Resource):
    """Subscriptions of one brand, and what its merchants offer to those who want to leave."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/subscriptions")
        self._merchants = f"/api/brands/{brand}/merchants"
        self._apply = f"/api/brands/{brand}/retention-offers/apply"

    async def list(self, filter: SubscriptionFilter | None = None) -> Listing[Subscription]:
        """A page of subscriptions; what a row holds is not documented (quirk 48)."""
        query = (filter or SubscriptionFilter()).query()
        return await self._listing(self._path, Subscription, query)

    def iterate(self, filter: SubscriptionFilter | None = None) -> AsyncIterator[Subscription]:
        """The subscriptions of every page, one by one, for ``async for``."""
        wanted = filter or SubscriptionFilter()
        return walk(lambda page: self.list(wanted.model_copy(update={"page": page})))

    async def get(self, transaction_id: str) -> SubscriptionDetails:
        """A subscription by its transaction id, not the order code. Raises NotFound."""
        answer = await self._calls.send("GET", self._of(transaction_id))
        return await _inside(answer, SubscriptionDetails, "subscription", "data")

    async def set_flag(self, transaction_id: str, patch: FlagPatch) -> SubscriptionDetails:
        """Set a flag. Raises NotFound where the platform has no such flag, or none at all."""
        path = self._of(transaction_id, "flag")
        await self._calls.send("PATCH", path, body=patch.body())
        return await read_again(self.get(transaction_id))

    async def skip(self, transaction_id: str) -> SubscriptionDetails:
        """One billing cycle further without a charge."""
        return await self._act(transaction_id, "skip")

    async def force_bill(self, transaction_id: str) -> SubscriptionDetails:
        """Try to charge at once; admin or owner only. A refusal shows in the status."""
        return await self._act(transaction_id, "force-bill")

    async def change_next_bill_date(
        self, transaction_id: str, draft: NextBillDateDraft
    ) -> SubscriptionDetails:
        """The next charge on another date. Raises Invalid for one that is not in the future."""
        return await self._act(transaction_id, "change-next-bill-date", draft.body())

    async def reactivate(self, transaction_id: str) -> SubscriptionDetails:
        """Let a subscription go on that was paused or canceled."""
        return await self._act(transaction_id, "reactivate")

    async def list_emails(self, transaction_id: str) -> builtins.list[SubscriptionEmail]:
        """The e-mail log of a subscription, as far as the platform shows it."""
        found = await self._listing(self._of(transaction_id, "emails"), SubscriptionEmail)
        return builtins.list(found.rows)

    async def iterate_emails(self, transaction_id: str) -> AsyncIterator[SubscriptionEmail]:
        """The e-mail log, one by one, for ``async for``."""
        for email in await self.list_emails(transaction_id):
            yield email

    async def summary(self) -> SubscriptionSummary:
        """The figures of today: how many there are, recurring revenue, churn, lifetime value."""
        answer = await self._calls.send("GET", f"{self._path}/analytics/summary")
        return await _inside(answer, SubscriptionSummary, "summary", "data")

    async def mrr_trend(self) -> builtins.list[MrrMonth]:
        """Recurring revenue by month."""
        return builtins.list((await self._listing(self._figures("mrr-trend"), MrrMonth)).rows)

    async def churn_trend(self) -> builtins.list[ChurnMonth]:
        """The share of those who left, by month."""
        return builtins.list((await self._listing(self._figures("churn-trend"), ChurnMonth)).rows)

    async def cohort_ltv(self) -> builtins.list[CohortMonth]:
        """Lifetime value by the month of the start."""
        return builtins.list((await self._listing(self._figures("cohort-ltv"), CohortMonth)).rows)

    async def dunning_stats(self) -> DunningStats:
        """What became of charges that were refused."""
        answer = await self._calls.send("GET", self._figures("dunning-stats"))
        return await _inside(answer, DunningStats, "data")

    async def get_retention_offers(self, merchant_id: int) -> RetentionOffers:
        """A merchant's configuration. No list of merchants exists (quirk 48). Raises NotFound."""
        path = f"{self._merchants}/{segment(merchant_id)}/retention-offers"
        answer = await self._calls.send("GET", path)
        return await _inside(answer, RetentionOffers, "data", "retention_offers")

    async def update_retention_offers(
        self, merchant_id: int, patch: RetentionOffersPatch
    ) -> RetentionOffers:
        """Replace a merchant's configuration. Raises Invalid with the offer's place."""
        await self._update(f"{self._merchants}/{segment(merchant_id)}/retention-offers", patch)
        return await read_again(self.get_retention_offers(merchant_id))

    async def apply_retention_offer(self, draft: OfferDraft) -> SubscriptionDetails:
        """Apply a discount, a pause or a downgrade to a subscription (quirk 49)."""
        await self._post(self._apply, draft.body())
        return await read_again(self.get(draft.transaction_id))

    async def _act(
        self, transaction_id: str, action: str, body: object = None
    ) -> SubscriptionDetails:
        await self._post(self._of(transaction_id, action), body)
        return await read_again(self.get(transaction_id))

    def _of(self, transaction_id: str, *inside: str) -> str:
        return "/".join((self._path, segment(transaction_id), *inside))

    def _figures(self, name: str) -> str:
        return f"{self._path}/analytics/{name}"


class _Anything(Record):
    """An object of whatever keys."""


async def _inside(answer: Answer, record: type[R], *wrappers: str) -> R:
    """The record that an answer is, or that stands under one of ``wrappers``."""
    shown = (await read_record(answer, _Anything)).model_dump()
    for name in wrappers:
        if isinstance(shown.get(name), dict):
            shown = shown[name]
    try:
        return record.model_validate(shown)
    except ValidationError as error:
        misfit = describe(error)
    raise answer.bad(misfit)
