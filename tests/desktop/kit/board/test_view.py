"""The board's view: keys, choices over columns, moves by keyboard and mouse, what is read out."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from funneldesk.desktop.kit.board.arrangement import Spot, moved
from funneldesk.desktop.kit.board.card import BoardColumn, Card, Mark
from funneldesk.desktop.kit.board.cards_view import CardsView
from funneldesk.desktop.kit.board.view import BoardView

NAMES = ("New", "Talking", "Won", "Lost")
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier


class Deals(BoardView):
    """A board that does every move that it is asked for."""

    def __init__(self, qtbot: QtBot, *sizes: int) -> None:
        self.asked: set[str] = set()
        super().__init__("Deals", self.shown_card)
        qtbot.addWidget(self)
        self.titles: dict[str, str] = {}
        names = zip(NAMES, sizes, strict=False)
        self.shown = {key: [f"{key}{n}" for n in range(size)] for key, size in names}
        self.show_columns([BoardColumn(k, k, "#1B7A4B", len(v)) for k, v in self.shown.items()])
        self.arrange(self.shown)
        self.moved.connect(self.carry_out)
        self.resize(4 * 240, 500)
        self.show()
        self.activateWindow()
        qtbot.waitUntil(self.isActiveWindow)

    def shown_card(self, card: str) -> Card:
        self.asked.add(card)
        return Card(self.titles.get(card, card), ("1,200 €",), corner=Mark("2 d"))

    def carry_out(self, ids: list[str], spot: Spot) -> None:
        self.shown = moved(self.shown, ids, spot)
        self.arrange(self.shown)

    def press(self, key: Qt.Key, mods: Qt.KeyboardModifier = NONE) -> None:
        focused = QApplication.focusWidget()
        assert isinstance(focused, CardsView)
        QTest.keyClick(focused, key, mods)

    def middle(self, card: str) -> QPoint:
        """The middle of a card, on the screen."""
        box = self.card_box(card)
        assert box is not None
        return self.viewport().mapToGlobal(box.center())

    def mouse(self, kind: QEvent.Type, at: QPoint, mods: Qt.KeyboardModifier = NONE) -> None:
        """Send the mouse to the list where the button went down."""
        press = kind == QEvent.Type.MouseButtonPress
        if press:
            key = self.column_at(self.viewport().mapFromGlobal(at))
            self._held = self.columns[key].cards.viewport()
        left = Qt.MouseButton.LeftButton
        button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else left
        held = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else left
        place = QPointF(self._held.mapFromGlobal(at))
        event = QMouseEvent(kind, place, QPointF(at), button, held, mods)
        QApplication.sendEvent(self._held, event)

    def click(self, card: str, mods: Qt.KeyboardModifier = NONE) -> None:
        at = self.middle(card)
        self.mouse(QEvent.Type.MouseButtonPress, at, mods)
        self.mouse(QEvent.Type.MouseButtonRelease, at, mods)

    def drag_to(self, card: str, *steps: QPoint) -> None:
        self.mouse(QEvent.Type.MouseButtonPress, self.middle(card))
        for step in steps:
            self.mouse(QEvent.Type.MouseMove, step)


@pytest.fixture
def deals(qtbot: QtBot) -> Deals:
    return Deals(qtbot, 5, 3, 0, 4)


def test_arrows_walk_over_cards_and_pass_empty_columns(deals: Deals) -> None:
    deals.take_keyboard()
    assert deals.selected_ids() == ["New0"]
    deals.press(Qt.Key.Key_Down)
    deals.press(Qt.Key.Key_Right)
    assert deals.selected_ids() == ["Talking1"]
    deals.press(Qt.Key.Key_Right)
    assert deals.selected_ids() == ["Lost1"]
    deals.press(Qt.Key.Key_End)
    assert deals.selected_ids() == ["Lost3"]
    deals.press(Qt.Key.Key_Home, CTRL)
    assert deals.selected_ids() == ["New0"]


def test_arrows_go_the_way_that_is_read(deals: Deals) -> None:
    deals.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    deals.take_keyboard()
    deals.press(Qt.Key.Key_Left)
    assert deals.selected_ids() == ["Talking0"]


def test_several_are_chosen_by_keys_over_columns(deals: Deals) -> None:
    deals.take_keyboard()
    deals.press(Qt.Key.Key_Down, SHIFT)
    deals.press(Qt.Key.Key_Right, SHIFT)
    assert deals.selected_ids() == ["New0", "New1", "Talking0", "Talking1"]
    deals.press(Qt.Key.Key_Escape)
    assert deals.selected_ids() == ["Talking1"]
    deals.press(Qt.Key.Key_Space)
    deals.press(Qt.Key.Key_Right)
    deals.press(Qt.Key.Key_Space)
    assert deals.selected_ids() == ["Talking1", "Lost1"]


def test_cards_are_moved_by_keys_and_stay_chosen(deals: Deals) -> None:
    deals.select(["New1", "New2"])
    deals.take_keyboard()
    deals.press(Qt.Key.Key_Right, CTRL | SHIFT)
    assert deals.shown["Talking"][:2] == ["New1", "New2"]
    deals.press(Qt.Key.Key_Down, CTRL | SHIFT)
    assert deals.shown["Talking"] == ["Talking0", "New1", "New2", "Talking1", "Talking2"]
    deals.press(Qt.Key.Key_Right, CTRL | SHIFT)
    assert deals.shown["Won"] == ["New1", "New2"]
    assert deals.selected_ids() == ["New1", "New2"]
    assert deals.columns["Won"].cards.hasFocus()


def test_a_click_chooses_and_ctrl_and_shift_choose_more(deals: Deals) -> None:
    deals.click("New1")
    deals.click("Lost2", CTRL)
    assert deals.selected_ids() == ["New1", "Lost2"]
    deals.click("New3")
    deals.click("Talking1", SHIFT)
    assert deals.selected_ids() == ["New1", "New2", "New3", "Talking1", "Talking2"]


def test_chosen_cards_are_dragged_together_to_a_place(deals: Deals) -> None:
    deals.click("New1")
    deals.click("New3", CTRL)
    above = deals.middle("Talking2") - QPoint(0, 20)
    deals.drag_to("New3", above - QPoint(60, 0), above)
    assert deals.drag.on
    assert deals.drag.target == Spot("Talking", 2)
    deals.mouse(QEvent.Type.MouseButtonRelease, above)
    assert deals.shown["Talking"] == ["Talking0", "Talking1", "New1", "New3", "Talking2"]
    assert not deals.drag.on
    assert deals.drag.ghost.isHidden()


def test_escape_and_a_drop_outside_change_nothing(deals: Deals) -> None:
    before = dict(deals.shown)
    deals.click("New0")
    there = deals.middle("Talking1")
    deals.drag_to("New0", there)
    deals.press(Qt.Key.Key_Escape)
    deals.mouse(QEvent.Type.MouseButtonRelease, there)
    outside = deals.viewport().mapToGlobal(QPoint(300, deals.height() + 80))
    deals.drag_to("New0", there, outside)
    deals.mouse(QEvent.Type.MouseButtonRelease, outside)
    assert deals.shown == before


def test_what_cannot_be_moved_says_why(deals: Deals, qtbot: QtBot) -> None:
    deals.refusal = lambda _ids: "Read only."
    deals.take_keyboard()
    with qtbot.waitSignal(deals.move_refused, check_params_cb=lambda why: why == "Read only."):
        deals.press(Qt.Key.Key_Right, CTRL | SHIFT)
    with qtbot.waitSignal(deals.move_refused):
        deals.drag_to("New0", deals.middle("Talking1"))
    assert not deals.drag.on


def test_the_edges_scroll_while_cards_hang_on_the_pointer(qtbot: QtBot) -> None:
    deals = Deals(qtbot, 60, 60, 60, 60)
    deals.resize(500, 400)
    deals.click("New0")
    corner = deals.viewport().mapToGlobal(QPoint(deals.viewport().width() - 4, 330))
    deals.drag_to("New0", corner)
    qtbot.waitUntil(lambda: deals.horizontalScrollBar().value() > 0)
    down = [column.cards.verticalScrollBar() for column in deals.columns.values()]
    qtbot.waitUntil(lambda: any(bar.value() > 0 for bar in down))
    deals.press(Qt.Key.Key_Escape)
    deals.mouse(QEvent.Type.MouseButtonRelease, corner)


def test_only_cards_in_view_are_asked_for_and_more_of_them_at_the_end(qtbot: QtBot) -> None:
    deals = Deals(qtbot, 2_000, 2_000)
    deals.grab()
    assert len(deals.asked) < 40
    asked: list[str] = []
    deals.end_near.connect(asked.append)
    deals.arrange(deals.shown, {"New": 500})
    bar = deals.columns["New"].cards.verticalScrollBar()
    assert not asked
    bar.setValue(bar.maximum())
    assert asked
    assert set(asked) == {"New"}


def test_the_place_and_the_choice_stay_while_cards_come(qtbot: QtBot) -> None:
    deals = Deals(qtbot, 200, 3)
    deals.select(["New100"])
    before = deals.middle("New100")
    deals.arrange({**deals.shown, "New": ["newest", *deals.shown["New"]]})
    assert deals.middle("New100") == before
    assert deals.selected_ids() == ["New100"]


def test_what_is_typed_for_a_new_card_stays_until_it_is_taken(deals: Deals, qtbot: QtBot) -> None:
    add = deals.columns["Won"].add
    add.button.click()
    QTest.keyClicks(add.field, "Hotel Miramar")
    with qtbot.waitSignal(deals.add_asked) as told:
        QTest.keyClick(add.field, Qt.Key.Key_Return)
    assert told.args == ["Won", "Hotel Miramar"]
    QTest.keyClick(add.field, Qt.Key.Key_Escape)
    assert add.text() == "Hotel Miramar"
    assert add.field.isVisible()
    add.clear()
    assert add.text() == ""


def test_a_card_is_read_out_with_its_place_and_whether_it_is_chosen(deals: Deals) -> None:
    deals.click("Talking1")
    cards = deals.columns["Talking"].cards
    told = QAccessible.queryAccessibleInterface(cards)
    assert told.text(QAccessible.Text.Name) == "Talking, 3"
    card = told.child(1)
    assert card.text(QAccessible.Text.Name) == "Talking1, 1,200 €, 2 d. 2 of 3 in Talking"
    assert card.state().selected
    assert not told.child(0).state().selected


def test_a_cut_title_is_whole_on_hover(deals: Deals) -> None:
    whole = "A title that is much longer than any column of this board is wide"
    deals.titles["New0"] = whole
    cards = deals.columns["New"].cards
    delegate = cards.itemDelegate()

    option = QStyleOptionViewItem()
    cards.initViewItemOption(option)
    option.rect = cards.visualRect(cards.rows.index(0, 0))
    assert whole in delegate.tip(option, cards.rows.index(0, 0))  # type: ignore[attr-defined]
