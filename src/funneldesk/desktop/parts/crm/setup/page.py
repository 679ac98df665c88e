"""Page that sets an entity up: its words, its pipelines with their stages, its fields."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial

from funneldesk.contract.crm import CrmEntity, CrmField, CrmPipeline, CrmPreset, CrmStage
from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.lists.ordered_list import OrderedRow
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
    may_delete_pipeline,
    may_delete_stage,
    values_of,
)
from funneldesk.desktop.parts.crm.setup.pipeline_card import PipelineCard
from funneldesk.desktop.parts.crm.setup.types import TYPE_TITLES
from funneldesk.desktop.parts.crm.setup.writes import PART, SetupWrites
from funneldesk.desktop.records.schema.field_loss import may_delete_field
from funneldesk.desktop.records.schema.grouped_page import GroupedSchemaPage
from funneldesk.desktop.records.schema.ordered_card import CardWords
from funneldesk.desktop.records.schema.page import SchemaWords, moved_one
from funneldesk.desktop.sections.actions import Action
from funneldesk.desktop.sections.operations import operation, optional
from funneldesk.desktop.sections.panel import KeysLine

NEW_PIPELINE = _("New pipeline…")
WORDS = SchemaWords(
    "square-kanban",
    beside=_("Pipelines and stages"),
    fields=_("Fields"),
    of_fields=CardWords(
        _("Fields"), _("No field yet: entries have a title only."), _("New field…")
    ),
    first=(
        _("Set up your first entity"),
        _("Leads, contacts, deals: begin with a preset, and change what you like."),
    ),
    edit=_("Edit entity…"),
    remove=_("Delete entity…"),
    add=_("New entity…"),
)


class SetupPage(GroupedSchemaPage[PipelineCard]):
    """Follows the schema by itself: what it shows stays where the user is while it changes."""

    def __init__(self, host: CrmHost) -> None:
        self.host, self.schema = host, host.schema
        self.writes = SetupWrites(host.workspace)
        self.counts: dict[int, int] = {}
        super().__init__(host.workspace, PART, WORDS, NEW_PIPELINE)
        self.fields.moved.connect(
            lambda ids: self.do(_("Moving the field"), self._order_fields(ids))
        )
        self.fields.opened.connect(self._edit_field)
        self.fields.removal_asked.connect(self._delete_field)
        self.schema.changed.connect(self.show_schema)
        self.show_schema()

    def buttons(self) -> Mapping[Button, str]:
        return {
            self.edit: "edit-entity",
            self.remove: "delete-entity",
            self.add: "new-entity",
            self.first: "new-entity",
            self.add_group: "new-pipeline",
            self.field_card.add: "new-field",
        }

    def declare(self) -> Sequence[Action]:
        def needs_entity() -> str:
            return "" if self.entity is not None else _("Make an entity first.")

        return (
            self.action("new-entity", WORDS.add, self._new_entity, str),
            self.action("edit-entity", WORDS.edit, self._edit_entity, needs_entity),
            self.action("delete-entity", WORDS.remove, self._delete_entity, needs_entity),
            self.action("new-pipeline", NEW_PIPELINE, self._new_pipeline, needs_entity),
            self.action("new-field", _("New field…"), self._new_field, needs_entity),
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

    def show_schema(self) -> None:
        entity = self.entity
        if entity is not None:
            lines = {line.id: line for line in entity.pipelines or ()}
            self.show_groups(list(lines), lambda key: self._card(lines[key]))
            for key, line in lines.items():
                self.groups[key].show_pipeline(line)
            self._show_stages()
            self.field_card.show_rows([_field_row(field) for field in entity.fields or ()])
        name = (entity.plural_name or entity.name) if entity is not None else ""
        words = f"{entity.name} · {entity.slug}" if entity is not None else ""
        self.show_whole(name, words, is_known=entity is not None)

    def _show_stages(self) -> None:
        for card in self.groups.values():
            card.show_counts(self.counts)

    def _card(self, line: CrmPipeline) -> PipelineCard:
        card = PipelineCard(line)
        card.stages.moved.connect(
            lambda ids: self.do(_("Moving the stage"), self.writes.order_stages([*map(int, ids)]))
        )
        card.stages.renamed.connect(
            lambda key, name: self.do(
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

    async def _order_fields(self, ids: list[str]) -> None:
        entity = self.entity
        known = [str(each.id) for each in entity.fields or ()] if entity is not None else []
        field = self._field(moved := moved_one(known, ids))
        if field is not None:
            await self.writes.update_field(field, {"position": ids.index(moved)})

    def _new_entity(self) -> None:
        self.tasks.latest("entity", self._make_entity())

    async def _make_entity(self) -> None:
        presets: list[CrmPreset] = []
        doing = _("Reading the presets")
        with operation(self.workspace, doing, self.notice, progress=self.progress.set_on):
            presets = await self.workspace.run(lambda api: api.crm.list_presets())
        dialog = EntityDialog(self, self.writes, None, presets)
        if await dialog.ask() and dialog.made is not None:
            self.host.choose_entity(dialog.made.id)

    def _edit_entity(self) -> None:
        if self.entity is not None:
            self.ask(EntityDialog(self, self.writes, self.entity).ask())

    def _delete_entity(self) -> None:
        if self.entity is not None:
            self.tasks.latest("delete", self._gone_entity(self.entity))

    async def _gone_entity(self, entity: CrmEntity) -> None:
        if await may_delete_entity(self, self.workspace, entity):
            call = self.writes.delete(lambda api: api.crm.delete_entity(entity.id))
            await self.done(_("Deleting the entity"), call)

    def _new_pipeline(self) -> None:
        if self.entity is not None:
            self.ask(pipeline_dialog(self, self.writes, self.entity).ask())

    def _rename_pipeline(self, line: CrmPipeline) -> None:
        if self.entity is not None:
            self.ask(pipeline_dialog(self, self.writes, self.entity, line).ask())

    def _new_field(self) -> None:
        if self.entity is not None:
            self.ask(FieldDialog(self, self.writes, self.entity).ask())

    def _edit_field(self, key: str) -> None:
        field = self._field(key)
        if self.entity is not None and field is not None and not self.is_locked:
            self.ask(FieldDialog(self, self.writes, self.entity, field).ask())

    def _edit_stage(self, card: PipelineCard, stage: CrmStage | None) -> None:
        if not self.is_locked:
            self.ask(stage_dialog(self, self.writes, card.pipeline, stage).ask())

    def _delete_stage(self, stage: CrmStage) -> None:
        async def gone(entity: CrmEntity) -> None:
            if await may_delete_stage(self, self.workspace, entity, stage):
                call = self.writes.delete(lambda api: api.crm.delete_stage(stage.id))
                await self.done(_("Deleting the stage"), call)

        if self.entity is not None:
            self.tasks.latest("delete", gone(self.entity))

    def _delete_pipeline(self, line: CrmPipeline) -> None:
        async def gone(entity: CrmEntity) -> None:
            if await may_delete_pipeline(self, self.workspace, entity, line):
                call = self.writes.delete(lambda api: api.crm.delete_pipeline(line.id))
                await self.done(_("Deleting the pipeline"), call)

        if self.entity is not None:
            self.tasks.latest("delete", gone(self.entity))

    def _delete_field(self, key: str) -> None:
        async def gone(field: CrmField) -> None:
            if await may_delete_field(self, self.workspace, field.name, values_of(field)):
                call = self.writes.delete(lambda api: api.crm.delete_field(field.id))
                await self.done(_("Deleting the field"), call)

        field = self._field(key)
        if field is not None:
            self.tasks.latest("delete", gone(field))

    def _field(self, key: str) -> CrmField | None:
        fields = self.entity.fields or () if self.entity is not None else ()
        return next((each for each in fields if str(each.id) == key), None)

    # The frame

    def shortcuts(self) -> tuple[KeysLine, ...]:
        return (
            ("Alt+Up, Alt+Down", _("Move a stage or a field")),
            ("F2", _("Rename a stage")),
            ("Del", _("Delete a stage or a field…")),
        )


def _field_row(field: CrmField) -> OrderedRow:
    kind = TYPE_TITLES.get(field.type, field.type)
    needed = _("required") if field.required else ""
    told = " · ".join(filter(None, (field.key, needed)))
    return OrderedRow(str(field.id), field.name or field.key, told, kind)


def setup_page(host: CrmHost) -> SetupPage:
    """The set-up of a host's entity."""
    return SetupPage(host)
