"""Totals with more decimals than their currency: shown rounded, refunded to nothing."""

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.people.deeds.refund import REFUND
from funneldesk.desktop.people.orders import money_of

DECIMALS = {"USD": 2, "EUR": 2, "JPY": 0, "KWD": 3}


def order(total: object, currency: str, refunded: object = 0) -> dict[str, object]:
    return {
        "code": "A1",
        "total": str(total),
        "currency": currency,
        "status": "completed",
        "refunded_amount": str(refunded),
    }


@pytest.mark.parametrize(
    ("total", "currency", "shown"),
    [
        ("19.999", "USD", "$20.00"),
        ("19.985", "USD", "$19.99"),
        ("1234.5", "JPY", "¥1,235"),
        ("1.2345", "KWD", "KWD\xa01.235"),
    ],
)
def test_what_is_left_is_shown_in_the_decimals_of_the_currency(
    total: str, currency: str, shown: str
) -> None:
    money = money_of(order(total, currency))
    assert money.left is not None
    assert Formats(currency).money(money.left) == shown
    assert Formats(currency).money(total) == shown


@given(
    st.decimals(Decimal("0.01"), 100_000, places=6),
    st.sampled_from(sorted(DECIMALS)),
    st.decimals(0, 1, places=3),
)
def test_a_refund_of_what_is_shown_leaves_nothing(
    total: Decimal, currency: str, share: Decimal
) -> None:
    unit = Decimal(1).scaleb(-DECIMALS[currency])
    before = min((total * share).quantize(unit, ROUND_HALF_UP), total)
    body = order(total, currency, before)
    money = money_of(body)
    assert money.left is not None
    assert money.left == max(
        total.quantize(unit, ROUND_HALF_UP) - before.quantize(unit, ROUND_HALF_UP), 0
    )
    if money.left == 0:
        assert REFUND.refusal(body)
        return
    sent = Decimal(str(REFUND.request(body, {"amount": str(money.left), "reason": ""})["amount"]))
    assert sent <= total - before
    after = money_of(order(total, currency, before + sent))
    assert after.left == 0
