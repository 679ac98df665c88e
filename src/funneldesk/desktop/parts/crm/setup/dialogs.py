"""Dialogs of the set-up: an entity with its preset, a pipeline, a stage, a field."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.contract.crm import CrmEntity, CrmField, CrmPipeline, CrmPreset, CrmStage
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.setup.forms import (
    at_form,
    entity_groups,
    entity_values,
    field_body,
    field_groups,
    field_values,
    pipeline_groups,
    stage_groups,
)
from funneldesk.desktop.parts.crm.setup.types import type_loss
from funneldesk.desktop.parts.crm.setup.writes import SetupWrites
from funneldesk.desktop.records.schema.form_dialog import FormDialog, Send
from funneldesk.desktop.records.schema.names import key_of, options_loss, options_of, slug_of

MEMORY = "crm.setup"
ENTITY_HEIGHT, FIELD_HEIGHT, SMALL_HEIGHT, NAME_HEIGHT = 430, 460, 190, 120
FIRST_STAGE_COLOR = "#64748b"


class EntityDialog(FormDialog):
    """An entity; a new one begins with a preset, which is described while it is chosen."""

    def __init__(
        self,
        parent: QWidget,
        writes: SetupWrites,
        entity: CrmEntity | None = None,
        presets: Collection[CrmPreset] = (),
        preset: str = "",
    ) -> None:
        taken = {each.slug for each in writes.schema.entities if each is not entity}
        self._taken, self._presets = taken, {each.key: each for each in presets}
        self._own_slug, self._own_name = entity is not None, entity is not None
        self.made: CrmEntity | None = None

        async def send(values: dict[str, Any]) -> None:
            if entity is not None:
                await writes.update_entity(entity, values)
            else:
                self.made = await writes.create_entity(values)

        first = preset or next(iter(self._presets), "")
        super().__init__(
            parent,
            writes.workspace,
            _("Edit “{name}”").format(name=entity.name) if entity else _("New entity"),
            entity_groups(taken, None if entity else presets),
            values=entity_values(entity) if entity else {"preset": first},
            memory=f"{MEMORY}.entity.{entity.id if entity else 'new'}",
            action=_("Save entity") if entity else _("Create entity"),
            send=send,
            height=ENTITY_HEIGHT,
        )
        if entity is None:
            self.follow("preset")

    def follow(self, name: str) -> None:
        self._own_slug = self._own_slug or name == "slug"
        self._own_name = self._own_name or name == "name"
        chosen = self._presets.get(str(self.form.value("preset"))) if self._presets else None
        if name == "preset" and self._presets:
            brings = _(
                "{description} It brings a pipeline with stages, and fields: all of it can "
                "be changed afterwards."
            )
            empty = _("Without pipelines and fields: you add them afterwards.")
            described = brings.format(description=chosen.description) if chosen else empty
            self.form.set_hint("preset", described)
            if not self._own_name:
                self.form.row("name").set_value(chosen.label if chosen else "")
        if not self._own_slug and name in ("name", "preset"):
            slug = slug_of(str(self.form.value("name")), self._taken)
            self.form.row("slug").set_value(slug)


class FieldDialog(FormDialog):
    """A field; says what another type or fewer options do to values that are there."""

    def __init__(
        self, parent: QWidget, writes: SetupWrites, entity: CrmEntity, field: CrmField | None = None
    ) -> None:
        self._taken = {each.key for each in entity.fields or () if each is not field}
        self._field, self._own_key = field, field is not None

        async def send(values: dict[str, Any]) -> None:
            body = field_body(values, field)
            if field is not None:
                await writes.update_field(field, body)
            else:
                await writes.create_field(entity, body)

        super().__init__(
            parent,
            writes.workspace,
            _("Edit “{name}”").format(name=field.name) if field else _("New field"),
            field_groups(self._taken),
            values=field_values(field or CrmField(id=0)),
            memory=f"{MEMORY}.field.{field.id if field else f'new.{entity.id}'}",
            action=_("Save field") if field else _("Create field"),
            send=send,
            height=FIELD_HEIGHT,
        )

    def follow(self, name: str) -> None:
        self._own_key = self._own_key or name == "key"
        if name == "name" and not self._own_key:
            self.form.row("key").set_value(key_of(str(self.form.value("name")), self._taken))
        if self._field is not None and name == "type":
            self.form.set_hint("type", type_loss(self._field.type, str(self.form.value("type"))))
        if self._field is not None and name == "options":
            left = options_of(str(self.form.value("options")))
            self.form.set_hint("options", options_loss(self._field.options or (), left))

    def at_fields(self, errors: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
        return {at_form(path): messages for path, messages in errors.items()}


def stage_dialog(
    parent: QWidget, writes: SetupWrites, pipeline: CrmPipeline, stage: CrmStage | None = None
) -> FormDialog:
    """A stage of a pipeline."""

    async def send(values: dict[str, Any]) -> None:
        if stage is not None:
            await writes.update_stage(stage, values)
        else:
            await writes.create_stage(pipeline, values)

    return _small(
        parent,
        writes,
        (_("Edit “{name}”").format(name=stage.name), _("Save stage"))
        if stage
        else (_("New stage in “{name}”").format(name=pipeline.name), _("Create stage")),
        {"name": stage.name, "color": stage.color or ""} if stage else {"color": FIRST_STAGE_COLOR},
        f"{MEMORY}.stage.{stage.id if stage else f'new.{pipeline.id}'}",
        send,
    )


def pipeline_dialog(
    parent: QWidget, writes: SetupWrites, entity: CrmEntity, pipeline: CrmPipeline | None = None
) -> FormDialog:
    """A pipeline of an entity."""

    async def send(values: dict[str, Any]) -> None:
        name = str(values["name"]).strip()
        if pipeline is not None:
            await writes.rename_pipeline(pipeline, name)
        else:
            await writes.create_pipeline(entity, name)

    return _small(
        parent,
        writes,
        (_("Rename “{name}”").format(name=pipeline.name), _("Rename pipeline"))
        if pipeline
        else (_("New pipeline"), _("Create pipeline")),
        {"name": pipeline.name if pipeline else ""},
        f"{MEMORY}.pipeline.{pipeline.id if pipeline else f'new.{entity.id}'}",
        send,
    )


def _small(
    parent: QWidget,
    writes: SetupWrites,
    words: tuple[str, str],
    values: Mapping[str, Any],
    memory: str,
    send: Send,
) -> FormDialog:
    has_color = "color" in values
    return FormDialog(
        parent,
        writes.workspace,
        words[0],
        stage_groups() if has_color else pipeline_groups(),
        values=values,
        memory=memory,
        action=words[1],
        send=send,
        height=SMALL_HEIGHT if has_color else NAME_HEIGHT,
    )
