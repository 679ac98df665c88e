"""The envelopes in which automations are answered."""

from datetime import datetime

from funneldesk.contract.automations import (
    Automation,
    AutomationLog,
    AutomationTotals,
)
from funneldesk.contract.shapes import Record


class Flat(Record):
    """The flat paginator's numbers."""

    current_page: int
    per_page: int
    total: int
    last_page: int


class AutomationPage(Flat):
    """``GET …/automations``."""

    data: list[Automation]


class LogPage(Flat):
    """``GET …/automations/{automation}/logs``."""

    data: list[AutomationLog]


class Written(Record):
    """Create, update, clone."""

    automation: Automation


class Success(Record):
    """Delete."""

    success: bool


class Queued(Record):
    """``POST …/automations/export``."""

    success: bool
    message: str


class SavedBuilder(Record):
    """``POST …/builder``; the shape is not shown in the document."""

    success: bool
    draft: bool
    automation: Automation


class TotalsListing(Record):
    """``GET …/summary-by-automation``; the shape is not shown in the document."""

    data: list[AutomationTotals]
    period_start_date: str
    period_end_date: str


class FiredEvent(Record):
    """A row of ``GET …/events``; the shape is not shown in the document."""

    type: str
    count: int
    first_fired_at: datetime
    last_fired_at: datetime
