"""Records that are no longer on the server, but still in the history of this computer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.lists.record_list import ListRow, RecordList
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.records.history.labels import time_words
from funneldesk.desktop.records.nouns import noun

HEIGHT = 320
TEXT = _(
    "They were deleted, here or by someone else. Their versions stay on this computer, and each "
    "can be made a {unit} again."
)
NOTHING = _("Every {unit} with a history on this computer is still on the server.")


@dataclass(frozen=True, slots=True)
class DeletedRecord:
    """``where`` is its address or what else tells it apart. ``count`` versions are here, the
    newest from ``at``."""

    id: str
    title: str
    where: str
    count: int
    at: datetime


class DeletedRecordsDialog(Dialog):
    """Answers ``show`` with ``chosen`` set."""

    def __init__(self, parent: QWidget, unit: str, records: Sequence[DeletedRecord]) -> None:
        super().__init__(
            parent,
            _("Recently deleted"),
            TEXT.format(unit=noun(unit)) if records else "",
            width=520,
        )
        self.chosen: DeletedRecord | None = None
        self._records = {record.id: record for record in records}
        self.list = RecordList(_("Recently deleted"), self._row)
        self.list.opened.connect(self._open)
        self.list.setFixedHeight(HEIGHT)
        self.add_button("", _("Close"))
        if not records:
            self.body.addWidget(
                EmptyState("history", _("Nothing was deleted"), NOTHING.format(unit=noun(unit)))
            )
            return
        self.body.addWidget(self.list)
        self._foot.addWidget(
            Button(_("Show its history"), kind="primary", on_click=self._open_chosen)
        )
        self.list.arrange([record.id for record in records])
        self.list.select(records[0].id)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _row(self, record_id: str) -> ListRow | None:
        record = self._records.get(record_id)
        if record is None:
            return None
        versions = ngettext("{count} version", "{count} versions", record.count)
        when = time_words(record.at)
        said = versions.format(count=record.count)
        return ListRow(record.id, record.title, record.where, when, said, "muted")

    def _open_chosen(self) -> None:
        for record_id in self.list.selected_ids()[:1]:
            self._open(record_id)

    def _open(self, record_id: str) -> None:
        self.chosen = self._records.get(record_id)
        self.answer("show")
