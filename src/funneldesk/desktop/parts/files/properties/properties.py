"""Properties of the selection, in the pane on the right."""

from collections.abc import Sequence
from functools import partial
from zoneinfo import ZoneInfo

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from funneldesk.desktop.assets.addresses import FORMS, Addressed, Form, absolute, addresses
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.thumbnails.source import Thumbnails
from funneldesk.desktop.assets.transfers.downloads.flow import download
from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label, set_tip
from funneldesk.desktop.kit.controls.menus import pop_up_below
from funneldesk.desktop.local.cache.thumbnails import Content
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.parts.files.properties.labels import (
    Fact,
    facts_of,
    facts_of_folder,
    facts_of_several,
)
from funneldesk.desktop.parts.files.properties.preview import PropertiesPreview
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.brand_facts import BrandFacts

TITLE_WIDTH = 72
_WEB = ("http", "https")


class Properties(FilesFeature):
    """Preview, facts and address of one file; numbers of several."""

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__(panel)
        self.view = PropertiesView(panel)
        self._zone_sought = False
        panel.context.add("properties", "", self.view)
        panel.library.updated.connect(self._refresh)

    def selection_changed(self, rows: Sequence[AssetRow]) -> None:
        if rows and not self._zone_sought:
            self._zone_sought = True
            self.panel.tasks.start(self._learn_zone())
        self.view.show_rows(rows)

    def _refresh(self) -> None:
        known = self.panel.library.rows
        self.view.show_rows([known[each.path] for each in self.view.rows if each.path in known])

    async def _learn_zone(self) -> None:
        """Dates are shown as the brand's people count them; until it is known, as this computer
        does."""
        brand = self.panel.workspace.shared(BrandFacts)
        with optional() as asked:
            await brand.learn()
        self._zone_sought = not asked.failed
        if brand.zone is not None:
            self.view.set_zone(brand.zone)


class PropertiesView(QWidget):
    """The group in the pane. ``rows`` are shown."""

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__()
        self.rows: list[AssetRow] = []
        self.zone: ZoneInfo | None = None
        self._panel = panel
        self._workspace = panel.workspace
        self._thumbs = panel.workspace.shared(Thumbnails)
        self._thumbs.ready.connect(self._picture_ready)
        self.preview = PropertiesPreview(self._thumbs)
        self.preview.clicked.connect(self._look)
        self.nothing = Label(_("Select a file to see its details."), tone="muted", wrap=True)
        self.name = Label("", size="strong", wrap=True)
        self.name.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._facts = QVBoxLayout()
        self._facts.setSpacing(4)
        self.copy = Button(_("Copy address"), icon_name="copy", on_click=self._open_copy_menu)
        self.browser = Button(
            kind="icon", icon_name="external-link", tip=_("Show in browser"), on_click=self._show
        )
        self.download = Button(
            kind="icon", icon_name="download", tip=_("Download…"), on_click=self._download
        )
        self.said = Label("", size="small", tone="muted")
        self.buttons = QWidget()
        self.buttons.setLayout(row(self.copy, self.download, self.browser, None, spacing=4))
        whole = column(self.nothing, self.preview, self.name, spacing=8)
        whole.addLayout(self._facts)
        whole.addWidget(self.buttons)
        whole.addWidget(self.said)
        self.setLayout(whole)
        self._draw()

    def show_rows(self, rows: Sequence[AssetRow]) -> None:
        """Show what is known of these files and folders."""
        if list(rows) != self.rows:
            self.rows = list(rows)
            self._draw()

    def set_zone(self, zone: ZoneInfo) -> None:
        """The brand's time zone is known."""
        self.zone = zone
        self._draw()

    @property
    def one(self) -> AssetRow | None:
        """The one file or folder that is selected."""
        return self.rows[0] if len(self.rows) == 1 else None

    def copy_addresses(self, form: Form) -> None:
        """Put the addresses of what is shown on the clipboard."""
        base = self._workspace.base_url
        files = [
            Addressed(each.path, absolute(each.src, base), each.width, each.height, each.srcset)
            for each in self._addressed()
        ]
        QGuiApplication.clipboard().setText(addresses(form, files))
        said = ngettext("Copied.", "{count:,} addresses copied.", max(1, len(files)))
        self.said.setText(said.format(count=len(files)))
        self.said.show()

    def _draw(self) -> None:
        one, count = self.one, len(self.rows)
        file = one if one is not None and not one.is_folder else None
        self.said.hide()
        self.nothing.setVisible(not count)
        self.preview.setVisible(file is not None)
        self.preview.show_file(file)
        self.name.setVisible(bool(count))
        self.name.setText(
            breakable(one.name) if one else _("{count:,} selected").format(count=count)
        )
        addressed = len(self._addressed())
        self.buttons.setVisible(bool(addressed))
        words = ngettext("Copy address", "Copy {count:,} addresses", max(1, addressed))
        self.copy.setText(words.format(count=addressed))
        self.browser.setVisible(file is not None and self._url().scheme() in _WEB)
        if file is not None:
            self._show_facts(facts_of(file, None, self.zone))
            self._panel.tasks.latest("properties", self._learn(file))
        elif one is not None:
            self._show_facts(facts_of_folder(one, self._panel.library.held(one.path)))
        else:
            self._show_facts(facts_of_several(self.rows))

    def _picture_ready(self, path: str) -> None:
        if self.one is not None and self.one.path == path and not self.one.is_folder:
            self.preview.update()
            self._panel.tasks.latest("properties", self._learn(self.one))

    async def _learn(self, file: AssetRow) -> None:
        """The kind by content, and the sides that the server does not know."""
        content: Content | None = await self._thumbs.content(file)
        if content is not None and self.one == file:
            self._show_facts(facts_of(file, content, self.zone))

    def _show_facts(self, facts: Sequence[Fact]) -> None:
        while (item := self._facts.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        metrics = self.fontMetrics()
        titles = [metrics.horizontalAdvance(fact.title) for fact in facts]
        for fact in facts:
            self._facts.addWidget(_fact_line(fact, max(TITLE_WIDTH, *titles)))

    def _addressed(self) -> list[AssetRow]:
        return [each for each in self.rows if each.src and not each.is_folder]

    def _look(self) -> None:
        if self.one is not None:
            self._panel.asked_for_look.emit(self.one)

    def _open_copy_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for form, words in FORMS:
            menu.addAction(words, partial(self.copy_addresses, form))
        pop_up_below(menu, self.copy)

    def _download(self) -> None:
        panel = self._panel
        panel.tasks.latest("download", download(panel, panel.workspace, self.rows))

    def _url(self) -> QUrl:
        return QUrl(absolute(self.one.src, self._workspace.base_url) if self.one else "")

    def _show(self) -> None:
        if self._url().scheme() in _WEB:
            QDesktopServices.openUrl(self._url())


def breakable(name: str) -> str:
    """A name that may be broken into lines behind its dots, dashes and underlines."""
    return "".join(f"{each}\u200b" if each in "-_. " else each for each in name)


def _fact_line(fact: Fact, title_width: int) -> QWidget:
    title = Label(fact.title, size="small", tone="muted")
    title.setFixedWidth(title_width)
    words = ElidedLabel(fact.words)
    words.setAccessibleName(f"{fact.title}: {fact.words}")
    line = row(title, spacing=8)
    line.addWidget(words, 1)
    holder = QWidget()
    # A cut text tells itself whole; for all else the line behind it tells.
    set_tip(holder, fact.exact)
    holder.setLayout(line)
    return holder
