"""Makes what is typed durable on this computer while one types on."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.formats import HERE
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.history.versions import RecordVersions
from funneldesk.desktop.workspace.workspace import Workspace

KEEP_PAUSE = 0.1


class DraftSaving(QObject):
    """Writes the draft of the open record. Words that the disk refuses stay in the window, with
    a notice."""

    written = Signal(str, str)
    """A record's id, and what there is to say of its draft."""

    def __init__(
        self,
        parent: QObject,
        part: str,
        workspace: Workspace,
        versions: RecordVersions,
        shown: Callable[[], tuple[str, RecordDraft | None]],
    ) -> None:
        """``shown`` gives the id of the record that is open, and what is typed there."""
        super().__init__(parent)
        self._part = part
        self._notice = f"{part}/keep"
        self._workspace = workspace
        self._versions = versions
        self._shown = shown
        self._tasks = TaskScope(self)
        self._writing = asyncio.Lock()
        self._unkept = False

    @property
    def is_done(self) -> bool:
        """Whether everything typed is durable, and nothing is on its way to the disk."""
        return not self._unkept and not self._writing.locked()

    def save_soon(self) -> None:
        """Something was typed: it is written soon."""
        self._unkept = True
        self._tasks.steadily("keep", KEEP_PAUSE, self.save_now)

    def forget(self) -> None:
        """What is unkept is not wanted any more."""
        self._unkept = False

    async def save_now(self) -> None:
        """Make everything typed durable; a write that is on its way is waited for."""
        async with self._writing:
            record_id, draft = self._shown()
            if draft is not None and self._unkept:
                self._unkept = False
                await self._write(draft, record_id)

    async def save(self, draft: RecordDraft, record_id: str) -> None:
        """Write a draft, or drop it when nothing is unsaved."""
        async with self._writing:
            await self._write(draft, record_id)

    async def _write(self, draft: RecordDraft, record_id: str) -> None:
        store, notifications = self._workspace.store, self._workspace.notifications
        try:
            if draft.is_dirty or is_new_id(record_id):
                await store.save_draft(self._part, record_id, draft.to_draft(), draft.base)
                said = _("Saved locally at {time}").format(time=HERE.clock(datetime.now(UTC)))
                await self._versions.typed(record_id, draft)
            else:
                await store.drop_draft(self._part, record_id)
                said = ""
            notifications.withdraw(self._notice)
        except LocalStoreProblem as problem:
            # What is typed is still in the window: say so, and try again with the next key.
            self._unkept = self._unkept or draft is self._shown()[1]
            said = _("Not saved on this computer")
            notifications.post(explain(problem, _("Keeping what you typed")).notice(self._notice))
        except asyncio.CancelledError:
            # It is written all the same, but nobody would hear of a disk that refuses.
            self._unkept = self._unkept or draft is self._shown()[1]
            raise
        self.written.emit(record_id, said)
