"""A component edited, compared, published and renamed over forty pages, in a real window."""

from tests.e2e.led_program import findings
from tests.e2e.screen import Screen


def test_a_component_is_edited_compared_published_and_renamed(screen: Screen) -> None:
    (found,) = findings(screen, "content_probe", "components")
    assert found["differs"], "its picture, beside what is live"
    assert "ends all drafts of this component" in found["warned"], "quirk 30"
    assert found["published"].endswith("One</p> and two")
    assert "40 references in 40 pages" in found["listed"], "quirk 31: before, every reference"
    assert (found["renamed"], found["old"]) == (40, 0)
