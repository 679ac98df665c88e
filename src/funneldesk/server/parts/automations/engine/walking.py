"""One step of a run: what is done, what is written down, what comes next.

A run cannot run away: its steps are counted, and so are the runs that start each other.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.contract.automation_flow.graph import Graph, Node, parsed
from funneldesk.contract.automation_flow.limits import CALLS, MOST_DEPTH, MOST_STEPS
from funneldesk.contract.automation_flow.outcome import Result, StepFailed, StepSkipped
from funneldesk.server.db.types import now
from funneldesk.server.parts.automations.engine.nodes import perform
from funneldesk.server.parts.automations.engine.records import Records
from funneldesk.server.parts.automations.engine.starting import (
    Planned,
    begin,
    listeners,
)
from funneldesk.server.parts.automations.engine.steps import Step
from funneldesk.server.parts.automations.store import AutomationStore
from funneldesk.server.parts.automations.tables import AutomationRow, AutomationRunRow
from funneldesk.server.parts.automations.versions import LIVE
from funneldesk.server.web.outcome import Outcome

_EMPTY = Graph({})


class Walk:
    """Steps of a brand's runs, in one session. ``planned`` collects what comes next."""

    def __init__(self, session: Session, brand_id: int, *, allow_outgoing: bool) -> None:
        self._session = session
        self._brand_id = brand_id
        self._allow_outgoing = allow_outgoing
        self._known: dict[int, tuple[AutomationRow, Graph]] = {}
        self.records = Records(session, brand_id)
        self.planned: list[Planned] = []
        self.begun: list[AutomationRunRow] = []

    def step(self, run: AutomationRunRow, code: str, outcome: Outcome | None = None) -> None:
        """Do the step of the node ``code``. ``outcome`` is what a call of it brought."""
        automation, graph = self.automation(run.automation_id)
        node = graph.nodes.get(code)
        run.waiting -= 1
        if automation.status != "active":
            run.status = "stopped"
            self._write(run, code, node, "skipped", "The automation is not active.")
        elif node is None:
            self._write(run, code, node, "skipped", "The node is no longer in the automation.")
        elif node.type in CALLS and self._allow_outgoing and outcome is None:
            # A step that was planned before its node became a call: it has to wait outside.
            run.waiting += 1
            self.planned.append(Planned(now(), run.id, code, calls=True))
            return
        else:
            self._do(run, graph, node, outcome)
        self._close(run)

    def fail(self, run: AutomationRunRow, code: str, reason: str) -> None:
        """The step was tried often and never ended: it counts as failed."""
        _automation, graph = self.automation(run.automation_id)
        run.waiting -= 1
        run.status = "failed"
        self._write(run, code, graph.nodes.get(code), "failed", reason)
        self._close(run)

    def automation(self, automation_id: int) -> tuple[AutomationRow, Graph]:
        """An automation as it stands, and its live graph."""
        found = self._known.get(automation_id)
        if found is None:
            store = AutomationStore(self._session, self._brand_id)
            document = store.versions.read(automation_id, LIVE)
            graph = parsed(document) if document else _EMPTY
            found = self._known[automation_id] = (store.get(automation_id), graph)
        return found

    def _do(self, run: AutomationRunRow, graph: Graph, node: Node, outcome: Outcome | None) -> None:
        try:
            result = self._perform(run, node, outcome)
            self._write(run, node.code, node, "success", result.message)
        except StepSkipped as skipped:
            result = Result(str(skipped))
            self._write(run, node.code, node, "skipped", str(skipped))
        except StepFailed as failed:
            run.status = "failed"
            self._write(run, node.code, node, "failed", str(failed))
            return
        if result.learnt:
            run.subject = {**run.subject, **result.learnt}
        self._plan(run, graph, node, graph.after(node.code, result.output), now() + result.wait)
        for trigger, subject in result.fires:
            self._fire(run, node, trigger, subject)

    def _perform(self, run: AutomationRunRow, node: Node, outcome: Outcome | None) -> Result:
        if node.type not in CALLS:
            return perform(Step(node, run.subject, run.id, self._session, self._brand_id))
        if outcome is None:
            raise StepSkipped("This platform was started without leave to call others.")
        if not outcome.ok:
            raise StepFailed(f"The call failed: {outcome.failure or f'answer {outcome.status}'}.")
        return Result(f"The call was answered with {outcome.status}.")

    def _plan(
        self, run: AutomationRunRow, graph: Graph, node: Node, codes: list[str], moment: datetime
    ) -> None:
        room = MOST_STEPS - run.planned
        if len(codes) > room:
            codes = codes[:room]
            run.status = "stopped"
            text = f"The run ends here: it has made {MOST_STEPS} steps."
            self.records.note(run.automation_id, run.id, (node.code, node.type), "skipped", text)
        run.planned += len(codes)
        run.waiting += len(codes)
        self.planned += [
            Planned(moment, run.id, code, graph.nodes[code].type in CALLS) for code in codes
        ]

    def _fire(
        self, run: AutomationRunRow, node: Node, trigger: str, subject: Mapping[str, Any]
    ) -> None:
        for start in listeners(self._session, self._brand_id, trigger, subject):
            if run.depth + 1 >= MOST_DEPTH:
                text = f"No further run begins: {MOST_DEPTH} runs have started each other."
                self.records.note(
                    run.automation_id, run.id, (node.code, node.type), "skipped", text
                )
                return
            begun, first = begin(
                self._session,
                self.records,
                self._brand_id,
                start,
                trigger,
                subject,
                depth=run.depth + 1,
            )
            self.begun.append(begun)
            self.planned.append(first)

    def _write(
        self, run: AutomationRunRow, code: str, node: Node | None, status: Any, message: str
    ) -> None:
        named = (code, node.type if node else "")
        self.records.step(run.automation_id, run.id, named, status, message, run.subject)

    def _close(self, run: AutomationRunRow) -> None:
        if run.waiting <= 0 and run.finished_at is None:
            run.finished_at = now()
            if run.status == "running":
                run.status = "done"
