"""Collections and entries as the document shows them (quirks 11, 46 and 47)."""

from collections.abc import Sequence
from typing import Any

from funneldesk.server.parts.collections.tables import (
    CollectionEntryRow,
    CollectionFieldRow,
    CollectionRow,
)
from funneldesk.server.parts.collections.values import shown

_SUMMARY = ("id", "code", "name", "public_export", "total_entries")
_FIELD = (
    "id",
    "code",
    "name",
    "type",
    "placeholder",
    "options",
    "required",
    "searchable",
    "private",
    "public_encrypt",
    "public_exclude",
    "default_value",
)


def summary(row: CollectionRow) -> dict[str, Any]:
    """A row of the list."""
    return {name: getattr(row, name) for name in _SUMMARY}


def field_body(row: CollectionFieldRow) -> dict[str, Any]:
    """A field of a form."""
    return {**{name: getattr(row, name) for name in _FIELD}, "order": row.position}


def whole(
    row: CollectionRow, fields: Sequence[CollectionFieldRow], *, with_secret: bool
) -> dict[str, Any]:
    """A collection with its fields; the secret of the captcha only for those who may write it."""
    makes_tickets = row.on_new_entry == "create_new_ticket"
    return {
        **summary(row),
        "on_new_entry": row.on_new_entry,
        "send_to_email": row.send_to_email,
        "recaptcha_enabled": row.recaptcha_enabled,
        "recaptcha_site_key": row.recaptcha_site_key,
        "recaptcha_secret_key": row.recaptcha_secret_key if with_secret else None,
        "ticket_source_id": row.id if makes_tickets else None,
        "fields": [field_body(field) for field in fields],
        "brand_id": row.brand_id,
        "created_at": row.created_at,
        "updated_at": row.updated_at,
    }


def entry_body(row: CollectionEntryRow, fields: Sequence[CollectionFieldRow]) -> dict[str, Any]:
    """An entry: its values stand beside its own keys, which no field's code can be."""
    return {
        "id": row.id,
        "title": row.title,
        **shown(fields, row.values),
        "created_at": row.created_at,
        "updated_at": row.updated_at,
    }
