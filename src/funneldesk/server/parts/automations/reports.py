"""What automations did: counts by node, summaries of a period, the log, the events."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from funneldesk.contract.folding import fold
from funneldesk.contract.zones import zone_of
from funneldesk.server.db.counters import counted
from funneldesk.server.db.types import now
from funneldesk.server.parts.automations.engine.records import whole_hour
from funneldesk.server.parts.automations.store import logs_counter
from funneldesk.server.parts.automations.tables import (
    AutomationEventRow,
    AutomationHourRow,
    AutomationLogRow,
    AutomationNodeRow,
    AutomationRow,
)
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.web.listing import By, Paging, rows_of

USUAL_DAYS = 30
_SUMS = (
    func.sum(AutomationHourRow.runs),
    func.sum(AutomationHourRow.success),
    func.sum(AutomationHourRow.failed),
    func.sum(AutomationHourRow.skipped),
)


@dataclass(frozen=True, slots=True)
class Period:
    """From ``start`` to before ``end``; whole days of the brand when nothing else was asked."""

    start: datetime
    end: datetime

    def body(self, zone: ZoneInfo) -> dict[str, str]:
        """Its first and last day in the brand's zone."""
        last = max(self.start, self.end - timedelta(microseconds=1))
        return {
            "period_start_date": self.start.astimezone(zone).date().isoformat(),
            "period_end_date": last.astimezone(zone).date().isoformat(),
        }


class Reports:
    """The numbers of one brand's automations, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id
        brand = session.get_one(BrandRow, brand_id)
        self._zone = zone_of(brand.timezone)

    def period(self, start: datetime | None, end: datetime | None) -> Period:
        """The last thirty days, today included, where no other period is asked for."""
        tomorrow = self._midnight(1)
        end = self._zoned(end) if end else tomorrow
        return Period(self._zoned(start) if start else self._before(end), end)

    def stats(self, automation_id: int) -> dict[str, dict[str, int]]:
        """How the steps of each node ended, by node code."""
        rows = self._session.scalars(
            select(AutomationNodeRow).where(
                AutomationNodeRow.brand_id == self._brand_id,
                AutomationNodeRow.automation_id == automation_id,
            )
        )
        return {
            row.node_code: {
                "success": row.success,
                "failed": row.failed,
                "skipped": row.skipped,
            }
            for row in rows
        }

    def summary(self, period: Period) -> dict[str, Any]:
        """Runs and tasks of all automations within a period."""
        sums = self._session.execute(select(*_SUMS).where(*self._within(period))).one()
        return {**_totals(sums), **period.body(self._zone)}

    def by_automation(self, period: Period) -> dict[str, Any]:
        """The same for each automation that the brand has, those without runs too."""
        rows = self._session.execute(
            select(AutomationHourRow.automation_id, *_SUMS)
            .where(*self._within(period))
            .group_by(AutomationHourRow.automation_id)
        )
        sums = {row[0]: row[1:] for row in rows}
        automations = self._session.execute(
            select(AutomationRow.id, AutomationRow.title, AutomationRow.status).where(
                AutomationRow.brand_id == self._brand_id
            )
        )
        data = [
            {
                "automation_id": row.id,
                "title": row.title,
                "status": row.status,
                **_totals(sums.get(row.id, (0, 0, 0, 0))),
            }
            for row in sorted(automations, key=lambda row: (fold(row.title), row.id))
        ]
        return {"data": data, **period.body(self._zone)}

    def logs(self, automation_id: int, wanted: Paging) -> tuple[Sequence[Any], int]:
        """A page of an automation's log, the newest line first, and its length."""
        row = AutomationLogRow
        equal = {row.brand_id: self._brand_id, row.automation_id: automation_id}
        order = By(row.created_at, True), By(row.id, True)
        total = counted(self._session, self._brand_id, logs_counter(automation_id))
        return rows_of(self._session, row, equal, order, total, wanted), total

    def events(self, automation_id: int) -> list[dict[str, Any]]:
        """The types of event that have started an automation."""
        rows = self._session.scalars(
            select(AutomationEventRow)
            .where(
                AutomationEventRow.brand_id == self._brand_id,
                AutomationEventRow.automation_id == automation_id,
            )
            .order_by(AutomationEventRow.type)
        )
        return [
            {
                "type": row.type,
                "count": row.count,
                "first_fired_at": row.first_at,
                "last_fired_at": row.last_at,
            }
            for row in rows
        ]

    def _within(self, period: Period) -> list[Any]:
        return [
            AutomationHourRow.brand_id == self._brand_id,
            AutomationHourRow.hour >= whole_hour(period.start),
            AutomationHourRow.hour < period.end,
        ]

    def _midnight(self, days: int) -> datetime:
        day = (now().astimezone(self._zone) + timedelta(days=days)).date()
        return datetime(day.year, day.month, day.day, tzinfo=self._zone)

    def _before(self, end: datetime) -> datetime:
        return min(self._midnight(1 - USUAL_DAYS), end)

    def _zoned(self, moment: datetime) -> datetime:
        return moment if moment.tzinfo else moment.replace(tzinfo=self._zone)


def _totals(sums: Sequence[Any]) -> dict[str, Any]:
    runs, success, failed, skipped = (int(value or 0) for value in sums)
    return {
        "total_runs": runs,
        "successful_tasks": success,
        "failed_tasks": failed,
        "task_status_counts": {"success": success, "failed": failed, "skipped": skipped},
    }
