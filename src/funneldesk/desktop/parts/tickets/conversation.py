"""The conversation of a ticket: its messages, and below them the reply that is being written."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Signal

from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import Chip, Label
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.web.html_view import HtmlView
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.tickets.composer import Composer
from funneldesk.desktop.parts.tickets.thread import ThreadPage, thread_page
from funneldesk.desktop.parts.tickets.tickets import STATUS_WORDS, TONES
from funneldesk.desktop.records.detail.detail_view import RecordView


class ConversationView(RecordView):
    """``link_clicked`` carries an address that somebody wrote."""

    link_clicked = Signal(str)

    def __init__(self, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self.body: Mapping[str, Any] = {}
        self.page = ThreadPage("", 0)
        self._formats = formats
        self._tasks = TaskScope(self)
        self.status = Chip()
        self.blocked = Label("", size="small", tone="muted")
        self.unread = Button(kind="plain", icon_name="eye-off")
        self.resolve = Button(kind="plain", icon_name="check")
        self.messages = HtmlView()
        self.messages.setAccessibleName(_("Messages"))
        self.messages.link_clicked.connect(self.link_clicked)
        self.composer = Composer()
        surface("surface", self)
        head = row(self.status, self.blocked, None, self.unread, self.resolve, spacing=8)
        head.setContentsMargins(16, 6, 12, 6)
        whole = column(spacing=0)
        whole.addLayout(head)
        whole.addWidget(self.messages, 1)
        whole.addWidget(self.composer)
        self.setLayout(whole)
        theme.changed.connect(self._draw)

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
        changed = body.get("messages") != self.body.get("messages")
        other = body.get("ticket_code") != self.body.get("ticket_code")
        self.body = body
        if changed or other:
            self._draw()

    def _listed(self) -> list[Any]:
        messages = self.body.get("messages")
        return messages if isinstance(messages, list) else []

    def _draw(self) -> None:
        self._tasks.latest("draw", self._drawn())

    async def _drawn(self) -> None:
        messages, formats, tokens = self._listed(), self._formats(), theme.tokens
        self.page = page = await in_thread(thread_page, messages, formats, tokens)
        self.messages.set_html(page.html, tokens.surface)
        said = ngettext(
            "{count:,} remote image blocked", "{count:,} remote images blocked", page.blocked
        )
        self.blocked.setText(said.format(count=page.blocked) if page.blocked else "")
