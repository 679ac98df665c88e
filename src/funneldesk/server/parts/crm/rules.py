"""What the bodies of CRM calls may hold (document: CRM; Limits; quirk 45)."""

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from funneldesk.server.web.fields import (
    CLEARABLE,
    LARGEST_ID,
    Input,
    OptionalId,
    OptionalSwitch,
    OptionalWords,
    Title,
    Words,
)

LARGEST_POSITION = 1_000_000
MOST_OPTIONS = 500
MOST_REORDERED = 1_000
_SLUG = re.compile(r"[a-z0-9_-]+")
_KEY = re.compile(r"[a-z0-9_]+")
_COLOR = re.compile(r"#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_LARGEST = 1e15


def _slug(text: str) -> str:
    if not _SLUG.fullmatch(text):
        raise ValueError("The slug may hold lower-case letters, digits, hyphens and underscores.")
    return text


def _key(text: str) -> str:
    if not _KEY.fullmatch(text):
        raise ValueError("The key may hold lower-case letters, digits and underscores.")
    return text


def _color(text: str) -> str:
    if not _COLOR.fullmatch(text):
        raise ValueError("The color must be a hex color, for example #1f7a8c.")
    return text


def _no_switch(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("This field must be a number.")
    return value


def _no_twins(options: list[str]) -> list[str]:
    if len(set(options)) != len(options):
        raise ValueError("Each option may be there once.")
    return options


def _as_text(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Slug = Annotated[Words, AfterValidator(_slug)]
Key = Annotated[Words, AfterValidator(_key)]
OptionalIcon = Annotated[Annotated[Words, Field(max_length=64)] | None, CLEARABLE]
OptionalColor = Annotated[
    Annotated[Words, Field(max_length=64), AfterValidator(_color)] | None, CLEARABLE
]
Position = Annotated[int, BeforeValidator(_no_switch), Field(ge=0, le=LARGEST_POSITION)]
Id = Annotated[int, BeforeValidator(_no_switch), Field(ge=1, le=LARGEST_ID)]
Amount = Annotated[float, BeforeValidator(_no_switch), Field(ge=-_LARGEST, le=_LARGEST)]
Options = Annotated[list[Title], Field(max_length=MOST_OPTIONS), AfterValidator(_no_twins)]
OptionalReference = Annotated[Words | None, BeforeValidator(_as_text), CLEARABLE]
FieldType = Literal[
    "text", "number", "date", "boolean", "select", "multi_select", "url", "email", "phone"
]


class EntityCreate(Input):
    """``POST …/entities``; a preset fills in pipelines and fields."""

    name: Title
    slug: Slug
    singular_name: OptionalWords = None
    plural_name: OptionalWords = None
    icon: OptionalIcon = None
    color: OptionalColor = None
    preset: OptionalWords = None


class EntityUpdate(EntityCreate):
    """``PUT …/entities/{entity}``: all optional; a preset is for new entities only."""

    name: Title = ""
    slug: Slug = ""


class PipelineCreate(Input):
    """``POST …/entities/{entity}/pipelines``."""

    name: Title


class PipelineUpdate(Input):
    """``PUT …/pipelines/{pipeline}``."""

    name: Title = ""


class StageCreate(Input):
    """``POST …/pipelines/{pipeline}/stages``; without a position the stage comes last."""

    name: Title
    color: OptionalColor = None
    position: Annotated[Position | None, CLEARABLE] = None


class StageUpdate(StageCreate):
    """``PUT …/stages/{stage}``: a position moves the others."""

    name: Title = ""


class StagePlace(Input):
    """Where a stage shall be."""

    id: Id
    position: Position


class StageOrder(Input):
    """``PUT …/stages/reorder``."""

    stages: Annotated[list[StagePlace], Field(min_length=1, max_length=MOST_REORDERED)]


class Baseline(Input):
    """The range that a report compares with."""

    min: Annotated[Amount | None, CLEARABLE] = None
    max: Annotated[Amount | None, CLEARABLE] = None

    @model_validator(mode="after")
    def _in_order(self) -> "Baseline":
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError("The min may not be greater than the max.")
        return self


class ReportingConfig(Input):
    """How a field is reported."""

    reportable: OptionalSwitch = None
    aggregation_type: Annotated[
        Literal["numeric", "categorical", "date", "boolean"] | None, CLEARABLE
    ] = None
    baseline: Baseline | None = None
    bucket_size: Annotated[
        Annotated[float, BeforeValidator(_no_switch), Field(gt=0, le=_LARGEST)] | None, CLEARABLE
    ] = None
    preferred_chart: Annotated[
        Literal["kpi", "histogram", "pie", "bar", "line"] | None, CLEARABLE
    ] = None


class FieldCreate(Input):
    """``POST …/entities/{entity}/fields``; select types need options."""

    name: Title
    key: Key
    type: FieldType
    options: Options | None = None
    required: OptionalSwitch = None
    position: Annotated[Position | None, CLEARABLE] = None
    reporting_config: ReportingConfig | None = None


class FieldUpdate(FieldCreate):
    """``PUT …/fields/{field}``: what is not sent stays."""

    name: Title = ""
    key: Key = ""
    type: FieldType = "text"


class EntryCreate(Input):
    """``POST …/entities/{entity}/entries``; ``values`` are checked against the fields."""

    title: Title
    pipeline_id: Id
    stage_id: Id
    values: dict[str, Any] | None = None
    reference_id: OptionalReference = None
    reference_type: OptionalWords = None
    assigned_to_user_id: OptionalId = None
    assigned_to_team_id: OptionalId = None


class EntryUpdate(EntryCreate):
    """``PUT …/entries/{entry}``: all optional; values that are not sent stay."""

    title: Title = ""
    pipeline_id: Id = 0
    stage_id: Id = 0


class StageMove(Input):
    """``PUT …/entries/{entry}/stage``."""

    stage_id: Id
