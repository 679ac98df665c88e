"""A local list of any length: order, search, selection and the place one looks at."""

import string
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from qasync import QEventLoop
from tests.desktop.support.window_bench import in_the_window, until

from funneldesk.desktop.kit.lists import local_rows
from funneldesk.desktop.kit.lists.local_order import Found, Rule, in_order, seek
from funneldesk.desktop.kit.lists.local_rows import LocalRows
from funneldesk.desktop.kit.lists.record_list import ListRow, RecordList
from funneldesk.desktop.local.cache.matching import words_of

Flag = QItemSelectionModel.SelectionFlag


@dataclass
class Thing:
    id: str
    sought: str


class Shelf:
    """A list of things on the screen."""

    def __init__(self, qtbot: QtBot, count: int = 0, every: str = "thing") -> None:
        self.things = {str(n): Thing(str(n), f"{every} {n:07}") for n in range(count)}
        self.view = RecordList("Things", self.shown)
        qtbot.addWidget(self.view)
        self.rows: LocalRows[Thing] = LocalRows(self.view, lambda: self.things)
        self.view.resize(260, 600)
        self.view.show()
        self.asked: list[str] = []

    def shown(self, thing_id: str) -> ListRow | None:
        self.asked.append(thing_id)
        thing = self.things.get(thing_id)
        return ListRow(thing.id, thing.sought, "", "", "", "muted") if thing else None

    def put(self, thing_id: str, words: str) -> None:
        self.things[thing_id] = Thing(thing_id, words)
        self.rows.take(thing_id)

    @property
    def titles(self) -> list[str]:
        return [self.things[each].sought for each in self.view.rows.ids]

    @property
    def in_view(self) -> list[str]:
        """The ids that can be seen, from top to bottom."""
        rows = self.view.rows_in(0, self.view.viewport().height() - 1)
        return [self.view.rows.ids[row] for row in rows]

    def mark(self, first: int, last: int) -> None:
        model, rows = self.view.selectionModel(), self.view.rows
        model.setCurrentIndex(rows.index(first), Flag.ClearAndSelect)
        for row in range(first, last + 1):
            model.select(rows.index(row), Flag.Select)


def test_only_rows_that_are_seen_are_made(qtbot: QtBot, loop: QEventLoop) -> None:
    shelf = Shelf(qtbot, 900)
    shelf.rows.take_all()
    shelf.asked.clear()
    shelf.view.grab()
    assert set(shelf.asked) == {str(n) for n in range(11)}
    assert shelf.rows.settled


def test_what_is_selected_and_in_view_stays_through_a_refresh(
    qtbot: QtBot, loop: QEventLoop
) -> None:
    shelf = Shelf(qtbot, 500)
    shelf.rows.take_all()
    shelf.mark(203, 206)
    shelf.view.verticalScrollBar().setValue(200 * shelf.view.row_height() + 7)
    before = shelf.in_view
    shelf.things = {"new": Thing("new", "a first one")} | shelf.things
    del shelf.things["204"], shelf.things["3"]
    shelf.rows.take_all()
    assert [each for each in before if each != "204"] == shelf.in_view[: len(before) - 1]
    assert shelf.view.selected_ids() == ["203", "205", "206"]
    assert shelf.view.rows.ids[shelf.view.currentIndex().row()] == "203"
    assert shelf.view.verticalScrollBar().value() % shelf.view.row_height() == 7


def test_at_the_top_one_sees_what_comes_first_now(qtbot: QtBot, loop: QEventLoop) -> None:
    shelf = Shelf(qtbot, 500)
    shelf.rows.take_all()
    shelf.put("new", "a first one")
    assert shelf.in_view[0] == "new"
    assert shelf.view.rows.rowCount() == 501


