"""Components as the document shows them (quirks 20, 30 and 32)."""

from collections.abc import Sequence
from typing import Any

from funneldesk.server.parts.components.tables import (
    ComponentDraftRow,
    ComponentRow,
    ComponentSourceRow,
)

_CHOICE = ("id", "name", "code", "type", "screenshot")
_CHANGED = ("id", "name", "code", "type", "brand_id", "updated_at")
_WHOLE = (*_CHOICE, "brand_id", "created_at", "updated_at")
_SUMMARY = (*_WHOLE, "tags")


def summary(row: ComponentRow) -> dict[str, Any]:
    """A row of the list: no sources."""
    return _shown(row, _SUMMARY)


def choice(row: ComponentRow, source: ComponentSourceRow | None) -> dict[str, Any]:
    """A row of the list for dropdowns, with the config unless it is to be short."""
    config = {"config": source.config} if source is not None else {}
    return _shown(row, _CHOICE) | config


def whole(row: ComponentRow, source: ComponentSourceRow) -> dict[str, Any]:
    """A component with its live sources."""
    sources = {"html": source.html, "css": source.css, "config": source.config}
    return _shown(row, _WHOLE) | sources


def changed(row: ComponentRow) -> dict[str, Any]:
    """The answer to an update."""
    return _shown(row, _CHANGED)


def content(row: ComponentRow, html: str | None, draft: ComponentDraftRow | None) -> dict[str, Any]:
    """The html of the draft, with its number, or the live html."""
    shown = _shown(row, ("id", "name", "code"))
    if draft is not None:
        return shown | {"html": draft.html, "revision_id": draft.id}
    return shown | {"html": html or ""}


def _shown(row: ComponentRow, names: Sequence[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}
