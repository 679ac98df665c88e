"""Dialog of a metric of one's own: a name, a formula that is checked while it is typed, a unit."""

import re

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QListView, QWidget

from funneldesk.contract.formulas import DEEPEST, LONGEST, BadFormula, parse
from funneldesk.desktop.insight.answers import Answer
from funneldesk.desktop.insight.metrics import UNIT_NAMES, Catalogue, Custom, Metric
from funneldesk.desktop.insight.named import LONGEST_NAME
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog, labelled
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.choice_field import CalmCombo
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _

_WORD = re.compile(r"\$[a-z0-9_]*$", re.ASCII)
HINT = _("Numbers, + − × ÷ as + - * /, parentheses, and metrics such as $revenue.")


def formula_problem(text: str, catalogue: Catalogue) -> str:
    """Why a formula will not do, in a sentence that says where; "" when it will."""
    try:
        keys = parse(text).keys
    except BadFormula as bad:
        return _reason(bad)
    for key in sorted(keys):
        known = catalogue[key]
        if key not in catalogue or known.custom is not None:
            return _("There is no metric ${key}.").format(key=key)
    return ""


def _reason(bad: BadFormula) -> str:
    place = bad.at + 1
    if bad.reason == "unfit":
        told = _("“{piece}” does not fit at character {place}.")
        return told.format(piece=bad.piece, place=place)
    return {
        "long": _("At most {most:,} characters.").format(most=LONGEST),
        "early": _("Something is missing at the end."),
        "open": _("The parenthesis at character {place} is not closed.").format(place=place),
        "deep": _("At most {most} parentheses within each other.").format(most=DEEPEST),
    }[bad.reason]


class FormulaLine(QLineEdit):
    """Offers the metrics behind a ``$``."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self.setAccessibleName(_("Formula"))
        self.setPlaceholderText(_("$revenue / $sessions"))
        words = [f"${m.key}" for m in catalogue if m.custom is None]
        self.offers = QCompleter(QStringListModel(words, self), self)
        self.offers.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.popup = QListView()
        self.offers.setPopup(self.popup)
        theme.dress(self.popup)
        self.offers.setWidget(self)
        self.offers.activated.connect(self._take)
        self.textEdited.connect(lambda _text: self._offer())

    def _offer(self) -> None:
        found = _WORD.search(self.text()[: self.cursorPosition()])
        if found is None:
            self.popup.hide()
            return
        self.offers.setCompletionPrefix(found[0])
        whole = [self.offers.currentCompletion()] == [found[0]]
        if self.offers.completionCount() and not (whole and self.offers.completionCount() == 1):
            self.popup.setCurrentIndex(self.offers.completionModel().index(0, 0))
            self.offers.complete()
        else:
            self.popup.hide()

    def _take(self, word: str) -> None:
        at, text = self.cursorPosition(), self.text()
        found = _WORD.search(text[:at])
        start = found.start() if found is not None else at
        self.setText(text[:start] + word + text[at:])
        self.setCursorPosition(start + len(word))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.popup.isVisible() and event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Return):
            self._take(str(self.popup.currentIndex().data()))
            self.popup.hide()
            return
        super().keyPressEvent(event)


class FormulaDialog(Dialog):
    """``custom`` is the metric as it is typed. ``total`` shows what it comes to now."""

    def __init__(
        self,
        parent: QWidget,
        catalogue: Catalogue,
        formats: Formats,
        custom: Custom,
        total: Answer | None,
    ) -> None:
        title = _("Edit metric") if custom.name else _("New metric")
        super().__init__(parent, title, _("It is kept for this brand, on this computer."))
        self._catalogue, self._formats, self._total = catalogue, formats, total
        self._number = custom.number
        self.name = QLineEdit(custom.name)
        self.name.setMaxLength(LONGEST_NAME)
        self.formula = FormulaLine(catalogue)
        self.formula.setText(custom.formula)
        self.unit: QComboBox = CalmCombo()
        for key, words in UNIT_NAMES.items():
            self.unit.addItem(words, key)
        self.unit.setCurrentIndex(max(0, self.unit.findData(custom.unit)))
        self.told = Label("", size="small", tone="muted", wrap=True)
        self.body.addWidget(labelled(_("Name"), self.name))
        self.body.addWidget(labelled(_("Formula"), self.formula, HINT))
        self.body.addWidget(self.told)
        self.body.addWidget(labelled(_("Shown as"), self.unit))
        self.add_button("", _("Cancel"))
        self.add_button("save", _("Save metric"), "primary")
        self.name.textChanged.connect(self._check)
        self.formula.textChanged.connect(self._check)
        self.unit.currentIndexChanged.connect(self._check)
        self._check()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def custom(self) -> Custom:
        """The metric as it is typed."""
        unit = str(self.unit.currentData() or "number")
        return Custom(self._number, self.name.text().strip(), self.formula.text().strip(), unit)

    def _check(self, *_given: object) -> None:
        typed = self.custom
        problem = formula_problem(typed.formula, self._catalogue) if typed.formula else ""
        self.told.set_tone("danger" if problem else "muted")
        self.told.setText(problem or self._now(typed))
        self.button("save").setEnabled(bool(typed.name and typed.formula and not problem))

    def _now(self, typed: Custom) -> str:
        if not typed.formula or self._total is None or typed.parsed is None:
            return ""
        values = {key: cell.value for key, cell in self._total.total.cells.items()}
        metric = Metric(typed.key, typed.name, typed.unit, custom=typed)
        value = metric.text(typed.parsed.value(values), self._formats)
        return _("In the range that is shown: {value}").format(value=value)
