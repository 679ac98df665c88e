"""The Pages section: the list, the page that is open, and its preview side by side."""

from collections.abc import Coroutine, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QSplitter, QStackedWidget, QWidget

from funneldesk.desktop.assets.preview.pane import PreviewPane
from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below
from funneldesk.desktop.kit.controls.steady_button import SteadyButton
from funneldesk.desktop.kit.web.editor.tab_keys import TAB_MODE_KEYS, TAB_MODE_WORDS
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.bulk.feature import PageBulk
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.copy_to_brand.feature import CopyToBrand
from funneldesk.desktop.parts.pages.edit.page_session import PageSession
from funneldesk.desktop.parts.pages.edit.windows import PageWindows
from funneldesk.desktop.parts.pages.editor.actions import OpenPage
from funneldesk.desktop.parts.pages.editor.editor import SOURCES, PageEditor
from funneldesk.desktop.parts.pages.editor.insert_asset import InsertAsset
from funneldesk.desktop.parts.pages.folder_sync.feature import PageFolder
from funneldesk.desktop.parts.pages.impact.moved_address import moved_address
from funneldesk.desktop.parts.pages.library.library import PageLibrary
from funneldesk.desktop.parts.pages.library.place import open_mention
from funneldesk.desktop.parts.pages.list.actions import PageActions
from funneldesk.desktop.parts.pages.list.export import PageExport
from funneldesk.desktop.parts.pages.list.importing import PageImport
from funneldesk.desktop.parts.pages.list.list_pane import PageListPane
from funneldesk.desktop.parts.pages.panes import Panes
from funneldesk.desktop.parts.pages.preview.feature import PreviewFeature
from funneldesk.desktop.parts.pages.problems.feature import AllProblems
from funneldesk.desktop.parts.pages.search_replace.feature import SearchReplace
from funneldesk.desktop.parts.pages.settings.taken_slugs import review_slug, taken_slug
from funneldesk.desktop.parts.pages.split_tests.feature import SplitTests
from funneldesk.desktop.records.history.feature import RecordHistory
from funneldesk.desktop.records.save.save_flow import SaveFlow
from funneldesk.desktop.sections.actions import Actions, Place
from funneldesk.desktop.sections.feature import Feature
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.sections.panel import Command, KeysLine, Panel
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import ONLINE, Change, Mention, Workspace

LIST_WIDTH, PREVIEW_WIDTH = 262, 500
PUBLISH_WORDS = (_("Publish"), _("Publish changes"), _("Published"))


