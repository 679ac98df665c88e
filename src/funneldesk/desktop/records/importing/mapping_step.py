"""Second step of an import: which column is for which field."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QWidget

from funneldesk.desktop.kit.controls.buttons import Segments, column, row
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.forms.choice_field import CalmCombo
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.importing.declaration import RecordImport
from funneldesk.desktop.records.importing.mapping import SKIP, Fields, guess, missing
from funneldesk.desktop.records.importing.table_file import Table
from funneldesk.desktop.records.nouns import noun

SAMPLES = 3
TITLE_WIDTH = 190
EXISTING = (("skip", _("Skip them"), ""), ("create", _("Create them anyway"), ""))


class MappingStep(QWidget):
    """``changed``: another field was chosen for a column."""

    changed = Signal()

    def __init__(self, declared: RecordImport) -> None:
        super().__init__()
        self.declared = declared
        self.combos: list[CalmCombo] = []
        self._titles: tuple[str, ...] = ()
        self.grid = QScrollArea()
        self.grid.setFrameShape(QFrame.Shape.NoFrame)
        self.grid.setWidgetResizable(True)
        self.grid.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.told = Label("", size="small", tone="warning", wrap=True)
        self.existing = Segments()
        self.existing.set_choices(EXISTING)
        self.key = Label("", size="small", tone="muted")
        foot = row(self.key, self.existing, None)
        whole = column(self.grid, self.told, spacing=8)
        whole.setStretch(0, 1)
        whole.addLayout(foot)
        self.setLayout(whole)

    @property
    def fields(self) -> Fields:
        """For each column the name of its field, or ``SKIP``."""
        return tuple(str(combo.currentData() or SKIP) for combo in self.combos)

    @property
    def is_whole(self) -> bool:
        """Whether every required field has a column, and no field has two."""
        chosen = [name for name in self.fields if name]
        return (
            bool(chosen) and not missing(self.declared, chosen) and len(chosen) == len(set(chosen))
        )

    def show_table(self, table: Table, remembered: Mapping[str, str]) -> None:
        """Offer the columns of a table; the same ones keep what was chosen."""
        if table.titles == self._titles:
            self._show_samples(table)
            return
        self._titles = table.titles
        self._build(table, guess(self.declared, table.titles, remembered))
        self._tell()

    def _build(self, table: Table, guessed: Fields) -> None:
        inner, grid = QWidget(), QGridLayout()
        grid.setColumnMinimumWidth(0, TITLE_WIDTH)
        grid.setColumnStretch(1, 1)
        grid.setHorizontalSpacing(16)
        for at, title in enumerate((_("Column"), _("First values"), _("Field"))):
            grid.addWidget(Label(title, size="small", tone="muted"), 0, at)
        self.combos, self.samples = [], []
        for at, title in enumerate(table.titles):
            self.combos.append(self._combo(title, guessed[at]))
            self.samples.append(ElidedLabel("", size="small", tone="muted"))
            shown = (ElidedLabel(title), self.samples[at], self.combos[at])
            for place, widget in enumerate(shown):
                grid.addWidget(widget, at + 1, place)
        grid.setRowStretch(len(table.titles) + 1, 1)
        inner.setLayout(grid)
        self.grid.setWidget(inner)
        for see_through in (inner, self.grid.viewport()):
            see_through.setAutoFillBackground(False)
        self._show_samples(table)

    def _combo(self, title: str, guessed: str) -> CalmCombo:
        combo, required = CalmCombo(), self.declared.required()
        combo.setAccessibleName(_("Field for the column {title}").format(title=title))
        combo.addItem(_("Skip"), SKIP)
        for each in self.declared.fields():
            combo.addItem(
                _("{title} (required)").format(title=each.title)
                if each.name in required
                else each.title,
                each.name,
            )
        combo.setCurrentIndex(combo.findData(guessed))
        combo.setMinimumWidth(220)
        combo.currentIndexChanged.connect(self._tell)
        return combo

    def _show_samples(self, table: Table) -> None:
        for at, label in enumerate(self.samples):
            cells = [table.cell(cells, at) for _line, cells in table.rows]
            label.setText(" · ".join([text for text in cells if text.strip()][:SAMPLES]))

    def _tell(self) -> None:
        chosen, all_of_them = [n for n in self.fields if n], self.declared.kind.draft.declared
        lacking = missing(self.declared, chosen)
        twice = sorted({all_of_them[n].title for n in chosen if chosen.count(n) > 1})
        told = []
        if lacking:
            told.append(
                _("Required: choose a column for {fields}.").format(fields=", ".join(lacking))
            )
        if twice:
            text = _("Two columns are for {fields}: skip one of them.")
            told.append(text.format(fields=", ".join(twice)))
        self.told.setText(" ".join(told))
        self.told.setVisible(bool(told))
        key = self.declared.key
        has_key = bool(key) and key in chosen
        if has_key:
            self.key.setText(
                _("{units} with the same {field}:").format(
                    units=noun(self.declared.units).capitalize(), field=all_of_them[key].title
                )
            )
        for widget in (self.key, self.existing):
            widget.setVisible(has_key)
        self.changed.emit()
