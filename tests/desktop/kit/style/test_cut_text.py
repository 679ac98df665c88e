"""Texts of any length on one line: what is shown is right, and no more is measured than that."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from pytestqt.qtbot import QtBot

from funneldesk.desktop.kit.controls.labels import LONGEST_TIP, ElidedLabel
from funneldesk.desktop.kit.style.cut_text import MOST_MEASURED, cut_text

Mode = Qt.TextElideMode


class Measured:
    """Metrics that note the longest text that they are asked to cut."""

    def __init__(self) -> None:
        self.longest = 0
        self._real = QFontMetrics(QFont())

    def elidedText(self, text: str, mode: Mode, width: int) -> str:  # noqa: N802
        self.longest = max(self.longest, len(text))
        return self._real.elidedText(text, mode, width)


@pytest.mark.parametrize(
    ("mode", "begins", "ends"),
    [(Mode.ElideRight, "AB", "…"), (Mode.ElideLeft, "…", "YZ"), (Mode.ElideMiddle, "AB", "YZ")],
)
@pytest.mark.parametrize("between", ["W", "\u200b"])
@pytest.mark.usefixtures("qtbot")
def test_of_a_megabyte_what_can_be_seen_is_measured(
    mode: Mode, begins: str, ends: str, between: str
) -> None:
    metrics: Any = Measured()
    shown = cut_text(metrics, f"AB{between * 1_000_000}YZ", 200, mode)
    assert 0 < metrics.longest <= MOST_MEASURED + 1
    assert (shown[: len(begins)], shown[-len(ends) :]) == (begins, ends)
    assert "…" in shown


@pytest.mark.usefixtures("qtbot")
def test_what_has_room_is_whole() -> None:
    assert cut_text(QFontMetrics(QFont()), "a\nb", 200) == "a b"


def test_a_label_keeps_all_of_a_text_and_its_tip_no_more_than_a_screen_shows(qtbot: QtBot) -> None:
    label = ElidedLabel("W" * 1_000_000)
    qtbot.addWidget(label)
    label.resize(200, 20)
    label.show()
    assert label.text() == "W" * 1_000_000
    assert len(label.toolTip()) < LONGEST_TIP + 100
