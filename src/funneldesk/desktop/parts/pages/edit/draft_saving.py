"""Makes what is typed on a desk durable on this computer while one types on."""

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.edit.draft import PageDocument
from funneldesk.desktop.parts.pages.library.library import PART

if TYPE_CHECKING:
    from funneldesk.desktop.parts.pages.edit.edit_session import PageDesk

KEEP_PAUSE = 0.1
NOTICE = "pages/keep"


class DraftKeeping:
    """Writes the draft of the open page. What the disk refuses stays in the window, and is told."""

    def __init__(self, desk: "PageDesk") -> None:
        self._desk = desk
        self._writing = asyncio.Lock()
        self._unkept = False

    @property
    def is_done(self) -> bool:
        """Whether everything typed is durable, and nothing is on its way to the disk."""
        return not self._unkept and not self._writing.locked()

    def typed(self) -> None:
        """Something was typed: it is written soon."""
        self._unkept = True
        self._desk.tasks.steadily("keep", KEEP_PAUSE, self.now)

    def forget(self) -> None:
        """What is unkept is not wanted any more."""
        self._unkept = False

    async def now(self) -> None:
        """Make everything typed durable; a write that is on its way is waited for."""
        async with self._writing:
            document = self._desk.document
            if document is not None and self._unkept:
                self._unkept = False
                await self._write(document, self._desk.record_id)

    async def keep(self, document: PageDocument, record_id: str) -> None:
        """Write a draft, or drop it when nothing is unsaved."""
        async with self._writing:
            await self._write(document, record_id)

    async def _write(self, document: PageDocument, record_id: str) -> None:
        desk = self._desk
        store = desk.workspace.store
        try:
            if document.is_dirty or is_new_id(record_id):
                await store.save_draft(PART, record_id, document.to_draft(), document.base)
                said = f"Kept here {datetime.now(UTC).astimezone():%H:%M:%S}"
                await desk.versions.typed(record_id, document)
            else:
                await store.drop_draft(PART, record_id)
                said = ""
            desk.workspace.board.withdraw(NOTICE)
        except LocalStoreProblem as problem:
            # What is typed is still in the window: say so, and try again with the next key.
            self._unkept = self._unkept or document is desk.document
            said = "Not kept on this computer"
            desk.workspace.board.post(explain(problem, "Keeping what you typed").notice(NOTICE))
        except asyncio.CancelledError:
            # It is written all the same, but nobody would hear of a disk that refuses.
            self._unkept = self._unkept or document is desk.document
            raise
        if record_id == desk.record_id:
            desk.editor.say_kept(said)
            desk.seats.stir()
