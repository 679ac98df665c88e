"""Runs that already happened: done at once, each step at its own moment, without the worker."""

import heapq
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import count, islice
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.db.ids import reserve_ids
from funneldesk.server.db.types import at, now
from funneldesk.server.jobs.mail import already_delivered
from funneldesk.server.parts.automations.engine.starting import (
    Planned,
    Start,
    begin,
    enqueue_steps,
)
from funneldesk.server.parts.automations.engine.walking import Walk
from funneldesk.server.parts.automations.tables import AutomationRunRow

AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class NewRun:
    """Something that happened at ``moment`` and started the automation."""

    moment: datetime
    subject: Mapping[str, Any]
    trigger: str


def run_many(session: Session, brand_id: int, automation_id: int, runs: Iterable[NewRun]) -> int:
    """Do the runs of an active automation, 200 at a time; gives how many there were.

    Steps whose time has not come yet are left to the worker. Letters count as sent at their
    moment; nothing is called. Raises Refused (404).
    """
    left, done = iter(runs), 0
    present = now()
    while batch := list(islice(left, AT_ONCE)):
        walk = Walk(session, brand_id, allow_outgoing=False)
        done += _Bulk(session, brand_id, walk, present).carry_out(automation_id, batch)
    return done


class _Bulk:
    """One batch of runs, walked in the order of time."""

    def __init__(self, session: Session, brand_id: int, walk: Walk, present: datetime) -> None:
        self._session = session
        self._brand_id = brand_id
        self._walk = walk
        self._present = present
        self._runs: dict[int, AutomationRunRow] = {}
        self._queue: list[tuple[datetime, int, Planned]] = []
        self._order = count()

    def carry_out(self, automation_id: int, batch: list[NewRun]) -> int:
        automation, graph = self._walk.automation(automation_id)
        numbers = reserve_ids(self._session, "automation_runs", len(batch))
        begun = 0
        with already_delivered(), self._session.no_autoflush:
            for number, new in zip(numbers, batch, strict=True):
                entry = graph.entry(automation.entry_node, new.trigger)
                if entry is None:
                    continue
                with at(new.moment):
                    run, first = begin(
                        self._session,
                        self._walk.records,
                        self._brand_id,
                        Start(automation_id, graph, entry),
                        new.trigger,
                        new.subject,
                        number=number,
                    )
                self._runs[run.id] = run
                self._push(first)
                begun += 1
            self._walk_on()
        self._session.flush()
        self._walk.records.flush()
        return begun

    def _walk_on(self) -> None:
        while self._queue and self._queue[0][0] <= self._present:
            moment, _order, step = heapq.heappop(self._queue)
            with at(moment):
                self._walk.step(self._runs[step.run_id], step.code)
            for run in self._walk.begun:
                self._runs[run.id] = run
            for planned in self._walk.planned:
                self._push(planned)
            self._walk.begun.clear()
            self._walk.planned.clear()
        enqueue_steps(self._session, self._brand_id, [step for *_, step in self._queue])

    def _push(self, step: Planned) -> None:
        heapq.heappush(self._queue, (step.moment, next(self._order), step))
