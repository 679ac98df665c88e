"""Every shortcut of the program, pressed by a real keyboard in every kind of focus: it does what it
says once, or what the focused text does with it, and never both."""

from typing import Any

import pytest
from tests.e2e.led_program import findings
from tests.e2e.screen import Screen


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "places",
    [("editor",), pytest.param(("list", "field", "preview", "dialog"), marks=pytest.mark.deep)],
)
def test_every_shortcut_does_one_thing_wherever_the_focus_is(
    screen: Screen, places: tuple[str, ...]
) -> None:
    told = findings(screen, "keys_probe", *places)
    assert {t["place"] for t in told} == set(places)
    assert any(t["heard"] == ["Ctrl+K"] for t in told)
    wrong = [t for t in told if t["heard"] != _wanted(t) or (t["heard"] and t["changed"])]
    assert not wrong


def _wanted(told: dict[str, Any]) -> list[str]:
    place, keys = told["place"], told["keys"]
    is_text = place == "editor" and told["edits"]
    # A field takes what can be typed. Esc first empties a field, ends a search, closes a dialog.
    is_text = is_text or (place == "field" and keys == "?")
    is_text = is_text or (place in ("field", "editor", "dialog") and keys == "Esc")
    return [keys] if told["applies"] and not is_text else []
