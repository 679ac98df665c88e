"""Answering a ticket: what is typed is kept, what is sent goes through the outbox."""

import asyncio
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tickets.reply.composer import NOTHING, blocks_of_written
from funneldesk.desktop.parts.tickets.reply.outbox import Outbox
from funneldesk.desktop.parts.tickets.reply.reply import Reply, Written
from funneldesk.desktop.parts.tickets.thread.conversation import ConversationView
from funneldesk.desktop.parts.tickets.tickets import PART
from funneldesk.desktop.sections.actions import write_refusal
from funneldesk.desktop.workspace.workspace import Workspace

PLAIN, AFTER_SENT = "tickets.plain_replies", "tickets.after_sent"
KEEP_PAUSE = 0.25
"""Seconds after a key in which what was typed is on the disk."""


class Answering(QObject):
    """Of the ticket that is open. ``sent`` carries its number once its reply is on its way."""

    sent = Signal(str)

    def __init__(self, workspace: Workspace, view: ConversationView) -> None:
        super().__init__(view)
        self.outbox = workspace.shared(Outbox)
        self.code = ""
        self.who = ""
        self._workspace, self._view, self._composer = workspace, view, view.composer
        self._tasks = TaskScope(self)
        self._unkept: dict[str, Written] = {}
        self._shows_reply = self._unwanted = False
        self._opening = object()
        self._is_read = asyncio.Event()
        """The draft of the ticket that is open was read."""
        self._is_read.set()
        composer = view.composer
        composer.typed.connect(self._typed)
        composer.asked_to_send.connect(self.send)
        composer.asked_to_take_back.connect(self._take_back)
        composer.asked_to_send_anyway.connect(self._send_anyway)
        composer.plain_chosen.connect(lambda plain: self._keep_choice(PLAIN, plain))
        composer.after_chosen.connect(lambda status: self._keep_choice(AFTER_SENT, status))
        self.outbox.changed.connect(self._changed)
        self.outbox.returned.connect(self._returned)
        workspace.connection_changed.connect(self._show)

    async def begin(self) -> None:
        """Take up what an earlier run left. Raises LocalStoreProblem."""
        store = self._workspace.store
        self._composer.writes_plain = await store.value(PLAIN, False) is True
        self._composer.set_after(str(await store.value(AFTER_SENT, "")))
        await self.outbox.begin()
        self._show()

    async def open(self, body: Mapping[str, Any]) -> None:
        """Another ticket is open: its draft, or its reply that is on its way."""
        code = str(body.get("ticket_code") or "")
        self.who = str(body.get("from_name") or body.get("from_email") or code)
        if code == self.code:
            return
        self.code, self._shows_reply = code, False
        self._opening = opening = object()
        unkept = self._unkept.get(code)
        self._composer.set_content(unkept or NOTHING)
        self._is_read.clear()
        self._show()
        try:
            if unkept is None and code:
                await self._read_draft(code, opening)
        finally:
            if opening is self._opening:
                self._is_read.set()
        await self.settle()

    async def _read_draft(self, code: str, opening: object) -> None:
        draft = await self._workspace.store.draft(PART, code)
        # Another one may have been opened meanwhile, or this one once more.
        if draft is not None and opening is self._opening:
            self._show_draft(Written.of(draft.content))

    def _show_draft(self, draft: Written) -> None:
        """What was written before; what was typed in the moment that the reading took stands
        behind it. A reply that is on its way, or came back, is shown already."""
        typed = self._composer.written
        if self.outbox.of(self.code) is not None or typed == draft:
            return
        self._composer.set_content(draft)
        if typed.text:
            self._composer.text.put(blocks_of_written(typed))
            self._typed()

    async def settle(self) -> None:
        """Make everything typed durable, once it is known what it stands behind."""
        await self._is_read.wait()
        self._tasks.cancel("keep")
        await self._keep()

    @property
    def is_kept(self) -> bool:
        """Whether all that was typed is on the disk."""
        return not self._unkept

    def send(self, status: str) -> None:
        """Send what is written; the ticket then gets ``status``, "" leaves it."""
        text, html = self._composer.written
        if text.strip() and self.code and self.outbox.of(self.code) is None:
            reply = Reply(self.code, self.who, text.strip(), status, self._view.seen, rich=html)
            # What is typed from now on would be neither sent nor kept.
            self._unwanted = False
            self._composer.show_state(_("Sending…"), can_undo=True)
            self._tasks.start(self._send(reply))

    async def _send(self, reply: Reply) -> None:
        try:
            await self.outbox.put(reply)
        except LocalStoreProblem as problem:
            told = explain(problem, _("Sending the reply")).notice(f"{PART}/reply")
            self._workspace.notifications.post(told)
            self._show()
            return
        if self._unwanted:
            self.outbox.take_back(reply)
        if reply.state != "held":
            await self._forget(reply.code)
        if reply.state == "held":
            return  # Taken back meanwhile: its text is the draft again, and stays where it is.
        if reply.code == self.code:
            self._composer.set_content(NOTHING)
            self._show()
        self.sent.emit(reply.code)

    # The draft

    def _keep_choice(self, name: str, choice: object) -> None:
        self._tasks.start(self._workspace.store.put_value(name, choice))

    def _typed(self) -> None:
        if self.code:
            self._unkept[self.code] = self._composer.written
            self._tasks.debounce("keep", KEEP_PAUSE, self._keep)

    async def _keep(self) -> None:
        for code, written in tuple(self._unkept.items()):
            if code == self.code and not self._is_read.is_set():
                continue  # It would stand in the place of the draft that is being read.
            if not written.text.strip():
                await self._workspace.store.drop_draft(PART, code)
            else:
                await self._workspace.store.save_draft(PART, code, written.kept(), {})
            if self._unkept.get(code) == written:
                del self._unkept[code]

    async def _forget(self, code: str) -> None:
        self._unkept.pop(code, None)
        await self._workspace.store.drop_draft(PART, code)

    # What is on its way

    def _changed(self, code: str) -> None:
        if code == self.code:
            self._show()

    def _show(self) -> None:
        reply, refusal = self.outbox.of(self.code), write_refusal(self._workspace, PART)
        said = held = ""
        if reply is not None:
            self._composer.set_content(reply.draft)
            if reply.state == "held":
                held, said = reply.why, "" if reply.why else _("Taking it back…")
            elif self._workspace.connection_state != "online":
                said = _("Sent as soon as the server can be reached.")
            elif reply.key in self.outbox.put_off:
                said = _("The server put it off. It is tried again by itself.")
            elif reply.seconds_left:
                said = _("Sent in {seconds}.").format(seconds=counted(self.outbox.delay, "second"))
            else:
                said = _("Sending…")
        elif self._shows_reply:
            self._composer.set_content(NOTHING)
        self._shows_reply = reply is not None
        can_undo = reply is not None and reply.state == "waiting"
        self._composer.show_state(said, held=held, refusal=refusal, can_undo=can_undo)

    def _take_back(self) -> None:
        reply = self.outbox.of(self.code)
        if reply is not None:
            self.outbox.take_back(reply)
        else:
            self._unwanted = True  # It is just being put there.

    def _send_anyway(self) -> None:
        reply = self.outbox.of(self.code)
        if reply is not None:
            self.outbox.send_anyway(reply, self._view.seen)

    def _returned(self, reply: Reply) -> None:
        """Its text is a draft again."""
        if reply.code == self.code:
            self._composer.set_content(reply.draft)
            self._show()
            self._composer.text.setFocus()
