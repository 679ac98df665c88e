"""How runs begin: by a trigger, by a postback, by another run."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.contract.automation_flow.graph import Graph, Node, parsed
from funneldesk.contract.automation_flow.limits import CALLS
from funneldesk.contract.automation_flow.starting import POSTBACK, wants
from funneldesk.contract.automation_flow.subject import plain
from funneldesk.server.db.types import now
from funneldesk.server.jobs.queue import enqueue_many
from funneldesk.server.parts.automations.engine.records import Records
from funneldesk.server.parts.automations.tables import (
    AutomationBuilderRow,
    AutomationRow,
    AutomationRunRow,
)

STEP, CALL = "automation_step", "automation_call"

_LIVE = select(
    AutomationRow.id,
    AutomationRow.entry_node,
    AutomationRow.collection_code,
    AutomationBuilderRow.document,
).join(
    AutomationBuilderRow,
    (AutomationBuilderRow.brand_id == AutomationRow.brand_id)
    & (AutomationBuilderRow.automation_id == AutomationRow.id),
)


@dataclass(frozen=True, slots=True)
class Start:
    """An active automation that a trigger has reached, and the node where its run begins."""

    automation_id: int
    graph: Graph
    entry: Node


@dataclass(frozen=True, slots=True)
class Planned:
    """A step to come."""

    moment: datetime
    run_id: int
    code: str
    calls: bool


def start_runs(session: Session, brand_id: int, trigger: str, subject: Mapping[str, Any]) -> int:
    """Begin a run of each automation that waits for the trigger; gives how many there are."""
    starts = list(listeners(session, brand_id, trigger, subject))
    if starts:
        _begin_all(session, brand_id, starts, trigger, subject)
    return len(starts)


def start_by_postback(
    session: Session, brand_id: int, automation_id: int, subject: Mapping[str, Any]
) -> bool:
    """Begin a run of this automation if it is active. Whether it is."""
    condition = AutomationRow.id == automation_id
    starts = list(_starts(session, brand_id, condition, POSTBACK, subject))
    if starts:
        _begin_all(session, brand_id, starts, POSTBACK, subject)
    return bool(starts)


def listeners(
    session: Session, brand_id: int, trigger: str, subject: Mapping[str, Any]
) -> Iterator[Start]:
    """The active automations that wait for a trigger with such a subject."""
    return _starts(session, brand_id, AutomationRow.trigger_node_type == trigger, trigger, subject)


def begin(
    session: Session,
    records: Records,
    brand_id: int,
    start: Start,
    trigger: str,
    subject: Mapping[str, Any],
    *,
    depth: int = 0,
    number: int | None = None,
) -> tuple[AutomationRunRow, Planned]:
    """A new run, and its first step."""
    run = AutomationRunRow(
        brand_id=brand_id,
        automation_id=start.automation_id,
        trigger=trigger[:255],
        subject=plain(subject),
        status="running",
        planned=1,
        waiting=1,
        depth=depth,
        started_at=now(),
    )
    if number is not None:
        run.id = number
    session.add(run)
    session.flush()
    records.started(start.automation_id, trigger[:255])
    return run, Planned(now(), run.id, start.entry.code, start.entry.type in CALLS)


def enqueue_steps(session: Session, brand_id: int, planned: list[Planned]) -> None:
    """Have steps done by the worker, each at its moment."""
    for kind, calls in ((STEP, False), (CALL, True)):
        jobs = [
            ({"run": step.run_id, "node": step.code}, step.moment)
            for step in planned
            if step.calls is calls
        ]
        enqueue_many(session, brand_id, kind, jobs)


def _begin_all(
    session: Session,
    brand_id: int,
    starts: list[Start],
    trigger: str,
    subject: Mapping[str, Any],
) -> None:
    records = Records(session, brand_id)
    planned = [begin(session, records, brand_id, start, trigger, subject)[1] for start in starts]
    records.flush()
    enqueue_steps(session, brand_id, planned)


def _starts(
    session: Session, brand_id: int, which: Any, trigger: str, subject: Mapping[str, Any]
) -> Iterator[Start]:
    query = _LIVE.where(
        AutomationRow.brand_id == brand_id,
        AutomationRow.status == "active",
        AutomationBuilderRow.version == "live",
        which,
    )
    for row in session.execute(query.order_by(AutomationRow.id)).all():
        form = row.collection_code if trigger == "form_submission" else None
        if form is not None and subject.get("collection_code") != form:
            continue
        graph = parsed(row.document)
        entry = graph.entry(row.entry_node, trigger)
        if entry is not None and wants(entry, trigger, subject):
            yield Start(row.id, graph, entry)
