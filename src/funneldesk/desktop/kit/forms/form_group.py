"""A group of a form: a title, a sentence, its fields; rare groups are folded away."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, line, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.forms.field_row import Dot, FieldRow
from funneldesk.desktop.kit.forms.field_spec import GroupSpec
from funneldesk.desktop.local.texts import _

FIELD_GAP = 16


class FormGroup(QWidget):
    """The fields of one subject. A folded group tells how much is set inside."""

    unfolded = Signal()

    def __init__(self, spec: GroupSpec, *, first: bool) -> None:
        super().__init__()
        self.spec = spec
        self.rows = [FieldRow(field) for field in spec.fields]
        self.fold = Button(spec.title, kind="fold", icon_name="chevron-right", checkable=True)
        self._summary = Label(size="small", tone="muted")
        self._dot = Dot(_("Changed, not saved yet"))
        self._sentence = Label(spec.sentence, size="small", tone="muted", wrap=True)
        self._fields = QWidget()
        above = 0 if self.is_bare else 8
        self.body = column(*self.rows, spacing=FIELD_GAP, margins=(0, above, 0, 0))
        self._fields.setLayout(self.body)
        built = column(spacing=4)
        if not first:
            built.addWidget(line())
            built.addSpacing(16)
        head = self._head()
        if self.is_bare:
            head.hide()  # Without a parent yet, it would be a window if it were shown.
        built.addWidget(head)
        built.addWidget(self._sentence)
        if not spec.sentence:
            self._sentence.hide()
        built.addWidget(self._fields)
        self.setLayout(built)
        self.fold.toggled.connect(self._set_open)
        self._set_open(not spec.folded)

    @property
    def is_bare(self) -> bool:
        """Whether there is nothing but its fields."""
        return not (self.spec.title or self.spec.sentence or self.spec.folded)

    def is_open(self) -> bool:
        """Whether the fields are shown."""
        return not self.spec.folded or self.fold.isChecked()

    def unfold(self) -> None:
        """Show the fields."""
        self.fold.setChecked(True)

    def stops(self) -> tuple[QWidget, ...]:
        """Stops of the Tab key, in reading order."""
        head = (self.fold,) if self.spec.folded else ()
        return (*head, *(stop for field in self.rows for stop in field.stops()))

    def place_after(self, name: str, widget: QWidget) -> None:
        """Put a widget under one of the fields; before all of them when ``name`` is empty."""
        found = [index for index, field in enumerate(self.rows) if field.spec.name == name]
        at = self.body.indexOf(self.rows[found[0]]) + 1 if found else 0
        self.body.insertWidget(at, widget)

    def summarise(self) -> None:
        """Say on a folded group how much is set or changed inside."""
        count = sum(1 for field in self.rows if field.value() not in ("", None, False, [], {}))
        folded = not self.is_open()
        self._summary.setText(_("{count} set").format(count=count) if count else _("Nothing set"))
        self._summary.setVisible(folded)
        self._dot.setVisible(folded and any(field.is_changed() for field in self.rows))

    def _head(self) -> QWidget:
        head = QWidget()
        title = Label(self.spec.title, size="title")
        (title if self.spec.folded else self.fold).hide()
        if not self.spec.title:  # Shown before it has a parent, it would be a window for a moment.
            head.hide()
        head.setLayout(row(title, self.fold, self._dot, None, self._summary, spacing=6))
        return head

    def _set_open(self, on: bool) -> None:
        on = on or not self.spec.folded
        self.fold.set_icon("chevron-down" if on else "chevron-right")
        self.fold.setAccessibleDescription(_("Shown") if on else _("Folded away"))
        self._fields.setVisible(on)
        self._sentence.setVisible(on)
        self.summarise()
        if on:
            self.unfolded.emit()
