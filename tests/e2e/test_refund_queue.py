"""Twelve refunds in a real window, of which one answers after its line broke."""

from tests.e2e.led_program import findings
from tests.e2e.screen import Screen


def test_twelve_orders_are_refunded_once_although_an_answer_is_lost(screen: Screen) -> None:
    (found,) = findings(screen, "sell_probe", "refunds")
    assert found["states"] == ["done"] * 12
    assert found["backs"] == [100] * 12
    assert found["sent"] == sorted(set(found["sent"])), "each was sent once"
    assert len(found["sent"]) == 12
    assert len(found["seen"]) == 1, "the report says of one how that is known"
    assert found["notice"]
