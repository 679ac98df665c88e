"""Window with conclusions from all references: filtered by words, kept up while shown."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QStackedWidget, QVBoxLayout, QWidget

from funneldesk.desktop.assets.references.index import ReferenceIndex
from funneldesk.desktop.kit.controls.buttons import Button, SearchField, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.front_window import first_size
from funneldesk.desktop.kit.dialogs.tab_order import step
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.sections.operations import optional

SIZE = QSize(720, 600)
TYPING_PAUSE = 0.08
CHANGED_PAUSE = 0.3


class ReferencesWindow(QDialog):
    """Base: a search field, a list, what is not known, and buttons."""

    def __init__(
        self, panel: FilesBrowser, index: ReferenceIndex, title: str, view: QWidget
    ) -> None:
        super().__init__(panel)
        self.panel = panel
        self.index = index
        self.tasks = TaskScope(self)
        self.view = view
        self.setWindowTitle(title)
        self.resize(first_size(SIZE))
        self._build()
        self.search.textChanged.connect(lambda: self._fill_soon(TYPING_PAUSE))
        self.search.left_downwards.connect(lambda: view.setFocus(Qt.FocusReason.OtherFocusReason))
        index.updated.connect(self._changed)
        panel.library.updated.connect(self._changed)

    def _build(self) -> None:
        surface("surface", self)
        self.search = SearchField(_("Name, folder or page"))
        self.summary = Label("", size="strong")
        self.doubt = Label("", size="small", tone="warning", wrap=True)
        self.doubt.hide()
        head = column(self.search, self.summary, self.doubt, spacing=8, margins=(16, 12, 16, 10))
        self.progress = ProgressLine()
        self.empty = EmptyState("list-checks", "", "")
        self.views = QStackedWidget()
        self.views.addWidget(self.empty)
        self.views.addWidget(self.view)
        self.again_button = Button(_("Look again"), kind="plain", icon_name="refresh-cw")
        self.again_button.clicked.connect(self.look_again)
        self.close_button = Button(_("Close"), on_click=self.hide)
        self.foot_line = row(self.again_button, None, spacing=8, margins=(16, 8, 16, 8))
        foot = surface("foot")
        foot.setLayout(self.foot_line)
        whole = QVBoxLayout()
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(head)
        whole.addWidget(self.progress)
        whole.addWidget(self.views, 1)
        whole.addWidget(foot)
        self.setLayout(whole)
        self.foot_line.addWidget(self.close_button)

    def begin(self) -> None:
        """Come up, and look."""
        self.show()
        self.raise_()
        self.activateWindow()
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.look_again()

    def look_again(self) -> None:
        """Read the brand's lists anew, then show what they tell."""
        self.index.read_again()
        self.tasks.latest("fill", self._read_and_fill())

    async def fill(self, words: str) -> None:
        """Show what fits the words."""
        raise NotImplementedError

    def say_empty(self, title: str, text: str) -> None:
        """Nothing is to be listed."""
        self.views.setCurrentWidget(self.empty)
        self.empty.say(title, text)

    def say_doubt(self, *sentences: str) -> None:
        """Sentence about what is not known."""
        self.doubt.setText(" ".join(filter(None, sentences)))
        self.doubt.setVisible(bool(self.doubt.text()))

    def focusNextPrevChild(self, forward: bool) -> bool:
        return step(self, forward)

    def _changed(self) -> None:
        if self.isVisible():
            self._fill_soon(CHANGED_PAUSE)

    def _fill_soon(self, pause: float) -> None:
        self.tasks.debounce("fill", pause, self._fill_once)

    async def _read_and_fill(self) -> None:
        """Wait for the whole list of files: with half of it, references would seem broken."""
        self.progress.set_on(True)
        with optional():
            # Without the server the list of this computer has to do; the window says so.
            await self.panel.library.refresh()
        await self._fill_once()

    async def _fill_once(self) -> None:
        self.progress.set_on(not self.index.is_whole)
        await self.fill(self.search.text())
        self.progress.set_on(not self.index.is_whole)
