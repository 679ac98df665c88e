"""The columns of a list of pages."""

from collections.abc import Mapping
from typing import Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.records.columns import RecordColumn
from funneldesk.desktop.records.fields import Names

Summary = Mapping[str, Any]
"""A page as the list has it."""


def columns(visitor_base: str, names: Names) -> tuple[RecordColumn[Summary], ...]:
    """Every column that there is; ``names`` tells what funnels and domains are called."""

    def named(field: str) -> dict[Any, str]:
        return {number: name for number, name in names.get(field, {}).items() if name}

    def address(page: Summary) -> str:
        slug = page.get("slug")
        return f"{visitor_base}/{slug}" if slug and page.get("status") == "published" else ""

    return (
        RecordColumn("id", _("ID"), lambda page: page.get("id"), "number"),
        FIELDS["title"].column(width=240),
        FIELDS["slug"].column(width=190),
        FIELDS["status"].column(width=80),
        FIELDS["type"].column(width=120),
        FIELDS["funnel_id"].column("funnel", title=_("Funnel"), labels=named("funnel_id")),
        FIELDS["domain_id"].column("domain", title=_("Domain"), labels=named("domain_id")),
        RecordColumn("updated", _("Changed"), lambda page: page.get("updated_at"), "moment"),
        RecordColumn("created", _("Created"), lambda page: page.get("created_at"), "moment"),
        RecordColumn("tests", _("Split tests"), lambda page: page.get("tests"), "number"),
        RecordColumn("address", _("Address"), address, width=290, exported=False),
        FIELDS["is_index"].column("index", title=_("At the bare address"), exported=False),
        FIELDS["funnel_id"].column(title=_("Funnel number"), exported=False),
        FIELDS["domain_id"].column(title=_("Domain number"), exported=False),
        FIELDS["folder_id"].column(title=_("Folder number"), exported=False),
    )
