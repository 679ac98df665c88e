"""Refund of an order, whole or in part (document: Conversions; quirks 7 and 10)."""

from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from funneldesk.contract.conversions import RefundDraft
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.amounts import exact, places, plain, wire_value
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.deeds.deed import Body, Deed, Request, Values
from funneldesk.desktop.people.orders import CHARGEBACK, REFUNDED, formats_of, money_of

if TYPE_CHECKING:
    from funneldesk.client import Api

LONGEST_REASON = 500


async def _read(api: "Api", code: str) -> Body:
    return (await api.conversions.get(code)).model_dump(mode="json")


async def _send(api: "Api", code: str, request: Request) -> object:
    return await api.conversions.refund(code, RefundDraft(**request))


def _amount(values: Values) -> Decimal | None:
    return exact(values.get("amount"))


def _money(body: Body, amount: Decimal | None, formats: Formats) -> str:
    return formats_of(body, formats).money(amount or Decimal(0))


def _fields(body: Body, formats: Formats) -> tuple[FieldSpec, ...]:
    money, there = money_of(body), formats_of(body, formats)

    def check(value: Any, _values: Values) -> str | None:
        amount = exact(value)
        if amount is None or amount <= 0:
            return _("Enter an amount above zero.")
        if money.left is not None and amount > money.left:
            left = there.money(money.left)
            return _("At most {left} is left of this order.").format(left=left)
        return None

    hint = ""
    if money.refunded is None:
        hint = _("The server doesn't say how much was refunded before.")
    elif money.refunded and money.left is not None:
        hint = _("{refunded} was refunded before; {left} is left.").format(
            refunded=there.money(money.refunded), left=there.money(money.left)
        )
    label = _("Amount in {currency}").format(currency=there.currency or "?")
    most = LONGEST_REASON
    return (
        FieldSpec("amount", label, "money", hint, check=check, formats=lambda: there),
        FieldSpec("reason", _("Reason"), max_length=most),
    )


def _first(body: Body) -> Values:
    money = money_of(body)
    known = money.left is not None and money.refunded is not None
    least = places(formats_of(body, Formats()), is_money=True)
    return {"amount": plain(money.left, least) if known and money.left else "", "reason": ""}


def _refusal(body: Body) -> str:
    money = money_of(body)
    if body.get("status") == CHARGEBACK:
        return _("This order was charged back: there is nothing to refund.")
    if money.left is not None and money.left <= 0:
        return _("All of this order was refunded.")
    return ""


def _says(body: Body, values: Values, formats: Formats) -> str:
    amount, money = _amount(values), money_of(body)
    if amount is None:
        return ""
    said = _("{amount} of order {code} goes back to {email}.").format(
        amount=_money(body, amount, formats),
        code=body.get("code"),
        email=body.get("customer_email") or _("the customer"),
    )
    if money.left is not None and money.refunded is not None:
        left = money.left - amount
        rest = _money(body, left, formats)
        kept = _("{rest} stays and can be refunded later.").format(rest=rest)
        said += " " + (kept if left > 0 else _("Nothing is left to refund after that."))
    return f"{said} {_('A refund can’t be taken back.')}"


def _request(body: Body, values: Values) -> Request:
    """What is sent: the amount in full, so that exactly what was said happens."""
    amount, money = _amount(values) or Decimal(0), money_of(body)
    if amount == money.left and money.stored_left:
        amount = money.stored_left
    least = places(formats_of(body, Formats()), is_money=True)
    reason = str(values.get("reason") or "").strip()
    sent = {"amount": wire_value(amount, least, as_number=True)}
    return {**sent, "reason": reason} if reason else sent


def _marks(body: Body) -> dict[str, Any]:
    refunded = exact(body.get("refunded_amount"))
    return {
        "status": body.get("status"),
        "refunded": None if refunded is None else plain(refunded.normalize()),
    }


def _is_there(before: Mapping[str, Any], after: Mapping[str, Any], request: Request) -> bool | None:
    was, has, wanted = (
        exact(each) for each in (before["refunded"], after["refunded"], request["amount"])
    )
    if was is not None and has is not None:
        return False if was == has else True if has - was == wanted else None
    if before["status"] == REFUNDED:
        return None
    return bool(after["status"] == REFUNDED)


def _told(body: Body, request: Request, formats: Formats) -> str:
    amount = _money(body, exact(request["amount"]), formats)
    return _("Refund of {amount} for order {code}").format(amount=amount, code=body.get("code"))


def _sentence(body: Body, _after: Body, request: Request, formats: Formats) -> str:
    amount = _money(body, exact(request["amount"]), formats)
    return _("I refunded {amount} of order {code}.").format(amount=amount, code=body.get("code"))


REFUND = Deed(
    name="refund",
    part="conversions",
    identity="code",
    title=_("Refund order"),
    short=_("Refund…"),
    doing=_("Refunding the order"),
    applies=lambda body: body.get("status") != CHARGEBACK and money_of(body).left != 0,
    read=_read,
    says=_says,
    action=lambda body, values, formats: _("Refund {amount}").format(
        amount=_money(body, _amount(values), formats)
    ),
    told=_told,
    sentence=_sentence,
    request=_request,
    send=_send,
    marks=_marks,
    is_there=_is_there,
    fields=_fields,
    first=_first,
    refusal=_refusal,
    asks_again=True,
    takes_money=True,
)
