"""What the screen shows after a scroll, a key, a resize, a theme or a dialog is what a fresh paint
of the same window shows, pixel for pixel outside of web views."""

from pathlib import Path

import pytest
from tests.e2e.led_program import findings
from tests.e2e.screen import Screen

DAILY = (
    "pages-compact",
    "across-find",
    "files-list",
)
"""A list, a tree and a grid."""
OTHERS = (
    "sheet-shortcuts",
    "bulk-report",
    "preflight-all",
    "files-report",
)
"""One state for each other kind of list and dialog; without ``--theme`` and with other names the
probe looks at all of them."""

LONG = pytest.mark.timeout(600)


def looked_at(screen: Screen, out: Path, *words: str) -> tuple[int, list[str]]:
    """How many comparisons held, and where the others were."""
    told = findings(screen, "repaint_probe", "--out", str(out), *words)
    differences = [f"{t['where']} {t['rect']} {t['file']}" for t in told if "where" in t]
    return told[-1]["compared"], differences


@LONG
@pytest.mark.parametrize("states", [DAILY, pytest.param(OTHERS, marks=pytest.mark.deep)])
def test_every_kind_of_list_shows_what_a_fresh_paint_shows(
    screen: Screen, tmp_path: Path, states: tuple[str, ...]
) -> None:
    words = ("--only", ",".join(states), "--theme", "dark")
    compared, differences = looked_at(screen, tmp_path, *words)
    assert not differences
    assert compared > len(states) * 4


@LONG
def test_a_list_that_does_not_follow_a_scroll_is_found(screen: Screen, tmp_path: Path) -> None:
    """The control: without it nobody knows whether the comparison can fail."""
    words = ("--only", DAILY[0], "--theme", "light", "--broken")
    _, differences = looked_at(screen, tmp_path, *words)
    assert any("scrolled to" in difference for difference in differences)
