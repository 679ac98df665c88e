"""Frame of CRM: which entity, and as what: board, table, reports or set-up."""

from functools import partial
from typing import Any

from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, Segments, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.folding_choices import FoldingSegments
from funneldesk.desktop.kit.tasks import end_under, once_done
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.board.page import BoardPage
from funneldesk.desktop.parts.crm.fields import named
from funneldesk.desktop.parts.crm.host import CrmHost, CrmPage
from funneldesk.desktop.parts.crm.kind import part_of
from funneldesk.desktop.parts.crm.reports.page import reports_page
from funneldesk.desktop.parts.crm.schema import Schema
from funneldesk.desktop.parts.crm.setup.page import setup_page
from funneldesk.desktop.parts.crm.table import EntriesPanel
from funneldesk.desktop.records.staging.removed_fields import tell_removed, typed_in_removed
from funneldesk.desktop.records.views.view_links import view_of
from funneldesk.desktop.sections.actions import Action, Actions, Ids
from funneldesk.desktop.sections.first_load import FirstLoad
from funneldesk.desktop.sections.operations import operation, optional
from funneldesk.desktop.sections.panel import Command, KeysLine, Panel
from funneldesk.desktop.workspace.workspace import ONLINE, Workspace

TABLE = "table"
NO_ENTRIES = ("reports", "setup")
"""Pages on which no new entry would be seen."""


def _table(host: CrmHost) -> Panel:
    entity = host.schema.entity(host.entity_id)
    if entity is None:
        raise ValueError("the table is of an entity that is known")
    return EntriesPanel(host.workspace, host.schema.section(entity.id), entity)


PAGES: tuple[CrmPage, ...] = (
    CrmPage("board", _("Board"), "square-kanban", BoardPage, by_pipeline=True),
    CrmPage(TABLE, _("Table"), "list", _table),
    CrmPage("reports", _("Reports"), "chart-line", reports_page),
    CrmPage("setup", _("Set up"), "settings", setup_page, without_entity=True, follows=True),
)
EDITING = (EntriesPanel, BoardPage)
"""Pages on which an entry can be open."""
Place = tuple[int, str]
"""An entity and the key of a page."""


