"""The thin bar, as it is read out."""

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.kit.controls.thin_bar import ThinBar


def test_it_is_read_out_as_a_progress_bar_with_its_share(qapp: QApplication) -> None:
    bar = ThinBar()
    bar.set_share(0.4)
    told = QAccessible.queryAccessibleInterface(bar)
    assert told.role() == QAccessible.Role.ProgressBar
    assert told.valueInterface().currentValue() == 40
    bar.deleteLater()
