"""From a ticket to what its writer did, in a real window."""

from tests.e2e.led_program import findings
from tests.e2e.screen import Screen


def test_three_clicks_lead_from_a_ticket_to_the_recording(screen: Screen) -> None:
    (found,) = findings(screen, "graph_probe", "ticket")
    assert found["played"]
    assert "Porto" in found["where"]
