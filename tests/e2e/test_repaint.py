"""What the screen shows after a scroll, a key, a resize, a theme or a dialog is what a fresh paint
of the same window shows, pixel for pixel outside of web views."""

from pathlib import Path

from .led_program import findings
from .screen import Screen

DAILY = (
    "pages-narrow",
    "sheet-shortcuts",
    "across-results",
    "bulk-fields",
    "preflight-files",
    "tray-report",
    "files-list",
    "uses-unused",
)
"""One state for each kind of list, grid, table, tree and dialog."""


def looked_at(screen: Screen, out: Path, *words: str) -> tuple[int, list[str]]:
    """How many comparisons held, and where the others were."""
    told = findings(screen, "repaint_probe", "--out", str(out), *words)
    differences = [f"{t['where']} {t['rect']} {t['file']}" for t in told if "where" in t]
    return told[-1]["compared"], differences


def test_every_kind_of_list_shows_what_a_fresh_paint_shows(screen: Screen, tmp_path: Path) -> None:
    compared, differences = looked_at(screen, tmp_path, "--only", ",".join(DAILY))
    assert not differences
    assert compared > len(DAILY) * 4


def test_a_list_that_does_not_follow_a_scroll_is_found(screen: Screen, tmp_path: Path) -> None:
    """The control: without it nobody knows whether the comparison can fail."""
    _, differences = looked_at(screen, tmp_path, "--only", DAILY[0], "--broken")
    assert any("scrolled to" in difference for difference in differences)
