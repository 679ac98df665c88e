"""What visitors did, in a real window: from a ticket of theirs, and along the filmstrip."""

from tests.e2e.led_program import findings
from tests.e2e.screen import Screen


def test_three_clicks_lead_from_a_ticket_to_the_recording(screen: Screen) -> None:
    (found,) = findings(screen, "visits_probe", "ticket")
    assert found["played"]
    assert "Porto" in found["where"]


def test_the_filmstrip_is_gone_along_by_mouse_and_keys(screen: Screen) -> None:
    (found,) = findings(screen, "visits_probe", "film")
    angry, person, nobody = found["cards"]
    assert "Rage clicks 1" in angry
    assert "2 recordings" in person
    assert "No recording" in nobody
    assert found["played"]
    assert found["read"] < found["of"], "what is not seen is not read"
    assert found["gone"]
