"""A run walked without a server: the same steps, nothing changed, nothing sent."""

import heapq
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from typing import Any

from funneldesk.contract.automation_flow.flow_nodes import DECIDING
from funneldesk.contract.automation_flow.graph import TRIGGER_TYPES, Graph, Node
from funneldesk.contract.automation_flow.intents import mailing, tagging, ticketing
from funneldesk.contract.automation_flow.limits import CALLS, MOST_STEPS
from funneldesk.contract.automation_flow.outcome import (
    NodeSettings,
    Result,
    StepFailed,
    StepSkipped,
    unknown_kind,
)
from funneldesk.contract.automation_flow.starting import wants
from funneldesk.contract.automation_flow.subject import filled, plain

DONE, FAILED, STOPPED, NOT_STARTED = "done", "failed", "stopped", "not started"


@dataclass(frozen=True, slots=True)
class DryStep:
    """One step. ``status`` is success, failed or skipped, as the log has it; ``after`` is how long
    after the beginning; ``subject`` is what the run knew before it."""

    code: str
    type: str
    status: str
    message: str
    output: str | None
    after: timedelta
    subject: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DryRun:
    """The steps in the order in which they would be done, and how the run ends."""

    status: str
    steps: tuple[DryStep, ...] = ()
    taken: tuple[tuple[str, str, str], ...] = ()
    """The ways that were taken: code, output of the way, code."""


def dry_run(
    graph: Graph,
    subject: Mapping[str, Any],
    trigger: str,
    entry_node: str | None = None,
    run_id: int = 0,
) -> DryRun:
    """Walk a subject through a graph as a server without leave to call others does.

    ``run_id`` decides the branches of splits. What depends on the server's records (whether a
    stage is there, say) is taken to go well.
    """
    entry = graph.entry(entry_node, trigger)
    known = plain(subject)
    if entry is None or not wants(entry, trigger, known):
        return DryRun(NOT_STARTED)
    return _Walk(graph, known, run_id).walk(entry)


@dataclass(slots=True)
class _Walk:
    graph: Graph
    subject: Mapping[str, Any]
    run_id: int
    status: str = DONE
    planned: int = 1
    steps: list[DryStep] = field(default_factory=list)
    taken: dict[tuple[str, str, str], None] = field(default_factory=dict)

    def walk(self, entry: Node) -> DryRun:
        order, queue = count(), [(timedelta(), 0, entry.code)]
        next(order)
        while queue:
            after, _place, code = heapq.heappop(queue)
            found = self._step(self.graph.nodes[code], after)
            if found is None:
                continue
            for following in self._next(code, found.output):
                heapq.heappush(queue, (after + found.wait, next(order), following))
        return DryRun(self.status, tuple(self.steps), tuple(self.taken))

    def _step(self, node: Node, after: timedelta) -> Result | None:
        """Do one step; None where the way ends."""
        try:
            result = perform(NodeSettings(node, self.subject, self.run_id))
            status = "success"
        except StepSkipped as skipped:
            result, status = Result(str(skipped)), "skipped"
        except StepFailed as failed:
            self.status = FAILED
            self._write(node, "failed", Result(str(failed)), after)
            return None
        self._write(node, status, result, after)
        if result.learnt:
            self.subject = {**self.subject, **result.learnt}
        return result

    def _next(self, code: str, output: str | None) -> list[str]:
        codes = self.graph.after(code, output)
        room = MOST_STEPS - self.planned
        if len(codes) > room:
            codes, self.status = codes[:room], STOPPED
        self.planned += len(codes)
        for name, to in self.graph.ways.get(code, ()):
            takes = output is None or name == output or (not name and output != "false")
            if takes and to in codes:
                self.taken[code, name, to] = None
        return codes

    def _write(self, node: Node, status: str, result: Result, after: timedelta) -> None:
        self.steps.append(
            DryStep(
                node.code, node.type, status, result.message, result.output, after, self.subject
            )
        )


def perform(step: NodeSettings) -> Result:
    """What a step would come to. Raises StepFailed, StepSkipped."""
    kind = step.node.type
    if kind in TRIGGER_TYPES:
        return Result("The run began here.")
    if kind in DECIDING:
        return DECIDING[kind](step)
    if kind in CALLS:
        url = step.node.data.get("url")
        address = filled(url, step.subject) if isinstance(url, str) else ""
        raise StepSkipped(f"It would call {address[:200] or 'no address'}.")
    if kind == "add_tag":
        tag = tagging(step)
        return Result(f"{tag.email} has the tag {tag.tag}.")
    if kind == "send_email":
        return Result(f"An e-mail goes to {mailing(step).to}.")
    if kind == "create_ticket":
        ticket = ticketing(step)
        return Result(f"A ticket is opened: {ticket.subject[:80]}.", learnt={"ticket_code": "…"})
    if kind == "create_crm_entry":
        title = step.text("title", "{{name}}") or step.text("email", "{{email}}")
        learnt = {"crm_entry_id": "…"}
        return Result(f"{title[:80]} is added to {step.text('entity')}.", learnt=learnt)
    if kind == "move_stage":
        if not step.text("entry_id", "{{crm_entry_id}}").strip():
            raise StepFailed("The run has no CRM entry to move.")
        return Result(f"The entry goes to {step.text('stage', step.text('stage_id'))}.")
    raise StepSkipped(unknown_kind(kind))
