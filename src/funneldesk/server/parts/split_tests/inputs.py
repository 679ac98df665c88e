"""What the bodies and queries of split tests may hold (document: Split test; quirks 41 to 43)."""

import re
from collections.abc import Callable
from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    field_validator,
    model_validator,
)

from funneldesk.server.parts.split_tests.rules import new_code
from funneldesk.server.web.documents import storable
from funneldesk.server.web.fields import (
    CLEARABLE,
    LARGEST_ID,
    Input,
    OptionalId,
    OptionalSwitch,
    OptionalWords,
    Text,
    Title,
    Words,
)

MOST_VARIANTS = 100
_FIRST_YEAR, _LAST_YEAR = 1972, 8999
_SLUG = re.compile(r"[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*")
_METRIC = re.compile(r"[a-z][a-z0-9_]{0,63}")


def _no_switch(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("This field must be a number.")
    return value


def _day(value: Any) -> Any:
    """``2026-03-31``, or the day of a whole ISO 8601 moment, as it stands there."""
    if not isinstance(value, str):
        raise ValueError("This field must be a date, for example 2026-03-31.")
    try:
        return datetime.fromisoformat(value).date()
    except ValueError as error:
        raise ValueError("This field must be a date, for example 2026-03-31.") from error


def _written(text: str) -> str:
    if not text.strip():
        raise ValueError("This field is required and may not be empty.")
    return text


def _matching(pattern: re.Pattern[str], sentence: str) -> Callable[[str], str]:
    def check(text: str) -> str:
        if not pattern.fullmatch(text):
            raise ValueError(sentence)
        return text

    return check


Number = Annotated[float, BeforeValidator(_no_switch), Field(allow_inf_nan=False)]
Whole = Annotated[int, BeforeValidator(_no_switch)]
OptionalDay = Annotated[Annotated[date, BeforeValidator(_day)] | None, CLEARABLE]
Slug = Annotated[
    Words, AfterValidator(_matching(_SLUG, "This field may hold letters, digits, - and _ only."))
]
Metric = Annotated[
    Words, AfterValidator(_matching(_METRIC, "This field must be a metric's key, as revenue."))
]


class Variant(Input):
    """An item of ``config.items``; further keys are kept. Weights are percent."""

    model_config = ConfigDict(extra="allow")

    name: Title
    node_code: Annotated[Slug, Field(default_factory=new_code)]
    weight: Annotated[Annotated[Number, Field(ge=0)] | None, CLEARABLE] = None


class Config(Input):
    """What a test compares; further keys are kept."""

    model_config = ConfigDict(extra="allow")

    items: Annotated[list[Variant], Field(min_length=1, max_length=MOST_VARIANTS)]

    @model_validator(mode="before")
    @classmethod
    def _may_be_kept(cls, value: Any) -> Any:
        return storable(value)

    @model_validator(mode="after")
    def _codes_differ(self) -> "Config":
        codes = [item.node_code for item in self.items]
        if len(set(codes)) < len(codes):
            raise ValueError("Each variant needs a node_code of its own.")
        return self


class Goal(Input):
    """What visitors are meant to do."""

    name: Title
    value: Slug


class SplitTestFields(Input):
    """The fields that create and update both take; None means cleared."""

    status: Annotated[Literal["running", "paused", "completed", "deleted"] | None, CLEARABLE] = None
    page_id: OptionalId = None
    funnel_id: OptionalId = None
    start_date: OptionalDay = None
    end_date: OptionalDay = None
    primary_metric: Annotated[Metric | None, CLEARABLE] = None
    statistical_method: Annotated[Literal["frequentist", "bayesian"] | None, CLEARABLE] = None
    significance_level: Annotated[Annotated[Number, Field(ge=0.001, le=0.5)] | None, CLEARABLE] = (
        None
    )
    statistical_power: Annotated[Annotated[Number, Field(ge=0.1, le=0.99)] | None, CLEARABLE] = None
    min_sample_size_per_variant: Annotated[
        Annotated[Whole, Field(ge=100, le=1_000_000)] | None, CLEARABLE
    ] = None
    sample_size_limit: Annotated[Annotated[Whole, Field(ge=1, le=LARGEST_ID)] | None, CLEARABLE] = (
        None
    )
    auto_select_winner: OptionalSwitch = None
    winner_selection_confidence: Annotated[
        Annotated[Number, Field(ge=0, le=100)] | None, CLEARABLE
    ] = None
    winner_selection_criteria: OptionalWords = None
    baseline: OptionalWords = None
    goals: Annotated[Annotated[list[Goal], Field(max_length=MOST_VARIANTS)] | None, CLEARABLE] = (
        None
    )


class NewSplitTest(SplitTestFields):
    """What a create call sends under ``split_test``."""

    name: Title
    type: Literal["split_test", "component_split_test"]
    config: Config


class ChangedSplitTest(SplitTestFields):
    """What an update sends under ``split_test``: what is not sent stays as it is."""

    name: Title | None = None
    type: Literal["split_test", "component_split_test"] | None = None
    config: Config | None = None


class Declaration(Input):
    """Who has won; ``confidence`` and ``improvement`` are percent."""

    winner_node_code: Title
    variant_name: Title
    confidence: Annotated[Annotated[Number, Field(ge=0, le=100)] | None, CLEARABLE] = None
    improvement: Annotated[Annotated[Number, Field(ge=-1e9, le=1e9)] | None, CLEARABLE] = None
    reason: Annotated[Annotated[Text, Field(max_length=500)] | None, CLEARABLE] = None


class Span(Input):
    """Days, both included, of the years that charts know."""

    start: OptionalDay = None
    end: OptionalDay = None

    @field_validator("start", "end")
    @classmethod
    def _has_days(cls, day: date | None, info: ValidationInfo) -> date | None:
        start = info.data.get("start")
        if day and not _FIRST_YEAR <= day.year <= _LAST_YEAR:
            raise ValueError(f"A date must be of the years {_FIRST_YEAR} to {_LAST_YEAR}.")
        if day and start and day < start:
            raise ValueError("The end must not be before the start.")
        return day


class ExportWish(Input):
    """What an export is to hold."""

    format: Annotated[Literal["csv", "excel"] | None, CLEARABLE] = None
    include_statistics: OptionalSwitch = None
    include_confidence_intervals: OptionalSwitch = None
    date_range: Span | None = None


class NewNote(Input):
    """A note."""

    content: Annotated[Text, Field(max_length=10_000), AfterValidator(_written)]


class CreateBody(Input):
    """Every write body is nested (quirk 41)."""

    split_test: NewSplitTest


class UpdateBody(Input):
    """Every write body is nested (quirk 41)."""

    split_test: ChangedSplitTest


class DeclareBody(Input):
    """Every write body is nested (quirk 41)."""

    split_test: Declaration


class ExportBody(Input):
    """Every write body is nested (quirk 41); an export takes none at all as well."""

    split_test: ExportWish = ExportWish()


class NoteBody(Input):
    """Every write body is nested (quirk 41)."""

    split_test: NewNote
