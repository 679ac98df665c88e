"""Money of subscriptions in every currency: charges, days of the calendar, dry runs, figures."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.desktop.support.currencies import CODES, MONEY, STEPS, amount_of, as_babel, bare

from funneldesk.desktop.insight.metrics import unit_text
from funneldesk.desktop.kit.export.csv_file import csv_cell
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.subscriptions.bulk.plan import effect, recurring_words
from funneldesk.desktop.parts.subscriptions.calendar.charges import Charge, sums
from funneldesk.desktop.parts.subscriptions.subscriptions import CHARGE
from funneldesk.desktop.people.deeds.charges import price_of
from funneldesk.desktop.people.queues.charges import ChargeItem
from funneldesk.desktop.records.rows import SummaryRow

FORMATS = Formats("USD", UTC, "en")
AT = datetime(2027, 1, 20, 10, tzinfo=UTC)


def subscription(currency: str, price: Decimal, quantity: int = 1) -> dict[str, Any]:
    """A monthly one as JSON has it: numbers are binary fractions."""
    return {
        "transaction_id": "tx",
        "status": "active",
        "currency": currency,
        "price": float(price),
        "quantity": quantity,
        "frequency": 1,
        "frequency_unit": "month",
        "next_charge_at": AT.isoformat(),
    }


@given(CODES, STEPS, st.integers(1, 50))
def test_a_charge_is_price_by_quantity_to_the_last_digit(
    currency: str, steps: int, quantity: int
) -> None:
    amount = amount_of(currency, steps) * quantity
    body = subscription(currency, amount_of(currency, steps), quantity)
    row = SummaryRow("tx", body)
    assert bare(CHARGE.text(row, FORMATS)) == as_babel(amount, currency)
    assert bare(price_of(body, FORMATS)) == as_babel(amount, currency)
    cell = CHARGE.cell(row)
    assert isinstance(cell, Decimal)
    assert Decimal(csv_cell(cell, None)) == amount


@given(st.lists(MONEY, max_size=40))
def test_a_day_and_a_dry_run_add_up_each_currency_by_itself(
    prices: list[tuple[str, Decimal]],
) -> None:
    wanted: dict[str, Decimal] = {}
    for currency, price in prices:
        wanted[currency] = wanted.get(currency, Decimal(0)) + price
    charges = [Charge("tx", AT, "", "", "active", price, code) for code, price in prices]
    told = [as_babel(total, code) for code, total in sorted(wanted.items())]
    assert [bare(each) for each in sums(charges, FORMATS)] == told

    found = effect([ChargeItem(subscription(*each)) for each in prices], FORMATS)
    assert found.recurring == wanted
    assert all(each in bare(recurring_words(found, FORMATS)) for each in told)
    months = [before for before, _after in found.months.values() if before]
    assert months in ([], [wanted])


@given(MONEY)
def test_figures_are_written_with_the_decimals_of_the_brands_currency(
    money: tuple[str, Decimal],
) -> None:
    currency, amount = money
    shown = unit_text(float(amount), "currency", Formats(currency, UTC, "en"))
    assert bare(shown) == as_babel(amount, currency)
