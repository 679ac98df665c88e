"""The split tests of the open page, below its source: shares, names, variants, and standing."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout

from funneldesk.contract.markup import Block, every_block
from funneldesk.desktop.kit.controls import surface
from funneldesk.desktop.parts.pages.tests_box import TestBox
from funneldesk.desktop.parts.pages.tests_standing import Stored, standings

MOST_HEIGHT = 260
NARROW = 400


class TestsPanel(QScrollArea):
    """Every split test of the page, nested ones after those that hold them.

    ``acted`` carries the number of the test in that order, what is to be done, and with what:
    weigh (shares), rename (variant or -1, name), move (from, to), or a word of the menus (variant).
    """

    __test__ = False

    acted = Signal(int, str, object)
    undo_wanted = Signal()
    redo_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Split tests of this page")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._inner = surface("surface")
        self._column = QVBoxLayout(self._inner)
        self._column.setContentsMargins(0, 4, 0, 4)
        self._column.setSpacing(0)
        self._column.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._shape: list[tuple[int, int]] = []
        self._blocks: Sequence[Block] = ()
        self._stored = Stored()
        self.boxes: list[TestBox] = []
        self._wanted = True
        self.setWidget(self._inner)
        for keys, signal in (("Ctrl+Z", self.undo_wanted), ("Ctrl+Shift+Z", self.redo_wanted)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(signal)
        self.hide()

    def show_blocks(self, blocks: Sequence[Block], stored: Stored | None = None) -> None:
        """Show the tests found in the source; boxes stay while there are as many variants."""
        self._blocks = blocks
        self._stored = stored or self._stored
        every = list(every_block(blocks))
        depths = [len(path) // 2 for path, _ in placed(blocks)]
        shape = [(len(b.variants), depth) for b, depth in zip(every, depths, strict=True)]
        if shape != self._shape:
            self._shape = shape
            self._rebuild(every, depths)
        shown = standings(blocks, self._stored)
        for box, block, standing in zip(self.boxes, every, shown, strict=True):
            box.show_block(block)
            box.show_standing(standing)
        self._show_if_any()
        self.updateGeometry()

    def show_stored(self, stored: Stored) -> None:
        """The platform told what it has of the page, or the html became another."""
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
        self.setVisible(self._wanted and bool(self.boxes))

    def sizeHint(self) -> QSize:
        return QSize(300, min(self._inner.sizeHint().height(), MOST_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, min(self._inner.sizeHint().height(), 112))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for box in self.boxes:
            box.set_narrow(self.width() < NARROW)

    def _rebuild(self, every: Sequence[Block], depths: Sequence[int]) -> None:
        for box in self.boxes:
            self._column.removeWidget(box)
            box.hide()
            box.deleteLater()
        self.boxes = []
        for number, block in enumerate(every):
            box = TestBox(block)
            box.indent(depths[number])
            box.set_narrow(self.width() < NARROW)
            self._connect(box, number)
            self._column.addWidget(box)
            self.boxes.append(box)

    def _connect(self, box: TestBox, number: int) -> None:
        act = self.acted.emit
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
