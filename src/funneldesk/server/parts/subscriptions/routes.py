"""The endpoints of subscriptions and retention offers (document: Subscription; quirks 48, 49)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import Depends, Path, Query, Response
from sqlalchemy.orm import Session

from funneldesk.contract.shapes import Record
from funneldesk.contract.subscriptions import (
    ChurnMonth,
    CohortMonth,
    DunningStats,
    MrrMonth,
    RetentionOffers,
    Subscription,
    SubscriptionDetails,
    SubscriptionEmail,
    SubscriptionSummary,
)
from funneldesk.server.parts.conversions.rules import NotPossible
from funneldesk.server.parts.subscriptions import figures
from funneldesk.server.parts.subscriptions.actions import SubscriptionActions
from funneldesk.server.parts.subscriptions.bodies import details, email_body, summary
from funneldesk.server.parts.subscriptions.inputs import (
    ApplyInput,
    Asked,
    FlagInput,
    NextBillDateInput,
    RetentionInput,
)
from funneldesk.server.parts.subscriptions.store import SubscriptionStore
from funneldesk.server.parts.subscriptions.tables import SubscriptionRow
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.fields import LARGEST_ID
from funneldesk.server.web.listing import Paging, flat, paging
from funneldesk.server.web.quick import quickly
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router

router = Router(prefix="/api/brands/{brand:int}", tags=["subscriptions"])

Reading = Annotated[Access, Depends(allow("subscriptions", Need.READ))]
Writing = Annotated[Access, Depends(allow("subscriptions", Need.WRITE))]
Charging = Annotated[Access, Depends(allow("subscriptions", Need.ADMIN))]
Paged = Annotated[Paging, Depends(paging())]
TransactionId = Annotated[str, Path(alias="id")]
Act = Callable[[SubscriptionActions, SubscriptionRow], None]


class SubscriptionListing(Record):
    """The envelope of ``GET …/subscriptions``."""

    current_page: int
    data: list[Subscription]
    per_page: int
    total: int
    last_page: int


class ForcedBill(SubscriptionDetails):
    """The answer to a forced charge: the order's code when it went well."""

    charged: bool
    charged_order_code: str | None


class Offers(Record):
    """A merchant's configuration under its name."""

    retention_offers: RetentionOffers


@router.get("/subscriptions", response_model=SubscriptionListing)
async def list_(asked: Annotated[Asked, Query()], wanted: Paged, access: Reading) -> Response:
    """Subscriptions, the newest first."""

    def look(session: Session) -> Response:
        rows, total = SubscriptionStore(session, access.brand_id).list(asked, wanted)
        return Json(flat(wanted, total, [summary(row) for row in rows]))

    return await quickly(access.platform.database, look, unless=asked.narrows)


@router.get("/subscriptions/analytics/summary", response_model=SubscriptionSummary)
def get_summary(access: Reading) -> Response:
    """The figures of today."""
    with access.platform.database.reading() as session:
        return Json(figures.summary(session, access.brand_id))


@router.get("/subscriptions/analytics/mrr-trend", response_model=list[MrrMonth])
def get_mrr_trend(access: Reading) -> Response:
    """Recurring revenue by month."""
    with access.platform.database.reading() as session:
        return Json(figures.mrr_trend(figures.read(session, access.brand_id)))


@router.get("/subscriptions/analytics/churn-trend", response_model=list[ChurnMonth])
def get_churn_trend(access: Reading) -> Response:
    """Churn by month."""
    with access.platform.database.reading() as session:
        return Json(figures.churn_trend(figures.read(session, access.brand_id)))


@router.get("/subscriptions/analytics/cohort-ltv", response_model=list[CohortMonth])
def get_cohort_ltv(access: Reading) -> Response:
    """Lifetime value by the month of the start."""
    with access.platform.database.reading() as session:
        return Json(figures.cohort_ltv(figures.read(session, access.brand_id)))


@router.get("/subscriptions/analytics/dunning-stats", response_model=DunningStats)
def get_dunning_stats(access: Reading) -> Response:
    """What became of refused charges."""
    with access.platform.database.reading() as session:
        counts = figures.counts_by_status(session, access.brand_id)
        months = figures.read(session, access.brand_id)
    return Json(figures.dunning_stats(months, counts["past_due"]))


@router.get("/subscriptions/{id}", response_model=SubscriptionDetails)
def get(transaction_id: TransactionId, access: Reading) -> Response:
    """A subscription by the transaction id of its first order."""
    with access.platform.database.reading() as session:
        store = SubscriptionStore(session, access.brand_id)
        row = store.get(transaction_id)
        return Json(details(row, store.charges(row)))


