"""List of what is wrong in a funnel; each finding leads to its place."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import column, row, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.funnels.lint.rules import Finding
from funneldesk.desktop.workspace.workspace import Mention

CHIPS = {"error": _("Error"), "warning": _("Warning"), "info": _("Note")}
TONES = {"error": "danger", "warning": "warning", "info": "muted"}


class FindingList(QWidget):
    """``picked`` carries the page of the finding that is selected, ``opened`` the part, the record
    and the ``Mention`` of the place where it is mended."""

    picked = Signal(str)
    opened = Signal(str, str, object)

    def __init__(self) -> None:
        super().__init__()
        surface("surface", self)
        self.found: list[Finding] = []
        self.title = Label("", size="strong")
        self.note = ElidedLabel("", size="small", tone="muted")
        self.list = TickList(_("Problems of the funnel"), lines=1)
        self.list.opened.connect(self._open)
        self.list.selectionModel().currentChanged.connect(lambda now, _old: self._pick(now.row()))
        head = row(self.title, self.note, spacing=10, margins=(14, 8, 14, 6))
        head.setStretch(1, 1)
        whole = column(spacing=0)
        whole.addLayout(head)
        whole.addWidget(self.list, 1)
        self.setLayout(whole)
        self.setMinimumHeight(72)

    def show_findings(
        self, found: Sequence[Finding], unknown: Sequence[str], *, is_whole: bool
    ) -> None:
        """Show these. ``unknown`` names what could not be looked at."""
        count = len(found)
        told = ngettext("{count:,} problem", "{count:,} problems", count).format(count=count)
        if not count:
            told = _("No problems found") if is_whole else _("Looking for problems…")
        self.title.setText(told)
        missing = _("Not looked at: {names}.").format(names=", ".join(unknown))
        self.note.setText(missing if unknown else _("Enter opens the place.") if count else "")
        if list(found) == self.found:
            return
        self.found = list(found)
        rows = [
            TickRow(str(at), each.message, "", CHIPS[each.severity], TONES[each.severity])
            for at, each in enumerate(found)
        ]
        self.list.rows.set_rows(rows)

    def _pick(self, place: int) -> None:
        if 0 <= place < len(self.found) and self.found[place].page:
            self.picked.emit(self.found[place].page)

    def _open(self, row_id: str) -> None:
        finding = self.found[int(row_id)]
        (part, record_id), (name, value) = finding.place, finding.spot
        if part:
            self.opened.emit(part, record_id, Mention(name, value=value) if name else None)
