"""What the bodies of collection calls may hold (document: Collection; quirks 46 and 47)."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from funneldesk.server.web import values as single
from funneldesk.server.web.fields import (
    CLEARABLE,
    LARGEST_ID,
    Input,
    OptionalSwitch,
    OptionalWords,
    Title,
    Words,
)

MOST_FIELDS = 200
MOST_OPTIONS = 500
MOST_AT_ONCE = 1_000
LARGEST_ORDER = 1_000_000

ON_NEW_ENTRY: tuple[str, ...] = ("send_admin_email", "send_email_to", "create_new_ticket")


def _no_switch(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("This field must be an integer.")
    return value


def _no_twins(options: list[str]) -> list[str]:
    if len(set(options)) != len(options):
        raise ValueError("Each option may be there once.")
    return options


def _default(value: Any) -> Any:
    if value is None or isinstance(value, bool):
        return value
    return single.number(value) if isinstance(value, int | float) else single.text(value)


Email = Annotated[Words, AfterValidator(single.email)]
Options = Annotated[list[Title], Field(max_length=MOST_OPTIONS), AfterValidator(_no_twins)]
FieldType = Literal[
    "text", "email", "number", "checkbox", "password", "textarea", "select", "hidden"
]


class FieldInput(Input):
    """A field of a form. Only what was sent counts; ``id`` names one that exists (quirk 46)."""

    id: Annotated[
        Annotated[int, BeforeValidator(_no_switch), Field(ge=1, le=LARGEST_ID)] | None, CLEARABLE
    ] = None
    deleted: OptionalSwitch = None
    name: Title = ""
    type: FieldType = "text"
    required: OptionalSwitch = None
    placeholder: OptionalWords = None
    options: Options | None = None
    default_value: Annotated[Any, AfterValidator(_default), CLEARABLE] = None
    order: Annotated[
        Annotated[int, BeforeValidator(_no_switch), Field(ge=0, le=LARGEST_ORDER)] | None, CLEARABLE
    ] = None
    searchable: OptionalSwitch = None
    private: OptionalSwitch = None
    public_encrypt: OptionalSwitch = None
    public_exclude: OptionalSwitch = None


Fields = Annotated[list[FieldInput], Field(min_length=1, max_length=MOST_FIELDS)]


class CollectionCreate(Input):
    """``POST …/collections``."""

    name: Title
    fields: Fields
    public_export: OptionalSwitch = None
    on_new_entry: Annotated[
        Literal["send_admin_email", "send_email_to", "create_new_ticket"] | None, CLEARABLE
    ] = None
    send_to_email: Annotated[Email | None, CLEARABLE] = None
    recaptcha_enabled: OptionalSwitch = None
    recaptcha_site_key: OptionalWords = None
    recaptcha_secret_key: OptionalWords = None


class CollectionUpdate(CollectionCreate):
    """``PUT …/collections/{collection}``: what is not sent stays, fields included."""

    name: Title = ""
    fields: Fields = Field(default_factory=list)


class BulkDelete(Input):
    """``DELETE …/entries/bulk-delete`` (quirk 8: a body on DELETE)."""

    ids: Annotated[list[Words], Field(min_length=1, max_length=MOST_AT_ONCE)]


class ExportInput(Input):
    """``POST …/export``: ``fields`` are codes, ``new_only`` what came since the last export."""

    email: Email
    fields: Annotated[list[Words], Field(min_length=1, max_length=MOST_FIELDS)]
    new_only: OptionalSwitch = None