@router.get("/subscriptions/{id}/emails", response_model=list[SubscriptionEmail])
def get_emails(transaction_id: TransactionId, access: Reading) -> Response:
    """The e-mail log, the newest first."""
    with access.platform.database.reading() as session:
        store = SubscriptionStore(session, access.brand_id)
        return Json([email_body(letter) for letter in store.emails(store.get(transaction_id))])


@router.patch("/subscriptions/{id}/flag", response_model=SubscriptionDetails)
def set_flag(transaction_id: TransactionId, body: FlagInput, access: Writing) -> Response:
    """Set a flag of those that this platform has."""
    return _act(access, transaction_id, lambda do, row: do.flag(row, body.key, body.value))


@router.post("/subscriptions/{id}/skip", response_model=SubscriptionDetails)
def skip(transaction_id: TransactionId, access: Writing) -> Response:
    """One billing cycle further without a charge."""
    return _act(access, transaction_id, lambda do, row: do.skip(row))


@router.post("/subscriptions/{id}/force-bill", response_model=ForcedBill)
def force_bill(transaction_id: TransactionId, access: Charging) -> Response:
    """Charge at once; a refusal is told in the answer, and the subscription is then past due."""
    with access.platform.database.writing() as session, _refusals():
        actions = SubscriptionActions(session, access.brand_id)
        row = actions.find(_storable(transaction_id))
        code = actions.force_bill(row)
        charges = SubscriptionStore(session, access.brand_id).charges(row)
        body = details(row, charges)
    return Json({**body, "charged": code is not None, "charged_order_code": code})


@router.post("/subscriptions/{id}/change-next-bill-date", response_model=SubscriptionDetails)
def change_next_bill_date(
    transaction_id: TransactionId, body: NextBillDateInput, access: Writing
) -> Response:
    """The next charge on another date in the future."""
    moment = body.next_charge_at
    return _act(access, transaction_id, lambda do, row: do.change_date(row, moment))


@router.post("/subscriptions/{id}/reactivate", response_model=SubscriptionDetails)
def reactivate(transaction_id: TransactionId, access: Writing) -> Response:
    """End a pause, or take back a cancellation."""
    return _act(access, transaction_id, lambda do, row: do.reactivate(row))


@router.get("/merchants/{merchant:int}/retention-offers", response_model=Offers)
def get_offers(merchant: int, access: Reading) -> Response:
    """What a merchant offers to those who want to leave."""
    if merchant > LARGEST_ID:
        raise missing("merchant")
    with access.platform.database.reading() as session:
        offers = SubscriptionStore(session, access.brand_id).offers(merchant)
    return Json({"retention_offers": offers})


@router.put("/merchants/{merchant:int}/retention-offers", response_model=Offers)
def update_offers(merchant: int, body: RetentionInput, access: Writing) -> Response:
    """Replace a merchant's configuration."""
    if not 1 <= merchant <= LARGEST_ID:
        raise missing("merchant")
    problems = {
        f"retention_offers.offers.{place}.{field}": sentence
        for place, offer in enumerate(body.retention_offers.offers)
        for field, sentence in offer.problems().items()
    }
    if problems:
        raise invalid(problems)
    offers = body.retention_offers.model_dump(mode="json")
    for offer, given in zip(offers["offers"], body.retention_offers.offers, strict=True):
        value = given.offer_value
        offer["offer_value"] = None if value is None else float(value)
    with access.platform.database.writing() as session:
        SubscriptionStore(session, access.brand_id).set_offers(merchant, offers)
    return Json({"retention_offers": offers})


@router.post("/retention-offers/apply", response_model=SubscriptionDetails)
def apply_offer(body: ApplyInput, access: Writing) -> Response:
    """Apply an offer to a subscription, whether or not the merchant's configuration has it."""
    if problems := body.problems():
        raise invalid(problems)
    return _act(access, body.transaction_id, lambda do, row: do.apply_offer(row, body))


def _act(access: Access, transaction_id: str, act: Act) -> Response:
    """Do something to a subscription, and answer how it stands then."""
    with access.platform.database.writing() as session, _refusals():
        actions = SubscriptionActions(session, access.brand_id)
        row = actions.find(_storable(transaction_id))
        act(actions, row)
        session.flush()
        return Json(details(row, SubscriptionStore(session, access.brand_id).charges(row)))


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except NotPossible as error:
        raise invalid({error.field: error.sentence}) from error


def _storable(text: str) -> str:
    """What no database could hold names nothing."""
    return "" if "\0" in text else text
