"""The conversation of a ticket: its messages, and below them the reply that is being written."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import Signal

from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import Chip
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.web.html_view import HtmlView
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tickets.reply.composer import Composer
from funneldesk.desktop.parts.tickets.thread.images import RemoteImages
from funneldesk.desktop.parts.tickets.thread.images_line import ImagesLine
from funneldesk.desktop.parts.tickets.thread.page import ThreadPage, thread_page
from funneldesk.desktop.parts.tickets.tickets import STATUS_WORDS, TONES
from funneldesk.desktop.records.detail.detail_view import RecordView

MARK_PAUSE = 0.3
"""Seconds without a letter after which what is typed into the search is marked."""


class ConversationView(RecordView):
    """``link_clicked`` carries an address that somebody wrote; ``plain_chosen`` whether messages
    are shown as plain text from now on."""

    link_clicked = Signal(str)
    plain_chosen = Signal(bool)

    def __init__(self, formats: Callable[[], Formats], images: RemoteImages) -> None:
        super().__init__()
        self.body: Mapping[str, Any] = {}
        self.page = ThreadPage("", 0)
        self.sought = ""
        """Words of a search, marked where they stand."""
        self._formats = formats
        self._tasks = TaskScope(self)
        self.status = Chip()
        self.images = images
        self.images_line = ImagesLine()
        self.plain = Button(
            kind="icon",
            icon_name="type",
            tip=_("Show messages as plain text"),
            checkable=True,
            on_click=self._choose_plain,
        )
        self.unread = Button(kind="plain", icon_name="eye-off")
        self.resolve = Button(kind="plain", icon_name="check")
        self.messages = HtmlView()
        self.messages.setAccessibleName(_("Messages"))
        self.messages.link_clicked.connect(self.link_clicked)
        self.composer = Composer()
        surface("surface", self)
        head = row(self.status, None, self.plain, self.unread, self.resolve, spacing=8)
        head.setContentsMargins(16, 6, 12, 6)
        whole = column(spacing=0)
        whole.addLayout(head)
        whole.addWidget(self.images_line)
        whole.addWidget(self.messages, 1)
        whole.addWidget(self.composer)
        self.setLayout(whole)
        theme.changed.connect(self._draw)
        images.changed.connect(self._draw)
        line = self.images_line
        line.asked_once.connect(lambda: images.allow_once(self._code))
        line.asked_for_sender.connect(lambda: images.allow_sender(self.written_by))
        line.asked_for_all.connect(lambda: images.allow_all(True))
        line.asked_to_block.connect(self._block)

    @property
    def written_by(self) -> str:
        """The address that the ticket came from."""
        return str(self.body.get("from_email") or self.body.get("customer_email") or "")

    @property
    def _code(self) -> str:
        return str(self.body.get("ticket_code") or "")

    @property
    def seen(self) -> int:
        """How many messages are shown."""
        return len(self._listed())

    def show_record(self, body: Mapping[str, Any]) -> None:
        """Show a ticket; its messages may come later than the rest."""
        status = str(body.get("status") or "")
        self.status.setText(STATUS_WORDS.get(status, status))
        self.status.set_tone(TONES.get(status, "muted"))
        self.status.setVisible(bool(status))
        self.resolve.setVisible(status != "resolved")
        changed = body.get("messages") != self.body.get("messages")
        other = body.get("ticket_code") != self.body.get("ticket_code")
        self.body = body
        if changed or other:
            self._draw()

    def mark(self, sought: str) -> None:
        """Mark the words of a search in the thread, and begin at the first of them."""
        if sought != self.sought:
            self.sought = sought
            if self.seen:
                self._tasks.debounce("draw", MARK_PAUSE, self._drawn)

    def _listed(self) -> list[Any]:
        messages = self.body.get("messages")
        return messages if isinstance(messages, list) else []

    def _draw(self) -> None:
        self._tasks.latest("draw", self._drawn())

    async def _drawn(self) -> None:
        wanted = self.images.may_load(self._code, self.written_by)
        page = await self._show({})
        if not page.remote or not wanted:
            self.images_line.show_blocked(page.blocked, self.written_by)
            return
        self.images_line.show_loading(len(page.remote))
        found = await self.images.load(page.remote)
        if found:
            page = await self._show(found)
        self.images_line.show_loaded(page.blocked)

    async def _show(self, images: Mapping[str, str]) -> ThreadPage:
        tokens, plain = theme.tokens, self.plain.isChecked()
        made = partial(
            thread_page,
            self._listed(),
            self._formats(),
            tokens,
            images=images,
            plain=plain,
            sought=self.sought,
        )
        self.page = page = await in_thread(made)
        self.messages.set_html(page.html, tokens.surface, begin_at=page.begin_at)
        return page

    def show_plain(self, plain: bool) -> None:
        """Show messages as plain text, or with their form."""
        if plain != self.plain.isChecked():
            self.plain.setChecked(plain)
            self._draw()

    def _choose_plain(self) -> None:
        self._draw()
        self.plain_chosen.emit(self.plain.isChecked())

    def _block(self) -> None:
        if self.images.always:
            self.images.allow_all(False)
        self.images.forget(self._code, self.written_by)
