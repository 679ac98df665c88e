"""Row of one field: label, input, hint, counter, error, and the mark of an unsaved change."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.kit.forms.field_input import Input
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.forms.inputs import make_input
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _

CHECK_INDENT = 27


class Dot(QWidget):
    """The small mark of something unsaved; words beside it or its tip say what it means."""

    def __init__(self, tip: str = _("Changed, not saved yet")) -> None:
        super().__init__()
        self.setFixedSize(8, 8)
        self.setAccessibleName(tip)
        set_tip(self, tip)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("accent"))
        painter.drawEllipse(QRectF(1, 1, 6, 6))
        painter.end()


class FieldError(QWidget):
    """Problem of the field above, with a mark that does not need colour."""

    def __init__(self) -> None:
        super().__init__()
        self._mark = Label()
        self._words = Label(size="small", tone="danger", wrap=True)
        inner = row(self._mark, self._words, spacing=6)
        inner.setAlignment(self._mark, Qt.AlignmentFlag.AlignTop)
        inner.setStretch(1, 1)
        self.setLayout(inner)
        self.hide()
        theme.changed.connect(self._draw)
        self._draw()

    def text(self) -> str:
        """The sentences, one a line."""
        return self._words.text()

    def say(self, messages: Sequence[str]) -> None:
        """Show sentences, or nothing."""
        self._words.setText("\n".join(messages))
        self.setVisible(bool(messages))

    def _draw(self) -> None:
        self._mark.setPixmap(pixmap("circle-alert", "danger", 14))


class FieldRow(QWidget):
    """A field of a form. ``edited`` comes from the user only."""

    edited = Signal(str, object)
    left = Signal(str)
    revert_requested = Signal(str)

    def __init__(self, spec: FieldSpec) -> None:
        super().__init__()
        self.spec = spec
        self.input: Input = make_input(spec)
        self._label = Label("" if spec.kind == "bool" else spec.label, size="label")
        self._dot = Dot()
        self._revert = Button(
            _("Revert"), kind="small-link", name=_("Revert {label}").format(label=spec.label)
        )
        self._hint = Label(spec.hint, size="small", tone="muted", wrap=True)
        self._counter = Label(size="small", tone="muted")
        self._error = FieldError()
        self._changed = False
        self._read_only = False
        self.setLayout(self._build())
        self._wire()
        self.set_changed(False)
        self.set_hint(spec.hint)
        self.set_read_only(False)
        self._count()

    def value(self) -> Any:
        """The field's value."""
        return self.input.value()

    def set_value(self, value: Any) -> None:
        """Show a value; nobody is told."""
        self.input.set_value(value)
        self._count()

    def error(self) -> str:
        """The field's error, or an empty string."""
        return self._error.text()

    def set_error(self, messages: Sequence[str]) -> None:
        """Show what is wrong with the value, or nothing."""
        self._error.say(messages)
        self.input.set_invalid(bool(messages))
        self._describe()

    def is_changed(self) -> bool:
        """Whether the field is marked as unsaved."""
        return self._changed

    def set_changed(self, on: bool) -> None:
        """Mark the value as unsaved and offer to take the change back."""
        self._changed = on
        self._dot.setVisible(on)
        self._revert.setVisible(on and not self._read_only)
        self._describe()

    def hint(self) -> str:
        """The muted words under the field."""
        return self._hint.text()

    def set_hint(self, text: str) -> None:
        """Other words under the field."""
        self._hint.setText(text)
        self._hint.setVisible(bool(text))
        self._describe()

    def set_read_only(self, on: bool) -> None:
        """Lock or open the field; one that is declared read-only stays locked."""
        self._read_only = on or self.spec.read_only
        self.input.set_read_only(self._read_only)
        self._revert.setVisible(self._changed and not self._read_only)

    def set_choices(self, choices: Sequence[tuple[Any, str]]) -> None:
        """Offer other choices in a field that has some; the value stays."""
        self.input.set_choices(choices)

    def stops(self) -> tuple[QWidget, ...]:
        """Stops of the Tab key, in reading order."""
        return (*self.input.stops(), self._revert)

    def _build(self) -> QVBoxLayout:
        foot = row(self._hint, self._counter, spacing=12)
        foot.setStretch(0, 1)
        foot.setAlignment(self._counter, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        built = column(spacing=4)
        if self.spec.kind == "bool":
            built.setSpacing(2)
            built.addLayout(row(self.input, self._dot, self._revert, None, spacing=6))
            foot.setContentsMargins(CHECK_INDENT, 0, 0, 0)
        else:
            head = row(self._label, self._dot, None, self._revert, spacing=6)
            built.addLayout(head)
            built.addWidget(self.input)
        built.addLayout(foot)
        built.addWidget(self._error)
        return built

    def _wire(self) -> None:
        name = self.spec.name
        self.input.edited.connect(self._on_edited)
        self.input.left.connect(lambda: self.left.emit(name))
        self._revert.clicked.connect(lambda: self.revert_requested.emit(name))

    def _on_edited(self, value: Any) -> None:
        self._count()
        self.edited.emit(self.spec.name, value)

    def _count(self) -> None:
        limit = self.spec.max_length
        shown = self.spec.counter and limit is not None
        self._counter.setVisible(shown)
        if shown and limit is not None:
            length = len(str(self.value() or ""))
            self._counter.setText(_("{length} of about {limit}").format(length=length, limit=limit))
            self._counter.set_tone("warning" if length > limit else "muted")

    def _describe(self) -> None:
        parts = [self.error(), self.hint(), _("Changed, not saved yet.") if self._changed else ""]
        self.input.describe(" ".join(part for part in parts if part))
