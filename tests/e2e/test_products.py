"""Products in a real window: a price rise with a refusal, and a product made by drops."""

from tests.e2e.led_program import findings
from tests.e2e.screen import Screen


def test_forty_prices_are_raised_one_is_refused_mended_and_all_are_undone(screen: Screen) -> None:
    (found,) = findings(screen, "products_probe", "raised")
    assert found["waiting"] == "41 changes in 40 rows"
    assert found["checked"] == 41
    assert found["before_and_after"] == 40
    assert found["raised"] == 39
    assert "already been taken" in found["refused"]
    assert found["mended"] == [12.5, "tea-new"]
    assert found["undone"] == [9.9] * 39


def test_a_product_with_a_picture_and_two_files_is_made_by_drop(screen: Screen) -> None:
    (found,) = findings(screen, "products_probe", "dropped")
    assert (found["title"], found["price"]) == ("Brew guide", 9.9)
    assert found["picture"] == [1200, 800], "shrunk before it was sent"
    assert found["files"] == found["listed"] == ["first.png", "second.png"]
    assert found["clean"]
