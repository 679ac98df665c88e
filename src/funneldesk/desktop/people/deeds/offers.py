"""A retention offer of the merchant's configuration, applied to a subscription (quirk 49)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from funneldesk.contract.subscriptions import OfferDraft
from funneldesk.desktop.kit.formats import HERE, Formats
from funneldesk.desktop.kit.forms.amounts import exact
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.people.deeds.charges import ENDED, SKIP, called, status_of
from funneldesk.desktop.people.deeds.deed import Body, Request, Values

if TYPE_CHECKING:
    from funneldesk.client import Api

KEPT = (
    "offer_type",
    "offer_value",
    "offer_duration_cycles",
    "offer_product_code",
    "cancel_reason",
)


async def _prepare(api: "Api", body: Body) -> Body:
    merchant = body.get("merchant_id")
    if not isinstance(merchant, int):
        return {**body, "retention": None}
    found = await api.subscriptions.get_retention_offers(merchant)
    return {**body, "retention": found.model_dump(mode="json")}


async def _send(api: "Api", _transaction_id: str, request: Request) -> object:
    return await api.subscriptions.apply_retention_offer(OfferDraft(**request))


def in_words(offer: Mapping[str, Any]) -> str:
    """What an offer means: percent of a discount, days of a pause, product of a downgrade."""
    kind, number = offer.get("offer_type"), exact(offer.get("offer_value"))
    value = "?" if number is None else f"{number.normalize():f}"
    if kind == "discount":
        count = offer.get("offer_duration_cycles")
        cycles = count if isinstance(count, int) else 1
        percent = value if number is None else HERE.percent(number, of=100)
        said = ngettext(
            "{percent} off the next charge", "{percent} off the next {cycles} charges", cycles
        )
        return said.format(percent=percent, cycles=cycles)
    if kind == "pause":
        days = int(number) if number is not None else 1
        said = ngettext("No charge for {days} day", "No charge for {days} days", days)
        return said.format(days=days)
    if kind == "downgrade":
        code = offer.get("offer_product_code") or "?"
        return _("{code} instead, from the next charge on").format(code=code)
    return str(kind or "?")


def _offers(body: Body) -> list[Mapping[str, Any]]:
    retention = body.get("retention")
    found = retention.get("offers") if isinstance(retention, Mapping) else ()
    return [each for each in found or () if isinstance(each, Mapping)]


def _choice(offer: Mapping[str, Any]) -> str:
    named = [offer.get("offer_label"), in_words(offer), offer.get("cancel_reason")]
    return " · ".join(str(each) for each in named if each)


def _refusal(body: Body) -> str:
    retention = body.get("retention")
    if not isinstance(retention, Mapping):
        return _("The server doesn't say whose subscription this is, so no offer is known.")
    if not _offers(body):
        return _("This merchant has no retention offers. Add some under Subscriptions first.")
    if retention.get("enabled") is False:
        return _("Retention offers are switched off for this merchant.")
    return ""


def _chosen(body: Body, values: Values) -> Mapping[str, Any]:
    offers, at = _offers(body), values.get("offer")
    return offers[at] if isinstance(at, int) and at < len(offers) else {}


def _fields(body: Body, _formats: Formats) -> tuple[FieldSpec, ...]:
    choices = tuple((at, _choice(offer)) for at, offer in enumerate(_offers(body)))
    return (FieldSpec("offer", _("Offer"), "choice", choices=choices),)


def _request(body: Body, values: Values) -> Request:
    offer = _chosen(body, values)
    named = {key: offer[key] for key in KEPT if offer.get(key) is not None}
    transaction_id = body.get("transaction_id") or body.get("id")
    who = {"transaction_id": transaction_id, "merchant_id": body.get("merchant_id")}
    return {**who, **named}


def _is_there(before: Mapping[str, Any], after: Mapping[str, Any], request: Request) -> bool | None:
    if before == after:
        # The same discount once more looks like none.
        same = request["offer_type"] == "discount" and _is_discount(before, request)
        return None if same else False
    if request["offer_type"] == "discount":
        return _is_discount(after, request) or None
    if request["offer_type"] == "pause":
        return after["status"] == "paused" != before["status"] or None
    return after["product"] == request.get("offer_product_code") or None


def _is_discount(marks: Mapping[str, Any], request: Request) -> bool:
    percent, cycles = marks["discount"]
    wanted = exact(request.get("offer_value"))
    return exact(percent) == wanted and cycles == request.get("offer_duration_cycles", 1)


OFFER = replace(
    SKIP,
    name="offer",
    title=_("Apply a retention offer"),
    short=_("Offer…"),
    doing=_("Applying the offer"),
    applies=lambda body: status_of(body) not in ENDED,
    says=lambda body, values, _formats: _("{product}: {offer}. It applies at once.").format(
        product=called(body), offer=in_words(_chosen(body, values))
    ),
    action=lambda *_values: _("Apply offer"),
    told=lambda body, request, _formats: _("Offer for {product}: {offer}").format(
        product=called(body), offer=in_words(request)
    ),
    sentence=lambda body, _after, request, _formats: _(
        "I applied this to your subscription {product}: {offer}."
    ).format(product=called(body), offer=in_words(request)),
    request=_request,
    send=_send,
    is_there=_is_there,
    fields=_fields,
    first=lambda _body: {"offer": 0},
    prepare=_prepare,
    refusal=_refusal,
)
