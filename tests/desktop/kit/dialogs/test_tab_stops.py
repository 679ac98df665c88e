"""Stops of the Tab key: what is looked for, and that nothing ends by being looked at."""

from PySide6.QtWidgets import QComboBox, QSpinBox, QTableView, QWidget
from pytestqt.qtbot import QtBot

from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.dialogs.tab_order import stops


def test_to_look_for_stops_leaves_what_python_holds_of_tables_alive(qtbot: QtBot) -> None:
    """The bindings end the header of a table whose viewport is asked for its focus proxy."""
    window, table, number, words = QWidget(), QTableView(), QSpinBox(), QComboBox()
    qtbot.addWidget(window)
    words.setEditable(True)
    window.setLayout(column(table, number, words))
    window.show()
    header = table.horizontalHeader()
    for _look in range(2):
        assert stops(window) == [table, number, words]
        assert header.count() == 0, "it is still there"
        assert number.lineEdit().text() == "0"
