"""A charge dragged to another day of the calendar, in a real window."""

from tests.e2e.led_program import findings
from tests.e2e.screen import Screen


def test_a_dragged_charge_asks_and_is_then_moved(screen: Screen) -> None:
    (found,) = findings(screen, "sell_probe", "calendar")
    assert "Monthly box" in found["asked"]
    assert found["days"] == 2
