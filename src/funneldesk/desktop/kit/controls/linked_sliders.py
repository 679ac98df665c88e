"""Sliders that are linked: moving one moves the others, and together they make 100 percent."""

from collections.abc import Sequence
from decimal import Decimal

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QRegularExpressionValidator,
    QWheelEvent,
)
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QSlider, QWidget

from funneldesk.contract.markup_weights import WHOLE, rebalanced
from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.kit.style.mirroring import from_start, painter_of
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _

_TRACK, _KNOB = 6, 16
_FORWARD = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Right})
_BACK = frozenset({Qt.Key.Key_Down, Qt.Key.Key_Left})
_EDGES = {Qt.Key.Key_Home: -100, Qt.Key.Key_End: 100}


def shown_share(share: Decimal) -> str:
    """A share as one writes it: 70, or 33.3."""
    text = f"{share:f}"
    return (text.rstrip("0").rstrip(".") or "0") if "." in text else text


def key_step(event: QKeyEvent) -> int:
    """By how many percent a key moves a share: 1, or 10 with Shift; 0 for any other key."""
    key = Qt.Key(event.key())
    if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
        return 0
    big = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
    return big * ((key in _FORWARD) - (key in _BACK))


class ShareSlider(QSlider):
    """A share, 0 to 100. ``moved``: while it is dragged or a key is held; ``let_go``: done."""

    moved = Signal(int)
    let_go = Signal()

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setRange(0, 100)
        self.setFixedHeight(24)
        self.setMinimumWidth(48)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._share = Decimal(0)
        self._moving = False
        theme.changed.connect(self.update)

    def show_share(self, share: Decimal) -> None:
        """Draw a share, without telling it back; what is above 100 is drawn as 100."""
        self._share = min(max(share, Decimal(0)), WHOLE)
        self.setValue(round(self._share))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, 24)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = key_step(event) or _EDGES.get(Qt.Key(event.key()), 0)
        if not step:
            event.ignore()
            return
        self._move_to(self.value() + step)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            self._finish()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._finish()
        super().focusOutEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._move_to(self._value_at(from_start(self, event.position().x())))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._move_to(self._value_at(from_start(self, event.position().x())))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._finish()

    def wheelEvent(self, event: QWheelEvent) -> None:
        # The list around it scrolls: no weight changes by the way.
        event.ignore()

    def _value_at(self, x: float) -> int:
        room = max(1, self.width() - _KNOB)
        return round(100 * (x - _KNOB / 2) / room)

    def _move_to(self, value: int) -> None:
        self._moving = True
        self.moved.emit(min(100, max(0, value)))

    def _finish(self) -> None:
        if self._moving:
            self._moving = False
            self.let_go.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        middle, room = self.height() / 2, self.width() - _KNOB
        centre = _KNOB / 2 + room * float(self._share) / 100
        track = QRectF(_KNOB / 2, middle - _TRACK / 2, room, _TRACK)
        painter.setBrush(theme.colour("sunken" if not theme.tokens.dark else "line"))
        painter.drawRoundedRect(track, _TRACK / 2, _TRACK / 2)
        live = self.isEnabled()
        painter.setBrush(theme.colour("accent" if live else "strong"))
        track.setRight(centre)
        painter.drawRoundedRect(track, _TRACK / 2, _TRACK / 2)
        if live:
            painter.setBrush(theme.colour("surface"))
            painter.setPen(QPen(theme.colour("accent"), 2))
            knob = QRectF(centre - _KNOB / 2 + 1, middle - _KNOB / 2 + 1, _KNOB - 2, _KNOB - 2)
            painter.drawEllipse(knob)
            if self.hasFocus():
                painter.setBrush(theme.colour("accent"))
                painter.drawEllipse(knob.adjusted(3, 3, -3, -3))


