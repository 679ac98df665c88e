"""Frame of analytics: its pages, with range, comparison and filters for all of them."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.desktop.insight.brand_insight import BrandInsight
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.insight.scope_bar import ScopeBar
from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Segments, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.kit.controls.stale_cover import StaleCover
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.analytics.boards.page import boards_page
from funneldesk.desktop.parts.analytics.explore.page import explore_page
from funneldesk.desktop.parts.analytics.overview.page import overview_page
from funneldesk.desktop.parts.analytics.page import AnalyticsPage, Desk, PageSpec
from funneldesk.desktop.parts.analytics.reports.page import reports_page
from funneldesk.desktop.sections.actions import Action, Actions
from funneldesk.desktop.sections.first_load import FirstLoad
from funneldesk.desktop.sections.panel import Command, KeysLine, Panel
from funneldesk.desktop.workspace.workspace import ONLINE, Workspace

PAGES: tuple[PageSpec, ...] = (
    PageSpec("overview", _("Overview"), "chart-line", overview_page),
    PageSpec("explore", _("Explore"), "search", explore_page),
    PageSpec("reports", _("Reports"), "list", reports_page),
    PageSpec("boards", _("Boards"), "layout-grid", boards_page),
)


class AnalyticsPanel(Panel):
    """Makes a page when it is first shown; one that is not shown asks for nothing."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.desk = Desk(workspace, self)
        self.insight: BrandInsight = self.desk.insight
        self.pages: dict[str, AnalyticsPage] = {}
        self.page_key = PAGES[0].key
        self._states: dict[str, Mapping[str, Any]] = {}
        self._actions: dict[str, Actions] = {}
        self._build()
        self.declared_actions = Actions(workspace, self._declare(), tuple)
        self.declared_actions.bind(self)
        self.insight.changed.connect(self._insight_changed)
        self.desk.scope_changed.connect(self._scope_changed)
        self.desk.asked_for_page.connect(self.show_page)
        self.bar.changed.connect(self.desk.choose)
        workspace.connection_changed.connect(self._connection_changed)

    def _build(self) -> None:
        self.switch = Segments("tab", spacing=0)
        self.switch.set_choices([(each.key, each.title, "") for each in PAGES])
        self.switch.chosen.connect(self.show_page)
        self.bar = ScopeBar(self.insight, self.desk.filters)
        self.age = Label("", size="small", tone="muted")
        self.bar.line.addStretch(1)
        self.bar.line.addWidget(self.age)
        self.head = surface("top")
        inner = column(spacing=8, margins=(16, 4, 16, 8))
        first = row(self.switch, None, spacing=8)
        inner.addLayout(first)
        inner.addWidget(self.bar)
        self.head.setLayout(inner)
        self.switch.setVisible(len(PAGES) > 1)
        self.progress = ProgressLine()
        self.trouble = Banner(_("Try again"))
        self.trouble.pressed.connect(self.refresh)
        self.reading = FirstLoad(self.workspace, _("figures"))
        self.stack = QStackedWidget()
        self.stack.addWidget(self.reading)
        self.setLayout(column(self.head, self.progress, self.trouble, self.stack, spacing=0))
        self.cover = StaleCover(self.stack, self)

    def _declare(self) -> tuple[Action, ...]:
        return tuple(
            Action(
                f"analytics.show-{page.key}",
                _("Show: {page}").format(page=page.title),
                partial(self._show_named, page.key),
                page.icon,
            )
            for page in PAGES
        )

    # What is shown

    @property
    def page(self) -> AnalyticsPage | None:
        """The page that is shown, once there is something to ask."""
        return self.pages.get(self.page_key) if self.insight.is_known else None

    def _show_named(self, key: str, _ids: object) -> None:
        self.show_page(key)

    def show_page(self, key: str, state: object = None) -> None:
        """Show another page, in a state if one is given."""
        known = {each.key for each in PAGES}
        self.page_key = key if key in known else PAGES[0].key
        if isinstance(state, dict):
            self._states[self.page_key] = state
            if self.page is not None:
                self.page.restore(state)
        self._show()

    def _show(self) -> None:
        self.switch.choose(self.page_key)
        self.titled.emit(next(each.title for each in PAGES if each.key == self.page_key))
        if not self.insight.is_known:
            self.stack.setCurrentWidget(self.reading)
            self._tell()
            return
        page = self.pages.get(self.page_key) or self._make()
        self.bar.setVisible(page.has_scope)
        self.stack.setCurrentWidget(page)
        page.ask()
        self._tell()

    def _make(self) -> AnalyticsPage:
        declared = next(each for each in PAGES if each.key == self.page_key)
        page = declared.make(self.desk)
        self.pages[declared.key] = page
        self.stack.addWidget(page)
        page.state_changed.connect(self._tell)
        page.titled.connect(self.titled)
        self._actions[declared.key] = actions = Actions(self.workspace, page.declare(), tuple)
        actions.bind(page)
        page.restore(self._states.get(declared.key, {}))
        return page

    def _insight_changed(self) -> None:
        if self.isVisible() or self.pages:
            self._show()

    def _scope_changed(self) -> None:
        self.bar.show_scope(self.desk.scope)
        if self.page is not None:
            self.page.ask()
        self._tell()

    def _tell(self) -> None:
        """How old it is, whether it is read again, and what could not be read."""
        page, reader = self.page, self.insight.definitions
        problem = page.problem if page is not None else reader.problem
        reading = page.is_reading if page is not None else reader.is_reading
        self.progress.set_on(reading)
        self.cover.cover(stale=page is not None and page.is_stale, reading=reading)
        self.age.setText(self._age(reading))
        if problem is None:
            self.trouble.clear()
        else:
            self.trouble.say(problem.what, f"{problem.so_what} {problem.now_what}", problem.tone)

    def _age(self, reading: bool) -> str:
        at = self.page.read_at if self.page is not None else None
        set_tip(self.age, self.insight.formats.exact(at) if at is not None else "")
        if at is None:
            return _("reading…") if reading else ""
        clock = self.insight.formats.recent(at)
        if at.astimezone(self.insight.facts.zone).date() == self.insight.today:
            clock = self.insight.formats.clock(at)
        told = _("from {time}, refreshing") if reading else _("from {time}")
        return told.format(time=clock)

    # Reading

    async def load(self) -> None:
        await self.desk.filters.recall()
        await self.insight.learn()
        self._show()

    def refresh(self) -> None:
        self.tasks.latest("load", self._read_anew())

    async def _read_anew(self) -> None:
        await self.load()
        if self.page is not None:
            self.page.ask(anew=True)
        self._tell()

    def _connection_changed(self) -> None:
        failed = self.page is not None and self.page.problem is not None
        if self.workspace.connection_state == ONLINE and (failed or self.page is None):
            self.refresh()

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is read."""
        reading = self.page is None or self.page.is_reading
        return not (self.tasks.is_busy or reading) and self.insight.reader.is_quiet

    # The frame

    def top_actions(self) -> QWidget | None:
        return self.page.top_actions() if self.page is not None else None

    @property
    def _all_actions(self) -> tuple[Actions, ...]:
        here = self._actions.get(self.page_key)
        return (here, self.declared_actions) if here is not None else (self.declared_actions,)

    def commands(self) -> tuple[Command, ...]:
        return tuple(each for actions in self._all_actions for each in actions.commands())

    def refused(self) -> tuple[Command, ...]:
        return tuple(each for actions in self._all_actions for each in actions.refused())

    def shortcuts(self) -> tuple[KeysLine, ...]:
        return tuple(each for actions in self._all_actions for each in actions.keys_lines())

    def save(self, *, publish: bool = False) -> None:
        if self.page is not None:
            self.page.save()

    def back(self) -> None:
        if self.page is not None:
            self.page.back()

    def state(self) -> dict[str, Any]:
        pages = {key: page.state() for key, page in self.pages.items()}
        return {
            "page": self.page_key,
            "scope": self.desk.scope.state(),
            "pages": {**self._states, **pages},
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        pages = state.get("pages")
        self._states = dict(pages) if isinstance(pages, dict) else {}
        self.desk.scope = Scope.of(state.get("scope"))
        self.bar.show_scope(self.desk.scope)
        known = {each.key for each in PAGES}
        self.page_key = state["page"] if state.get("page") in known else PAGES[0].key
        self.switch.choose(self.page_key)
