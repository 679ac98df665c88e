"""Head of a search over all records: the words, how they are read, where, in which records."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from funneldesk.desktop.kit.controls.buttons import (
    Button,
    SearchField,
    Segments,
    column,
    row,
    surface,
)
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.forms.choice_field import CalmCombo
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.search_replace.query import Mode, Query

FIND, REPLACE = "find", "replace"
ALL, LISTED, SELECTED = "all", "listed", "selected"


class SearchReplaceHead(QWidget):
    """``sought`` tells that the search changed, ``replacement_changed`` and ``mode_changed`` the
    rest."""

    sought = Signal()
    replacement_changed = Signal()
    mode_changed = Signal()

    def __init__(self, fields: Mapping[str, str], unit: str) -> None:
        """``fields``: what can be searched, by the names of the local copy, with its titles."""
        super().__init__()
        surface("surface", self)
        self._fields, self._unit = fields, unit
        self._scopes: list[str] = []
        self._build()
        self._wire()
        self.set_scopes([(ALL, _("All {units}").format(units=noun(f"{unit}s")))])
        self.set_mode(FIND)

    def _build(self) -> None:
        self.modes = Segments()
        self.modes.set_choices([(FIND, _("Find"), ""), (REPLACE, _("Replace"), "")])
        self.sought_text = SearchField(
            _("Find in all {units}").format(units=noun(f"{self._unit}s"))
        )
        self.replacement = QLineEdit()
        self.replacement.setPlaceholderText(_("Replace with (leave empty to delete matches)"))
        self.replacement.setAccessibleName(_("Replace with"))
        self.case = Button(_("Match case"), kind="chip", checkable=True)
        self.words = Button(_("Whole words"), kind="chip", checkable=True)
        self.regex = Button(
            _("Regular expression"),
            kind="chip",
            checkable=True,
            tip=_("^ and $ stand for lines; \\1 and \\g<name> in the replacement for groups"),
        )
        self.field_buttons = {
            name: Button(
                title, kind="chip", checkable=True, name=_("Search in {title}").format(title=title)
            )
            for name, title in self._fields.items()
        }
        self.scope = CalmCombo()
        self.scope.setAccessibleName(_("Which {units}").format(units=noun(f"{self._unit}s")))
        for button in self.field_buttons.values():
            button.setChecked(True)
        how = row(self.case, self.words, self.regex, spacing=4)
        how.addSpacing(16)
        how.addWidget(Label(_("in"), size="small", tone="muted"))
        for button in self.field_buttons.values():
            how.addWidget(button)
        how.addStretch(1)
        first = row(self.modes, None, self.scope, spacing=8)
        whole = column(spacing=8, margins=(16, 12, 16, 12))
        whole.addLayout(first)
        whole.addWidget(self.sought_text)
        whole.addWidget(self.replacement)
        whole.addLayout(how)
        self.setLayout(whole)

    def _wire(self) -> None:
        self.modes.chosen.connect(self.set_mode)
        self.sought_text.textChanged.connect(self.sought)
        self.replacement.textChanged.connect(self.replacement_changed)
        self.scope.currentIndexChanged.connect(self.sought)
        self.words.clicked.connect(lambda on: self.regex.setChecked(False) if on else None)
        self.regex.clicked.connect(lambda on: self.words.setChecked(False) if on else None)
        for button in (self.case, self.words, self.regex, *self.field_buttons.values()):
            button.clicked.connect(self.sought)

    @property
    def query(self) -> Query:
        """What is sought."""
        mode: Mode = "plain"
        if self.regex.isChecked():
            mode = "regex"
        elif self.words.isChecked():
            mode = "words"
        return Query(self.sought_text.text(), mode, self.case.isChecked())

    @property
    def fields(self) -> list[str]:
        """In which fields, in the order in which hits are shown."""
        return [name for name in self._fields if self.field_buttons[name].isChecked()]

    @property
    def chosen_scope(self) -> str:
        """All records, those that the list shows, or those selected in it."""
        place = self.scope.currentIndex()
        return self._scopes[place] if 0 <= place < len(self._scopes) else ALL

    @property
    def replaces(self) -> bool:
        """Whether hits are to be replaced, not only found."""
        return self.modes.current() == REPLACE

    def set_scopes(self, scopes: Sequence[tuple[str, str]]) -> None:
        """Offer these (key, words); the choice stays where it can."""
        kept = self.chosen_scope
        self.scope.blockSignals(True)
        self.scope.clear()
        self._scopes = [key for key, _words in scopes]
        self.scope.addItems([words for _key, words in scopes])
        self.scope.setCurrentIndex(self._scopes.index(kept) if kept in self._scopes else 0)
        self.scope.blockSignals(False)
        self.scope.setVisible(len(scopes) > 1)

    def choose_scope(self, key: str) -> None:
        """Narrow the search to these records, or widen it to all."""
        if key in self._scopes:
            self.scope.setCurrentIndex(self._scopes.index(key))

    def set_mode(self, mode: str) -> None:
        """Find, or find and replace."""
        self.modes.choose(mode)
        self.replacement.setVisible(mode == REPLACE)
        self.mode_changed.emit()

    def begin(self) -> None:
        """Put the cursor where one types, with what is there selected."""
        self.sought_text.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.sought_text.selectAll()

    def set_busy(self, busy: bool) -> None:
        """Nothing can be changed while records are being replaced."""
        self.setEnabled(not busy)
