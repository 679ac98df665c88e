"""An automation from an empty canvas to a mended failure, in a real window."""

from tests.e2e.led_program import findings
from tests.e2e.screen import Screen


def test_an_automation_is_drawn_tried_deployed_started_found_failing_and_mended(
    screen: Screen,
) -> None:
    found, after = findings(screen, "graph_probe", "automation")
    assert found["tried"] == ["success"] * 3
    assert "Added: " in found["first"]
    assert found["failing"]["send_email_1"] == "Failed 1"
    assert found["failing"]["add_tag_1"] == "Done 1"
    assert "has no e-mail address" in found["why"]
    assert found["replayed"] == ["success", "success", "failed"]
    assert "ann@example.com" in found["knew"], "what the step knew stands beside it"
    assert "Changed: " in after["second"]
    assert after["mended"]["send_email_1"] == "Done 1, Failed 1"
