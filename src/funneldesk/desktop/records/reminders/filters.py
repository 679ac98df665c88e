"""Filters and columns of what this computer adds to the rows of records that can be snoozed."""

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.query import FilterSpec
from funneldesk.desktop.records.rows import SummaryRow

AWAKE = {"snoozed": False}
ASLEEP = {"snoozed": True}
"""Choices of a query: views of open work leave out what was put off, one view has just that."""
SNOOZED: FilterSpec[SummaryRow] = FilterSpec(
    "snoozed",
    _("Snoozed"),
    lambda row: row.snoozed_until is not None,
    {True: _("Yes"), False: _("No")},
    unsaid=False,
)
