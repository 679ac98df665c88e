"""Queries on CRM entries: every one within a brand (quirk 45).

Totals come from counters of the entity, the pipeline and the stage, so that a board's columns
cost what they show.
"""

import builtins
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from funneldesk.server.db.counters import counted, move_all
from funneldesk.server.db.ids import document_id
from funneldesk.server.db.types import now
from funneldesk.server.parts.crm.bulk import NewEntry, NewMove, create_many, move_many
from funneldesk.server.parts.crm.entities import EntityStore
from funneldesk.server.parts.crm.fields import FieldStore
from funneldesk.server.parts.crm.tables import CrmEntryRow, CrmPipelineRow, CrmStageRow
from funneldesk.server.parts.crm.values import merged
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.listing import Attribute, By, Paging, conditions, count_of, rows_of
from funneldesk.server.web.searching import contains, folded, within_reach
from funneldesk.server.web.values import NotValid

__all__ = ["EntryFilter", "EntryStore", "NewEntry", "NewMove", "create_many", "move_many"]

Conditions = builtins.list[ColumnElement[bool]]

_ID = re.compile("[0-9a-f]{24}")
_ELSEWHERE = "The stage must belong to the entry's pipeline."
_FOREIGN = "The pipeline must belong to the entity."
_ORDER = (By(CrmEntryRow.created_at, True), By(CrmEntryRow.id, True))


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """What a list of entries is narrowed to."""

    pipeline_id: int | None = None
    stage_id: int | None = None
    reference_type: str | None = None
    reference_id: str | None = None
    search: str | None = None


def move_stage(session: Session, brand_id: int, entry_id: str, stage_id: int) -> CrmEntryRow:
    """Move an entry to another stage of its pipeline. Raises Refused (404, 422)."""
    return EntryStore(session, brand_id).move(entry_id, stage_id)


