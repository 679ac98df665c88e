"""One piece of foreign html, a message say: shown as it is, without scripts, without network."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.web.host import WebHost

if TYPE_CHECKING:
    from funneldesk.desktop.kit.web.schemes import Reply

_PAPER = "#FFFFFF"
_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'; sandbox allow-popups"
)


class HtmlView(WebHost):
    """Shows html of any size; images only if they are in it as data."""

    link_clicked = Signal(str)
    """The address of a link that the user clicked; nothing else happens."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("message", "message.html", _PAPER, False, parent)
        self._html = self._begin_at = ""

    def set_html(self, html: str, paper: str = _PAPER, *, begin_at: str = "") -> None:
        """Shows another piece instead, on paper of that colour, from the element of this id on."""
        self._html, self._begin_at = html, begin_at
        self._set_background(paper)
        self._renew()

    def _renew(self) -> None:
        if self._view is not None:
            self._view.isolated_page.go_home(self._begin_at)

    def _answer(self, path: str, reply: "Reply") -> None:
        from funneldesk.desktop.kit.web.schemes import Answer

        body = self._html.encode("utf-8", "replace")
        headers = {"Content-Security-Policy": _POLICY, "Referrer-Policy": "no-referrer"}
        ours = path == f"/{self._document}"
        reply(Answer("text/html; charset=utf-8", body, headers) if ours else None)

    def _link_clicked(self, url: str) -> None:
        self.link_clicked.emit(url)
