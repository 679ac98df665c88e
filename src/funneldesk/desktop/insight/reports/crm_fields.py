"""Ready report of what a CRM's fields add up to, those whose settings ask for it."""

from typing import TYPE_CHECKING, Any

from funneldesk.contract.crm import CrmEntity, CrmEntryFilter, CrmField
from funneldesk.desktop.insight.reports.declaration import Asked, Found, Row
from funneldesk.desktop.insight.reports.field_figures import is_reported, report
from funneldesk.desktop.kit.formats import HERE
from funneldesk.desktop.local.texts import _

if TYPE_CHECKING:
    from funneldesk.client import Api

MOST_ENTRIES, AT_ONCE = 2_000, 100
"""Entries of an entity that are read, and how many with one call."""


async def crm_fields(api: "Api", _asked: Asked) -> Found:
    """Every value or bucket of every field that is to be reported, in all entities."""
    rows: list[Row] = []
    read = every = 0
    for listed in await api.crm.list_entities():
        entity = await api.crm.get_entity(listed.id)
        fields = [each for each in entity.fields or () if is_reported(each)]
        if fields:
            values, total = await _values(api, entity.id)
            read, every = read + len(values), every + total
            rows += [row for each in fields for row in _rows(entity, each, values)]
    told = ((_("Entries read"), read, "number"), (_("Entries in all"), every, "number"))
    return Found(rows, told)


async def _values(api: "Api", entity_id: int) -> tuple[list[dict[str, Any]], int]:
    """The values of an entity's entries by key, as many as are read, and how many there are."""
    found: list[dict[str, Any]] = []
    for page in range(1, MOST_ENTRIES // AT_ONCE + 1):
        wanted = CrmEntryFilter(page=page, per_page=AT_ONCE)
        listing = await api.crm.list_entries(entity_id, wanted)
        found += [each.values_flat or {} for each in listing.rows]
        if len(listing.rows) < AT_ONCE:
            return found, len(found)
    return found, max(len(found), listing.total or 0)


def _rows(entity: CrmEntity, field: CrmField, entries: list[dict[str, Any]]) -> list[Row]:
    """A line for each figure of a field: its count and share, or what it comes to."""
    told = report(field, [each.get(field.key) for each in entries], HERE)
    name = _("{entity} · {field}").format(entity=entity.name, field=told.title)
    return [
        (
            f"{name}: {each.label}",
            each.count,
            None if each.share is None else round(each.share * 100, 2),
            None if each.amount is None else float(each.amount),
        )
        for each in told.figures
    ]
