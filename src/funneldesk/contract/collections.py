"""Collections on the wire: forms and their entries (document: Collection; quirks 46 and 47)."""

from datetime import datetime
from typing import Any

from pydantic import field_validator

from funneldesk.contract.shapes import Draft, Filter, Patch, Record

FIELD_TYPES: tuple[str, ...] = (
    "text",
    "email",
    "number",
    "checkbox",
    "password",
    "textarea",
    "select",
    "hidden",
)
ON_NEW_ENTRY: tuple[str, ...] = ("send_admin_email", "send_email_to", "create_new_ticket")
SORTS: tuple[str, ...] = ("newest", "oldest", "created_at", "updated_at")
OWN_KEYS: frozenset[str] = frozenset({"id", "title", "created_at", "updated_at"})
"""Keys of an entry that are no values; a field's code can clash with them (quirk 47)."""


class CollectionField(Record):
    """A field of a form, as ``GET …/fields`` lists it."""

    id: int
    code: str = ""
    name: str = ""
    type: str = "text"
    placeholder: str | None = None
    options: list[str] | None = None
    required: bool = False
    searchable: bool = False
    private: bool = False
    public_encrypt: bool = False
    public_exclude: bool = False
    order: int = 0
    default_value: Any = None


class CollectionName(Record):
    """A row of ``GET …/collections/all``."""

    id: int
    name: str = ""
    code: str = ""


class CollectionSummary(CollectionName):
    """A row of ``GET …/collections``."""

    public_export: bool = False
    total_entries: int = 0


class Collection(CollectionSummary):
    """A collection with its fields. ``fields`` is None where an answer does not show them."""

    on_new_entry: str | None = None
    send_to_email: str | None = None
    recaptcha_enabled: bool = False
    recaptcha_site_key: str | None = None
    recaptcha_secret_key: str | None = None
    ticket_source_id: int | None = None
    fields: list[CollectionField] | None = None


class CollectionEntry(Record):
    """An entry: one more top-level key for each field code, kept beside the known ones."""

    id: str
    title: str | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None

    @field_validator("id", mode="before")
    @classmethod
    def _id_is_text(cls, value: Any) -> Any:
        return str(value) if isinstance(value, int) else value

    @property
    def values(self) -> dict[str, Any]:
        """What was filled in, by field code."""
        return dict(self.model_extra or {})


class CollectionFieldDraft(Draft):
    """A field in a write. ``id`` names one that exists, ``deleted`` removes it (quirk 46)."""

    id: int | None = None
    deleted: bool | None = None
    name: str | None = None
    type: str | None = None
    required: bool | None = None
    placeholder: str | None = None
    options: list[str] | None = None
    default_value: Any = None
    order: int | None = None
    searchable: bool | None = None
    private: bool | None = None
    public_encrypt: bool | None = None
    public_exclude: bool | None = None


class CollectionFields(Draft):
    """What create and update both take besides name and fields."""

    public_export: bool | None = None
    on_new_entry: str | None = None
    send_to_email: str | None = None
    recaptcha_enabled: bool | None = None
    recaptcha_site_key: str | None = None
    recaptcha_secret_key: str | None = None


class CollectionDraft(CollectionFields):
    """``POST …/collections``: a name and at least one field."""

    name: str
    fields: list[CollectionFieldDraft]


class CollectionPatch(CollectionFields, Patch):
    """``PUT …/collections/{collection}``, by number only."""

    name: str | None = None
    fields: list[CollectionFieldDraft] | None = None


class CollectionFilter(Filter):
    """The query of ``GET …/collections``; ``q`` looks at name and code."""

    page: int | None = None
    per_page: int | None = None
    q: str | None = None
    sort: str | None = None


class CollectionEntryFilter(Filter):
    """The query of ``GET …/collections/{collection}/entries``."""

    page: int | None = None
    per_page: int | None = None
    q: str | None = None


class CollectionExportDraft(Draft):
    """``POST …/export``: ``fields`` are codes; ``new_only`` what came since the last export."""

    email: str
    fields: list[str]
    new_only: bool | None = None
