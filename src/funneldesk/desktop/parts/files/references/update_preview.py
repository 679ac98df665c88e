"""Preview of updated references, record by record: nothing is sent from here."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QSplitter, QWidget

from funneldesk.desktop.assets.references.moved_texts import changed_texts
from funneldesk.desktop.assets.references.updates import ReferenceUpdates
from funneldesk.desktop.assets.references.use import KINDS, Use
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.diff.field_changes import FieldChanges
from funneldesk.desktop.kit.lists.check_list import framed
from funneldesk.desktop.kit.lists.record_list import ListRow, RecordList
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.workspace.workspace import Workspace

WIDTH, HEIGHT, LIST_WIDTH = 920, 420, 260
NOT_HERE = _("This record isn't on this computer yet. It is read again before it is changed.")


class UpdatePreview(Dialog):
    """``paths`` are old path to new; ``uses`` what would be written."""

    def __init__(
        self,
        parent: QWidget,
        workspace: Workspace,
        paths: Mapping[str, str],
        uses: Sequence[Use],
    ) -> None:
        super().__init__(parent, _("Preview changes"), width=WIDTH)
        self.tasks = TaskScope(self)
        self._workspace = workspace
        self._updates = workspace.shared(ReferenceUpdates)
        self._paths = paths
        self._uses = {f"{use.part}\n{use.id}": use for use in uses}
        self.list = RecordList(_("Records that change"), self._row)
        self.changes = FieldChanges(_("Select a record"), _("Its changes show here."))
        split = QSplitter()
        split.setChildrenCollapsible(False)
        split.addWidget(framed(self.list))
        split.addWidget(framed(self.changes))
        split.setSizes([LIST_WIDTH, WIDTH - LIST_WIDTH])
        split.setFixedHeight(HEIGHT)
        self.body.addWidget(split)
        self.add_button("", _("Close"), "primary")
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show())
        self.list.arrange(list(self._uses))
        if self._uses:
            self.list.setCurrentIndex(self.list.rows.index(0))
        self.list.setFocus()

    def _row(self, key: str) -> ListRow | None:
        use = self._uses.get(key)
        if use is None:
            return None
        kind = KINDS[use.part]
        return ListRow(key, use.title, kind, "", "", "muted", hover=use.title)

    def _show(self) -> None:
        index = self.list.currentIndex()
        if index.isValid():
            self.tasks.latest("show", self._show_record(self.list.rows.ids[index.row()]))

    async def _show_record(self, key: str) -> None:
        use = self._uses[key]
        kept = await self._workspace.store.record(use.part, use.id)
        if kept is None:
            self.changes.say(use.title, NOT_HERE)
            return
        moved = await self._updates.moved(self._paths)
        body: Mapping[str, Any] = kept.body
        texts = await in_thread(changed_texts, body, self._updates.change_of(moved, use))
        if texts:
            self.changes.show_texts(use.title, texts)
        else:
            self.changes.say(use.title, _("Nothing in this record changes any more."))
