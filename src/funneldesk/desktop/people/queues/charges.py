"""Coming charges of many subscriptions, skipped, moved, and put back where they were."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.cycles import following
from funneldesk.desktop.people.deeds.charges import MOVE, SKIP, called, next_charge, status_of
from funneldesk.desktop.people.deeds.deed import Body, Deed, Request
from funneldesk.desktop.people.deeds.doing import DONE, Outcome
from funneldesk.desktop.people.queues.item import WAITING, QueueItem, common_part
from funneldesk.desktop.people.queues.kept import CHARGES_LEFT
from funneldesk.desktop.people.queues.queue import DeedQueue, QueueSpec
from funneldesk.desktop.records.moments import moment

SHOWN = (
    "transaction_id",
    "status",
    "subscription_status",
    "subscription_next_charge_at",
    "next_charge_at",
    "next_charge_date",
    "customer_email",
    "customer_name",
    "product_name",
    "product_code",
    "price",
    "quantity",
    "currency",
    "frequency",
    "frequency_unit",
    "charges",
    "discount_percent",
    "discount_cycles",
)
"""What of a subscription is kept: what a dry run says, and what it is compared by. Of its charges
that is the newest."""


@dataclass
class ChargeItem(QueueItem):
    """A subscription. ``to`` is when it is to be charged; None skips the charge. ``stands`` is when
    the server says that it is charged, after it was done."""

    shown = SHOWN
    body: Mapping[str, Any]
    to: datetime | None = None
    stands: datetime | None = None
    state: str = WAITING
    said: str = ""

    @property
    def deed(self) -> Deed:
        return SKIP if self.to is None else MOVE

    @property
    def title(self) -> str:
        who = str(self.body.get("customer_name") or self.person)
        return " · ".join(filter(None, (who, called(self.body))))

    @property
    def before(self) -> datetime | None:
        """When it was to be charged as the user decided."""
        return next_charge(self.body)

    @property
    def after(self) -> datetime | None:
        """When it is charged then; of a skip it is worked out here."""
        return self.stands or self.to or following(self.body)

    def problem(self) -> str:
        if self.to is None:
            return ""
        if self.to <= datetime.now(UTC):
            return _("The next charge must be in the future.")
        return _("It is charged then already.") if self.to == self.before else ""

    def request(self) -> Request:
        return {} if self.to is None else {"next_charge_at": self.to.isoformat()}

    def settle(self, outcome: Outcome) -> None:
        super().settle(outcome)
        self.stands = None if outcome.after is None else next_charge(outcome.after)

    def kept_body(self) -> dict[str, Any]:
        body = super().kept_body()
        if isinstance(body.get("charges"), list):
            body["charges"] = body["charges"][:1]
        return body

    def wish(self) -> dict[str, Any]:
        return {"to": _text(self.to), "stands": _text(self.stands)}

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "ChargeItem":
        """An item that was kept."""
        to, stands = moment(kept.get("to")), moment(kept.get("stands"))
        return cls(to=to, stands=stands, **common_part(kept))

    @property
    def may_go_back(self) -> bool:
        """Whether the charge can be put back on the day on which it was (quirk 49)."""
        return self.state == DONE and self.before is not None and self.before > datetime.now(UTC)

    def back(self, now: Body) -> "ChargeItem | str":
        """The item that puts it back, by the subscription as it is now; or why it is left."""
        at = next_charge(now)
        if self.before is None or self.before <= datetime.now(UTC):
            return _("The day on which it was charged is over.")
        if not MOVE.applies(now):
            return refusal_of(MOVE, now)
        known = self.stands or self.to
        if at != known if known is not None else at == self.before:
            return _("Its next charge was changed since then.")
        return ChargeItem(now, self.before)


def _text(at: datetime | None) -> str:
    return "" if at is None else at.isoformat()


def refusal_of(deed: Deed, body: Body) -> str:
    """Why the next charge of a subscription can't be skipped or moved, in a sentence."""
    if next_charge(body) is None:
        return _("The server doesn't say when it is charged.")
    if deed.applies(body):
        return ""
    return _("It is {status}.").format(status=status_of(body).replace("_", " "))


class ChargeQueue(DeedQueue[ChargeItem]):
    """One for a brand: ``workspace.shared(ChargeQueue)``."""

    spec = QueueSpec(
        kept=CHARGES_LEFT,
        part=SKIP.part,
        title=_("Move charges"),
        icon="calendar",
        unit="subscription",
        waits=_("Changes of coming charges are paused: {left} left"),
        ended=_("Coming charges: {outcome}"),
        about=_("The report leads to each, and can undo what was done."),
        busy=_("Coming charges are being changed already."),
        of=ChargeItem.of,
    )
