"""Queries on pipelines and their stages: every one within a brand."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Select, delete, select
from sqlalchemy.orm import Session

from funneldesk.server.db.counters import counted, forget
from funneldesk.server.db.types import now
from funneldesk.server.parts.crm.entities import LOCK, EntityStore
from funneldesk.server.parts.crm.order import inserted, reordered
from funneldesk.server.parts.crm.tables import CrmPipelineRow, CrmStageRow
from funneldesk.server.web.errors import Refused, invalid, missing
from funneldesk.server.web.fields import LARGEST_ID

_FULL = "There are {count} entries here: move them elsewhere first."


class PipelineStore:
    """The pipelines and stages of one brand, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def list(self, entity_id: int) -> Sequence[CrmPipelineRow]:
        """The pipelines of an entity, in the order in which they were made."""
        query = select(CrmPipelineRow).where(
            CrmPipelineRow.brand_id == self._brand_id, CrmPipelineRow.crm_entity_id == entity_id
        )
        return self._session.scalars(query.order_by(CrmPipelineRow.id)).all()

    def get(self, pipeline_id: int, *, lock: bool = False) -> CrmPipelineRow:
        """A pipeline; ``lock`` keeps other writers away, but for those of entries.

        Raises Refused (404).
        """
        row = None
        if pipeline_id <= LARGEST_ID:
            key = (self._brand_id, pipeline_id)
            row = self._session.get(CrmPipelineRow, key, with_for_update=LOCK if lock else None)
        if row is None:
            raise missing("pipeline")
        return row

    def create(self, entity_id: int, values: Mapping[str, Any]) -> CrmPipelineRow:
        """A new pipeline, without stages. Raises Refused (404)."""
        entity = EntityStore(self._session, self._brand_id).get(entity_id, lock=True)
        row = CrmPipelineRow(brand_id=self._brand_id, crm_entity_id=entity.id, **values)
        self._session.add(row)
        entity.pipelines_count += 1
        self._session.flush()
        return row

    def update(self, pipeline_id: int, values: Mapping[str, Any]) -> CrmPipelineRow:
        """Set what was sent. Raises Refused (404)."""
        row = self.get(pipeline_id, lock=True)
        for name, value in values.items():
            setattr(row, name, value)
        row.updated_at = now()
        self._session.flush()
        return row

    def delete(self, pipeline_id: int) -> None:
        """Remove a pipeline with its stages. Raises Refused (404; 422 while it has entries)."""
        entity = EntityStore(self._session, self._brand_id).get(
            self.get(pipeline_id).crm_entity_id, lock=True
        )
        self.get(pipeline_id, lock=True)
        stages = self._closed([pipeline_id])
        self._refuse_entries("pipeline", pipeline_id)
        self._session.execute(
            delete(CrmPipelineRow).where(
                CrmPipelineRow.brand_id == self._brand_id, CrmPipelineRow.id == pipeline_id
            )
        )
        entity.pipelines_count -= 1
        names = [f"crm/stage/{stage.id}" for stage in stages]
        forget(self._session, self._brand_id, [f"crm/pipeline/{pipeline_id}", *names])
        self._session.flush()

    def stages(self, pipelines: Sequence[int]) -> Sequence[CrmStageRow]:
        """The stages of pipelines, by pipeline and position."""
        return self._session.scalars(self._stages(pipelines)).all()

    def hold(self, pipelines: Sequence[int]) -> Sequence[CrmStageRow]:
        """The same, held until the end so that nobody deletes them under new entries."""
        query = self._stages(pipelines).with_for_update(read=True, key_share=True)
        return self._session.scalars(query).all()

    def get_stage(self, stage_id: int) -> CrmStageRow:
        """A stage. Raises Refused (404)."""
        row = None
        if stage_id <= LARGEST_ID:
            row = self._session.get(CrmStageRow, (self._brand_id, stage_id), populate_existing=True)
        if row is None:
            raise missing("stage")
        return row

    def create_stage(self, pipeline_id: int, values: Mapping[str, Any]) -> CrmStageRow:
        """A new stage, at its position or last. Raises Refused (404)."""
        pipeline = self.get(pipeline_id, lock=True)
        before = self.stages([pipeline.id])
        row = CrmStageRow(
            brand_id=self._brand_id,
            pipeline_id=pipeline.id,
            name=values["name"],
            color=values.get("color"),
            position=len(before),
        )
        self._session.add(row)
        self._session.flush()
        order = inserted([stage.id for stage in before], row.id, values.get("position"))
        self._place({stage.id: stage for stage in [*before, row]}, order)
        return row

    def update_stage(self, stage_id: int, values: Mapping[str, Any]) -> CrmStageRow:
        """Set what was sent; a position moves the others. Raises Refused (404)."""
        self.get(self.get_stage(stage_id).pipeline_id, lock=True)
        row = self.get_stage(stage_id)
        position = values.get("position")
        for name in ("name", "color"):
            if name in values:
                setattr(row, name, values[name])
        row.updated_at = now()
        if position is not None:
            self._reorder(row.pipeline_id, [(row.id, position)])
        self._session.flush()
        return row

    def reorder(self, wishes: Sequence[tuple[int, int]]) -> Sequence[CrmStageRow]:
        """Give stages of one pipeline their positions; gives all of it in order.

        Raises Refused (422) for a stage that is not there, is named twice, or is of another
        pipeline than the first one.
        """
        messages: dict[str, str] = {}
        pipeline_id = None
        seen: set[int] = set()
        for number, (stage_id, _position) in enumerate(wishes):
            row = self._session.get(CrmStageRow, (self._brand_id, stage_id))
            pipeline_id = pipeline_id or (row.pipeline_id if row else None)
            if row is None:
                messages[f"stages.{number}.id"] = "There is no such stage."
            elif stage_id in seen:
                messages[f"stages.{number}.id"] = "This stage is named twice."
            elif row.pipeline_id != pipeline_id:
                messages[f"stages.{number}.id"] = "All stages must belong to one pipeline."
            seen.add(stage_id)
        if messages or pipeline_id is None:
            raise invalid(messages)
        self.get(pipeline_id, lock=True)
        self._reorder(pipeline_id, wishes)
        return self.stages([pipeline_id])

    def delete_stage(self, stage_id: int) -> None:
        """Remove a stage; the others close up. Raises Refused (404; 422 while it has entries)."""
        pipeline_id = self.get_stage(stage_id).pipeline_id
        self.get(pipeline_id, lock=True)
        stages = {stage.id: stage for stage in self._closed([pipeline_id])}
        if stage_id not in stages:
            raise missing("stage")
        self._refuse_entries("stage", stage_id)
        self._session.delete(stages.pop(stage_id))
        self._session.flush()
        self._place(stages, list(stages))
        forget(self._session, self._brand_id, [f"crm/stage/{stage_id}"])

    def _stages(self, pipelines: Sequence[int]) -> Select[CrmStageRow]:
        return (
            select(CrmStageRow)
            .where(CrmStageRow.brand_id == self._brand_id, CrmStageRow.pipeline_id.in_(pipelines))
            .order_by(CrmStageRow.pipeline_id, CrmStageRow.position, CrmStageRow.id)
            .execution_options(populate_existing=True)
        )

    def _closed(self, pipelines: Sequence[int]) -> Sequence[CrmStageRow]:
        """Stages that no entry comes to any more, once those who held them are done."""
        return self._session.scalars(self._stages(pipelines).with_for_update()).all()

    def _reorder(self, pipeline_id: int, wishes: Sequence[tuple[int, int]]) -> None:
        stages = {stage.id: stage for stage in self.stages([pipeline_id])}
        known = [wish for wish in wishes if wish[0] in stages]
        self._place(stages, reordered(list(stages), known))

    def _place(self, stages: Mapping[int, CrmStageRow], order: Sequence[int]) -> None:
        moment = now()
        for position, id_ in enumerate(order):
            if stages[id_].position != position:
                stages[id_].position = position
                stages[id_].updated_at = moment
        self._session.flush()

    def _refuse_entries(self, kind: str, id_: int) -> None:
        count = counted(self._session, self._brand_id, f"crm/{kind}/{id_}")
        if count:
            raise _not_empty(kind, count)


def _not_empty(kind: str, count: int) -> Refused:
    return invalid({kind: _FULL.format(count=count)})
