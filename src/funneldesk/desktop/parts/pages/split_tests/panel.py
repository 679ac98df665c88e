"""The split tests of the open page, below its source: shares, names, variants, and standing."""

import time
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout

from funneldesk.contract.markup import Block
from funneldesk.desktop.kit.controls.buttons import surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.split_tests.box import TestBox
from funneldesk.desktop.parts.pages.split_tests.state import Shown, Stored, standings

MOST_HEIGHT = 260
NARROW = 400
MOST_TESTS = 100
"""More are edited in the source."""

SLICE_SECONDS = 0.006


class TestsPanel(QScrollArea):
    """Every split test of the page, nested ones after those that hold them.

    ``acted`` carries the number of the test in that order, what is to be done, and with what:
    weigh (shares), rename (variant or -1, name), move (from, to), or a word of the menus (variant).
    """

    __test__ = False

    acted = Signal(int, str, object)
    asked_for_results = Signal(int)
    undo_wanted = Signal()
    redo_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(_("Split tests of this page"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._inner = surface("surface")
        self._column = QVBoxLayout(self._inner)
        self._column.setContentsMargins(0, 4, 0, 4)
        self._column.setSpacing(0)
        self._column.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._blocks: Sequence[Block] = ()
        self._found: list[tuple[Block, int]] = []
        self._shown: list[Shown] = []
        self._stored = Stored()
        self.boxes: list[TestBox] = []
        self._wanted = True
        self.setWidget(self._inner)
        self._more = Label("", size="small", tone="muted")
        self._more.setContentsMargins(17, 8, 12, 8)
        self._more.hide()
        self._column.addWidget(self._more)
        self._growing = QTimer(self)
        self._growing.setSingleShot(True)
        self._growing.timeout.connect(self._grow)
        for keys, signal in (("Ctrl+Z", self.undo_wanted), ("Ctrl+Shift+Z", self.redo_wanted)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(signal)
        self.hide()

    def show_blocks(self, blocks: Sequence[Block], stored: Stored | None = None) -> None:
        """Show the tests found in the source; boxes stay while there are as many variants."""
        self._blocks = blocks
        self._stored = stored or self._stored
        found = [(block, len(path) // 2) for path, block in placed(blocks)]
        self._found = found[:MOST_TESTS]
        self._say_more(len(found) - len(self._found))
        self._shown = standings(blocks, self._stored)
        fitting = 0
        for box, (block, depth) in zip(self.boxes, self._found, strict=False):
            if box.shape != (len(block.variants), depth):
                break
            box.show_block(block)
            box.show_outcome(self._shown[fitting])
            fitting += 1
        self._drop_boxes(fitting)
        self._grow()

    def show_stored(self, stored: Stored) -> None:
        """The server answered what it has of the page, or the html became another."""
        if stored != self._stored:
            self.show_blocks(self._blocks, stored)

    def set_wanted(self, wanted: bool) -> None:
        """Whether the place for it is there: it belongs to the html."""
        self._wanted = wanted
        self._show_if_any()

    def focus_test(self, number: int) -> None:
        """Put the keyboard on a test and bring it into view."""
        if number < len(self.boxes):
            box = self.boxes[number]
            self.ensureWidgetVisible(box)
            target = box.lines[0].share.slider if box.lines else box.title.button
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_if_any(self) -> None:
        enough = self.is_whole() or self._inner.sizeHint().height() >= MOST_HEIGHT
        has_any = bool(self._found) and (enough or not self.isHidden())
        self.setVisible(self._wanted and has_any)

    def _say_more(self, count: int) -> None:
        self._more.setText(_("{count} more: edit their weights in the source.").format(count=count))
        self._more.setVisible(count > 0)

    def sizeHint(self) -> QSize:
        return QSize(300, min(self._inner.sizeHint().height(), MOST_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, min(self._inner.sizeHint().height(), 112))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for box in self.boxes:
            box.set_narrow(self.width() < NARROW)

    def _drop_boxes(self, since: int) -> None:
        for box in self.boxes[since:]:
            self._column.removeWidget(box)
            box.hide()
            box.deleteLater()
        del self.boxes[since:]

    def is_whole(self) -> bool:
        """Whether every test and variant has its line already."""
        last = not self.boxes or self.boxes[-1].is_whole
        return last and len(self.boxes) == len(self._found)

    def _grow(self) -> None:
        """Make boxes and lines for some milliseconds; the rest when the window had its turn."""
        until = time.perf_counter() + SLICE_SECONDS
        while not self.is_whole() and time.perf_counter() < until:
            if self.boxes and not self.boxes[-1].is_whole:
                self.boxes[-1].add_line()
            else:
                self._add_box()
        if not self.is_whole():
            self._growing.start(0)
        self._show_if_any()
        self.updateGeometry()

    def _add_box(self) -> None:
        number = len(self.boxes)
        block, depth = self._found[number]
        box = TestBox(block, depth)
        box.set_narrow(self.width() < NARROW)
        box.show_outcome(self._shown[number])
        self._connect(box, number)
        self._column.insertWidget(number, box)
        self.boxes.append(box)

    def _connect(self, box: TestBox, number: int) -> None:
        act = self.acted.emit
        box.asked_for_results.connect(self.asked_for_results)
        box.weighed.connect(lambda shares: act(number, "weigh", shares))
        box.renamed.connect(lambda place, name: act(number, "rename", (place, name)))
        box.moved.connect(lambda place, to: act(number, "move", (place, to)))
        box.asked.connect(lambda what, place: act(number, what, place))


def placed(
    blocks: Sequence[Block], path: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], Block]]:
    """Each block with its place: its number, or those of the test, the variant and the test in it
    and so on; in the order of ``every_block``."""
    for number, block in enumerate(blocks):
        yield (*path, number), block
        for place, variant in enumerate(block.variants):
            yield from placed(variant.blocks, (*path, number, place))
