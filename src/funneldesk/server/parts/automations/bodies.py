"""Automations as the document shows them."""

from typing import Any

from funneldesk.server.parts.automations.tables import AutomationLogRow, AutomationRow

_WHOLE = (
    "id",
    "title",
    "status",
    "trigger_node_type",
    "entry_node",
    "postback_code",
    "collection_code",
    "brand_id",
    "created_at",
    "updated_at",
)
_READ = ("id", "title", "postback_code", "trigger_node_type")
_LOG = ("id", "run_id", "node_code", "node_type", "status", "message", "data", "created_at")


def whole_body(row: AutomationRow) -> dict[str, Any]:
    """An automation with all its fields: in lists and under ``automation``."""
    return {name: getattr(row, name) for name in _WHOLE}


def read_body(row: AutomationRow) -> dict[str, Any]:
    """The answer to a single read: four fields, and no status (quirk 55)."""
    return {name: getattr(row, name) for name in _READ}


def log_body(row: AutomationLogRow) -> dict[str, Any]:
    """A line of the log."""
    return {name: getattr(row, name) for name in _LOG}
