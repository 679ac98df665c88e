"""The split tests of the open page: variants to choose for the preview, weights to set in place."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIntValidator, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QScrollArea, QVBoxLayout, QWidget

from funneldesk.contract.markup import Block, weights_problem
from funneldesk.desktop.kit.controls import Button, row, surface
from funneldesk.desktop.kit.text import Chip, ElidedLabel, Label
from funneldesk.desktop.kit.theme import theme

MOST_HEIGHT = 260


class WeightBar(QWidget):
    """How large a share is, drawn; the number stands beside it."""

    def __init__(self) -> None:
        super().__init__()
        self._share = 0.0
        self.setFixedHeight(6)
        self.setMinimumWidth(60)
        theme.changed.connect(self.update)

    def set_share(self, percent: float) -> None:
        """0 to 100; more is drawn as 100."""
        self._share = min(max(percent, 0.0), 100.0)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("sunken"))
        whole = QRectF(self.rect())
        painter.drawRoundedRect(whole, 3, 3)
        if self._share:
            painter.setBrush(theme.colour("accent"))
            whole.setWidth(max(6.0, whole.width() * self._share / 100))
            painter.drawRoundedRect(whole, 3, 3)


class WeightField(QLineEdit):
    """A whole percentage, 0 to 100; Up and Down step it, ten at a time with Shift."""

    weighed = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._shown = 0
        self.setAccessibleName(name)
        self.setValidator(QIntValidator(0, 100, self))
        self.setMaxLength(3)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFixedWidth(50)
        self.editingFinished.connect(self._finished)

    def show_weight(self, percent: int) -> None:
        """Show what the source says, but never over what is being typed."""
        self._shown = percent
        typing = self.hasFocus() and self.isModified()
        if not typing and self.text() != str(percent):
            self.setText(str(percent))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
        if not step:
            super().keyPressEvent(event)
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            step *= 10
        self.setText(str(min(100, max(0, int(self.text() or 0) + step))))
        self._finished()

    def _finished(self) -> None:
        self.setModified(False)
        if not self.hasAcceptableInput():
            self.setText(str(self._shown))
        elif int(self.text()) != self._shown:
            self._shown = int(self.text())
            self.weighed.emit(self._shown)


class VariantLine(QWidget):
    """One variant: its name, its share, and a way to look at it."""

    weighed = Signal(int)
    asked_to_show = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.show_button = Button(name, kind="plain", tip="Show this variant in the preview")
        self.show_button.clicked.connect(self.asked_to_show)
        self.bar = WeightBar()
        self.field = WeightField(f"Weight of {name} in percent")
        self.field.weighed.connect(self.weighed)
        line = row(self.show_button, spacing=10)
        self.show_button.setFixedWidth(130)
        self.show_button.setStyleSheet("text-align: left; font-weight: 400; padding: 0 4px;")
        line.addWidget(self.bar, 1)
        line.addWidget(self.field)
        line.addWidget(Label("%", size="small", tone="muted"))
        self.setLayout(line)

    def show_weight(self, weight: float | None) -> None:
        """Show what the source says, without telling it back."""
        self.field.show_weight(round(weight) if weight is not None else 0)
        self.bar.set_share(weight or 0)


class BlockBox(QWidget):
    """One split test."""

    weighed = Signal(int, int)
    asked_to_show = Signal(int)
    asked_for_source = Signal()

    def __init__(self, block: Block) -> None:
        super().__init__()
        self.title = ElidedLabel(size="strong")
        self.count = Chip("", "accent")
        self.problem = Label("", size="small", tone="warning", wrap=True)
        find = Button("Show in source", kind="link", on_click=self.asked_for_source.emit)
        head = row(spacing=8)
        head.addWidget(self.title, 1)
        head.addWidget(self.count)
        head.addWidget(find)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(16, 10, 16, 10)
        self._column.setSpacing(4)
        self._column.addLayout(head)
        self.lines: list[VariantLine] = []
        for number, variant in enumerate(block.variants):
            line = VariantLine(variant.name or f"variant {number + 1}")
            line.weighed.connect(lambda weight, n=number: self.weighed.emit(n, weight))
            line.asked_to_show.connect(lambda n=number: self.asked_to_show.emit(n))
            self._column.addWidget(line)
            self.lines.append(line)
        self._column.addWidget(self.problem)
        self.show_block(block)

    def show_block(self, block: Block) -> None:
        """Show a block with the same variants as before."""
        self.title.setText(block.name or "Unnamed test")
        self.count.setText(f"{len(block.variants)} variants")
        for line, variant in zip(self.lines, block.variants, strict=True):
            line.show_weight(variant.weight)
        told = weights_problem(block)
        self.problem.setText(told or "")
        self.problem.setVisible(bool(told))


class TestsPanel(QScrollArea):
    """Every split test of the page. Signals carry the block's place and the variant's place."""

    weighed = Signal(int, int, int)
    asked_to_show = Signal(int, int)
    asked_for_source = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setAccessibleName("Split tests of this page")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._inner = surface("surface")
        self._column = QVBoxLayout(self._inner)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._shape: list[tuple[str, ...]] = []
        self.boxes: list[BlockBox] = []
        self._wanted = True
        self.setWidget(self._inner)
        self.hide()

    def show_blocks(self, blocks: Sequence[Block]) -> None:
        """Show the tests found in the source; boxes stay while only weights change."""
        shape = [tuple(variant.name for variant in block.variants) for block in blocks]
        if shape != self._shape:
            self._shape = shape
            self._rebuild(blocks)
        for box, block in zip(self.boxes, blocks, strict=True):
            box.show_block(block)
        self._show_if_any()
        self.updateGeometry()

    def set_wanted(self, wanted: bool) -> None:
        """Whether the place for it is there: it belongs to the html."""
        self._wanted = wanted
        self._show_if_any()

    def _show_if_any(self) -> None:
        self.setVisible(self._wanted and bool(self.boxes))

    def sizeHint(self) -> QSize:
        return QSize(300, min(self._inner.sizeHint().height(), MOST_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, min(self._inner.sizeHint().height(), 120))

    def _rebuild(self, blocks: Sequence[Block]) -> None:
        for box in self.boxes:
            self._column.removeWidget(box)
            box.deleteLater()
        self.boxes = []
        for place, block in enumerate(blocks):
            box = BlockBox(block)
            box.weighed.connect(lambda v, w, place=place: self.weighed.emit(place, v, w))
            box.asked_to_show.connect(lambda v, place=place: self.asked_to_show.emit(place, v))
            box.asked_for_source.connect(lambda place=place: self.asked_for_source.emit(place))
            self._column.addWidget(box)
            self.boxes.append(box)