class EntryStore:
    """The entries of one brand, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def list(
        self, entity_id: int, wishes: EntryFilter, wanted: Paging
    ) -> tuple[Sequence[Any], int]:
        """A page of an entity's entries as plain rows, the newest first, and how many there are.

        Raises Refused (404).
        """
        EntityStore(self._session, self._brand_id).get(entity_id)
        found = self._scope(entity_id, wishes)
        if found is None:
            return [], 0
        equal, name = found
        total = counted(self._session, self._brand_id, name)
        further = self._further(wishes, conditions(equal), total)
        if further:
            total = count_of(self._session, CrmEntryRow, equal, further)
        rows = rows_of(self._session, CrmEntryRow, equal, _ORDER, total, wanted, further=further)
        return rows, total

    def get(
        self, entry_id: str, entity_id: int | None = None, *, lock: bool = False
    ) -> CrmEntryRow:
        """An entry, of the entity when one is named. Raises Refused (404)."""
        row = None
        if _ID.fullmatch(entry_id):
            row = self._session.get(CrmEntryRow, (self._brand_id, entry_id), with_for_update=lock)
        if row is None or (entity_id is not None and row.crm_entity_id != entity_id):
            raise missing("entry")
        return row

    def create(self, entity_id: int, values: Mapping[str, Any]) -> CrmEntryRow:
        """A new entry. Raises Refused (404; 422 for a stage elsewhere or values that misfit)."""
        entity = EntityStore(self._session, self._brand_id).get(entity_id)
        self._hold(values["stage_id"])
        self._check_place(entity.id, values["pipeline_id"], values["stage_id"])
        moment = now()
        row = CrmEntryRow(
            brand_id=self._brand_id,
            id=document_id(moment),
            crm_entity_id=entity.id,
            values=self._merged(entity.id, {}, values.get("values") or {}, complete=True),
            stage_entered_at=moment,
            created_at=moment,
            updated_at=moment,
            search=folded(values["title"]),
            **{name: value for name, value in values.items() if name != "values"},
        )
        self._session.add(row)
        self._session.flush()
        self._count({row.crm_entity_id: 1}, {row.pipeline_id: 1}, {row.stage_id: 1})
        return row

    def update(
        self, entry_id: str, sent: Mapping[str, Any], entity_id: int | None = None
    ) -> CrmEntryRow:
        """Set what was sent; values are merged. Raises Refused (404, 422)."""
        if "stage_id" in sent:
            self._hold(sent["stage_id"])
        row = self.get(entry_id, entity_id, lock=True)
        row.updated_at = now()
        plain = {name: value for name, value in sent.items() if name != "values"}
        if "pipeline_id" in sent or "stage_id" in sent:
            pipeline_id = sent.get("pipeline_id", row.pipeline_id)
            stage_id = sent.get("stage_id", row.stage_id)
            self._check_place(row.crm_entity_id, pipeline_id, stage_id)
            self._go(row, pipeline_id, stage_id)
        if sent.get("values") is not None:
            row.values = self._merged(row.crm_entity_id, row.values, sent["values"], complete=False)
        for name, value in plain.items():
            setattr(row, name, value)
        row.search = folded(row.title)
        self._session.flush()
        return row

    def move(self, entry_id: str, stage_id: int, entity_id: int | None = None) -> CrmEntryRow:
        """Move an entry to another stage of its pipeline. Raises Refused (404, 422)."""
        self._hold(stage_id)
        row = self.get(entry_id, entity_id, lock=True)
        self._check_place(row.crm_entity_id, row.pipeline_id, stage_id)
        row.updated_at = now()
        self._go(row, row.pipeline_id, stage_id)
        self._session.flush()
        return row

    def _scope(
        self, entity_id: int, wishes: EntryFilter
    ) -> tuple[dict[Attribute, int], str] | None:
        """The narrowest of entity, pipeline and stage, and its counter; None for an empty list."""
        pipeline_id = wishes.pipeline_id
        if wishes.stage_id is not None:
            stage = self._session.get(CrmStageRow, (self._brand_id, wishes.stage_id))
            if stage is None or pipeline_id not in (None, stage.pipeline_id):
                return None
            pipeline_id = stage.pipeline_id
        if pipeline_id is not None:
            pipeline = self._session.get(CrmPipelineRow, (self._brand_id, pipeline_id))
            if pipeline is None or pipeline.crm_entity_id != entity_id:
                return None
        within: dict[Attribute, int] = {CrmEntryRow.brand_id: self._brand_id}
        if wishes.stage_id is not None:
            return {**within, CrmEntryRow.stage_id: wishes.stage_id}, f"crm/stage/{wishes.stage_id}"
        if pipeline_id is not None:
            return {**within, CrmEntryRow.pipeline_id: pipeline_id}, f"crm/pipeline/{pipeline_id}"
        return {**within, CrmEntryRow.crm_entity_id: entity_id}, f"crm/entity/{entity_id}"

    def _further(self, wishes: EntryFilter, where: Conditions, total: int) -> Conditions:
        further: Conditions = []
        if wishes.reference_type is not None:
            further.append(CrmEntryRow.reference_type == wishes.reference_type)
        if wishes.reference_id is not None:
            further.append(CrmEntryRow.reference_id == wishes.reference_id)
        if wishes.search and wishes.search.strip():
            further += within_reach(self._session, where, CrmEntryRow.created_at, total)
            further.append(contains(CrmEntryRow.search, wishes.search))
        return further

    def _hold(self, stage_id: int) -> None:
        """Nobody deletes the stage until the end. Always before an entry is locked."""
        self._session.execute(
            select(CrmStageRow)
            .where(CrmStageRow.brand_id == self._brand_id, CrmStageRow.id == stage_id)
            .with_for_update(read=True, key_share=True)
        )

    def _check_place(self, entity_id: int, pipeline_id: int, stage_id: int) -> None:
        pipeline = self._session.get(CrmPipelineRow, (self._brand_id, pipeline_id))
        if pipeline is None or pipeline.crm_entity_id != entity_id:
            raise invalid({"pipeline_id": _FOREIGN})
        stage = self._session.get(CrmStageRow, (self._brand_id, stage_id))
        if stage is None or stage.pipeline_id != pipeline_id:
            raise invalid({"stage_id": _ELSEWHERE})

    def _merged(
        self,
        entity_id: int,
        kept: Mapping[str, Any],
        sent: Mapping[str, Any],
        *,
        complete: bool,
    ) -> dict[str, Any]:
        fields = FieldStore(self._session, self._brand_id).list(entity_id)
        try:
            return merged(fields, kept, sent, complete=complete)
        except NotValid as error:
            raise invalid(error.messages) from None

    def _go(self, row: CrmEntryRow, pipeline_id: int, stage_id: int) -> None:
        if row.stage_id == stage_id:
            return
        pipelines = {} if row.pipeline_id == pipeline_id else {row.pipeline_id: -1, pipeline_id: 1}
        self._count({}, pipelines, {row.stage_id: -1, stage_id: 1})
        row.pipeline_id, row.stage_id = pipeline_id, stage_id
        row.stage_entered_at = row.updated_at

    def _count(
        self, entities: dict[int, int], pipelines: dict[int, int], stages: dict[int, int]
    ) -> None:
        kinds = {"entity": entities, "pipeline": pipelines, "stage": stages}
        deltas = {
            f"crm/{kind}/{id_}": delta
            for kind, moved in kinds.items()
            for id_, delta in moved.items()
        }
        move_all(self._session, self._brand_id, deltas)
