"""What can be done to a subscription; the effects are those of ``rules`` (quirks 48 and 49)."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.db.types import now
from funneldesk.server.jobs.mail import send
from funneldesk.server.parts.conversions.catalog import ProductFacts, products_of
from funneldesk.server.parts.conversions.rules import NotPossible
from funneldesk.server.parts.customers.book import take_turns
from funneldesk.server.parts.subscriptions import rules
from funneldesk.server.parts.subscriptions.billing import Billing
from funneldesk.server.parts.subscriptions.inputs import ApplyInput, Moment
from funneldesk.server.parts.subscriptions.letters import canceled_letter, changed_letter
from funneldesk.server.parts.subscriptions.months import Months
from funneldesk.server.parts.subscriptions.standings import Changes, standing_of, terms_of
from funneldesk.server.parts.subscriptions.tables import SubscriptionRow
from funneldesk.server.web.errors import missing
from funneldesk.server.web.fields import OptionalSwitch, OptionalText

FLAGS = ("subscription_status", "subscription_next_charge_at", "declines", "note")
"""The flags that can be set; any other is 404, as the document allows."""

_VALUES: dict[str, TypeAdapter[Any]] = {
    "subscription_next_charge_at": TypeAdapter(Moment),
    "declines": TypeAdapter(OptionalSwitch),
    "note": TypeAdapter(OptionalText),
}


class SubscriptionActions:
    """The actions on one brand's subscriptions, one after the other in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def find(self, transaction_id: str) -> SubscriptionRow:
        """The subscription, kept from all other writers. Raises Refused (404)."""
        take_turns(self._session, self._brand_id)
        query = select(SubscriptionRow).where(
            SubscriptionRow.brand_id == self._brand_id,
            SubscriptionRow.transaction_id == transaction_id,
        )
        row = self._session.scalar(query.execution_options(populate_existing=True))
        if row is None:
            raise missing("subscription")
        return row

    def skip(self, row: SubscriptionRow) -> None:
        """One cycle further without a charge. Raises NotPossible."""
        self._apply(row, rules.skipped(standing_of(row), terms_of(row)))
        self._tell(row, f"The next payment is due on {row.subscription_next_charge_at:%Y-%m-%d}.")

    def force_bill(self, row: SubscriptionRow) -> str | None:
        """Charge now; gives the order's code, None when it was refused. Raises NotPossible."""
        billing = Billing(self._session, self._brand_id)
        billing.charge(row, now(), forced=True)
        codes = billing.flush()
        return codes[0] if codes else None

    def change_date(self, row: SubscriptionRow, next_charge_at: datetime) -> None:
        """The next charge on another date. Raises NotPossible."""
        self._apply(row, rules.moved(standing_of(row), next_charge_at, now()))
        self._tell(row, f"The next payment is due on {next_charge_at:%Y-%m-%d}.")

    def reactivate(self, row: SubscriptionRow) -> None:
        """End a pause or take back a cancellation. Raises NotPossible."""
        self._apply(row, rules.reactivated(standing_of(row), now()))
        self._tell(row, "Your subscription goes on.")

    def cancel(self, row: SubscriptionRow, reason: str | None, moment: datetime) -> None:
        """End the subscription; one that has ended stays as it is."""
        before = standing_of(row)
        after = rules.canceled(before, moment, reason)
        if after is not before:
            self._apply(row, after, moment=moment)
            send(
                self._session,
                self._brand_id,
                canceled_letter(row.customer_email, row.transaction_id, row.product_name),
            )

    def flag(self, row: SubscriptionRow, key: str, value: Any) -> None:
        """Set a flag. Raises Refused (404) for a strange one, NotPossible for its value."""
        if key not in FLAGS:
            raise missing("flag")
        if key == "subscription_status":
            self._set_status(row, value)
            return
        try:
            found = _VALUES[key].validate_python(value)
        except ValidationError as error:
            raise NotPossible("value", f"This is no value of {key}.") from error
        if key == "subscription_next_charge_at":
            self.change_date(row, found)
        elif key == "declines":
            row.declines, row.updated_at = bool(found), now()
        else:
            row.note, row.updated_at = found, now()

    def apply_offer(self, row: SubscriptionRow, offer: ApplyInput) -> None:
        """Apply a retention offer. Raises NotPossible."""
        if row.merchant_id != offer.merchant_id:
            raise NotPossible("merchant_id", "The subscription belongs to another merchant.")
        standing, value = standing_of(row), offer.offer_value or Decimal(0)
        if offer.offer_type == "discount":
            cycles = offer.offer_duration_cycles or 1
            self._apply(row, rules.discounted(standing, round(value, 4), cycles))
            self._tell(row, f"The next payments ({cycles}) are {value.normalize():f} % less.")
        elif offer.offer_type == "pause":
            self._apply(row, rules.paused(standing, int(value), now()))
            self._tell(row, f"It is paused until {row.paused_until:%Y-%m-%d}.")
        else:
            self._downgrade(row, offer.offer_product_code or "")
        row.cancel_reason = offer.cancel_reason or row.cancel_reason

    def _downgrade(self, row: SubscriptionRow, code: str) -> None:
        product = products_of(self._session, self._brand_id, codes=[code]).find(None, code)
        if product is None or not product.is_subscription:
            raise NotPossible("offer_product_code", "There is no such subscription product.")
        terms = _terms(product, row.quantity)
        standing = standing_of(row)
        rules.may_downgrade(standing, terms_of(row), terms)
        row.product_id, row.product_code = product.id, product.code
        row.product_name = product.title
        self._apply(row, standing, terms)
        self._tell(row, f"From the next payment on it is {product.title}.")

    def _set_status(self, row: SubscriptionRow, value: Any) -> None:
        if value == "canceled":
            self.cancel(row, row.cancel_reason, now())
        elif value == "active":
            self.reactivate(row)
        else:
            raise NotPossible("value", "The subscription_status can be set to canceled or active.")

    def _apply(
        self,
        row: SubscriptionRow,
        after: rules.Standing,
        terms: rules.Terms | None = None,
        moment: datetime | None = None,
    ) -> None:
        months = Months(self._session, self._brand_id)
        changes = Changes(self._session, self._brand_id, months)
        changes.apply(row, after, moment or now(), terms)
        changes.flush()
        months.flush()

    def _tell(self, row: SubscriptionRow, change: str) -> None:
        letter = changed_letter(row.customer_email, row.transaction_id, row.product_name, change)
        send(self._session, self._brand_id, letter)


def _terms(product: ProductFacts, quantity: int) -> rules.Terms:
    return rules.Terms(product.price, quantity, product.frequency, product.frequency_unit)
