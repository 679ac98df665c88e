"""The nodes that work on CRM entries, by the rules of the CRM."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from pydantic import ValidationError
from sqlalchemy import select

from funneldesk.contract.automation_flow.outcome import Result, StepFailed
from funneldesk.contract.automation_flow.subject import filled
from funneldesk.server.parts.automations.engine.steps import Step
from funneldesk.server.parts.crm.pipelines import PipelineStore
from funneldesk.server.parts.crm.rules import EntryCreate
from funneldesk.server.parts.crm.store import EntryStore
from funneldesk.server.parts.crm.tables import CrmEntityRow
from funneldesk.server.web.sentences import field_messages


class _Named(Protocol):
    @property
    def id(self) -> int: ...

    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=_Named)


def create_crm_entry(step: Step) -> Result:
    """A new entry at the first stage of the first pipeline, unless the node names others."""
    entity = _entity(step, step.text("entity"))
    pipelines = PipelineStore(step.session, step.brand_id)
    pipeline = _chosen(pipelines.list(entity.id), step.text("pipeline"), "pipeline")
    stage = _chosen(pipelines.stages([pipeline.id]), step.text("stage"), "stage")
    values = step.node.data.get("values") or {}
    if not isinstance(values, Mapping):
        raise StepFailed("The setting values must be an object.")
    sent = {
        "title": (step.text("title", "{{name}}") or step.text("email", "{{email}}"))[:255],
        "pipeline_id": pipeline.id,
        "stage_id": stage.id,
        "values": {key: _value(value, step) for key, value in values.items()},
    }
    try:
        body = EntryCreate.model_validate(sent)
    except ValidationError as error:
        raise StepFailed(_sentences(field_messages(error.errors()))) from error
    store = EntryStore(step.session, step.brand_id)
    entry = store.create(entity.id, body.model_dump(exclude_unset=True))
    return Result(f"{entry.title[:80]} is now in {entity.name}.", learnt={"crm_entry_id": entry.id})


def move_stage(step: Step) -> Result:
    """Move an entry within its pipeline: the one that the run made, or one that is named."""
    entry_id = step.text("entry_id", "{{crm_entry_id}}").strip()
    if not entry_id:
        raise StepFailed("The run has no CRM entry to move.")
    store = EntryStore(step.session, step.brand_id)
    entry = store.get(entry_id)
    stages = PipelineStore(step.session, step.brand_id).stages([entry.pipeline_id])
    stage = _chosen(stages, step.text("stage", step.text("stage_id")), "stage")
    store.move(entry_id, stage.id)
    return Result(f"The entry went to {stage.name}.")


def _entity(step: Step, named: str) -> CrmEntityRow:
    query = select(CrmEntityRow).where(CrmEntityRow.brand_id == step.brand_id)
    wanted = named.strip()
    for row in step.session.scalars(query.order_by(CrmEntityRow.id)):
        if wanted in (row.slug, str(row.id)):
            return row
    raise StepFailed(f"The CRM has no entity {wanted or 'without a name'}.")


def _chosen(rows: Sequence[N], named: str, kind: str) -> N:
    """The row of this id or name, the first one when nothing is named."""
    wanted = named.strip()
    for row in rows:
        if not wanted or str(row.id) == wanted or row.name.casefold() == wanted.casefold():
            return row
    raise StepFailed(f"The CRM has no {kind} {wanted}." if wanted else f"There is no {kind}.")


def _value(value: Any, step: Step) -> Any:
    return filled(value, step.subject) if isinstance(value, str) else value


def _sentences(messages: Mapping[str, Sequence[str]]) -> str:
    return " ".join(sentence for found in messages.values() for sentence in found)
