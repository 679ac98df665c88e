"""Deeds on the charges of a subscription: skip, move, bill now, reactivate (quirks 10, 48, 49)."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from funneldesk.contract.subscriptions import NextBillDateDraft
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.amounts import exact
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.deeds.deed import Body, Deed, Request, Values
from funneldesk.desktop.people.orders import formats_of
from funneldesk.desktop.records.moments import moment

if TYPE_CHECKING:
    from funneldesk.client import Api

RUNNING = ("active", "trial")
CYCLES = ("day", "week", "month", "year")
ENDED = ("canceled", "cancelled")


async def read_subscription(api: "Api", transaction_id: str) -> Body:
    """A subscription as JSON."""
    return (await api.subscriptions.get(transaction_id)).model_dump(mode="json")


def status_of(body: Body) -> str:
    """Its status, under either of its names (quirk 48: the record is not shown)."""
    return str(body.get("status") or body.get("subscription_status") or "")


def next_charge(body: Body) -> datetime | None:
    """When it is charged next, under the names that servers use."""
    names = ("subscription_next_charge_at", "next_charge_at", "next_charge_date")
    return next((found for name in names if (found := moment(body.get(name)))), None)


def called(body: Body) -> str:
    """What the customer knows it by."""
    return str(body.get("product_name") or body.get("product") or body.get("transaction_id") or "")


def charge_of(body: Body) -> Decimal | None:
    """What a charge takes at full price; None where the server does not tell."""
    price, count = exact(body.get("price")), exact(body.get("quantity"))
    return None if price is None else price * (Decimal(1) if count is None else count)


def price_of(body: Body, formats: Formats) -> str:
    """A charge in words; "" where it is not told."""
    charge = charge_of(body)
    return "" if charge is None else formats_of(body, formats).money(charge)


def marks(body: Body) -> dict[str, Any]:
    """What tells whether a deed on a subscription was carried out."""
    at = next_charge(body)
    charges = body.get("charges")
    codes = [each.get("code") for each in charges or () if isinstance(each, Mapping)]
    percent = exact(body.get("discount_percent"))
    return {
        "status": status_of(body),
        "next": None if at is None else at.astimezone(UTC).isoformat(),
        "charge": codes[0] if codes else None,
        "discount": [None if percent is None else f"{percent:f}", body.get("discount_cycles")],
        "product": body.get("product_code"),
    }


def _day(body: Body, formats: Formats) -> str:
    at = next_charge(body)
    return formats.day(at) if at is not None else _("a date that the server doesn't tell")


def _with_price(body: Body, formats: Formats) -> str:
    price = price_of(body, formats)
    return f"{called(body)} ({price})" if price else called(body)


def _has_moved(before: Mapping[str, Any], after: Mapping[str, Any], _: Request) -> bool | None:
    if before["next"] is None or after["next"] is None:
        return None
    if before["next"] == after["next"]:
        return False
    return True if after["next"] > before["next"] else None


def _is_at(before: Mapping[str, Any], after: Mapping[str, Any], request: Request) -> bool | None:
    wanted, found = moment(request["next_charge_at"]), moment(after["next"])
    if found is not None and found == wanted:
        return True
    return False if before["next"] == after["next"] and found is not None else None


def _was_billed(before: Mapping[str, Any], after: Mapping[str, Any], _: Request) -> bool | None:
    if before["charge"] != after["charge"]:
        return True
    if after["status"] == "past_due" != before["status"]:
        return True
    unchanged = before == after and after["next"] is not None
    # One that is past due already looks the same after another charge that was declined.
    return False if unchanged and after["status"] != "past_due" else None


def _goes_on(before: Mapping[str, Any], after: Mapping[str, Any], _: Request) -> bool | None:
    return before["status"] != after["status"] and after["status"] in RUNNING


async def _skip(api: "Api", transaction_id: str, _: Request) -> object:
    return await api.subscriptions.skip(transaction_id)


async def _move(api: "Api", transaction_id: str, request: Request) -> object:
    draft = NextBillDateDraft(next_charge_at=str(request["next_charge_at"]))
    return await api.subscriptions.change_next_bill_date(transaction_id, draft)


async def _bill(api: "Api", transaction_id: str, _: Request) -> object:
    return await api.subscriptions.force_bill(transaction_id)


async def _reactivate(api: "Api", transaction_id: str, _: Request) -> object:
    return await api.subscriptions.reactivate(transaction_id)


def _cycle(body: Body) -> str:
    every, unit = body.get("frequency"), str(body.get("frequency_unit") or "")
    if not isinstance(every, int) or not unit:
        return ""
    return f" ({counted(every, unit) if unit in CYCLES else f'{every} × {unit}'})"


def _fields(body: Body, formats: Formats) -> tuple[FieldSpec, ...]:
    def check(value: Any, _values: Values) -> str | None:
        at = moment(value)
        if at is None:
            return _("Enter a date and a time.")
        if at == _to_the_minute(next_charge(body)):
            return _("It is charged then already: choose another date.")
        return None if at > datetime.now(UTC) else _("The next charge must be in the future.")

    label = _("Next charge")
    return (FieldSpec("next_charge_at", label, "moment", check=check, formats=lambda: formats),)


def _to_the_minute(at: datetime | None) -> datetime | None:
    return None if at is None else at.astimezone(UTC).replace(second=0, microsecond=0)


def _first(body: Body) -> Values:
    at = _to_the_minute(next_charge(body))
    return {"next_charge_at": "" if at is None else at.isoformat().replace("+00:00", "Z")}


def _moment_text(values: Values, formats: Formats) -> str:
    at = moment(values.get("next_charge_at"))
    return formats.moment(at) if at is not None else "–"


def _billed(body: Body, after: Body, _request: Request, formats: Formats) -> str:
    if status_of(after) == "past_due":
        return _("I tried to charge {product}, but the payment was declined.").format(
            product=called(body)
        )
    return _("I charged {product}.").format(product=_with_price(body, formats))


SKIP = Deed(
    name="skip",
    part="subscriptions",
    identity="transaction_id",
    title=_("Skip the next charge"),
    short=_("Skip…"),
    doing=_("Skipping the charge"),
    applies=lambda body: status_of(body) in RUNNING,
    read=read_subscription,
    says=lambda body, _values, formats: _(
        "The charge of {product} on {day} is skipped: nothing is paid, and the next charge is one "
        "billing cycle{cycle} later."
    ).format(product=_with_price(body, formats), day=_day(body, formats), cycle=_cycle(body)),
    action=lambda *_values: _("Skip charge"),
    told=lambda body, _request, formats: _("Skipped charge of {product} on {day}").format(
        product=called(body), day=_day(body, formats)
    ),
    sentence=lambda body, after, _request, formats: _(
        "I skipped the next charge of {product}; you will be charged again on {day}."
    ).format(product=called(body), day=_day(after, formats)),
    request=lambda _body, _values: {},
    send=_skip,
    marks=marks,
    is_there=_has_moved,
)
MOVE = replace(
    SKIP,
    name="move",
    title=_("Move the next charge"),
    short=_("Move…"),
    doing=_("Moving the charge"),
    applies=lambda body: status_of(body) in (*RUNNING, "paused"),
    says=lambda body, values, formats: _(
        "{product} is charged next on {moment} instead of {day}; later charges follow from it."
    ).format(
        product=_with_price(body, formats),
        moment=_moment_text(values, formats),
        day=_day(body, formats),
    ),
    action=lambda *_values: _("Move charge"),
    told=lambda body, request, formats: _("Next charge of {product} moved to {moment}").format(
        product=called(body), moment=_moment_text(request, formats)
    ),
    sentence=lambda body, after, _request, formats: _(
        "I moved the next charge of {product} to {day}."
    ).format(product=called(body), day=_day(after, formats)),
    request=lambda _body, values: {"next_charge_at": values["next_charge_at"]},
    send=_move,
    is_there=_is_at,
    fields=_fields,
    first=_first,
)
BILL = replace(
    SKIP,
    name="bill",
    title=_("Bill now"),
    short=_("Bill now…"),
    doing=_("Billing the customer"),
    applies=lambda body: status_of(body) not in ENDED,
    says=lambda body, _values, formats: _(
        "{email} is charged for {product} at once, before {day}. If the payment is declined, the "
        "subscription becomes past due. Only a refund gives the money back."
    ).format(
        email=body.get("customer_email") or _("The customer"),
        product=_with_price(body, formats),
        day=_day(body, formats),
    ),
    action=lambda body, _values, formats: _("Charge {price} now").format(
        price=price_of(body, formats)
    ),
    told=lambda body, _request, formats: _("Charge of {product} at once").format(
        product=_with_price(body, formats)
    ),
    sentence=_billed,
    send=_bill,
    is_there=_was_billed,
    shortfall=lambda body: (
        _("The payment was declined: the subscription is past due.")
        if status_of(body) == "past_due"
        else ""
    ),
    typed=lambda body: str(body.get("order_code") or body.get("transaction_id") or ""),
    asks_again=True,
    takes_money=True,
)
REACTIVATE = replace(
    SKIP,
    name="reactivate",
    title=_("Reactivate the subscription"),
    short=_("Reactivate…"),
    doing=_("Reactivating the subscription"),
    applies=lambda body: status_of(body) in ("paused", *ENDED),
    says=lambda body, _values, formats: _(
        "{product} goes on. The server sets the next charge, {day} at present; a charge that is "
        "overdue may be made at once."
    ).format(product=_with_price(body, formats), day=_day(body, formats)),
    action=lambda *_values: _("Reactivate"),
    told=lambda body, _request, _formats: _("Reactivated {product}").format(product=called(body)),
    sentence=lambda body, after, _request, formats: _(
        "I reactivated {product}; the next charge is on {day}."
    ).format(product=called(body), day=_day(after, formats)),
    send=_reactivate,
    is_there=_goes_on,
)