def test_keys_move_select_and_open(qtbot: QtBot, loop: QEventLoop) -> None:
    shelf = Shelf(qtbot, 300)
    shelf.rows.take_all()
    view, opened = shelf.view, list[str]()
    view.opened.connect(opened.append)
    view.setCurrentIndex(view.rows.index(0))
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert view.selected_ids() == ["1", "2"]
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.selected_ids() == ["299"]
    assert shelf.in_view[-1] == "299"
    QTest.keyClick(view, Qt.Key.Key_PageUp)
    QTest.keyClick(view, Qt.Key.Key_PageUp)
    assert view.currentIndex().row() == 299 - 2 * (600 // 58 - 1)
    QTest.keyClick(view, Qt.Key.Key_Home)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert opened == ["0"]
    QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(view.selected_ids()) == 300
    QTest.keyClick(view, Qt.Key.Key_Home)  # Qt remembers Ctrl as held until a key without it.


def test_what_the_program_selects_is_not_about_keys_that_are_held(
    qtbot: QtBot, loop: QEventLoop
) -> None:
    shelf = Shelf(qtbot, 5)
    shelf.rows.take_all()
    view = shelf.view
    QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(view.selected_ids()) == 5
    view.select("3")
    assert view.selected_ids() == ["3"]
    QTest.keyClick(view, Qt.Key.Key_Home)  # Qt remembers Ctrl as held until a key without it.


def test_the_mouse_selects_what_it_points_at(qtbot: QtBot, loop: QEventLoop) -> None:
    shelf = Shelf(qtbot, 300)
    shelf.rows.take_all()
    view, height = shelf.view, shelf.view.row_height()
    view.verticalScrollBar().setValue(100 * height)

    def click(row: int, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        place = QPoint(40, row * height + 5)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifier, place)

    click(2)
    assert view.selected_ids() == ["102"]
    click(5, Qt.KeyboardModifier.ShiftModifier)
    assert view.selected_ids() == ["102", "103", "104", "105"]
    click(8, Qt.KeyboardModifier.ControlModifier)
    assert view.selected_ids() == ["102", "103", "104", "105", "108"]
    click(1)
    assert view.selected_ids() == ["101"]


def test_search_narrows_letter_by_letter_and_back(qtbot: QtBot, loop: QEventLoop) -> None:
    shelf = Shelf(qtbot, 40)
    shelf.put("x", "odd one")
    shelf.rows.take_all()
    for words, count in (("t", 40), ("th", 40), ("thing 000003", 11), ("thing 0000039", 1)):
        shelf.rows.narrow(words)
        assert shelf.rows.count == count
    shelf.rows.narrow("thing 0000039", frozenset({"x"}))
    assert shelf.titles == ["thing 0000039", "odd one"]
    shelf.put("39", "renamed")
    assert shelf.titles == ["odd one"]
    shelf.rows.narrow("th")
    assert shelf.rows.count == 39
    shelf.rows.narrow("")
    assert shelf.rows.count == 41


@in_the_window
async def test_a_long_list_is_ordered_and_searched_while_the_window_turns(
    bench: object, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_rows, "AT_ONCE", 0.0)
    monkeypatch.setattr(local_rows, "SLICE", 0.0)
    shelf = Shelf(qtbot, 60_000)
    shelf.rows.take_all()
    assert not shelf.rows.settled
    shelf.put("late", "a late one")
    shelf.rows.narrow("1")
    await until(lambda: shelf.rows.settled)
    assert shelf.rows.count == sum("1" in thing.sought for thing in shelf.things.values())
    shelf.rows.narrow("")
    await until(lambda: shelf.rows.count == 60_001)
    assert shelf.titles == sorted(shelf.titles)
    shelf.rows.narrow("thing 005")
    shelf.rows.order(Rule(lambda _: True, lambda thing: -int(thing.id.replace("late", "0"))))
    shelf.rows.narrow("thing 0051")
    fitting = sum("0051" in thing.sought for thing in shelf.things.values())
    await until(lambda: shelf.rows.settled and shelf.rows.count == fitting)
    assert shelf.titles == sorted(shelf.titles, reverse=True)


words = st.text(st.sampled_from("ab ß" + string.digits), max_size=6)


@given(st.lists(words, max_size=60), words)
def test_pieces_give_what_one_sort_and_one_search_would(names: list[str], sought: str) -> None:
    things = [Thing(str(n), name) for n, name in enumerate(names)]
    rule: Rule[Thing] = Rule(lambda thing: thing.sought != "a", lambda thing: thing.sought)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("funneldesk.desktop.kit.lists.local_order.SORTED_AT_ONCE", 7)
        patch.setattr("funneldesk.desktop.kit.lists.local_order.SOUGHT_AT_ONCE", 5)
        found, hits = Found(), Found()
        list(in_order(things, rule, found))
        list(seek(words_of(sought), found, hits))
    kept = sorted((t for t in things if rule.keep(t)), key=rule.key)
    assert found.sought == [thing.sought for thing in kept]
    assert found.ids == [thing.id for thing in kept]
    words = words_of(sought)
    assert hits.ids == [t.id for t in kept if all(word in t.sought for word in words)]


def test_a_row_without_a_chip_shows_no_empty_one_and_reads_no_empty_words(
    qtbot: QtBot, loop: QEventLoop
) -> None:
    shelf = Shelf(qtbot, 1)
    shelf.rows.take_all()
    row = shelf.view.rows.index(0)
    box = shelf.view.visualRect(row)
    box.setLeft(box.right() - 60)
    box.setTop(box.center().y() + 2)
    box.setBottom(box.bottom() - 4)
    drawn = shelf.view.viewport().grab(box).toImage()
    colours = {drawn.pixel(x, y) for x in range(drawn.width()) for y in range(drawn.height())}
    assert len(colours) == 1
    assert row.data(Qt.ItemDataRole.AccessibleTextRole) == shelf.things["0"].sought