class PagesPanel(Panel):
    """Builds and wires; the session holds the open page, the actions do what concerns many."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.library = workspace.shared(PageLibrary)
        self.brand = workspace.shared(BrandFacts)
        self._build()
        self.session = PageSession(self, workspace, self.library, self.editor)
        self.save_flow = SaveFlow(self.session)
        self.context = PagesContext(
            self,
            workspace,
            self.tasks,
            self.library,
            self.list,
            self.editor,
            self.preview,
            self.session,
        )
        self.actions_on_pages = PageActions(self.context, self.save_flow.save)
        self.panes = Panes(self.context, self.middle)
        self.features = self._make_features()
        declared = [action for feature in self.features for action in feature.declare()]
        self.declared = Actions(workspace, declared, self.list.list.selected_ids, self._open_ids)
        self.declared.bind(self)
        self._build_buttons()
        self._wire()

    def _make_features(self) -> tuple[Feature, ...]:
        """What can be done here, in the order of the menus."""
        context, actions = self.context, self.actions_on_pages
        self.search_replace = SearchReplace(context)
        tests = SplitTests(context)
        self.save_flow.ask_about = tests.ask_about
        self.save_flow.more_review = partial(review_slug, self.library)
        self.editor.settings.taken = self._taken_slug
        self.save_flow.before_live = partial(moved_address, self.workspace)
        self.save_flow.after_save = tests.saved
        return (
            OpenPage(context, actions),
            RecordHistory(context.session, _address),
            PageBulk(context, actions),
            PageExport(context),
            PageImport(context),
            PageFolder(context, actions),
            CopyToBrand(context, actions),
            PageWindows(context, lambda: self.panes.detached),
            self.search_replace,
            AllProblems(context),
            PreviewFeature(context, self.panes),
            tests,
            InsertAsset(context),
        )

    def _taken_slug(self, values: Mapping[str, Any]) -> str:
        return taken_slug(self.library, self.session.record_id, values)

    def _build(self) -> None:
        self.list = PageListPane(self.library)
        self.editor = PageEditor(lambda: self.workspace.visitor_base)
        self.preview = PreviewPane(self.workspace)
        self.nothing = EmptyState(
            "file-code",
            _("Choose a page"),
            _(
                "Its source, settings and preview open here. The plus above the list starts a "
                "new one."
            ),
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

    def _build_buttons(self) -> None:
        self.buttons = QWidget()
        self.open_button = Button(_("Open"), icon_name="arrow-up-right")
        self.save_button = Button(_("Save draft"), icon_name="save")
        self.publish_button = SteadyButton(PUBLISH_WORDS, kind="primary")
        self.preview_button = Button(kind="icon", icon_name="panel-right")
        for button, action_id in (
            (self.open_button, "pages.open-live"),
            (self.save_button, "pages.save"),
            (self.publish_button, "pages.publish"),
            (self.preview_button, "pages.preview"),
        ):
            self.declared.show_on(button, action_id)
        self.more_button = Button(kind="icon", icon_name="ellipsis", tip=_("More about this page"))
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
        pane.asked_for_menu.connect(partial(self._fill, Place.LIST_MENU))
        pane.asked_for_section_menu.connect(partial(self._fill, Place.SECTION_MENU, ids=()))
        self.editor.analysed.connect(self._show_preview)
        self.editor.edited.connect(lambda _: self.library.user_acted())
        self.editor.asked_to_show_variant.connect(self.preview.show_variant)
        self.session.opened.connect(self._opened)
        self.session.changed.connect(self._show_buttons)
        self.session.lock.changed.connect(self._show_buttons)
        self.more_button.clicked.connect(self._open_more)
        self.workspace.changed.connect(self._changed_elsewhere)
        self.workspace.connection_changed.connect(self._connection_changed)

    # Reading

    async def load(self) -> None:
        await self.library.show_local()
        self._choose_first()
        with operation(
            self.workspace,
            _("Reading the pages"),
            "pages/load",
            retry=self.refresh,
            tell=self.list.show_problem,
            progress=self.list.show_progress,
        ):
            await self.brand.learn()
            self.list.zone = self.brand.zone
            await self.library.refresh()
        self._choose_first()
        self.session.compare_with_list()

    def _choose_first(self) -> None:
        wanted = self.session.wanted
        shown = self.list.list.rows
        if self.session.draft is not None:
            return
        if wanted in self.library.rows:
            self.open_record(wanted)
        elif not wanted and not self.panes.detached and shown.rowCount():
            self.open_record(shown.at(0).id)

    def open_record(self, record_id: str) -> None:
        self._begin_to_open(record_id, self.session.open(record_id))

    def open_mention(self, record_id: str, mention: Mention) -> None:
        self._begin_to_open(record_id, open_mention(self.session, record_id, mention))

    def _begin_to_open(self, record_id: str, opening: Coroutine[Any, Any, None]) -> None:
        self.library.user_acted()
        # At once: a list that comes in meanwhile must not choose another page.
        self.session.wanted = record_id
        self.tasks.latest("open", opening)

    def _opened(self, record_id: str) -> None:
        self.list.mark_open(record_id)
        self.preview.forget_choices()
        self.middle.setCurrentWidget(self.editor if record_id else self.nothing)
        self.panes.arrange()
        self._show_buttons()

    def _show_preview(self) -> None:
        texts = {name: self.editor.source(name) for name, *_rest in SOURCES}
        self.preview.show_page(texts["html"], texts["css"], self.editor.analysis.blocks)

    def _show_buttons(self) -> None:
        draft, published = self.session.draft, self.session.status == "published"
        if draft is not None:
            publish, changes, live = PUBLISH_WORDS
            is_live = published and not draft.is_dirty
            self.publish_button.setText(live if is_live else changes if published else publish)
            self.declared.show_state()
        self.titled.emit(self.session.title)

    def _open_ids(self) -> tuple[str, ...]:
        return (self.session.record_id,) if self.session.draft is not None else ()

    def _open_more(self) -> None:
        """What is done less often with the open page."""
        if self.session.draft is None:
            return
        menu = passing_menu(self)
        self._fill(Place.RECORD_MENU, menu, self._open_ids())
        pop_up_below(menu, self.more_button)

    def _fill(self, place: Place, menu: QMenu, ids: Sequence[str]) -> None:
        self.declared.fill(menu, place, ids)

    # Writing

    def save(self, *, publish: bool = False) -> None:
        if self.session.draft is not None:
            self.tasks.start(self.save_flow.save("published" if publish else None))

    def new(self) -> None:
        self.tasks.latest("new", self.actions_on_pages.begin_new())

    def first_list(self) -> QWidget:
        return self.list.list

    def seek(self) -> None:
        if self.editor.isAncestorOf(self.focusWidget() or self) and self.session.draft:
            self.editor.seek()
        else:
            self.list.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.list.search.selectAll()

    def back(self) -> None:
        if self.panes.detached:
            self.editor.focus_source()
            return
        self.panes.show_list()
        self.list.list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _changed_elsewhere(self, change: Change) -> None:
        if change.part == "pages" and change.source is not self:
            self.refresh()

    def _connection_changed(self) -> None:
        self.session.show_rights()
        self.editor.refresh()
        # Whoever shows who writes here is told by what ends with the panel; the brand goes on.
        self.session.lock.changed.emit()
        self._show_buttons()
        if self.workspace.connection_state == ONLINE:
            self.refresh()

    # The frame

    def top_actions(self) -> QWidget | None:
        return self.buttons if self.session.draft is not None else None

    def commands(self) -> tuple[Command, ...]:
        return tuple(self.declared.commands())

    def refused(self) -> tuple[Command, ...]:
        return tuple(self.declared.refused())

    def next_steps(self, text: str) -> tuple[Command, ...]:
        return (
            Command(
                _("Search all pages for “{text}”").format(text=text),
                lambda: self.search_replace.search_for(text),
                "",
                "search",
            ),
            Command(_("New page"), self.new, "Ctrl+N", "file-plus"),
        )

    def shortcuts(self) -> tuple[KeysLine, ...]:
        return (
            *self.declared.keys_lines(),
            ("Enter", _("Open the selected page")),
            ("Del", _("Delete the selected pages")),
            ("Ctrl+F", _("Search the list, or the source while you write")),
            (TAB_MODE_KEYS, TAB_MODE_WORDS),
            ("Alt+Up, Alt+Down", _("Move a variant of a split test")),
            ("F2", _("Rename a variant")),
        )

    async def settle(self) -> None:
        await self.editor.settled()
        await self.session.drafts.save_now()
        await self.session.versions.left(self.session.record_id, self.session.draft)

    def unkept(self) -> tuple[str, ...]:
        return () if self.session.is_kept else (self.session.title,)

    def leave(self) -> None:
        self.session.lock.release()
        for feature in self.features:
            feature.end()

    def state(self) -> dict[str, Any]:
        return {
            "open": self.session.wanted,
            "tab": self.editor.tabs.current(),
            "sizes": self.split.sizes(),
            "width": self.preview.widths.current(),
            "preview": self.panes.choices(),
            "wrap": self.editor.wraps,
            "sort": self.list.query.sort,
            "descending": self.list.query.descending,
        }

    def restore(self, state: dict[str, Any]) -> None:
        self.session.wanted = str(state.get("open") or "")
        self.panes.detached = state.get("detached") is True
        self.editor.tabs.choose(str(state.get("tab") or "html"))
        self.preview.widths.choose(str(state.get("width") or "phone"))
        self.panes.restore(state.get("preview"))
        self.editor.wrap(state.get("wrap") is True)
        sizes = state.get("sizes")
        if isinstance(sizes, list) and len(sizes) == 3 and all(map(_is_size, sizes)):
            self.split.setSizes(sizes)
        descending = state.get("descending") is True
        self.list.sort(str(state.get("sort") or "updated"), descending=descending)

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        self.panes.arrange()


def _is_size(value: object) -> bool:
    return type(value) is int and 0 < value < 100_000


def _address(page: Mapping[str, Any]) -> str:
    return f"/{page.get('slug') or ''}"
