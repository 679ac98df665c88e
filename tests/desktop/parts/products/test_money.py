"""Money of products in every currency: shown, edited, exported, beside what Babel knows."""

from dataclasses import replace
from decimal import Decimal

from babel.numbers import get_currency_precision
from hypothesis import given
from hypothesis import strategies as st
from tests.desktop.support.currencies import CURRENCIES, STEPS, as_babel, bare

from funneldesk.desktop.kit.export.csv_file import csv_cell
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.amounts import exact, read_amount, typed_text
from funneldesk.desktop.parts.products.fields import FIELDS
from funneldesk.desktop.records.rows import SummaryRow

PRICE = FIELDS["price"]


def test_the_currencies_have_every_number_of_minor_units() -> None:
    assert {0, 2, 3} <= {get_currency_precision(each) for each in CURRENCIES}


@given(st.sampled_from(CURRENCIES), STEPS)
def test_a_price_is_the_same_shown_typed_sent_and_exported(currency: str, steps: int) -> None:
    places = get_currency_precision(currency)
    amount = Decimal(steps).scaleb(-places)
    formats = Formats(currency, None, "en")
    field = replace(PRICE, formats=lambda: formats)
    column, row = field.column(), SummaryRow("1", {"price": float(amount)})
    # Babel writes the same digits; only a code without a sign stands apart from them.
    assert bare(column.text(row, formats)) == as_babel(amount, currency)
    typed = typed_text(amount, formats, places)
    assert read_amount(typed, formats) == amount
    assert field.problem(field.normal(typed), {}) is None
    sent = field.sent(field.normal(typed))
    assert not isinstance(sent, str)
    assert exact(sent) == amount
    cell = column.cell(row)
    assert isinstance(cell, Decimal)
    assert Decimal(csv_cell(cell, None)) == amount


@given(st.sampled_from(CURRENCIES), st.integers(0, 10**9))
def test_one_digit_more_than_the_currency_has_is_refused(currency: str, steps: int) -> None:
    places = get_currency_precision(currency)
    amount = Decimal(steps * 10 + 1).scaleb(-places - 1)
    field = replace(PRICE, formats=lambda: Formats(currency, None, "en"))
    problem = field.problem(field.normal(str(amount)), {})
    assert problem is not None
    assert problem.startswith(currency)


@given(st.lists(st.tuples(st.sampled_from(["EUR", "JPY", "KWD"]), STEPS), max_size=40))
def test_exact_cells_add_up_without_a_drift(amounts: list[tuple[str, int]]) -> None:
    column = PRICE.column()
    for currency in ("EUR", "JPY", "KWD"):
        places = get_currency_precision(currency)
        steps = [each for code, each in amounts if code == currency]
        rows = [SummaryRow(str(n), {"price": each / 10**places}) for n, each in enumerate(steps)]
        cells = [column.cell(row) for row in rows]
        total = sum((cell for cell in cells if isinstance(cell, Decimal)), Decimal(0))
        assert total == Decimal(sum(steps)).scaleb(-places)
