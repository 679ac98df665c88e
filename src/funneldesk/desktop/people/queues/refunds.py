"""Refunds of many orders: each in full or a part; sums are exact, each currency by itself."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.amounts import exact, places, plain, wire_value
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.deeds.deed import Deed
from funneldesk.desktop.people.deeds.refund import REFUND
from funneldesk.desktop.people.orders import currency_of, formats_of, money_of
from funneldesk.desktop.people.queues.item import WAITING, QueueItem, common_part
from funneldesk.desktop.people.queues.kept import REFUNDS_LEFT
from funneldesk.desktop.people.queues.queue import DeedQueue, QueueSpec
from funneldesk.desktop.workspace.workspace import Workspace

SHOWN = (
    "code",
    "status",
    "total",
    "currency",
    "refunded_amount",
    "refunded_here",
    "customer_email",
    "customer_name",
)
"""What of an order is kept: what a refund says and is compared by."""


@dataclass
class RefundItem(QueueItem):
    """An order. ``amount`` is None for all that was left when the user decided."""

    shown = SHOWN
    body: Mapping[str, Any]
    amount: Decimal | None = None
    reason: str = ""
    state: str = WAITING
    said: str = ""

    @property
    def deed(self) -> Deed:
        return REFUND

    @property
    def code(self) -> str:
        """The order's public code."""
        return str(self.body.get("code") or "")

    @property
    def title(self) -> str:
        return " · ".join(filter(None, (self.code, str(self.body.get("customer_name") or ""))))

    @property
    def currency(self) -> str:
        """The code of its currency; "" where the order tells none."""
        return currency_of(self.body)

    @property
    def left(self) -> Decimal | None:
        """What was left to give back."""
        return money_of(self.body).left

    @property
    def due(self) -> Decimal:
        """What is given back."""
        return self.left or Decimal(0) if self.amount is None else self.amount

    @property
    def is_full(self) -> bool:
        """Whether all that was left is given back."""
        return self.amount is None or self.amount == self.left

    def problem(self) -> str:
        left, due = self.left, self.due
        if due <= 0:
            return _("Enter an amount above zero.")
        if left is not None and due > left:
            told = _("At most {left} is left of this order.")
            return told.format(left=formats_of(self.body, Formats()).money(left))
        least = places(formats_of(self.body, Formats()), is_money=True)
        if self.currency and -int(due.normalize().as_tuple().exponent) > least:
            return _("{currency} has fewer decimals.").format(currency=self.currency)
        return ""

    def request(self) -> dict[str, Any]:
        """What is sent: the amount in full, so that exactly what was said happens."""
        least = places(formats_of(self.body, Formats()), is_money=True)
        sent = {"amount": wire_value(self.due, least, as_number=True)}
        return {**sent, "reason": self.reason} if self.reason else sent

    def wish(self) -> dict[str, Any]:
        amount = None if self.amount is None else plain(self.amount)
        return {"amount": amount, "reason": self.reason}

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "RefundItem":
        """An item that was kept."""
        amount, reason = exact(kept.get("amount")), str(kept.get("reason") or "")
        return cls(amount=amount, reason=reason, **common_part(kept))


def totals(items: Iterable[RefundItem]) -> dict[str, Decimal]:
    """What is given back, by the code of its currency; never across currencies."""
    sums: dict[str, Decimal] = {}
    for item in items:
        sums[item.currency] = sums.get(item.currency, Decimal(0)) + item.due
    return sums


class RefundQueue(DeedQueue[RefundItem]):
    """One for a brand: ``workspace.shared(RefundQueue)``."""

    spec = QueueSpec(
        kept=REFUNDS_LEFT,
        part=REFUND.part,
        title=_("Refund orders"),
        icon="receipt",
        unit="order",
        waits=_("Refunds are paused: {left} left"),
        ended=_("Refunds: {outcome}"),
        about=_("The report is for accounting."),
        busy=_("Refunds are going out already."),
        of=RefundItem.of,
    )

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.collected: dict[str, RefundItem] = {}
        """Orders that the user collects before anything is decided."""
