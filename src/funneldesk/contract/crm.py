"""CRM on the wire: entities, pipelines, stages, fields, entries (document: CRM; quirk 45)."""

from datetime import datetime
from typing import Any

from pydantic import field_validator

from funneldesk.contract.shapes import Draft, Filter, Patch, Record

FIELD_TYPES: tuple[str, ...] = (
    "text",
    "number",
    "date",
    "boolean",
    "select",
    "multi_select",
    "url",
    "email",
    "phone",
)
AGGREGATION_TYPES: tuple[str, ...] = ("numeric", "categorical", "date", "boolean")
CHARTS: tuple[str, ...] = ("kpi", "histogram", "pie", "bar", "line")


class CrmPreset(Record):
    """A row of ``GET …/crm/entity-presets``."""

    key: str
    label: str = ""
    description: str = ""


class CrmStage(Record):
    """A station on a pipeline; positions count from 0."""

    id: int
    name: str = ""
    color: str | None = None
    position: int = 0
    pipeline_id: int | None = None


class CrmPipeline(Record):
    """A way that entries go. ``stages`` is None where an answer does not show them."""

    id: int
    name: str = ""
    crm_entity_id: int | None = None
    brand_id: int | None = None
    stages: list[CrmStage] | None = None


class CrmField(Record):
    """What entries have values of. ``reporting_config`` is kept as it comes."""

    id: int
    name: str = ""
    key: str = ""
    type: str = "text"
    options: list[str] | None = None
    required: bool = False
    position: int = 0
    reporting_config: dict[str, Any] | None = None
    crm_entity_id: int | None = None


class CrmEntity(Record):
    """A kind of record. ``pipelines`` and ``fields`` come with a single read only."""

    id: int
    name: str = ""
    slug: str = ""
    singular_name: str | None = None
    plural_name: str | None = None
    icon: str | None = None
    color: str | None = None
    brand_id: int | None = None
    pipelines_count: int | None = None
    fields_count: int | None = None
    pipelines: list[CrmPipeline] | None = None
    fields: list[CrmField] | None = None


class CrmValue(Record):
    """One value of an entry, as reads show it."""

    key: str
    value: Any = None


class CrmEntry(Record):
    """A lead, a contact, a deal; ``id`` is a string (quirk 45).

    Values are read twice: as ``values``, an array, and as ``values_flat``, by key. ``customer``
    comes when it was asked for.
    """

    id: str
    title: str = ""
    pipeline_id: int | None = None
    stage_id: int | None = None
    crm_entity_id: int | None = None
    brand_id: int | None = None
    reference_type: str | None = None
    reference_id: str | int | None = None
    assigned_to_user_id: int | None = None
    assigned_to_team_id: int | None = None
    values: list[CrmValue] = []
    values_flat: dict[str, Any] = {}
    customer: dict[str, Any] | None = None
    stage_entered_at: datetime | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None

    @field_validator("values_flat", mode="before")
    @classmethod
    def _nothing_is_an_object(cls, value: Any) -> Any:
        """An empty object may come as an empty list, and as nothing."""
        return value or {}

    @field_validator("values", mode="before")
    @classmethod
    def _nothing_is_a_list(cls, value: Any) -> Any:
        return value or []

    @field_validator("id", mode="before")
    @classmethod
    def _id_is_text(cls, value: Any) -> Any:
        return str(value) if isinstance(value, int) else value


class CrmStageMove(Record):
    """The answer to a move: ``{id, stage_id, updated_at}``."""

    id: str
    stage_id: int
    updated_at: datetime | None = None


class CrmEntityFields(Draft):
    """What entities take besides name and slug."""

    singular_name: str | None = None
    plural_name: str | None = None
    icon: str | None = None
    color: str | None = None


class CrmEntityDraft(CrmEntityFields):
    """``POST …/entities``; ``preset`` is the key of a preset."""

    name: str
    slug: str
    preset: str | None = None


class CrmEntityPatch(CrmEntityFields, Patch):
    """``PUT …/entities/{entity}``: all optional."""

    name: str | None = None
    slug: str | None = None


class CrmPipelineDraft(Draft):
    """``POST …/entities/{entity}/pipelines``."""

    name: str


class CrmPipelinePatch(Patch):
    """``PUT …/pipelines/{pipeline}``."""

    name: str | None = None


class CrmStageDraft(Draft):
    """``POST …/pipelines/{pipeline}/stages``."""

    name: str
    color: str | None = None
    position: int | None = None


class CrmStagePatch(Patch):
    """``PUT …/stages/{stage}``."""

    name: str | None = None
    color: str | None = None
    position: int | None = None


class CrmFieldDraft(Draft):
    """``POST …/entities/{entity}/fields``; select types need ``options``."""

    name: str
    key: str
    type: str
    options: list[str] | None = None
    required: bool | None = None
    position: int | None = None
    reporting_config: dict[str, Any] | None = None


class CrmFieldPatch(Patch):
    """``PUT …/fields/{field}``: same fields as create."""

    name: str | None = None
    key: str | None = None
    type: str | None = None
    options: list[str] | None = None
    required: bool | None = None
    position: int | None = None
    reporting_config: dict[str, Any] | None = None


class CrmEntryFields(Draft):
    """What entries take besides title and place; ``values`` is an object by field key."""

    values: dict[str, Any] | None = None
    reference_id: str | int | None = None
    reference_type: str | None = None
    assigned_to_user_id: int | str | None = None
    assigned_to_team_id: int | str | None = None


class CrmEntryDraft(CrmEntryFields):
    """``POST …/entities/{entity}/entries``."""

    title: str
    pipeline_id: int
    stage_id: int


class CrmEntryPatch(CrmEntryFields, Patch):
    """``PUT …/entries/{entry}``: all optional."""

    title: str | None = None
    pipeline_id: int | None = None
    stage_id: int | None = None


class CrmEntryFilter(Filter):
    """The query of ``GET …/entities/{entity}/entries``; ``q`` searches titles."""

    page: int | None = None
    per_page: int | None = None
    pipeline_id: int | None = None
    stage_id: int | None = None
    reference_type: str | None = None
    reference_id: str | int | None = None
    q: str | None = None
    include_customer: bool | None = None
