"""The columns of an exported list of pages."""

from collections.abc import Mapping
from typing import Any

from funneldesk.desktop.kit.export.table import Cell, ExportColumn
from funneldesk.desktop.parts.pages.list.rows import STATUS_WORDS
from funneldesk.desktop.parts.pages.list.starters import TYPE_WORDS
from funneldesk.desktop.records.fields import Value
from funneldesk.desktop.records.moments import moment

Summary = Mapping[str, Any]
"""A page as the list has it."""

Names = Mapping[str, Mapping[Value, str]]


def columns(visitor_base: str, names: Names) -> tuple[ExportColumn[Summary], ...]:
    """Every column that there is; ``names`` tells what funnels and domains are called."""
    return (
        ExportColumn("id", "ID", lambda page: _number(page, "id"), 8),
        ExportColumn("title", "Title", lambda page: _text(page, "name"), 40),
        ExportColumn("slug", "Slug", lambda page: _text(page, "slug"), 32),
        ExportColumn("status", "Status", _status, 12),
        ExportColumn("type", "Type", _type, 20),
        ExportColumn("funnel", "Funnel", lambda page: _name(page, "funnel_id", names), 24),
        ExportColumn("domain", "Domain", lambda page: _name(page, "domain_id", names), 28),
        ExportColumn("updated", "Changed", lambda page: moment(page.get("updated_at")), 20),
        ExportColumn("created", "Created", lambda page: moment(page.get("created_at")), 20),
        ExportColumn("tests", "Split tests", lambda page: _number(page, "tests"), 10),
        ExportColumn("address", "Address", lambda page: _address(page, visitor_base), 48, False),
        ExportColumn("index", "At the bare address", _index, 10, False),
        ExportColumn(
            "funnel_id", "Funnel number", lambda page: _number(page, "funnel_id"), 10, False
        ),
        ExportColumn(
            "domain_id", "Domain number", lambda page: _number(page, "domain_id"), 10, False
        ),
        ExportColumn(
            "folder_id", "Folder number", lambda page: _number(page, "folder_id"), 10, False
        ),
    )


def _text(page: Summary, key: str) -> str:
    return str(page.get(key) or "")


def _number(page: Summary, key: str) -> Cell:
    value = page.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _status(page: Summary) -> str:
    status = _text(page, "status")
    return STATUS_WORDS.get(status, status)


def _type(page: Summary) -> str:
    kind = _text(page, "type")
    return TYPE_WORDS.get(kind, kind)


def _index(page: Summary) -> bool:
    return bool(page.get("is_index"))


def _name(page: Summary, key: str, names: Names) -> Cell:
    number = _number(page, key)
    known = names.get(key, {}).get(number) if isinstance(number, int) else None
    return known or number


def _address(page: Summary, visitor_base: str) -> str:
    slug = _text(page, "slug")
    return f"{visitor_base}/{slug}" if slug and page.get("status") == "published" else ""
