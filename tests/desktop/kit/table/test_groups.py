"""Headings between the groups of a table: each record once, folded ones away, keys that fold."""

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.kit.table.groups import Grouping, TableGroups, is_heading
from funneldesk.desktop.kit.table.view import TableView

Key = Qt.Key
STATES = {"1": "open", "2": "open", "3": "closed", "4": "waiting", "5": "waiting", "6": "waiting"}
BY_STATE = Grouping(STATES.__getitem__, lambda state: str(state).title())


def table(qtbot: QtBot) -> TableView:
    columns = [Column("id", "Id", str), Column("state", "State", lambda row: STATES[row])]
    view = TableView("Tickets", columns, lambda row: row if row in STATES else None)
    qtbot.addWidget(view)
    view.resize(400, 400)
    view.arrange(list(STATES))
    view.group_by(BY_STATE)
    view.show()
    return view


def shown(view: TableView) -> list[str]:
    model = view.rows
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


@given(groups=st.lists(st.integers(0, 5)).map(sorted), folded=st.sets(st.integers(0, 5)))
def test_each_record_stands_once_under_its_heading_and_none_is_lost(
    groups: list[int], folded: set[int]
) -> None:
    of = {str(at): group for at, group in enumerate(groups)}
    rows = TableGroups()
    rows.group_by(Grouping(of.__getitem__, str))
    arranged = rows.arranged(list(of))
    assert [each for each in arranged if not is_heading(each)] == list(of)
    titles = [rows.headings[each].title for each in arranged if is_heading(each)]
    assert titles == [str(group) for group in sorted(set(groups))]
    for heading in list(rows.headings):
        if int(rows.headings[heading].title) in folded:
            arranged = rows.toggle(heading)
    left = [each for each in arranged if not is_heading(each)]
    assert left == [each for each, group in of.items() if group not in folded]
    assert sum(heading.count for heading in rows.headings.values()) == len(of)
    for each in of:
        arranged = rows.unfold(each) or arranged
        assert each in arranged


def test_headings_fold_by_keys_and_are_never_among_the_selected(qtbot: QtBot) -> None:
    view = table(qtbot)
    assert shown(view) == ["Open, 2", "1", "2", "Closed, 1", "3", "Waiting, 3", "4", "5", "6"]
    view.selectAll()
    assert view.selected_ids() == list(STATES)
    view.clearSelection()
    view.setCurrentIndex(view.rows.index(0, 0))
    QTest.keyClick(view, Key.Key_Left)
    assert shown(view)[:2] == ["Open, 2, folded", "Closed, 1"]
    opened: list[str] = []
    view.opened.connect(opened.append)
    QTest.keyClick(view, Key.Key_Return)
    assert shown(view)[:3] == ["Open, 2", "1", "2"]
    assert not opened
    QTest.keyClick(view, Key.Key_Down)
    QTest.keyClick(view, Key.Key_Return)
    assert opened == ["1"]


def test_a_click_on_a_heading_folds_it_wherever_it_is_clicked(qtbot: QtBot) -> None:
    view = table(qtbot)
    place = view.visualRect(view.rows.index(0, 1)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert shown(view)[0] == "Open, 2, folded"


def test_a_record_in_a_folded_group_is_unfolded_when_the_program_goes_to_it(qtbot: QtBot) -> None:
    view = table(qtbot)
    view.setCurrentIndex(view.rows.index(0, 0))
    QTest.keyClick(view, Key.Key_Left)
    view.select("2")
    assert view.selected_ids() == ["2"]


def test_what_is_copied_has_no_headings(qtbot: QtBot) -> None:
    view = table(qtbot)
    view.selectAll()
    view.copy_selection()
    assert QApplication.clipboard().text().splitlines() == [f"{k}\t{v}" for k, v in STATES.items()]


def test_without_groups_the_rows_stand_as_they_were(qtbot: QtBot) -> None:
    view = table(qtbot)
    view.group_by(None)
    assert shown(view) == list(STATES)
