"""Steps as jobs: one step, one transaction, so that a power cut neither loses nor doubles it."""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.contract.automation_flow.graph import Node
from funneldesk.contract.automation_flow.limits import CALLS
from funneldesk.contract.automation_flow.subject import filled
from funneldesk.server.jobs.job import Job
from funneldesk.server.parts.automations.engine.starting import enqueue_steps
from funneldesk.server.parts.automations.engine.walking import Walk
from funneldesk.server.parts.automations.tables import AutomationRunRow
from funneldesk.server.platform import Platform
from funneldesk.server.web.outcome import Outcome

_METHODS = ("POST", "GET", "PUT", "PATCH", "DELETE")
_DEEPEST = 20


def step(platform: Platform, session: Session, job: Job) -> None:
    """Do one step within the job's transaction."""
    _advance(platform, session, job, None)


def call(platform: Platform, job: Job) -> Callable[[Session], None]:
    """Call others for a step; what follows from the answer is one transaction."""
    outcome = _call(platform, job) if platform.settings.allow_outgoing else None
    return lambda session: _advance(platform, session, job, outcome)


def give_up(session: Session, job: Job, reason: str) -> None:
    """A step that failed again and again ends its run's way."""
    run = _run(session, job, lock=True)
    if run is not None:
        walk = Walk(session, job.brand_id, allow_outgoing=False)
        walk.fail(run, str(job.body["node"]), f"The step could not be done: {reason}")
        walk.records.flush()


def _advance(platform: Platform, session: Session, job: Job, outcome: Outcome | None) -> None:
    run = _run(session, job, lock=True)
    if run is None:  # its automation was deleted
        return
    walk = Walk(session, job.brand_id, allow_outgoing=platform.settings.allow_outgoing)
    walk.step(run, str(job.body["node"]), outcome)
    session.flush()
    walk.records.flush()
    enqueue_steps(session, job.brand_id, walk.planned)


def _call(platform: Platform, job: Job) -> Outcome | None:
    with platform.database.reading() as session:
        run = _run(session, job)
        if run is None:
            return None
        walk = Walk(session, job.brand_id, allow_outgoing=True)
        automation, graph = walk.automation(run.automation_id)
        node = graph.nodes.get(str(job.body["node"]))
        if automation.status != "active" or node is None or node.type not in CALLS:
            return None
        subject = run.subject
    url = node.data.get("url")
    address = filled(url, subject) if isinstance(url, str) else ""
    method = str(node.data.get("method") or "POST").upper()
    if method not in _METHODS:
        method = "POST"
    body = None if method in ("GET", "DELETE") else _body(job, node, subject)
    from funneldesk.server.web.outgoing import request  # its library takes a tenth of a second

    return request(method, address, body)


def _body(job: Job, node: Node, subject: Mapping[str, Any]) -> Any:
    """What is sent: the node's own body, filled, or the whole subject.

    ``delivery`` stays the same when a call is repeated after a power cut.
    """
    own = node.data.get("body")
    if own:
        return _filled(own, subject)
    return {"delivery": job.id, "run_id": job.body["run"], "node": node.code, "subject": subject}


def _filled(value: Any, subject: Mapping[str, Any], room: int = _DEEPEST) -> Any:
    if isinstance(value, str):
        return filled(value, subject)
    if isinstance(value, dict) and room:
        return {name: _filled(one, subject, room - 1) for name, one in value.items()}
    if isinstance(value, list) and room:
        return [_filled(one, subject, room - 1) for one in value]
    return value


def _run(session: Session, job: Job, *, lock: bool = False) -> AutomationRunRow | None:
    key = (job.brand_id, int(job.body["run"]))
    return session.get(AutomationRunRow, key, with_for_update=lock)
