"""Customers as entries of the CRM."""

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.handing_over.crm_entries import EntrySource
from funneldesk.desktop.records.handing_over.crm_entries import make_entries as make
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.sections.actions import Ids

SOURCE = EntrySource("customers", _("Customers"), "customer", _("Make entries from {records}"))


async def make_entries(panel: RecordsPanel, emails: Ids) -> None:
    """Ask of which kind, then lead through columns, check and sending."""
    await make(panel, SOURCE, emails)
