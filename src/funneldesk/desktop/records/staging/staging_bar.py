"""Bar under a table that says what waits to be applied, and what can be done about it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.records.staging.staged_changes import StagedChanges


class StagingBar(QWidget):
    """Hidden while nothing waits."""

    asked_to_review = Signal()
    asked_to_discard = Signal()
    asked_to_apply = Signal()

    def __init__(self, staged: StagedChanges, unit: str) -> None:
        super().__init__()
        surface("foot", self)
        self._staged, self._unit = staged, unit
        self.words = ElidedLabel("", size="small")
        review, discard = self.asked_to_review.emit, self.asked_to_discard.emit
        self.review_button = Button(_("Review…"), kind="plain", on_click=review)
        self.discard_button = Button(_("Discard"), kind="plain", on_click=discard)
        self.apply_button = Button(_("Apply"), kind="primary", on_click=self.asked_to_apply.emit)
        line = row(self.words, spacing=4, margins=(14, 4, 8, 4))
        for button in (self.review_button, self.discard_button, self.apply_button):
            line.addWidget(button)
        line.setStretch(0, 1)
        self.setLayout(line)
        staged.changed.connect(self.draw)
        self.draw()

    def draw(self) -> None:
        """Count anew."""
        cells = self._staged.cells
        self.words.setText(staged_words(self._staged))
        ready = len(self._staged.ready())
        self.apply_button.setEnabled(bool(ready))
        told = _("Change {records} on the server").format(records=counted(ready, self._unit))
        self.apply_button.setAccessibleDescription(told)
        self.setVisible(bool(cells))


def staged_words(staged: StagedChanges) -> str:
    """What waits, in a line: "3 changes in 2 rows · 1 needs correcting"."""
    cells = staged.cells.values()
    changes = ngettext("{count:,} change in {rows}", "{count:,} changes in {rows}", len(cells))
    parts = [changes.format(count=len(cells), rows=counted(staged.rows(), "row"))]
    wrong = sum(bool(cell.problem) for cell in cells)
    behind = sum(cell.is_behind and not cell.problem for cell in cells)
    if wrong:
        needs = ngettext("{count:,} needs correcting", "{count:,} need correcting", wrong)
        parts.append(needs.format(count=wrong))
    if behind:
        parts.append(_("{behind:,} changed on the server meanwhile").format(behind=behind))
    return " · ".join(parts)
