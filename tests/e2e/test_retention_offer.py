"""An offer saved under Subscriptions and applied beside a ticket, in a real window."""

from tests.e2e.led_program import findings
from tests.e2e.screen import Screen


def test_an_offer_is_saved_and_then_applied_from_a_ticket(screen: Screen) -> None:
    (found,) = findings(screen, "sell_probe", "offers")
    assert found["saved"] == 2
    assert "25%" in found["asked"]
    assert found["percent"] == 25