class ShareField(QLineEdit):
    """A share as a number; Up and Down step it, ten at a time with Shift."""

    moved = Signal(int)
    let_go = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._shown = ""
        self.setValidator(QRegularExpressionValidator("[0-9]{1,3}|[0-9]{1,2}[.,][0-9]{1,2}", self))
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFixedWidth(48)
        self.editingFinished.connect(self._finished)
        self._moving = False

    def show_share(self, share: Decimal) -> None:
        """Show a share, but never over what is being typed."""
        self._shown = shown_share(share)
        typing = self.hasFocus() and self.isModified()
        if not typing and self.text() != self._shown:
            self.setText(self._shown)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = key_step(event) if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) else 0
        if not step:
            super().keyPressEvent(event)
            return
        self.setModified(False)
        self._moving = True
        self.moved.emit(min(100, max(0, _number(self.text()) + step)))

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if self._moving and not event.isAutoRepeat():
            self._moving = False
            self.let_go.emit()
        super().keyReleaseEvent(event)

    def _finished(self) -> None:
        typed, changed = self.text(), self.text() != self._shown
        self.setModified(False)
        if self._moving:
            self._moving = False
            self.let_go.emit()
        elif changed and typed.strip():
            self.moved.emit(min(100, _number(typed)))
            self.let_go.emit()
        self.setText(self._shown)


class ShareControl(QWidget):
    """A slider, a number and a lock for one share."""

    moved = Signal(int)
    let_go = Signal()
    held_changed = Signal(bool)

    def __init__(self, name: str = "") -> None:
        super().__init__()
        self.slider = ShareSlider()
        self.field = ShareField()
        self.lock = Button(kind="icon", icon_name="lock-open", checkable=True)
        self.unit = Label("%", size="small", tone="muted")
        line = row(self.slider, self.field, self.unit, self.lock, spacing=6)
        self.setLayout(line)
        for part in (self.slider, self.field):
            part.moved.connect(self.moved)
            part.let_go.connect(self.let_go)
        self.lock.toggled.connect(self._hold)
        self.set_name(name)

    @property
    def held(self) -> bool:
        """Whether the share stays while others are moved."""
        return self.lock.isChecked()

    def set_name(self, name: str) -> None:
        """Whose share it is, for those who hear the window."""
        self.slider.setAccessibleName(_("Share of {name}").format(name=name))
        self.field.setAccessibleName(_("Share of {name} in percent").format(name=name))
        self.lock.setAccessibleName(_("Hold the share of {name} still").format(name=name))

    def set_narrow(self, narrow: bool) -> None:
        """In little room the number stands without its unit."""
        self.unit.setVisible(not narrow)

    def show_share(self, share: Decimal) -> None:
        """Show a share without telling it back."""
        self.slider.show_share(share)
        self.field.show_share(share)

    def hold(self, on: bool) -> None:
        """Hold the share still, without telling it back."""
        before = self.lock.blockSignals(True)
        self.lock.setChecked(on)
        self.lock.blockSignals(before)
        self._show_held(on)

    def _hold(self, on: bool) -> None:
        self._show_held(on)
        self.held_changed.emit(on)

    def _show_held(self, on: bool) -> None:
        self.lock.set_icon("lock" if on else "lock-open")
        set_tip(self.lock, _("Let it move again") if on else _("Hold this share still"))
        self.slider.setEnabled(not on)
        self.field.setEnabled(not on)


class LinkedShares(QObject):
    """Links controls. ``changed`` carries all shares, as a list of ``Decimal``, once for a drag, a
    held key or a typed number."""

    changed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._controls: list[ShareControl] = []
        self._shares: list[Decimal] = []
        self._moving: list[Decimal] | None = None

    def add(self, control: ShareControl) -> None:
        """Link another control, for the share after the last one."""
        place = len(self._controls)
        self._controls.append(control)
        control.moved.connect(lambda value: self._move(place, value))
        control.let_go.connect(self._let_go)
        if place < len(self._shares):
            control.show_share(self._shares[place])

    def show(self, shares: Sequence[Decimal]) -> None:
        """Show shares, one for each control that there is or will be; what is being moved right
        now goes on."""
        self._shares = list(shares)
        if self._moving is None:
            self._draw(self._shares)

    def _move(self, place: int, value: int) -> None:
        if place >= len(self._shares):
            return
        # From where the drag began: what went to 0 on the way comes back in its old proportion.
        held = [spot for spot, control in enumerate(self._controls) if control.held]
        self._moving = rebalanced(self._shares, place, value, held)
        self._draw(self._moving)

    def _let_go(self) -> None:
        moved, self._moving = self._moving, None
        if moved is not None and moved != self._shares:
            self._shares = moved
            self.changed.emit(list(moved))

    def _draw(self, shares: Sequence[Decimal]) -> None:
        for control, share in zip(self._controls, shares, strict=False):
            control.show_share(share)


def _number(text: str) -> int:
    return round(Decimal(text.replace(",", ".") or "0"))
