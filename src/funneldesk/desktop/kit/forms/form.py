"""A form over a model: fields declared as data, refusals shown at the field they are about."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import column, line, row
from funneldesk.desktop.kit.forms.field_row import FieldRow
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec
from funneldesk.desktop.kit.forms.form_group import FormGroup
from funneldesk.desktop.kit.forms.form_index import INDEX_WIDTH, FormIndex
from funneldesk.desktop.local.texts import _

__all__ = ["FieldSpec", "Form", "GroupSpec"]

COLUMN_WIDTH = 520
MARGIN = 20
INDEX_FROM = COLUMN_WIDTH + 2 * MARGIN + INDEX_WIDTH
REVEAL_MARGIN = 40


class Form(QWidget):
    """Groups of fields in one column, with a list of the groups beside it where there is room.

    ``edited`` and ``revert_requested`` come from the user only, never from ``set_values``.
    """

    edited = Signal(str, object)
    revert_requested = Signal(str)

    def __init__(self, groups: Sequence[GroupSpec]) -> None:
        super().__init__()
        self._groups = [FormGroup(spec, first=not at) for at, spec in enumerate(groups)]
        self._rows = {field.spec.name: field for group in self._groups for field in group.rows}
        self._home = {name: g for g in self._groups for name in (r.spec.name for r in g.rows)}
        self._errors: set[str] = set()
        self._checks: dict[str, Callable[[Mapping[str, Any]], str | None]] = {}
        self._read_only = False
        self._refusal = Banner()
        self._lock = Banner(closable=False)
        self._index = FormIndex([group.spec.title for group in self._groups])
        self._index_line = line(vertical=True)
        self._column = QWidget()
        self._scroll = QScrollArea()
        self._build()
        self._wire()
        self._show_what_applies()

    def values(self) -> dict[str, Any]:
        """Every field's value, hidden and folded ones included."""
        return {name: field.value() for name, field in self._rows.items()}

    def value(self, name: str) -> Any:
        """One field's value. Raises ``KeyError`` for a field that the form does not have."""
        return self._rows[name].value()

    def set_values(self, values: Mapping[str, Any]) -> None:
        """Show a record; a field that it leaves out is emptied. Errors of before are cleared."""
        for name, field in self._rows.items():
            field.set_value(values.get(name))
        self.show_errors({})
        self._show_what_applies()

    def row(self, name: str) -> FieldRow:
        """One field with its label, hint and error."""
        return self._rows[name]

    def set_hint(self, name: str, text: str) -> None:
        """Other words under a field."""
        self._rows[name].set_hint(text)

    def set_choices(self, name: str, choices: Sequence[tuple[Any, str]]) -> None:
        """Other choices for a choice field; its value stays."""
        self._rows[name].set_choices(choices)

    def place_after(self, name: str, widget: QWidget) -> None:
        """Put a widget that takes no focus under a field of the form."""
        self._home[name].place_after(name, widget)

    def show_errors(self, errors: Mapping[str, Sequence[str]]) -> list[str]:
        """Put each message at its field (the longest known prefix of a dotted path).

        Unfolds and focuses the first one. Messages without a field stand on top of the form and
        are returned. An empty mapping clears everything.
        """
        at_field: dict[str, list[str]] = {}
        homeless: list[str] = []
        for path, messages in errors.items():
            name = self._field_of(path)
            (at_field.setdefault(name, []) if name else homeless).extend(messages)
        self._errors = set(at_field)
        for name, field in self._rows.items():
            field.set_error(at_field.get(name, []))
            if name in at_field:
                self._home[name].unfold()
        self._show_what_applies()
        if homeless:
            self._refusal.say(_("This could not be saved as it is."), "\n".join(homeless), "danger")
        else:
            self._refusal.clear()
        first = next((name for name in self._rows if name in at_field), "")
        if first:
            self.reveal(first)
        return homeless

    def clear_error(self, name: str) -> None:
        """Take back what was said about a field."""
        self._errors.discard(name)
        self._rows[name].set_error(())

    def problems(self) -> dict[str, list[str]]:
        """Problems by field that the fields' own checks find now; only of fields that apply."""
        found = ((name, self._problem(name)) for name in self._rows if self._applies(name))
        return {name: [sentence] for name, sentence in found if sentence}

    def add_check(self, name: str, check: Callable[[Mapping[str, Any]], str | None]) -> None:
        """Have a field looked at while it is typed, beside its own check: ``check`` gets the values
        of the form, and gives a sentence for what is wrong."""
        self._checks[name] = check

    def check_again(self, name: str) -> None:
        """Look at a field anew: what it is held against is another one now."""
        if name not in self._errors:
            self._check(name)

    def mark_changed(self, names: Iterable[str]) -> None:
        """Mark these fields, and no others, as unsaved."""
        changed = set(names)
        for name, field in self._rows.items():
            field.set_changed(name in changed)
        for group in self._groups:
            group.summarise()

    def set_read_only(self, on: bool, reason: str = "") -> None:
        """Lock or open all fields; the reason stands on top of the form."""
        self._read_only = on
        for field in self._rows.values():
            field.set_read_only(on)
        if on and reason:
            self._lock.say("", reason, "info")
        else:
            self._lock.clear()

    def reveal(self, name: str) -> None:
        """Unfold, scroll to and focus a field."""
        self._home[name].unfold()
        field = self._rows[name]
        field.input.take_focus()
        # The new height of an unfolded group or an error is known after the next layout.
        QTimer.singleShot(0, field, lambda: self._scroll_to(field))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_index()

    def _build(self) -> None:
        # Fields alone, as dialogs have them, stand at the dialog's own edge.
        bare = len(self._groups) == 1 and self._groups[0].is_bare
        margins = (2, 4, 2, 8) if bare else (MARGIN, 20, MARGIN, 32)
        inner = column(*self._groups, None, spacing=24, margins=margins)
        self._column.setLayout(inner)
        self._column.setMaximumWidth(COLUMN_WIDTH + 2 * MARGIN)
        ground = QWidget()
        beside = row(self._column, None, spacing=0)
        beside.setStretch(0, 1000)
        ground.setLayout(beside)
        self._scroll.setWidget(ground)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for see_through in (ground, self._scroll.viewport()):
            see_through.setAutoFillBackground(False)
        built = QVBoxLayout(self)
        built.setContentsMargins(0, 0, 0, 0)
        built.setSpacing(0)
        built.addWidget(self._refusal)
        built.addWidget(self._lock)
        middle = row(self._index, self._index_line, self._scroll, spacing=0)
        middle.setStretch(2, 1)
        built.addLayout(middle, 1)
        self._chain()
        self._show_index()
        self._index.mark(self._groups[0].spec.title)

    def _wire(self) -> None:
        for field in self._rows.values():
            field.edited.connect(self._on_edited)
            field.left.connect(self._on_left)
            field.revert_requested.connect(self.revert_requested)
        self._index.chosen.connect(self._go_to)
        self._scroll.verticalScrollBar().valueChanged.connect(self._mark_index)

    def _chain(self) -> None:
        """The Tab key goes in reading order, however the widgets came to be."""
        stops = [*self._index.stops(), *(stop for g in self._groups for stop in g.stops())]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _on_edited(self, name: str, value: Any) -> None:
        if name in self._errors:
            self.clear_error(name)
        elif name in self._checks or self._rows[name].error():
            self._check(name)
        self._show_what_applies()
        self.edited.emit(name, value)

    def _on_left(self, name: str) -> None:
        if name not in self._errors:
            self._check(name)

    def _check(self, name: str) -> None:
        sentence = self._problem(name)
        self._rows[name].set_error([sentence] if sentence else [])

    def _problem(self, name: str) -> str | None:
        field = self._rows[name]
        if field.spec.read_only:
            return None
        values = self.values()
        found = field.spec.problem(field.value(), values)
        return found or (self._checks[name](values) if name in self._checks else None)

    def _applies(self, name: str) -> bool:
        wanted = self._rows[name].spec.visible_when
        return wanted is None or wanted(self.values())

    def _show_what_applies(self) -> None:
        for name, field in self._rows.items():
            field.setVisible(name in self._errors or self._applies(name))
        for group in self._groups:
            group.summarise()

    def _field_of(self, path: str) -> str:
        parts = path.split(".")
        prefixes = (".".join(parts[:end]) for end in range(len(parts), 0, -1))
        return next((prefix for prefix in prefixes if prefix in self._rows), "")

    def _group(self, title: str) -> FormGroup:
        return next(group for group in self._groups if group.spec.title == title)

    def _go_to(self, title: str) -> None:
        group = self._group(title)
        group.unfold()
        QTimer.singleShot(0, group, lambda: self._scroll_up_to(group))

    def _scroll_to(self, field: FieldRow) -> None:
        self._scroll.ensureWidgetVisible(field, 0, REVEAL_MARGIN)

    def _scroll_up_to(self, group: FormGroup) -> None:
        bar = self._scroll.verticalScrollBar()
        bar.setValue(group.mapTo(self._column, QPoint(0, 0)).y() - REVEAL_MARGIN // 2)
        self._index.mark(group.spec.title)

    def _mark_index(self, top: int) -> None:
        line_of_sight = top + self._scroll.viewport().height() // 3
        above = [
            g for g in self._groups if g.mapTo(self._column, QPoint(0, 0)).y() <= line_of_sight
        ]
        if above:
            self._index.mark(above[-1].spec.title)

    def _show_index(self) -> None:
        wide = self.width() >= INDEX_FROM and len(self._groups) > 2
        self._index.setVisible(wide)
        self._index_line.setVisible(wide)
