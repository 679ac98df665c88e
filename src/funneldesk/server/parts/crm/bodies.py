"""CRM records as the document shows them (quirk 45)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.contract.email_addresses import email_key
from funneldesk.server.parts.crm.fields import FieldStore
from funneldesk.server.parts.crm.pipelines import PipelineStore
from funneldesk.server.parts.crm.tables import (
    CrmEntityRow,
    CrmEntryRow,
    CrmFieldRow,
    CrmPipelineRow,
    CrmStageRow,
)
from funneldesk.server.parts.crm.values import shown

_ENTITY = (
    "id",
    "name",
    "slug",
    "singular_name",
    "plural_name",
    "icon",
    "color",
    "brand_id",
    "pipelines_count",
    "fields_count",
    "created_at",
    "updated_at",
)
_FIELD = (
    "id",
    "name",
    "key",
    "type",
    "options",
    "required",
    "position",
    "reporting_config",
    "crm_entity_id",
    "brand_id",
)
_ENTRY = (
    "id",
    "title",
    "pipeline_id",
    "stage_id",
    "crm_entity_id",
    "brand_id",
    "reference_type",
    "reference_id",
    "assigned_to_user_id",
    "assigned_to_team_id",
)
_MOMENTS = ("stage_entered_at", "created_at", "updated_at")


def entity_body(row: CrmEntityRow) -> dict[str, Any]:
    """An entity of the list."""
    return {name: getattr(row, name) for name in _ENTITY}


def whole_entity(session: Session, row: CrmEntityRow) -> dict[str, Any]:
    """An entity with its pipelines, their stages, and its fields."""
    pipelines = PipelineStore(session, row.brand_id)
    fields = FieldStore(session, row.brand_id).list(row.id)
    return {
        **entity_body(row),
        "pipelines": pipeline_bodies(pipelines, pipelines.list(row.id)),
        "fields": [field_body(field) for field in fields],
    }


def pipeline_bodies(store: PipelineStore, rows: Sequence[CrmPipelineRow]) -> list[dict[str, Any]]:
    """Pipelines with their stages, which are read at once."""
    stages: dict[int, list[dict[str, Any]]] = {row.id: [] for row in rows}
    for stage in store.stages(list(stages)):
        stages[stage.pipeline_id].append(stage_body(stage))
    names = ("id", "name", "crm_entity_id", "brand_id")
    return [
        {**{name: getattr(row, name) for name in names}, "stages": stages[row.id]} for row in rows
    ]


def stage_body(row: CrmStageRow) -> dict[str, Any]:
    """A stage."""
    names = ("id", "name", "color", "position", "pipeline_id", "brand_id")
    return {name: getattr(row, name) for name in names}


def field_body(row: CrmFieldRow) -> dict[str, Any]:
    """A field."""
    return {name: getattr(row, name) for name in _FIELD}


def entry_body(row: CrmEntryRow, fields: Sequence[CrmFieldRow]) -> dict[str, Any]:
    """An entry, its values both as an array and by key."""
    flat = shown(fields, row.values)
    return {
        **{name: getattr(row, name) for name in _ENTRY},
        "values": [{"key": key, "value": value} for key, value in flat.items()],
        "values_flat": flat,
        **{name: getattr(row, name) for name in _MOMENTS},
    }


def with_customers(
    rows: Iterable[CrmEntryRow],
    bodies: Sequence[dict[str, Any]],
    customers: Mapping[str, dict[str, Any]],
) -> list[dict[str, Any]]:
    """Entries with the customer that each refers to, or None."""
    return [
        {**body, "customer": customers.get(email_key(row.reference_id or ""))}
        if row.reference_type == "customer"
        else {**body, "customer": None}
        for row, body in zip(rows, bodies, strict=True)
    ]
