"""Bar under a table that says what waits to be applied, and what can be done about it."""

from collections.abc import Callable, Sized
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.records.staging.staged_changes import Cells, StagedChanges

COUNTED_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class Counts:
    """``rows`` have ``changes``, ``ready`` of them one that can be sent; ``wrong`` changes cannot
    be, ``behind`` ones are of what the server has changed meanwhile, and ``unusual`` ones look
    mistyped."""

    changes: int
    rows: int
    wrong: int
    behind: int
    ready: int
    unusual: int = 0


def counts_of(cells: Cells, cautions: Callable[[], Sized] = tuple) -> Counts:
    """The counts of what waits."""
    wrong = behind = 0
    rows, ready = set[str](), set[str]()
    for (record_id, _name), cell in cells.items():
        rows.add(record_id)
        if cell.problem:
            wrong += 1
        elif cell.is_behind:
            behind += 1
        else:
            ready.add(record_id)
    return Counts(len(cells), len(rows), wrong, behind, len(ready), len(cautions()))


class StagingBar(QWidget):
    """Hidden while nothing waits. ``reason``: why the cell under the cursor cannot be sent.
    ``left``: it went, with the keyboard in it."""

    asked_for_next = Signal()
    asked_to_review = Signal()
    asked_to_discard = Signal()
    asked_to_apply = Signal()
    left = Signal()

    def __init__(self, staged: StagedChanges, unit: str) -> None:
        super().__init__()
        surface("foot", self)
        self._staged, self._unit = staged, unit
        self.reason = ""
        self._tasks = TaskScope(self)
        self.words = ElidedLabel("", size="small")
        review, discard = self.asked_to_review.emit, self.asked_to_discard.emit
        self.next_button = Button(
            _("Next problem"),
            kind="plain",
            icon_name="chevron-down",
            on_click=self.asked_for_next.emit,
        )
        self.review_button = Button(_("Review…"), kind="plain", on_click=review)
        self.discard_button = Button(_("Discard"), kind="plain", on_click=discard)
        self.apply_button = Button(_("Apply"), kind="primary", on_click=self.asked_to_apply.emit)
        line = row(self.words, spacing=4, margins=(14, 4, 8, 4))
        buttons = (self.next_button, self.review_button, self.discard_button, self.apply_button)
        for button in buttons:
            line.addWidget(button)
        line.setStretch(0, 1)
        self.setLayout(line)
        staged.changed.connect(self.draw)
        self.draw()

    def draw(self) -> None:
        """Count anew: many in a thread, while the last counts stand."""
        cells = self._staged.cells
        if len(cells) <= COUNTED_AT_ONCE:
            self._tasks.cancel("count")
            self._show(counts_of(cells, self._staged.cautions))
        else:
            self._tasks.latest("count", self._count())

    async def _count(self) -> None:
        staged = self._staged
        self._show(await in_thread(counts_of, dict(staged.cells), staged.cautions))

    def _show(self, counts: Counts) -> None:
        focused = self.focusWidget()
        had_keyboard = focused is not None and focused.hasFocus()
        self.words.setText(" · ".join(filter(None, (self.reason, staged_words(counts)))))
        self.next_button.setVisible(bool(counts.wrong))
        self.apply_button.setEnabled(bool(counts.ready))
        told = _("Change {records} on the server").format(records=counted(counts.ready, self._unit))
        self.apply_button.setAccessibleDescription(told)
        self.setVisible(bool(counts.changes))
        if had_keyboard and not self.isVisible():
            self.left.emit()


def staged_words(counts: Counts) -> str:
    """What waits, in a line: "3 changes in 2 rows · 1 needs correcting"."""
    changes = ngettext("{count:,} change in {rows}", "{count:,} changes in {rows}", counts.changes)
    parts = [changes.format(count=counts.changes, rows=counted(counts.rows, "row"))]
    if counts.wrong:
        needs = ngettext("{count:,} needs correcting", "{count:,} need correcting", counts.wrong)
        parts.append(needs.format(count=counts.wrong))
    if counts.behind:
        parts.append(_("{behind:,} changed on the server meanwhile").format(behind=counts.behind))
    if counts.unusual:
        parts.append(unusual_words(counts.unusual))
    return " · ".join(parts)


def unusual_words(count: int) -> str:
    """How many changes look mistyped."""
    return ngettext("{count:,} looks unusual", "{count:,} look unusual", count).format(count=count)
