"""The list of pages, the page that is open, and its preview side by side."""

from collections.abc import Coroutine
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.steady_button import SteadyButton
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.parts.pages.edit.draft import PageDocument
from funneldesk.desktop.parts.pages.edit.edit_session import PageDesk
from funneldesk.desktop.parts.pages.editor.editor import SOURCES, PageEditor
from funneldesk.desktop.parts.pages.library.library import PageLibrary
from funneldesk.desktop.parts.pages.list.actions import PageActions
from funneldesk.desktop.parts.pages.list.list_pane import PageListPane
from funneldesk.desktop.parts.pages.panes import PREVIEW_KEYS, Panes
from funneldesk.desktop.parts.pages.preview.pane import PreviewPane
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import ONLINE, Change, Workspace

LIST_WIDTH, PREVIEW_WIDTH = 262, 500
PUBLISH_WORDS = ("Publish", "Publish changes", "Published")


class PagesView(Panel):
    """Builds and wires; the desk holds the open page, the actions do what concerns many.

    What else can be done with pages is put on top of it by features, which take this view.
    """

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.library = workspace.shared(PageLibrary)
        self.alone = False
        self._build()
        self.desk = PageDesk(self, workspace, self.library, self.editor)
        self.actions_on_pages = PageActions(self, workspace, self.library, self.desk, self.list)
        self.panes = Panes(self, self.desk, self.list, self.middle, self.preview)
        self._wire()

    def _build(self) -> None:
        self.list = PageListPane(self.library)
        self.editor = PageEditor()
        self.preview = PreviewPane(self.workspace)
        self.nothing = EmptyState(
            "file-code",
            "Choose a page",
            "Its source, settings and preview open here. The plus above the list starts a new one.",
        )
        self.middle = QStackedWidget()
        self.middle.addWidget(self.nothing)
        self.middle.addWidget(self.editor)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        for widget in (self.list, self.middle, self.preview):
            self.split.addWidget(widget)
        self.list.setMinimumWidth(220)
        self.middle.setMinimumWidth(340)
        self.preview.setMinimumWidth(300)
        self.split.setStretchFactor(1, 1)
        self.split.setSizes([LIST_WIDTH, 430, PREVIEW_WIDTH])
        self.preview.hide()
        whole = row(self.split, spacing=0)
        self.setLayout(whole)
        self.buttons = QWidget()
        self._build_buttons()

    def _build_buttons(self) -> None:
        self.open_button = Button(
            "Open", icon_name="arrow-up-right", tip="Meet the page as a visitor, in the browser"
        )
        self.save_button = Button(
            "Save draft",
            icon_name="save",
            tip="Save a draft; what visitors see stays as it is",
            keys="Ctrl+S",
        )
        self.publish_button = SteadyButton(
            PUBLISH_WORDS, kind="primary", tip="Save and publish", keys="Ctrl+Shift+S"
        )
        self.preview_button = Button(
            kind="icon", icon_name="panel-right", tip="Show or hide the preview", keys=PREVIEW_KEYS
        )
        self.more_button = Button(kind="icon", icon_name="ellipsis", tip="More about this page")
        self.buttons.setLayout(
            row(
                self.preview_button,
                self.open_button,
                self.save_button,
                self.publish_button,
                self.more_button,
                spacing=8,
            )
        )

    def _wire(self) -> None:
        pane, acts = self.list, self.actions_on_pages
        pane.opened.connect(self.open_record)
        pane.asked_for_new.connect(self.new)
        pane.asked_to_refresh.connect(self.refresh)
        pane.asked_to_delete.connect(lambda ids: self.tasks.start(acts.delete(ids)))
        pane.asked_to_publish.connect(
            lambda ids: self.tasks.start(acts.set_status(ids, "published"))
        )
        self.editor.analysed.connect(self._show_preview)
        self.editor.edited.connect(lambda _: self.library.user_acted())
        self.editor.asked_to_show_variant.connect(self.preview.show_variant)
        self.desk.opened.connect(self._opened)
        self.desk.changed.connect(self._show_buttons)
        self.desk.seats.changed.connect(self._show_buttons)
        self.open_button.clicked.connect(lambda: acts.open_as_visitor(self.desk.record_id))
        self.save_button.clicked.connect(lambda: self.save())
        self.publish_button.clicked.connect(lambda: self.save(publish=True))
        self.preview_button.clicked.connect(lambda: self.panes.toggle_preview())
        self.workspace.changed.connect(self._changed_elsewhere)
        self.workspace.standing_changed.connect(self._standing_changed)

    # Reading

    async def load(self) -> None:
        from funneldesk.client.errors import ApiError

        await self.library.show_local()
        self._choose_first()
        self.list.show_progress(True)
        try:
            await self._learn_zone()
            await self.library.refresh()
            self.workspace.board.withdraw("pages/load")
        except ApiError as error:
            told = explain(error, "Reading the pages")
            self.workspace.board.post(told.notice("pages/load", self.refresh))
            self.list.show_problem(told)
        finally:
            self.list.show_progress(False)
        self._choose_first()
        self.desk.compare_with_list()

    async def _learn_zone(self) -> None:
        brand = await self.workspace.run(lambda api: api.brands.get())
        try:
            self.list.zone = await in_thread(ZoneInfo, brand.timezone or "UTC")
        except (ZoneInfoNotFoundError, ValueError):
            self.list.zone = None

    def _choose_first(self) -> None:
        wanted = self.desk.wanted
        shown = self.list.list.rows
        if self.desk.document is not None:
            return
        if wanted in self.library.rows:
            self.open_record(wanted)
        elif not wanted and not self.alone and shown.rowCount():
            self.open_record(shown.at(0).id)

    def open_record(self, record_id: str) -> None:
        self._begin_to_open(record_id, self.desk.open(record_id))

    def _begin_to_open(self, record_id: str, opening: Coroutine[Any, Any, None]) -> None:
        self.library.user_acted()
        # At once: a list that comes in meanwhile must not choose another page.
        self.desk.wanted = record_id
        self.tasks.latest("open", opening)

    def _opened(self, record_id: str) -> None:
        self.list.mark_open(record_id)
        self.preview.forget_choices()
        self.middle.setCurrentWidget(self.editor if record_id else self.nothing)
        self.panes.arrange()
        self._show_buttons()

    def _show_preview(self) -> None:
        texts = {name: self.editor.source(name) for name, _, _ in SOURCES}
        self.preview.show_page(texts["html"], texts["css"], self.editor.analysis.blocks)

    def _show_buttons(self) -> None:
        document = self.desk.document
        if document is not None:
            self._label_buttons(document)
        self.titled.emit(self.desk.title)

    def _label_buttons(self, document: PageDocument) -> None:
        status = self.desk.status
        may = self.workspace.may_write("pages") and self.desk.seats.may_write and not self.desk.busy
        published = status == "published"
        self.open_button.setEnabled(published and not document.is_new)
        self.save_button.setEnabled(may and document.is_dirty)
        is_live = published and not document.is_dirty
        publish, changes, live = PUBLISH_WORDS
        self.publish_button.setText(live if is_live else changes if published else publish)
        self.publish_button.setEnabled(may and not is_live)

    # Writing

    def save(self, *, publish: bool = False) -> None:
        if self.desk.document is not None:
            self.tasks.start(self.desk.save("published" if publish else None))

    def new(self) -> None:
        self.tasks.latest("new", self.actions_on_pages.begin_new())

    def first_list(self) -> QWidget:
        return self.list.list

    def seek(self) -> None:
        if self.editor.isAncestorOf(self.focusWidget() or self) and self.desk.document:
            self.editor.seek()
        else:
            self.list.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.list.search.selectAll()

    def back(self) -> None:
        if self.alone:
            self.editor.focus_source()
            return
        self.panes.show_list()
        self.list.list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _changed_elsewhere(self, change: Change) -> None:
        if change.part == "pages" and change.source is not self:
            self.refresh()

    def _standing_changed(self) -> None:
        self.desk.show_rights()
        self.editor.show_address(self.workspace.visitor_base)
        # Whoever shows who writes here is told by what ends with the panel; the brand goes on.
        self.desk.seats.changed.emit()
        self._show_buttons()
        if self.workspace.standing == ONLINE:
            self.refresh()

    # The frame

    def top_actions(self) -> QWidget | None:
        return self.buttons if self.desk.document is not None else None

    def tell(self, notice: Notice) -> None:
        """Show a notice."""
        self.workspace.board.post(notice)

    async def settle(self) -> None:
        await self.editor.settled()
        await self.desk.keep_now()
        await self.desk.versions.left(self.desk.record_id, self.desk.document)

    def unkept(self) -> tuple[str, ...]:
        return () if self.desk.is_kept else (self.desk.title,)

    def leave(self) -> None:
        self.desk.seats.leave()

    def state(self) -> dict[str, Any]:
        return {
            "open": self.desk.wanted,
            "tab": self.editor.tabs.current(),
            "sizes": self.split.sizes(),
            "width": self.preview.widths.current(),
            "preview": self.panes.choices(),
            "wrap": self.editor.wraps,
            "sort": self.list.wanted.sort,
        }

    def restore(self, state: dict[str, Any]) -> None:
        self.desk.wanted = str(state.get("open") or "")
        self.alone = self.panes.detached = state.get("alone") is True
        self.editor.tabs.choose(str(state.get("tab") or "html"))
        self.preview.widths.choose(str(state.get("width") or "phone"))
        self.panes.restore(state.get("preview"))
        self.editor.wrap(state.get("wrap") is True)
        sizes = state.get("sizes")
        if isinstance(sizes, list) and len(sizes) == 3 and all(map(_is_size, sizes)):
            self.split.setSizes(sizes)
        self.list.choose("sort", str(state.get("sort") or "updated"))

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        self.panes.arrange()


def _is_size(value: object) -> bool:
    return type(value) is int and 0 < value < 100_000
