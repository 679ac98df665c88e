"""What is written down about steps: log lines, counts by node and hour, events.

Collected in memory and written at once, so that one step costs a handful of statements and a
thousand cost no more.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal

from sqlalchemy import bindparam, insert, text
from sqlalchemy.orm import Session

from funneldesk.contract.letter_text import storable
from funneldesk.server.db.counters import move_all
from funneldesk.server.db.ids import reserve_ids
from funneldesk.server.db.types import UtcTime, now
from funneldesk.server.parts.automations.store import logs_counter
from funneldesk.server.parts.automations.tables import AutomationLogRow

Status = Literal["success", "failed", "skipped"]
LONGEST_MESSAGE, LONGEST_DATA = 500, 4_000
"""Characters; longer data are left out."""

_NODES = text(
    "INSERT INTO automation_nodes"
    " (brand_id, automation_id, node_code, success, failed, skipped)"
    " VALUES (:brand_id, :automation_id, :node_code, :success, :failed, :skipped)"
    " ON CONFLICT (brand_id, automation_id, node_code) DO UPDATE SET"
    " success = automation_nodes.success + excluded.success,"
    " failed = automation_nodes.failed + excluded.failed,"
    " skipped = automation_nodes.skipped + excluded.skipped"
)
_HOURS = text(
    "INSERT INTO automation_hours"
    " (brand_id, hour, automation_id, runs, success, failed, skipped)"
    " VALUES (:brand_id, :hour, :automation_id, :runs, :success, :failed, :skipped)"
    " ON CONFLICT (brand_id, hour, automation_id) DO UPDATE SET"
    " runs = automation_hours.runs + excluded.runs,"
    " success = automation_hours.success + excluded.success,"
    " failed = automation_hours.failed + excluded.failed,"
    " skipped = automation_hours.skipped + excluded.skipped"
).bindparams(bindparam("hour", type_=UtcTime))
_EVENTS = text(
    "INSERT INTO automation_events"
    " (brand_id, automation_id, type, count, first_at, last_at)"
    " VALUES (:brand_id, :automation_id, :type, :count, :first_at, :last_at)"
    " ON CONFLICT (brand_id, automation_id, type) DO UPDATE SET"
    " count = automation_events.count + excluded.count,"
    " last_at = excluded.last_at"
).bindparams(bindparam("first_at", type_=UtcTime), bindparam("last_at", type_=UtcTime))


class Records:
    """Collects what happens in one session; ``flush`` writes it."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id
        self._lines: list[dict[str, Any]] = []
        self._nodes: defaultdict[tuple[int, str], Counter[str]] = defaultdict(Counter)
        self._hours: defaultdict[tuple[datetime, int], Counter[str]] = defaultdict(Counter)
        self._events: dict[tuple[int, str], list[datetime]] = {}

    def started(self, automation_id: int, trigger: str) -> None:
        """A run began."""
        moment = now()
        self._hours[whole_hour(moment), automation_id]["runs"] += 1
        self._events.setdefault((automation_id, trigger), []).append(moment)

    def step(
        self,
        automation_id: int,
        run_id: int,
        node: tuple[str, str],
        status: Status,
        message: str,
        data: Mapping[str, Any],
    ) -> None:
        """A step of the node (its code and type) ended; ``data`` is what the run knew."""
        self.note(automation_id, run_id, node, status, message, data)
        self._nodes[automation_id, node[0]][status] += 1
        self._hours[whole_hour(now()), automation_id][status] += 1

    def note(
        self,
        automation_id: int,
        run_id: int,
        node: tuple[str, str],
        status: Status,
        message: str,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        """A line of the log that is no step."""
        code, type_ = node
        self._lines.append(
            {
                "brand_id": self._brand_id,
                "automation_id": automation_id,
                "run_id": run_id,
                "node_code": code,
                "node_type": type_,
                "status": status,
                "message": storable(message)[:LONGEST_MESSAGE],
                "data": None if data is None else _short(data),
                "created_at": now(),
            }
        )

    def flush(self) -> None:
        """Write everything, always in the same order, so that nobody waits in circles."""
        self._write_lines()
        brand = {"brand_id": self._brand_id}
        self._upsert(
            _NODES,
            [
                {**brand, "automation_id": automation_id, "node_code": code, **_results(counts)}
                for (automation_id, code), counts in sorted(self._nodes.items())
            ],
        )
        self._upsert(
            _HOURS,
            [
                {
                    **brand,
                    "hour": hour,
                    "automation_id": automation_id,
                    "runs": counts["runs"],
                    **_results(counts),
                }
                for (hour, automation_id), counts in sorted(self._hours.items())
            ],
        )
        self._upsert(
            _EVENTS,
            [
                {
                    **brand,
                    "automation_id": automation_id,
                    "type": type_,
                    "count": len(moments),
                    "first_at": min(moments),
                    "last_at": max(moments),
                }
                for (automation_id, type_), moments in sorted(self._events.items())
            ],
        )
        for collected in (self._lines, self._nodes, self._hours, self._events):
            collected.clear()

    def _write_lines(self) -> None:
        if not self._lines:
            return
        numbers = reserve_ids(self._session, "automation_logs", len(self._lines))
        rows = [{**line, "id": n} for n, line in zip(numbers, self._lines, strict=True)]
        self._session.execute(insert(AutomationLogRow), rows)
        totals = Counter(logs_counter(line["automation_id"]) for line in self._lines)
        move_all(self._session, self._brand_id, totals)

    def _upsert(self, statement: Any, rows: list[dict[str, Any]]) -> None:
        if rows:
            self._session.execute(statement, rows)


def _short(data: Mapping[str, Any]) -> dict[str, Any] | None:
    return dict(data) if len(json.dumps(data)) <= LONGEST_DATA else None


def _results(counts: Counter[str]) -> dict[str, int]:
    return {name: counts[name] for name in ("success", "failed", "skipped")}


def whole_hour(moment: datetime) -> datetime:
    """The beginning of the hour in UTC that a moment is in."""
    return moment.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