class CrmPanel(Panel):
    """Hosts a page for each entity and view; what a panel is asked goes on to the one shown."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.schema = workspace.shared(Schema)
        self.entity_id = 0
        self.page_key = PAGES[0].key
        self.pages: dict[Place, Panel] = {}
        self.hosts: dict[int, CrmHost] = {}
        self._made_of: dict[Place, Any] = {}
        self._states: dict[str, Any] = {}
        self._lines: dict[str, int] = {}
        self._is_behind = False
        self._build()
        workspace.connection_changed.connect(self._connection_changed)
        self.declared_actions = Actions(workspace, self._declare(), tuple)
        self.declared_actions.bind(self)
        self.schema.changed.connect(self._schema_changed)

    def _build(self) -> None:
        self.entities = FoldingSegments(_("Entity"))
        self.entities.chosen.connect(lambda key: self.show_entity(int(key)))
        self.lines = FoldingSegments(_("Pipeline"))
        self.lines.chosen.connect(self._choose_line)
        self.switch = Segments("tab", spacing=0)
        self.switch.set_choices([(each.key, each.title, "") for each in PAGES])
        self.switch.chosen.connect(lambda key: self.show_page(key))
        self.head = surface("surface")
        inner = row(self.entities, self.lines, None, spacing=12, margins=(10, 6, 10, 0))
        inner.addWidget(self.switch)
        self.head.setLayout(inner)
        self.reading = FirstLoad(self.workspace, _("entries"))
        set_up = Button(_("Set up CRM"), kind="primary", on_click=lambda: self.show_page("setup"))
        self.nothing = EmptyState(
            "square-kanban",
            _("No entities yet"),
            _("Leads, contacts, deals: begin with a preset, and change what you like."),
            set_up,
        )
        self.stack = QStackedWidget()
        self.stack.addWidget(self.reading)
        self.stack.addWidget(self.nothing)
        self.new_button = Button(kind="primary", icon_name="plus", on_click=self.new)
        self.top = QWidget()
        self.top.setLayout(row(self.new_button, spacing=0))
        self.setLayout(column(self.head, self.stack, spacing=0))
        self.head.hide()

    def _declare(self) -> tuple[Action, ...]:
        views = (
            Action(
                f"crm.show-{page.key}",
                _("Show as: {view}").format(view=page.title),
                partial(self._show_as, page.key),
                page.icon,
                offered=lambda *_: self.entity_id != 0,
            )
            for page in PAGES
        )
        return tuple(views)

    # What is shown

    @property
    def page(self) -> Panel | None:
        """The page that is shown."""
        return self.pages.get((self.entity_id, self.page_key))

    def show_entity(self, entity_id: int) -> None:
        """Show the entries of another entity."""
        self.entity_id = entity_id
        self._show()

    def _show_as(self, key: str, _ids: Ids) -> None:
        self.show_page(key)

    def show_page(self, key: str) -> None:
        """Show the entity in another way; one that is not there shows the table."""
        known = {each.key for each in PAGES}
        self.page_key = key if key in known else TABLE
        self._show()

    def _show(self) -> None:
        known = [each.id for each in self.schema.entities]
        if self.entity_id not in known:
            self.entity_id = next(iter(known), 0)
        self.head.setVisible(bool(known))
        declared = next(each for each in PAGES if each.key == self.page_key)
        if not self.schema.is_known or not (known or declared.without_entity):
            self.stack.setCurrentWidget(self.nothing if self.schema.is_known else self.reading)
            return
        self._name(declared)
        page = self.page or self._make(declared)
        self.stack.setCurrentWidget(page)
        self._titled(page, "")
        self._take_over(page)

    def _name(self, declared: CrmPage) -> None:
        entities = self.schema.entities
        self.entities.set_choices([(str(e.id), e.plural_name or e.name, "") for e in entities])
        self.entities.choose(str(self.entity_id))
        self.switch.choose(self.page_key)
        entity = self.schema.entity(self.entity_id)
        lines = (entity.pipelines or []) if entity is not None else []
        self.lines.set_choices([(str(line.id), line.name, "") for line in lines])
        self.lines.choose(str(self._host().pipeline_id))
        self.lines.setVisible(declared.by_pipeline and len(lines) > 1)
        singular = named(entity) if entity is not None else ""
        self.new_button.setText(singular.replace("&", "&&"))
        self.new_button.setAccessibleName(_("New {record}").format(record=singular))

    def _make(self, declared: CrmPage) -> Panel:
        place = self.entity_id, declared.key
        page = declared.make(self._host())
        self.pages[place] = page
        self._made_of[place] = self._stamp(self.entity_id)
        self.stack.addWidget(page)
        page.titled.connect(lambda crumb: self._titled(page, crumb))
        page.asked_forward.connect(self.asked_forward)
        if isinstance(page, EDITING):
            page.session.opened.connect(lambda _id: self._take_over(page))
        state = self._states.get(f"{place[0]}/{place[1]}")
        page.restore(state if isinstance(state, dict) else {})
        page.refresh()
        return page

    def _take_over(self, page: Panel) -> None:
        """What another page of this window has open is written where the user is."""
        if page is not self.page or not isinstance(page, EDITING):
            return
        mine = [each.session for each in self.pages.values() if isinstance(each, EDITING)]
        lock = page.session.lock
        if not lock.may_write and any(each.session in mine for each in lock.others):
            self.tasks.start(lock.take_over())

    def _host(self) -> CrmHost:
        if self.entity_id not in self.hosts:
            host = CrmHost(self.workspace, self.entity_id, self)
            host.choose_pipeline(self._lines.get(str(self.entity_id), 0))
            host.asked_for_page.connect(self.show_page)
            host.asked_for_entry.connect(self.open_record)
            host.asked_for_new.connect(self.new)
            host.asked_for_entity.connect(self.show_entity)
            self.hosts[self.entity_id] = host
        return self.hosts[self.entity_id]

    def _choose_line(self, key: str) -> None:
        self._host().choose_pipeline(int(key))

    def _titled(self, page: Panel, crumb: str) -> None:
        entity = self.schema.entity(self.entity_id)
        if page is self.page and entity is not None:
            named = entity.plural_name or entity.name
            self.titled.emit(f"{named} · {crumb}" if crumb else named)

    # Reading

    async def load(self) -> None:
        await self.schema.recall()
        self._show()
        doing = _("Reading the set-up of CRM")
        with operation(self.workspace, doing, "crm/schema", retry=self.refresh) as asked:
            await self.schema.learn()
        self._is_behind = asked.failed
        self._show()
        if self.page is not None:
            await self.page.load()

    def _connection_changed(self) -> None:
        if self._is_behind and self.workspace.connection_state == ONLINE:
            self.refresh()

    def _stamp(self, entity_id: int) -> Any:
        known = self.schema.entity(entity_id) is not None
        return self.schema.section(entity_id) if known else None

    def _schema_changed(self) -> None:
        self.tasks.start(self._follow_schema())

    async def _follow_schema(self) -> None:
        """Pages of an entity that is another now are made anew; what waits in them is kept."""
        for place, page in list(self.pages.items()):
            follows = next(each.follows for each in PAGES if each.key == place[1])
            if follows and (not place[0] or self.schema.entity(place[0]) is not None):
                continue
            if self._made_of[place] is not self._stamp(place[0]):
                await page.settle()
                if isinstance(page, EDITING):
                    await self._tell_removed(page)
                    await page.settle()
                self._states[f"{place[0]}/{place[1]}"] = page.state()
                self._drop(place)
        self._show()

    async def _tell_removed(self, page: EntriesPanel | BoardPage) -> None:
        if self.schema.entity(page.entity.id) is not None:
            fresh = self.schema.section(page.entity.id).edited
            fields = fresh.draft.declared if fresh is not None else page.kind.draft.declared
            staging = page.staging if isinstance(page, EntriesPanel) else None
            cells = staging.staged.cells if staging is not None else {}
            lines = await typed_in_removed(self.workspace, page.kind, cells, fields)
            tell_removed(self.workspace, page.kind.part, lines)

    def _drop(self, place: Place) -> None:
        page = self.pages.pop(place)
        self.stack.removeWidget(page)
        page.leave()
        page.hide()
        once_done(end_under(page), page.deleteLater)

    # Going to an entry

    def open_record(self, record_id: str) -> None:
        if record_id:
            self.tasks.latest("go", self._go(record_id))
        elif self.page is not None:
            self.page.open_record("")

    async def _go(self, record_id: str) -> None:
        """Open an entry whatever its entity is."""
        await self.schema.recall()
        if not self.schema.is_known:
            with optional():
                await self.schema.learn()
        entity_id = await self._entity_of(record_id)
        if entity_id:
            self.entity_id, self.page_key = entity_id, TABLE
            self._show()
            if isinstance(self.page, EntriesPanel):
                self.page.open_record(record_id)

    async def _entity_of(self, record_id: str) -> int:
        """Of which entity an entry is: as this computer knows, else as the server says; 0 where
        there is none."""
        store = self.workspace.store
        for entity in self.schema.entities:
            part = part_of(entity.id)
            if await store.summaries(part, [record_id]) or await store.draft(part, record_id):
                return entity.id
        with operation(self.workspace, _("Reading this entry"), "crm/open") as asked:
            entry = await self.workspace.run(lambda api: api.crm.get_entry(record_id))
        if asked.failed:
            return 0
        return entry.crm_entity_id or 0

    def open_view(self, link: str) -> None:
        found = view_of(link)
        entity_id = found[0].partition("/")[2] if found is not None else ""
        if entity_id.isdecimal() and self.schema.entity(int(entity_id)) is not None:
            self.entity_id, self.page_key = int(entity_id), TABLE
            self._show()
            if self.page is not None:
                self.page.open_view(link)

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is read, here and in the page."""
        page = self.page
        busy = self.tasks.is_busy or not self.schema.is_known
        return not busy and (not isinstance(page, EntriesPanel | BoardPage) or page.is_quiet)

    # The frame: what the window asks goes on to the page

    def top_actions(self) -> QWidget | None:
        return self.top if self.entity_id else None

    def commands(self) -> tuple[Command, ...]:
        here = self.page.commands() if self.page is not None else ()
        return (*here, *self.declared_actions.commands())

    def refused(self) -> tuple[Command, ...]:
        return self.page.refused() if self.page is not None else ()

    def next_steps(self, text: str) -> tuple[Command, ...]:
        return self.page.next_steps(text) if self.page is not None else ()

    def shortcuts(self) -> tuple[KeysLine, ...]:
        here = self.page.shortcuts() if self.page is not None else ()
        return (*here, *self.declared_actions.keys_lines())

    def first_list(self) -> QWidget | None:
        return self.page.first_list() if self.page is not None else None

    def seek(self) -> None:
        if self.page is not None:
            self.page.seek()

    def new(self) -> None:
        if self.page_key in NO_ENTRIES:
            self.show_page(TABLE)
        if self.page is not None:
            self.page.new()

    def save(self, *, publish: bool = False) -> None:
        if self.page is not None:
            self.page.save(publish=publish)

    def back(self) -> None:
        if self.page is not None:
            self.page.back()

    async def settle(self) -> None:
        for page in list(self.pages.values()):
            await page.settle()

    def unkept(self) -> tuple[str, ...]:
        return tuple(title for page in self.pages.values() for title in page.unkept())

    def leave(self) -> None:
        for page in self.pages.values():
            page.leave()

    def state(self) -> dict[str, Any]:
        pages = {f"{entity}/{key}": page.state() for (entity, key), page in self.pages.items()}
        lines = {str(host.entity_id): host.pipeline_id for host in self.hosts.values()}
        opened = self.page.state().get("open", "") if self.page is not None else ""
        return {
            "entity": self.entity_id,
            "page": self.page_key,
            "pages": self._states | pages,
            "lines": self._lines | lines,
            "open": opened,
        }

    def restore(self, state: dict[str, Any]) -> None:
        entity, key, pages = state.get("entity"), state.get("page"), state.get("pages")
        lines = state.get("lines")
        self.entity_id = entity if isinstance(entity, int) else 0
        self.page_key = key if key in {each.key for each in PAGES} else self.page_key
        self._states = dict(pages) if isinstance(pages, dict) else {}
        known = lines if isinstance(lines, dict) else {}
        self._lines = {each: line for each, line in known.items() if isinstance(line, int)}
        if not self._states and state.get("open"):
            self.open_record(str(state["open"]))
