"""Page that sets an entity up: its words, its pipelines with their stages, its fields."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QScrollArea, QVBoxLayout, QWidget

from funneldesk.contract.crm import CrmEntity, CrmField, CrmPipeline, CrmPreset, CrmStage
from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.lists.ordered_list import OrderedList, OrderedRow
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.host import CrmHost
from funneldesk.desktop.parts.crm.setup.dialogs import (
    EntityDialog,
    FieldDialog,
    pipeline_dialog,
    stage_dialog,
)
from funneldesk.desktop.parts.crm.setup.losses import (
    entries_of,
    may_delete_entity,
    may_delete_field,
    may_delete_pipeline,
    may_delete_stage,
)
from funneldesk.desktop.parts.crm.setup.pipeline_card import PipelineCard
from funneldesk.desktop.parts.crm.setup.types import TYPE_TITLES
from funneldesk.desktop.parts.crm.setup.writes import PART, SetupWrites
from funneldesk.desktop.sections.actions import Action, Actions, Place, write_refusal
from funneldesk.desktop.sections.operations import operation, optional
from funneldesk.desktop.sections.panel import Command, KeysLine, Panel

WIDE, COLUMN = 760, 520
"""Width from which fields stand beside pipelines; the most that each of the two takes."""
NOTICE = "crm/setup"


class SetupPage(Panel):
    """Follows the schema by itself: what it shows stays where the user is while it changes."""

    def __init__(self, host: CrmHost) -> None:
        super().__init__(host.workspace)
        self.host, self.schema = host, host.schema
        self.writes = SetupWrites(host.workspace)
        self.cards: dict[int, PipelineCard] = {}
        self.counts: dict[int, int] = {}
        self._build()
        self.declared_actions = Actions(host.workspace, self._declare(), tuple)
        self.declared_actions.bind(self)
        for button, name in (
            (self.edit, "edit-entity"),
            (self.remove, "delete-entity"),
            (self.add_entity, "new-entity"),
            (self.first_entity, "new-entity"),
            (self.add_pipeline, "new-pipeline"),
            (self.add_field, "new-field"),
        ):
            self.declared_actions.show_on(button, f"crm.{name}")
        self.schema.changed.connect(self._show)
        self.workspace.connection_changed.connect(self._show_rights)
        self._show()

    def _build(self) -> None:
        self.title = ElidedLabel("", size="title")
        self.words = ElidedLabel("", size="small", tone="muted")
        self.edit = Button(_("Edit entity…"))
        self.remove = Button(kind="icon", icon_name="trash-2", name=_("Delete entity…"))
        self.add_entity = Button(_("New entity…"), icon_name="plus")
        self.first_entity = Button(_("New entity…"), kind="primary", icon_name="plus")
        self.add_pipeline = Button(_("New pipeline…"), kind="link", icon_name="plus")
        self.add_field = Button(_("New field…"), kind="link", icon_name="plus")
        self.lock, self.progress = Banner(closable=False), ProgressLine()
        self.fields = OrderedList(_("Fields"))
        self.no_fields = Label(_("No field yet: entries have a title only."), tone="muted")
        self.fields.moved.connect(
            lambda ids: self._do(_("Moving the field"), self._order_fields(ids))
        )
        self.fields.opened.connect(self._edit_field)
        self.fields.removal_asked.connect(self._delete_field)
        self.lines = QVBoxLayout()
        self.lines.setSpacing(10)
        self.nothing = EmptyState(
            "square-kanban",
            _("Set up your first entity"),
            _("Leads, contacts, deals: begin with a preset, and change what you like."),
            self.first_entity,
        )
        self._lay_out()

    def _lay_out(self) -> None:
        head = row(self.remove, self.edit, self.add_entity, spacing=6)
        head.insertLayout(0, column(self.title, self.words, spacing=2), 1)
        self.whole = QWidget()
        built = column(spacing=16, margins=(20, 16, 20, 24))
        built.addLayout(head)
        built.addLayout(self._columns())
        built.addStretch(1)
        self.whole.setLayout(built)
        scroll = QScrollArea()
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(self.whole)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for see_through in (self.whole, scroll.viewport()):
            see_through.setAutoFillBackground(False)
        self.place = scroll
        self.setLayout(column(self.progress, self.lock, scroll, self.nothing, spacing=0))

    def _columns(self) -> QBoxLayout:
        fields = surface("card")
        inside = column(self.no_fields, self.fields, spacing=6, margins=(14, 8, 8, 8))
        inside.addLayout(row(self.add_field, None))
        fields.setLayout(inside)
        left, right = QWidget(), QWidget()
        first, second = column(spacing=8), column(spacing=8)
        first.addWidget(Label(_("Pipelines and stages"), size="label"))
        first.addLayout(self.lines)
        first.addLayout(row(self.add_pipeline, None))
        second.addWidget(Label(_("Fields"), size="label"))
        second.addWidget(fields)
        for box, side in ((first, left), (second, right)):
            box.addStretch(1)
            side.setLayout(box)
            side.setMaximumWidth(COLUMN)
        self.beside = row(left, right, None, spacing=24)
        self.beside.setStretch(0, 1000)
        self.beside.setStretch(1, 1000)
        return self.beside

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        across = self.width() >= WIDE
        way = QBoxLayout.Direction.LeftToRight if across else QBoxLayout.Direction.TopToBottom
        self.beside.setDirection(way)

    def _declare(self) -> tuple[Action, ...]:
        def action(name: str, title: str, run: Callable[[], object]) -> Action:
            return Action(
                f"crm.{name}",
                title,
                lambda _ids: run(),
                places=Place.PALETTE,
                writes=PART,
                needs_connection=True,
                refusal=lambda _ids: (
                    ""
                    if name == "new-entity" or self.entity is not None
                    else _("Make an entity first.")
                ),
            )

        return (
            action("new-entity", _("New entity…"), self._new_entity),
            action("edit-entity", _("Edit entity…"), self._edit_entity),
            action("delete-entity", _("Delete entity…"), self._delete_entity),
            action("new-pipeline", _("New pipeline…"), self._new_pipeline),
            action("new-field", _("New field…"), self._new_field),
        )

    # What is shown

    @property
    def entity(self) -> CrmEntity | None:
        """The entity that is set up."""
        return self.schema.entity(self.host.entity_id)

    async def load(self) -> None:
        """How many entries each stage has, as the server counts them."""
        entity = self.entity
        if entity is None:
            return
        stages = [stage.id for line in entity.pipelines or () for stage in line.stages or ()]
        with optional():
            run, count = self.workspace.run, partial(entries_of, entity.id)
            found = await asyncio.gather(*(run(count(stage_id=each)) for each in stages))
            self.counts = dict(zip(stages, found, strict=True))
        self._show_stages()

    def _show(self) -> None:
        entity = self.entity
        self.place.setVisible(entity is not None)
        self.nothing.setVisible(entity is None)
        if entity is not None:
            self.title.setText(entity.plural_name or entity.name)
            self.words.setText(f"{entity.name} · {entity.slug}")
            self._show_pipelines(entity)
            self._show_fields(entity)
        self._show_rights()

    def _show_pipelines(self, entity: CrmEntity) -> None:
        lines = {line.id: line for line in entity.pipelines or ()}
        for gone in [key for key in self.cards if key not in lines]:
            card = self.cards.pop(gone)
            self.lines.removeWidget(card)
            card.hide()
            card.deleteLater()
        for key, line in lines.items():
            if key not in self.cards:
                self.cards[key] = self._card(line)
                self.lines.addWidget(self.cards[key])
            self.cards[key].show_pipeline(line)
        self._show_stages()

    def _show_stages(self) -> None:
        for card in self.cards.values():
            card.show_counts(self.counts)

    def _show_fields(self, entity: CrmEntity) -> None:
        def line(field: CrmField) -> OrderedRow:
            kind = TYPE_TITLES.get(field.type, field.type)
            needed = _("required") if field.required else ""
            told = " · ".join(filter(None, (field.key, needed)))
            return OrderedRow(str(field.id), field.name or field.key, told, kind)

        rows = [line(field) for field in entity.fields or ()]
        self.fields.show_rows(rows)
        self.fields.setVisible(bool(rows))
        self.no_fields.setVisible(not rows)

    def _show_rights(self) -> None:
        reason = write_refusal(self.workspace, PART)
        self.fields.set_read_only(bool(reason))
        for card in self.cards.values():
            card.set_read_only(bool(reason))
        if reason:
            self.lock.say(_("You can look at the set-up, but not change it."), reason, "info")
        else:
            self.lock.clear()
        self.declared_actions.show_state()

    def _card(self, line: CrmPipeline) -> PipelineCard:
        card = PipelineCard(line)
        card.stages.moved.connect(
            lambda ids: self._do(_("Moving the stage"), self.writes.order_stages([*map(int, ids)]))
        )
        card.stages.renamed.connect(
            lambda key, name: self._do(
                _("Renaming the stage"), self.writes.update_stage(card.stage(key), {"name": name})
            )
        )
        card.stages.opened.connect(lambda key: self._edit_stage(card, card.stage(key)))
        card.stages.removal_asked.connect(lambda key: self._delete_stage(card.stage(key)))
        card.add.clicked.connect(lambda: self._edit_stage(card, None))
        card.rename.clicked.connect(lambda: self._rename_pipeline(card.pipeline))
        card.remove.clicked.connect(lambda: self._delete_pipeline(card.pipeline))
        return card

    # What is done

    def _ask(self, asking: Awaitable[object]) -> None:
        async def asked() -> None:
            await asking
            await self.load()

        self.tasks.start(asked())

    def _do(self, doing: str, work: Awaitable[object]) -> None:
        self.tasks.start(self._done(doing, work))

    async def _done(self, doing: str, work: Awaitable[object]) -> None:
        """What was shown at once is taken back when it is refused."""
        with operation(self.workspace, doing, NOTICE, progress=self.progress.set_on) as sent:
            await work
        if sent.failed:
            self._show()

    async def _order_fields(self, ids: list[str]) -> None:
        entity = self.entity
        known = [str(each.id) for each in entity.fields or ()] if entity is not None else []
        moved = next((each for each in ids if _without(ids, each) == _without(known, each)), "")
        field = self._field(moved)
        if field is not None:
            await self.writes.update_field(field, {"position": ids.index(moved)})

    def _new_entity(self) -> None:
        self.tasks.latest("entity", self._make_entity())

    async def _make_entity(self) -> None:
        presets: list[CrmPreset] = []
        doing = _("Reading the presets")
        with operation(self.workspace, doing, NOTICE, progress=self.progress.set_on):
            presets = await self.workspace.run(lambda api: api.crm.list_presets())
        dialog = EntityDialog(self, self.writes, None, presets)
        if await dialog.ask() and dialog.made is not None:
            self.host.choose_entity(dialog.made.id)

    def _edit_entity(self) -> None:
        if self.entity is not None:
            self._ask(EntityDialog(self, self.writes, self.entity).ask())

    def _delete_entity(self) -> None:
        if self.entity is not None:
            self.tasks.latest("delete", self._gone_entity(self.entity))

    async def _gone_entity(self, entity: CrmEntity) -> None:
        if await may_delete_entity(self, self.workspace, entity):
            call = self.writes.delete(lambda api: api.crm.delete_entity(entity.id))
            await self._done(_("Deleting the entity"), call)

    def _new_pipeline(self) -> None:
        if self.entity is not None:
            self._ask(pipeline_dialog(self, self.writes, self.entity).ask())

    def _rename_pipeline(self, line: CrmPipeline) -> None:
        if self.entity is not None:
            self._ask(pipeline_dialog(self, self.writes, self.entity, line).ask())

    def _new_field(self) -> None:
        if self.entity is not None:
            self._ask(FieldDialog(self, self.writes, self.entity).ask())

    def _edit_field(self, key: str) -> None:
        field = self._field(key)
        if self.entity is not None and field is not None and not self.lock.isVisible():
            self._ask(FieldDialog(self, self.writes, self.entity, field).ask())

    def _edit_stage(self, card: PipelineCard, stage: CrmStage | None) -> None:
        if not self.lock.isVisible():
            self._ask(stage_dialog(self, self.writes, card.pipeline, stage).ask())

    def _delete_stage(self, stage: CrmStage) -> None:
        async def gone(entity: CrmEntity) -> None:
            if await may_delete_stage(self, self.workspace, entity, stage):
                call = self.writes.delete(lambda api: api.crm.delete_stage(stage.id))
                await self._done(_("Deleting the stage"), call)

        if self.entity is not None:
            self.tasks.latest("delete", gone(self.entity))

    def _delete_pipeline(self, line: CrmPipeline) -> None:
        async def gone(entity: CrmEntity) -> None:
            if await may_delete_pipeline(self, self.workspace, entity, line):
                call = self.writes.delete(lambda api: api.crm.delete_pipeline(line.id))
                await self._done(_("Deleting the pipeline"), call)

        if self.entity is not None:
            self.tasks.latest("delete", gone(self.entity))

    def _delete_field(self, key: str) -> None:
        async def gone(field: CrmField) -> None:
            if await may_delete_field(self, self.workspace, field):
                call = self.writes.delete(lambda api: api.crm.delete_field(field.id))
                await self._done(_("Deleting the field"), call)

        field = self._field(key)
        if field is not None:
            self.tasks.latest("delete", gone(field))

    def _field(self, key: str) -> CrmField | None:
        fields = self.entity.fields or () if self.entity is not None else ()
        return next((each for each in fields if str(each.id) == key), None)

    # The frame

    def commands(self) -> tuple[Command, ...]:
        return tuple(self.declared_actions.commands())

    def refused(self) -> tuple[Command, ...]:
        return tuple(self.declared_actions.refused())

    def shortcuts(self) -> tuple[KeysLine, ...]:
        return (
            ("Alt+Up, Alt+Down", _("Move a stage or a field")),
            ("F2", _("Rename a stage")),
            ("Del", _("Delete a stage or a field…")),
        )


def _without(ids: list[str], one: str) -> list[str]:
    return [each for each in ids if each != one]


def setup_page(host: CrmHost) -> SetupPage:
    """The set-up of a host's entity."""
    return SetupPage(host)
