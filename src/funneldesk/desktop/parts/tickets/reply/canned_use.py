"""Canned replies put into an answer: by their dialog, or by their code as one types."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor

from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.parts.tickets.reply.canned import (
    CannedReplies,
    CannedReply,
    code_before,
    fill_blocks,
    places,
    values_of,
)
from funneldesk.desktop.parts.tickets.reply.canned_dialog import CannedDialog
from funneldesk.desktop.parts.tickets.reply.canned_offer import CannedOffer
from funneldesk.desktop.parts.tickets.reply.composer import Composer
from funneldesk.desktop.parts.tickets.reply.places_dialog import PlacesDialog
from funneldesk.desktop.workspace.workspace import Workspace

AGENT, AGENT_NAME = "tickets.agent", "agent.name"
Record = Callable[[], Mapping[str, Any]]


class CannedUse(QObject):
    """``ticket`` and ``customer`` give the records that fill the places."""

    def __init__(
        self, workspace: Workspace, composer: Composer, ticket: Record, customer: Record
    ) -> None:
        super().__init__(composer)
        self.replies = workspace.shared(CannedReplies)
        self._store, self._composer = workspace.store, composer
        self._ticket, self._customer = ticket, customer
        self._tasks = TaskScope(self)
        composer.asked_for_canned.connect(lambda: self._tasks.latest("canned", self._ask()))
        composer.code_typed.connect(self._typed)
        self.offer = CannedOffer(composer.text, self.replies)
        self.offer.taken.connect(self._taken)
        composer.replaced.connect(self.offer.hide)

    async def begin(self) -> None:
        """Take what was kept. Raises LocalStoreProblem."""
        await self.replies.read()

    async def _ask(self) -> None:
        dialog = CannedDialog(self._composer, self.replies)
        answer = await dialog.ask()
        dialog.settle()
        if answer == "insert" and dialog.chosen is not None:
            await self.insert(dialog.chosen)

    def _typed(self) -> None:
        """A code stands before the cursor: the reply takes its place."""
        cursor = self._composer.text.textCursor()
        code = code_before(cursor.block().text()[: cursor.positionInBlock()])
        reply = self.replies.get(code)
        if reply is not None:
            # The slash before it, and the space that is about to stand behind it.
            self._tasks.latest("canned", self.insert(reply, len(code) + 2))

    def _taken(self, reply: CannedReply, instead_of: int) -> None:
        self._tasks.latest("canned", self.insert(reply, instead_of))

    async def insert(self, reply: CannedReply, instead_of: int = 0) -> None:
        """Put a reply in at the cursor, in place of so many characters before it."""
        agent = str(await self._store.saved_work(AGENT, "") or "")
        values = values_of(self._ticket(), self._customer(), agent)
        missing = [place for place in places(reply.text) if place not in values]
        if missing:
            dialog = PlacesDialog(self._composer, missing)
            if await dialog.ask() != "insert":
                return
            values |= dialog.values
            if values.get(AGENT_NAME):
                await self._store.save_work(AGENT, values[AGENT_NAME])
        cursor = self._composer.text.textCursor()
        move, keep = QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor
        cursor.movePosition(move, keep, instead_of)
        self._composer.text.setTextCursor(cursor)
        self._composer.text.put(fill_blocks(reply, values))
        self._composer.text.setFocus()
        self.replies.count_use(reply.code)
