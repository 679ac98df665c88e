"""A merchant's retention offers as a record that is edited (document: Retention offers; quirk 49).

No list of merchants exists (quirk 48): they are learnt from the newest subscriptions and orders.
"""

import asyncio
from collections.abc import AsyncIterator
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from funneldesk.contract.conversions import ConversionFilter
from funneldesk.contract.listing import Listing
from funneldesk.contract.shapes import Patch, Record
from funneldesk.contract.subscriptions import (
    MOST_PAUSED_DAYS,
    RetentionOffersPatch,
    SubscriptionFilter,
    offer_fault,
)
from funneldesk.desktop.kit.formats import HERE
from funneldesk.desktop.kit.forms.amounts import exact
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, Values
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.subscriptions.subscriptions import PART
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields
from funneldesk.desktop.records.kind import ListedKind, RecordKind
from funneldesk.desktop.records.library.local_copy import LocalCopy
from funneldesk.desktop.records.rows import SummaryRow, summary_row
from funneldesk.desktop.records.save.writes import RecordWrites

if TYPE_CHECKING:
    from funneldesk.client import Api

OFFERS_PART = f"{PART}/offers"
MOST_OFFERS, LEARNT_FROM = 100, 100
TYPES = {
    "discount": _("Discount"),
    "pause": _("Pause"),
    "downgrade": _("Cheaper product"),
}
WRONG = {
    "no product": _("Enter the code of the product that is offered instead."),
    "no value": _("Enter a number."),
    "not percent": _("A discount is more than 0 and at most {whole}.").format(
        whole=HERE.percent(1)
    ),
    "not days": _("A pause is a whole number of days, from 1 to {most}.").format(
        most=MOST_PAUSED_DAYS
    ),
}


class MerchantOffers(Record):
    """A merchant's configuration, with its number and what it is called here."""

    id: int
    name: str
    enabled: bool = False
    offers: list[dict[str, Any]] = []
    exit_survey_reasons: list[Any] | None = None


class MerchantOffersPatch(Patch):
    """What changed of a configuration; the rest is sent as the server has it."""

    enabled: bool | None = None
    offers: list[dict[str, Any]] | None = None
    exit_survey_reasons: list[Any] | None = None


def called(merchant: int) -> str:
    """A merchant as it is called: the interface tells only its number."""
    return _("Merchant {number}").format(number=merchant)


async def _get(api: "Api", merchant: int) -> MerchantOffers:
    found = await api.subscriptions.get_retention_offers(merchant)
    known = {"id": merchant, "name": called(merchant)}
    return MerchantOffers.model_validate({**found.model_dump(mode="json"), **known})


async def _update(api: "Api", merchant: int, patch: MerchantOffersPatch) -> MerchantOffers:
    """Send the whole configuration: what this program does not know of it is kept."""
    now = (await api.subscriptions.get_retention_offers(merchant)).model_dump(mode="json")
    whole = RetentionOffersPatch(retention_offers={**now, **patch.body()})
    await api.subscriptions.update_retention_offers(merchant, whole)
    return await _get(api, merchant)


def problem(offer: Values) -> str:
    """What is wrong with an offer, in a sentence; "" when nothing is."""
    fault = offer_fault(
        str(offer.get("offer_type") or ""),
        exact(offer.get("offer_value")),
        str(offer.get("offer_product_code") or "").strip() or None,
    )
    return WRONG[fault] if fault else ""


def _value(_value: Any, offer: Values) -> str | None:
    return (problem(offer) or None) if offer.get("offer_type") != "downgrade" else None


def _product(_value: Any, offer: Values) -> str | None:
    return (problem(offer) or None) if offer.get("offer_type") == "downgrade" else None


def _cycles(value: Any, _offer: Values) -> str | None:
    known = exact(value)
    return None if known is None or known >= Decimal(1) else _("At least one charge.")


OFFER = (
    FieldSpec("cancel_reason", _("When the reason is"), placeholder=_("Any reason")),
    FieldSpec("offer_type", _("Offer"), "choice", choices=tuple(TYPES.items())),
    FieldSpec(
        "offer_value",
        _("Percent, or days"),
        "decimal",
        as_number=True,
        check=_value,
        visible_when=lambda offer: offer.get("offer_type") != "downgrade",
    ),
    FieldSpec(
        "offer_duration_cycles",
        _("Number of charges"),
        "integer",
        check=_cycles,
        visible_when=lambda offer: offer.get("offer_type") == "discount",
    ),
    FieldSpec(
        "offer_product_code",
        _("Product code"),
        "code",
        check=_product,
        visible_when=lambda offer: offer.get("offer_type") == "downgrade",
    ),
    FieldSpec("offer_label", _("What customers read"), max_length=255),
)
GENERAL = FieldGroup(
    _("Retention offers"), _("Shown to customers who are about to cancel a subscription.")
)
LIST = FieldGroup(_("Offers"), _("The first one that fits the reason is shown first."))


def _few(value: Any, _values: Values) -> str | None:
    count = len(value) if isinstance(value, list) else 0
    return None if count <= MOST_OFFERS else _("At most {most} fit.").format(most=MOST_OFFERS)


class OffersDraft(RecordDraft):
    """A merchant's configuration while it is edited."""

    declared = RecordFields(
        RecordField("name", _("Merchant")),
        RecordField("enabled", _("Make offers"), "bool", group=GENERAL),
        RecordField(
            "exit_survey_reasons",
            _("Reasons that can be given"),
            "tags",
            group=GENERAL,
            check=_few,
        ),
        RecordField(
            "offers", _("Offers"), "items", group=LIST, fields=OFFER, unit=_("offer"), check=_few
        ),
    )
    listed = ("name",)


OFFERS = RecordKind(
    OFFERS_PART,
    "offer",
    OffersDraft,
    _get,
    RecordWrites(MerchantOffersPatch, _update),
)


async def _merchants(api: "Api") -> list[int]:
    """The merchants of the newest subscriptions and orders."""
    pages = await asyncio.gather(
        api.subscriptions.list(SubscriptionFilter(per_page=LEARNT_FROM)),
        api.conversions.list(ConversionFilter(per_page=LEARNT_FROM)),
    )
    return sorted({each.merchant_id for page in pages for each in page.rows if each.merchant_id})


async def _slices(api: "Api") -> AsyncIterator[Listing[MerchantOffers]]:
    found = await asyncio.gather(*(_get(api, each) for each in await _merchants(api)))
    yield Listing(tuple(found))


async def _get_listed(api: "Api", merchant: str) -> MerchantOffers:
    return await _get(api, int(merchant))


LISTED: ListedKind[SummaryRow] = ListedKind(
    LocalCopy(OFFERS_PART),
    OFFERS.unit,
    summary_row("id", ("name",)),
    _slices,
    _get_listed,
    edited=OFFERS,
)
