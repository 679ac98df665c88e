"""A quiz from its name to what visitors answered, in a real window."""

import pytest
from tests.e2e.led_program import findings
from tests.e2e.screen import Screen

THOUSAND = pytest.param(
    "quiz_of_a_thousand", "1,000", marks=[pytest.mark.deep, pytest.mark.timeout(900)]
)


@pytest.mark.parametrize(
    ("walk", "many"),
    [("quiz", "40"), THOUSAND],
)
def test_a_quiz_is_drawn_checked_tried_saved_and_tells_where_visitors_left(
    screen: Screen, walk: str, many: str
) -> None:
    (found,) = findings(screen, "graph_probe", walk)
    assert found["page"], "it stands on the page that was chosen"
    assert all("to look at" in said for said in found["heads"][:-1])
    assert "Nothing is wrong with this flow." in found["heads"][-1]
    assert found["trail"].startswith("Do you run? › What we found › Runner: The end")
    assert found["came"]["Do you run?"] == many
    assert found["shown"] == found["came"], "right to the number"
    assert found["left"] == found["lost"]
    assert f"{many} visitors began, {found['finished']:,} finished" in found["said"]
