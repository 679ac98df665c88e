"""Money of orders and refunds in every currency: shown, added up, given back and exported."""

from decimal import Decimal
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from python_calamine import CalamineWorkbook
from tests.desktop.support.currencies import (
    CODES,
    CURRENCIES,
    MONEY,
    STEPS,
    amount_of,
    as_babel,
    bare,
    places_of,
)

from funneldesk.contract.conversions import RefundDraft
from funneldesk.desktop.kit.export.csv_file import csv_cell
from funneldesk.desktop.kit.export.writing import export_table
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.amounts import exact
from funneldesk.desktop.parts.conversions.orders import ORDERS
from funneldesk.desktop.parts.conversions.refunds import refund_table
from funneldesk.desktop.people.deeds.refund import REFUND
from funneldesk.desktop.people.queues.refunds import RefundItem, totals
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.table.totals import sum_words, sums_of

FORMATS = Formats("USD", None, "en")
"""Those of the brand: an order may be in any other currency."""
TOTAL = next(each for each in ORDERS.columns if each.key == "total")


def order(currency: str, amount: Decimal, refunded: Decimal = Decimal(0)) -> dict[str, Any]:
    """An order as JSON has it: numbers are binary fractions."""
    return {
        "code": "A1",
        "currency": currency,
        "status": "completed",
        "total": float(amount),
        "refunded_amount": float(refunded),
    }


@given(MONEY)
def test_a_total_is_shown_and_exported_to_the_last_digit(money: tuple[str, Decimal]) -> None:
    currency, amount = money
    row = SummaryRow("A1", order(currency, amount))
    assert bare(TOTAL.text(row, FORMATS)) == as_babel(amount, currency)
    cell = TOTAL.cell(row)
    assert isinstance(cell, Decimal)
    assert Decimal(csv_cell(cell, None)) == amount


@given(st.lists(MONEY, max_size=40))
def test_totals_under_the_list_are_exact_for_each_currency(
    orders: list[tuple[str, Decimal]],
) -> None:
    sums = sums_of(TOTAL, [SummaryRow(str(n), order(*each)) for n, each in enumerate(orders)])
    for currency, total in sums.items():
        assert total == sum((a for code, a in orders if code == currency), Decimal(0))
    told = bare(sum_words(sums, FORMATS))
    assert all(as_babel(total, currency) in told for currency, total in sums.items())


@given(CODES, STEPS, STEPS)
def test_a_part_goes_back_exactly_and_the_rest_can_follow(
    currency: str, steps: int, part: int
) -> None:
    whole = amount_of(currency, max(steps, part) + 1)
    back = amount_of(currency, min(steps, part) + 1)
    item = RefundItem(order(currency, whole), back)
    assert item.problem() == ""
    sent = RefundDraft(**item.request()).model_dump(mode="json")["amount"]
    assert exact(sent) == back
    said = bare(REFUND.says(item.body, {"amount": sent}, FORMATS))
    assert as_babel(back, currency) in said
    rest = RefundItem(order(currency, whole, back))
    assert rest.left == whole - back
    assert back + (exact(rest.request()["amount"]) or 0) == whole
    assert totals([item, rest]) == {currency: whole}


@given(CODES, st.integers(0, 10**9))
def test_a_refund_finer_than_the_currency_is_refused(currency: str, steps: int) -> None:
    amount = Decimal(steps * 10 + 1).scaleb(-places_of(currency) - 1)
    item = RefundItem(order(currency, amount + 1), amount)
    assert item.problem().startswith(currency)


def test_the_report_for_accounting_keeps_every_currency_in_a_workbook(tmp_path: Path) -> None:
    amounts = {code: amount_of(code, 9_876_543_211) for code in CURRENCIES}
    items = [RefundItem(order(code, amount)) for code, amount in amounts.items()]
    path = tmp_path / "refunds.xlsx"
    assert export_table(path, refund_table(items)) == len(CURRENCIES)
    rows = CalamineWorkbook.from_path(str(path)).get_sheet_by_index(0).to_python()[1:]
    assert {row[5]: exact(row[4]) for row in rows} == amounts
