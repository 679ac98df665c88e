"""Second step of an import: which column is for which field."""

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QWidget

from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.choice_field import CalmCombo
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.importing.conventions import Profile
from funneldesk.desktop.records.importing.declaration import RecordImport
from funneldesk.desktop.records.importing.guessing import Memory, guess
from funneldesk.desktop.records.importing.mapping import SKIP, Existing, Fields, ImportPlan, missing
from funneldesk.desktop.records.importing.options import Defaults, Duplicates
from funneldesk.desktop.records.importing.table_file import Table

SAMPLES = 3
TITLE_WIDTH = 170
COMBO_WIDTH = 230


class MappingStep(QWidget):
    """``changed``: another field was chosen for a column."""

    changed = Signal()

    def __init__(self, declared: RecordImport) -> None:
        super().__init__()
        self.declared = declared
        self.combos: list[CalmCombo] = []
        self.written: list[CalmCombo] = []
        self._titles: tuple[str, ...] = ()
        self._columns: Sequence[Profile] = ()
        self._formats = Formats()
        self.grid = QScrollArea()
        self.grid.setFrameShape(QFrame.Shape.NoFrame)
        self.grid.setWidgetResizable(True)
        self.grid.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.told = Label("", size="small", tone="warning", wrap=True)
        self.defaults, self.duplicates = Defaults(declared), Duplicates(declared)
        self.existing = self.duplicates.existing
        for options in (self.defaults, self.duplicates):
            options.changed.connect(self._tell)
        whole = column(self.grid, self.told, self.defaults, self.duplicates, spacing=8)
        whole.setStretch(0, 1)
        self.setLayout(whole)

    @property
    def fields(self) -> Fields:
        """For each column the name of its field, or ``SKIP``."""
        return tuple(str(combo.currentData() or SKIP) for combo in self.combos)

    @property
    def plan(self) -> ImportPlan:
        """Everything that is chosen."""
        return ImportPlan(
            self.fields,
            tuple(str(combo.currentData() or "") for combo in self.written),
            self.duplicates.keys,
            cast(Existing, self.existing.current()),
            self.defaults.values,
        )

    @property
    def is_whole(self) -> bool:
        """Whether every required field has a column, no field has two, and nothing is left to
        ask."""
        chosen = [name for name in self.fields if name]
        return (
            bool(chosen)
            and not missing(self.declared, chosen, self.defaults.values)
            and len(chosen) == len(set(chosen))
            and not self._unsure()
        )

    def show_table(
        self, table: Table, columns: Sequence[Profile], memory: Memory, formats: Formats
    ) -> None:
        """Offer the columns of a table; the same ones keep what was chosen."""
        self._formats, self._columns = formats, columns
        if table.titles != self._titles:
            self._titles = table.titles
            plan = memory.plan(table.titles)
            cells = [each.cells for each in columns]
            self._build(table, guess(self.declared, table.titles, memory, cells))
            if plan is not None:
                self.duplicates.restore(plan.keys, plan.existing)
                self.defaults.restore(plan.defaults)
        else:
            self._show_samples()
        for at in range(len(self._titles)):
            self._offer_conventions(at, memory.plan(table.titles))
        self._tell()

    def _build(self, table: Table, guessed: Fields) -> None:
        inner, grid = QWidget(), QGridLayout()
        grid.setColumnMinimumWidth(0, TITLE_WIDTH)
        grid.setColumnStretch(1, 1)
        grid.setHorizontalSpacing(16)
        for at, title in enumerate((_("Column"), _("First values"), _("Field"))):
            grid.addWidget(Label(title, size="small", tone="muted"), 0, at)
        self.combos, self.written, self.samples = [], [], []
        for at, title in enumerate(table.titles):
            self.combos.append(self._combo(at, title, guessed[at]))
            self.written.append(self._written(title))
            self.samples.append(ElidedLabel("", size="small", tone="muted"))
            shown = (ElidedLabel(title), self.samples[at], self.combos[at], self.written[at])
            for place, widget in enumerate(shown):
                grid.addWidget(widget, at + 1, place)
        grid.setRowStretch(len(table.titles) + 1, 1)
        inner.setLayout(grid)
        self.grid.setWidget(inner)
        for see_through in (inner, self.grid.viewport()):
            see_through.setAutoFillBackground(False)
        self._show_samples()

    def _combo(self, at: int, title: str, guessed: str) -> CalmCombo:
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
        combo.setMinimumWidth(COMBO_WIDTH)
        combo.currentIndexChanged.connect(lambda _: self._field_chosen(at))
        return combo

    def _written(self, title: str) -> CalmCombo:
        combo = CalmCombo()
        combo.setAccessibleName(_("How the column {title} is written").format(title=title))
        combo.currentIndexChanged.connect(lambda _: self._tell())
        combo.setVisible(False)
        return combo

    def _field_chosen(self, at: int) -> None:
        self._offer_conventions(at, None)
        self._tell()

    def _offer_conventions(self, at: int, remembered: ImportPlan | None) -> None:
        """Ask where the cells of a column can be read in two ways; else keep what they tell."""
        combo, name = self.written[at], self.fields[at]
        combo.blockSignals(True)
        combo.clear()
        spec = self.declared.kind.draft.declared[name] if name else None
        offered = self._columns[at].conventions(spec)
        if spec is not None and len(offered) > 1:
            combo.addItem(_("Choose…"), None)
            for each in offered:
                combo.addItem(self._columns[at].label(spec, each, self._formats), each)
            before = remembered.conventions[at : at + 1] if remembered is not None else ()
            combo.setCurrentIndex(max(combo.findData(next(iter(before), None)), 0))
        elif offered:
            combo.addItem("", offered[0])
        combo.setVisible(len(offered) > 1)
        combo.blockSignals(False)

    def _unsure(self) -> list[str]:
        """The titles of columns that can be read in two ways."""
        pairs = zip(self._titles, self.written, strict=True)
        return [title for title, combo in pairs if combo.count() > 1 and not combo.currentData()]

    def _show_samples(self) -> None:
        for at, label in enumerate(self.samples):
            label.setText(" · ".join(str(cell) for cell in self._columns[at].cells[:SAMPLES]))

    def _tell(self) -> None:
        chosen, all_of_them = [n for n in self.fields if n], self.declared.kind.draft.declared
        lacking = missing(self.declared, chosen, self.defaults.values)
        twice = sorted({all_of_them[n].title for n in chosen if chosen.count(n) > 1})
        told = []
        if lacking:
            told.append(
                _("Required: choose a column for {fields}.").format(fields=", ".join(lacking))
            )
        if twice:
            text = _("Two columns are for {fields}: skip one of them.")
            told.append(text.format(fields=", ".join(twice)))
        if unsure := self._unsure():
            text = _("Choose how {columns} is written: its values can be read in two ways.")
            told.append(text.format(columns=", ".join(unsure)))
        self.told.setText(" ".join(told))
        self.told.setVisible(bool(told))
        self.defaults.offer(chosen)
        self.duplicates.offer(chosen)
        self.changed.emit()
