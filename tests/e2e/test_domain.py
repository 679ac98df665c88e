"""A domain from nothing to active, whose name server first answers wrong, in a real window."""

from tests.e2e.led_program import findings
from tests.e2e.screen import Screen


def test_a_domain_is_led_from_nothing_to_active(screen: Screen) -> None:
    (found,) = findings(screen, "content_probe", "domains")
    missing, wrong, advice = found["reasons"]
    assert (missing, wrong) == ("There is no record yet", "The record points to another place")
    assert f"It leads to old.shop.test. Change the record's value to {found['target']}." in advice
    assert "The old answer is cached until" in advice
    assert found["status"] == "active"
    assert set(found["asked"]) <= {"shop.harbour.test", "shop.harbour.test.harbour.test"}
