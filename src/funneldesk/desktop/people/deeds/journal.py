"""Journal of what was done for customers from this computer: found, read in full, exported."""

import json
from datetime import UTC, datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.contract.folding import fold
from funneldesk.desktop.kit.controls.buttons import Button, SearchField
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.lists.record_list import ListRow, RecordList, ago
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.cache.matching import holds, words_of
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.deeds import DeedEntry
from funneldesk.desktop.people.customer import PART
from funneldesk.desktop.people.deeds.doing import STATES
from funneldesk.desktop.people.deeds.export import export_deeds
from funneldesk.desktop.workspace.brand_facts import formats_of
from funneldesk.desktop.workspace.workspace import Workspace

TITLE = _("Journal")
WHAT_IT_IS = _(
    "Refunds, charges and offers that were sent from this computer, and what became of them."
)
HEIGHT, DETAILS_HEIGHT = 300, 92


async def show_journal(parent: QWidget, workspace: Workspace) -> None:
    """Show it until it is closed, or until a customer is to be opened. Raises LocalStoreProblem."""
    dialog = JournalDialog(parent, workspace, await workspace.store.deeds())
    if await dialog.ask() == "open" and dialog.chosen is not None:
        workspace.go(PART, dialog.chosen.person)


class JournalDialog(Dialog):
    """Answers "open" where the customer of ``chosen`` is to be shown."""

    def __init__(self, parent: QWidget, workspace: Workspace, entries: list[DeedEntry]) -> None:
        super().__init__(parent, TITLE, WHAT_IT_IS, width=620)
        self._workspace = workspace
        self._formats: Formats = formats_of(workspace)()
        self._entries = {str(each.key): each for each in entries}
        self._tasks = TaskScope(self)
        self.search = SearchField(_("Customer, order or what was done"))
        self.list = RecordList(TITLE, self._row)
        self.list.setFixedHeight(HEIGHT)
        self.details = Label("", size="small", tone="muted", wrap=True)
        self.details.setMinimumHeight(DETAILS_HEIGHT)
        self.details.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.details.setAccessibleName(_("Details"))
        self.nothing = EmptyState(
            "history",
            _("Nothing was done from this computer"),
            _("What you do for a customer, a refund say, is noted here before it is sent."),
        )
        self._build()
        self._narrow()
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def chosen(self) -> DeedEntry | None:
        """The one that is selected."""
        return next((self._entries[each] for each in self.list.selected_ids()), None)

    def _build(self) -> None:
        self.stack = QStackedWidget()
        self.stack.addWidget(self.list)
        self.stack.addWidget(self.nothing)
        for widget in (self.search, self.stack, self.details):
            self.body.addWidget(widget)
        self.export = Button(_("Export…"), on_click=self._export)
        self.add_to_foot(self.export)
        self.add_button("", _("Close"))
        self.lead_on = self.add_button("open", _("Open customer"), "primary")
        self.search.textChanged.connect(lambda _text: self._narrow())
        self.search.left_downwards.connect(self.list.setFocus)
        self.list.selectionModel().selectionChanged.connect(self._show)
        self.list.opened.connect(lambda _key: self._show())

    def _row(self, key: str) -> ListRow | None:
        entry = self._entries.get(key)
        if entry is None:
            return None
        word, tone = STATES.get(entry.state, (entry.state, "muted"))
        when = ago(entry.begun_at, datetime.now(UTC))
        return ListRow(key, entry.title, entry.person, when, word, tone)

    def _narrow(self) -> None:
        words = words_of(self.search.text())
        found = [key for key, each in self._entries.items() if holds(fold(_searched(each)), words)]
        self.list.arrange(found)
        self.stack.setCurrentWidget(self.list if found else self.nothing)
        if self._entries and not found:
            self.nothing.say(_("Nothing matches"), _("Change the search."))
        if self.chosen is None and found:
            self.list.select(found[0])
        self.export.setEnabled(bool(self._entries))
        self._show()

    def _show(self, *_changed: object) -> None:
        entry = self.chosen
        self.lead_on.setEnabled(entry is not None and PART in self._workspace.sections)
        self.details.setText("" if entry is None else self._told(entry))

    def _told(self, entry: DeedEntry) -> str:
        """All that is known of one, line by line."""
        sent = _("Sent {time} with key {key} to {brand}: {request}").format(
            time=self._formats.moment(entry.begun_at),
            key=entry.key_print or "?",
            brand=entry.brand or "?",
            request=json.dumps(dict(entry.request), ensure_ascii=False),
        )
        ended = ""
        if entry.ended_at is not None:
            ended = _("Ended {time}.").format(time=self._formats.moment(entry.ended_at))
        return "\n".join(filter(None, (sent, ended, entry.outcome)))

    def _export(self) -> None:
        self._tasks.latest("export", export_deeds(self, self._workspace))


def _searched(entry: DeedEntry) -> str:
    word = STATES.get(entry.state, (entry.state, ""))[0]
    return f"{entry.title} {entry.person} {entry.record_id} {word}"
