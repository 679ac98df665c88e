"""A screen as visitors see it, beside the flow: made when the first one is to be seen."""

from PySide6.QtWidgets import QWidget

from funneldesk.contract.quizzes import Screen
from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.web.html_view import HtmlView
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.quizzes.screens.preview import paper_of, screen_html

HEIGHT = 300


class ScreenPreview(QWidget):
    """As wide as a small phone, where it stands."""

    def __init__(self) -> None:
        super().__init__()
        self.tasks = TaskScope(self)
        self.view: HtmlView | None = None
        self._shown: Screen | None = None
        said = Label(_("As visitors see it on a phone."), size="small", tone="muted")
        self._column = column(said, spacing=6, margins=(12, 8, 12, 12))
        self.setLayout(self._column)
        self.hide()

    def show_screen(self, screen: Screen | None) -> None:
        """Show a screen; None hides the view."""
        self.setVisible(screen is not None)
        if screen is None or screen == self._shown:
            return
        self._shown = screen
        self.tasks.latest("draw", self._draw(screen))

    async def _draw(self, screen: Screen) -> None:
        html = await in_thread(screen_html, screen)
        if self.view is None:
            self.view = HtmlView()
            self.view.setMinimumHeight(HEIGHT)
            self.view.setAccessibleName(_("The screen as visitors see it"))
            self._column.addWidget(self.view, 1)
        self.view.set_html(html, paper_of(screen))
