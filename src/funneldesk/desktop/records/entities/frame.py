"""Frame of a section with several entities: which one is shown, and as what."""

import asyncio
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, Segments, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.folding_choices import FoldingSegments
from funneldesk.desktop.kit.tasks import end_under, once_done
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.board.panel import BoardPanel
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.records.entities.host import TABLE, EntityHost, EntityPage, EntityWords
from funneldesk.desktop.records.entities.hosted import HostedPanel
from funneldesk.desktop.records.entities.schema import Entity, EntitySchema
from funneldesk.desktop.records.staging.removed_fields import tell_removed, typed_in_removed
from funneldesk.desktop.records.views.view_links import view_of
from funneldesk.desktop.sections.actions import Action, Actions, Ids
from funneldesk.desktop.sections.first_load import FirstLoad
from funneldesk.desktop.sections.operations import operation, optional
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import ONLINE, Workspace

EDITING = (EditedPanel, BoardPanel)
"""Pages on which a record can be open."""
SETUP = "setup"
Place = tuple[int, str]
"""An entity and the key of a page."""
E = TypeVar("E", bound=Entity)
H = TypeVar("H", bound=EntityHost[Any])


class EntityPanel(HostedPanel, Generic[E, H]):
    """Hosts a page for each entity and view; what a panel is asked goes on to the one shown.

    A section says in ``pages_of`` and ``words`` what there is, and makes a host for each entity.
    """

    part: ClassVar[str]
    words: ClassVar[EntityWords]

    def __init__(self, workspace: Workspace, schema: EntitySchema[E]) -> None:
        super().__init__(workspace)
        self.schema = schema
        self.entity_id = 0
        self.declared_pages = self.pages_of()
        self.page_key = self.declared_pages[0].key
        self.pages: dict[Place, Panel] = {}
        self.hosts: dict[int, H] = {}
        self._made_of: dict[Place, Any] = {}
        self._states: dict[str, Any] = {}
        self._is_behind = False
        self._following = asyncio.Lock()
        self._build()
        workspace.connection_changed.connect(self._connection_changed)
        self.declared_actions = Actions(workspace, self._declare(), tuple)
        self.declared_actions.bind(self)
        self.schema.changed.connect(self._schema_changed)

    def _schema_changed(self) -> None:
        self.tasks.start(self._follow_schema())

    # What a section says

    def pages_of(self) -> tuple[EntityPage[H], ...]:
        """The pages, the first one first."""
        raise NotImplementedError

    def make_host(self, entity_id: int) -> H:
        """What the pages of an entity share."""
        raise NotImplementedError

    def named(self, entity: E) -> str:
        """An entity in the choice of one ("Deals")."""
        raise NotImplementedError

    def one_of(self, entity: E) -> str:
        """One record of an entity ("Deal"), as the button for a new one says it."""
        raise NotImplementedError

    async def entity_of(self, record_id: str) -> int:
        """Of which entity a record is that this computer does not know; 0 where there is none."""
        return 0

    def beside_choice(self) -> tuple[QWidget, ...]:
        """What else stands beside the choice of the entity."""
        return ()

    # Building

    def _build(self) -> None:
        words = self.words
        self.entities = FoldingSegments(words.entity)
        self.entities.chosen.connect(lambda key: self.show_entity(int(key)))
        self.switch = Segments("tab", spacing=0)
        self.switch.set_choices([(each.key, each.title, "") for each in self.declared_pages])
        self.switch.chosen.connect(lambda key: self.show_page(key))
        self.head = surface("surface")
        inner = row(self.entities, *self.beside_choice(), None, spacing=12, margins=(10, 6, 10, 0))
        inner.addWidget(self.switch)
        self.head.setLayout(inner)
        self.reading = FirstLoad(self.workspace, words.units)
        title, sentence, first = words.first
        set_up = Button(first, kind="primary", on_click=lambda: self.show_page(SETUP))
        self.nothing = EmptyState(words.icon, title, sentence, set_up)
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
                f"{self.part}.show-{page.key}",
                _("Show as: {view}").format(view=page.title),
                partial(self._show_as, page.key),
                page.icon,
                offered=lambda *_: self.entity_id != 0,
            )
            for page in self.declared_pages
        )
        return tuple(views)

    # What is shown

    @property
    def page(self) -> Panel | None:
        return self.pages.get((self.entity_id, self.page_key))

    @property
    def host(self) -> H:
        """What the pages of the entity share that is shown."""
        if self.entity_id not in self.hosts:
            host = self.make_host(self.entity_id)
            host.asked_for_page.connect(self.show_page)
            host.asked_for_entry.connect(self.open_record)
            host.asked_for_new.connect(self.new)
            host.asked_for_entity.connect(self.show_entity)
            self.hosts[self.entity_id] = host
        return self.hosts[self.entity_id]

    def show_entity(self, entity_id: int) -> None:
        """Show the records of another entity."""
        self.entity_id = entity_id
        self._show()

    def _show_as(self, key: str, _ids: Ids) -> None:
        self.show_page(key)

    def show_page(self, key: str) -> None:
        """Show the entity in another way; one that is not there shows the table."""
        known = {each.key for each in self.declared_pages}
        self.page_key = key if key in known else TABLE
        self._show()

    def _page_declared(self, key: str) -> EntityPage[H]:
        return next(each for each in self.declared_pages if each.key == key)

    def _show(self) -> None:
        known = [each.id for each in self.schema.entities]
        if self.entity_id not in known:
            self.entity_id = next(iter(known), 0)
        self.head.setVisible(bool(known))
        declared = self._page_declared(self.page_key)
        if not self.schema.is_known or not (known or declared.without_entity):
            self.stack.setCurrentWidget(self.nothing if self.schema.is_known else self.reading)
            return
        self._name(declared)
        page = self.page or self._make(declared)
        self.stack.setCurrentWidget(page)
        self._titled(page, "")
        self._take_over(page)

    def _name(self, declared: EntityPage[H]) -> None:
        entities = self.schema.entities
        self.entities.set_choices([(str(e.id), self.named(e), "") for e in entities])
        self.entities.choose(str(self.entity_id))
        self.switch.choose(self.page_key)
        entity = self.schema.entity(self.entity_id)
        singular = self.one_of(entity) if entity is not None else ""
        self.new_button.setText(singular.replace("&", "&&"))
        self.new_button.setAccessibleName(_("New {record}").format(record=singular))
        self.page_named(declared)

    def page_named(self, declared: EntityPage[H]) -> None:
        """Another page, or another entity, is shown."""

    def _make(self, declared: EntityPage[H]) -> Panel:
        place = self.entity_id, declared.key
        page = declared.make(self.host)
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

    def _titled(self, page: Panel, crumb: str) -> None:
        entity = self.schema.entity(self.entity_id)
        if page is self.page and entity is not None:
            named = self.named(entity)
            self.titled.emit(f"{named} · {crumb}" if crumb else named)

    # Reading

    async def load(self) -> None:
        await self.schema.recall()
        self._show()
        key = f"{self.part}/schema"
        with operation(self.workspace, self.words.reading, key, retry=self.refresh) as asked:
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

    async def _follow_schema(self) -> None:
        """Pages of an entity that is another now are made anew; what waits in them is kept."""
        async with self._following:  # it may change once more before what waits is kept
            for place, page in list(self.pages.items()):
                follows = self._page_declared(place[1]).follows
                if follows and (not place[0] or self.schema.entity(place[0]) is not None):
                    continue
                if self._made_of[place] is not self._stamp(place[0]):
                    await self._let_go(place, page)
            self._show()

    async def _let_go(self, place: Place, page: Panel) -> None:
        await page.settle()
        if isinstance(page, EDITING):
            await self._tell_removed(place[0], page)
            await page.settle()
        self._states[f"{place[0]}/{place[1]}"] = page.state()
        self._drop(place)

    async def _tell_removed(self, entity_id: int, page: EditedPanel | BoardPanel) -> None:
        if self.schema.entity(entity_id) is not None:
            fresh = self.schema.section(entity_id).edited
            fields = fresh.draft.declared if fresh is not None else page.kind.draft.declared
            staging = page.staging if isinstance(page, EditedPanel) else None
            cells = staging.staged.cells if staging is not None else {}
            lines = await typed_in_removed(self.workspace, page.kind, cells, fields)
            tell_removed(self.workspace, page.kind.part, lines)

    def _drop(self, place: Place) -> None:
        page = self.pages.pop(place)
        self.stack.removeWidget(page)
        page.leave()
        page.hide()
        once_done(end_under(page), page.deleteLater)

    # Going to a record

    def open_record(self, record_id: str) -> None:
        if record_id:
            self.tasks.latest("go", self._go(record_id))
        elif self.page is not None:
            self.page.open_record("")

    async def _go(self, record_id: str) -> None:
        """Open a record whatever its entity is."""
        await self.schema.recall()
        if not self.schema.is_known:
            with optional():
                await self.schema.learn()
        entity_id = await self._entity_of(record_id)
        if entity_id:
            self.entity_id, self.page_key = entity_id, TABLE
            self._show()
            if isinstance(self.page, EditedPanel):
                self.page.open_record(record_id)

    async def _entity_of(self, record_id: str) -> int:
        """Of which entity a record is: as this computer knows, else as the server says."""
        store = self.workspace.store
        for entity in self.schema.entities:
            part = self.schema.part_of(entity.id)
            if await store.summaries(part, [record_id]) or await store.draft(part, record_id):
                return entity.id
        return await self.entity_of(record_id)

    def open_view(self, link: str) -> None:
        found = view_of(link)
        entity_id = found[0].partition("/")[2] if found is not None else ""
        if entity_id.isdecimal() and self.schema.entity(int(entity_id)) is not None:
            self.entity_id, self.page_key = int(entity_id), TABLE
            self._show()
            if self.page is not None:
                self.page.open_view(link)

    def new(self) -> None:
        if not self._page_declared(self.page_key).shows_entries:
            self.show_page(TABLE)
        super().new()

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is read, here and in the page."""
        page = self.page
        busy = self.tasks.is_busy or not self.schema.is_known
        return not busy and (not isinstance(page, EDITING) or page.is_quiet)

    # The frame

    def top_actions(self) -> QWidget | None:
        return self.top if self.entity_id else None

    def hosted(self) -> tuple[Panel, ...]:
        return tuple(self.pages.values())

    def state(self) -> dict[str, Any]:
        pages = {f"{entity}/{key}": page.state() for (entity, key), page in self.pages.items()}
        opened = self.page.state().get("open", "") if self.page is not None else ""
        return {
            "entity": self.entity_id,
            "page": self.page_key,
            "pages": self._states | pages,
            "open": opened,
        }

    def restore(self, state: dict[str, Any]) -> None:
        entity, key, pages = state.get("entity"), state.get("page"), state.get("pages")
        self.entity_id = entity if isinstance(entity, int) else 0
        known = {each.key for each in self.declared_pages}
        self.page_key = key if key in known else self.page_key
        self._states = dict(pages) if isinstance(pages, dict) else {}
        if not self._states and state.get("open"):
            self.open_record(str(state["open"]))
