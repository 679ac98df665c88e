"""CRM entries by the thousand, by the same rules as single ones."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.orm import Session

from funneldesk.server.db.counters import move_all
from funneldesk.server.db.ids import document_id
from funneldesk.server.db.types import now
from funneldesk.server.parts.crm.entities import EntityStore
from funneldesk.server.parts.crm.fields import FieldStore
from funneldesk.server.parts.crm.pipelines import PipelineStore
from funneldesk.server.parts.crm.tables import CrmEntryRow
from funneldesk.server.parts.crm.values import merged
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.searching import folded
from funneldesk.server.web.values import NotValid

_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to make; moments default to the present one. ``values`` by key."""

    title: str
    pipeline_id: int
    stage_id: int
    values: Mapping[str, Any] = field(default_factory=dict)
    reference_type: str | None = None
    reference_id: str | None = None
    assigned_to_user_id: int | None = None
    assigned_to_team_id: int | None = None
    created_at: datetime | None = None
    stage_entered_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class NewMove:
    """An entry that goes to another stage of its pipeline."""

    entry_id: str
    stage_id: int
    moment: datetime | None = None


def create_many(
    session: Session, brand_id: int, entity_id: int, entries: Iterable[NewEntry]
) -> list[str]:
    """Make entries, a thousand at a time; gives their ids in order.

    Raises Refused (404; 422 for the first one that breaks a rule; nothing is kept then).
    """
    EntityStore(session, brand_id).get(entity_id)
    fields = FieldStore(session, brand_id).list(entity_id)
    pipelines = PipelineStore(session, brand_id)
    own = [pipeline.id for pipeline in pipelines.list(entity_id)]
    home = {stage.id: stage.pipeline_id for stage in pipelines.hold(own)}
    ids: list[str] = []
    left = iter(entries)
    while batch := list(islice(left, _AT_ONCE)):
        rows = [_row(brand_id, entity_id, fields, home, new) for new in batch]
        table = CrmEntryRow.__table__
        session.connection().execute(insert(table), rows)  # type: ignore[arg-type]
        counts: Counter[str] = Counter()
        for row in rows:
            counts[f"crm/entity/{entity_id}"] += 1
            counts[f"crm/pipeline/{row['pipeline_id']}"] += 1
            counts[f"crm/stage/{row['stage_id']}"] += 1
        move_all(session, brand_id, counts)
        ids += [row["id"] for row in rows]
    return ids


def move_many(session: Session, brand_id: int, moves: Iterable[NewMove]) -> None:
    """Carry out moves in their order, a thousand at a time. Raises Refused (404, 422)."""
    home: dict[int, int] = {}
    left = iter(moves)
    while batch := list(islice(left, _AT_ONCE)):
        _move_batch(session, brand_id, batch, home)


def _row(
    brand_id: int, entity_id: int, fields: Sequence[Any], home: Mapping[int, int], new: NewEntry
) -> dict[str, Any]:
    if home.get(new.stage_id) != new.pipeline_id:
        raise invalid({"stage_id": f"Stage {new.stage_id} is not of the entry's pipeline."})
    try:
        values = merged(fields, {}, new.values, complete=True)
    except NotValid as error:
        raise invalid(error.messages) from None
    moment = new.created_at or now()
    entered = new.stage_entered_at or moment
    return {
        "brand_id": brand_id,
        "id": document_id(moment),
        "crm_entity_id": entity_id,
        "pipeline_id": new.pipeline_id,
        "stage_id": new.stage_id,
        "title": new.title[:255],
        "search": folded(new.title[:255]),
        "reference_type": new.reference_type,
        "reference_id": new.reference_id,
        "assigned_to_user_id": new.assigned_to_user_id,
        "assigned_to_team_id": new.assigned_to_team_id,
        "values": values,
        "stage_entered_at": entered,
        "created_at": moment,
        "updated_at": max(moment, entered),
    }


def _move_batch(
    session: Session, brand_id: int, batch: Sequence[NewMove], home: dict[int, int]
) -> None:
    columns = CrmEntryRow.id, CrmEntryRow.pipeline_id, CrmEntryRow.stage_id
    query = select(*columns).where(
        CrmEntryRow.brand_id == brand_id, CrmEntryRow.id.in_({move.entry_id for move in batch})
    )
    places = {row.id: (row.pipeline_id, row.stage_id) for row in session.execute(query)}
    pipelines = PipelineStore(session, brand_id)
    counts: Counter[str] = Counter()
    last: dict[str, dict[str, Any]] = {}
    for move in batch:
        if move.entry_id not in places:
            raise missing("entry")
        pipeline_id, stage_id = places[move.entry_id]
        if move.stage_id not in home:
            home[move.stage_id] = pipelines.get_stage(move.stage_id).pipeline_id
        if home[move.stage_id] != pipeline_id:
            raise invalid({"stage_id": f"Stage {move.stage_id} is not of the entry's pipeline."})
        if stage_id == move.stage_id:
            continue
        counts[f"crm/stage/{stage_id}"] -= 1
        counts[f"crm/stage/{move.stage_id}"] += 1
        places[move.entry_id] = (pipeline_id, move.stage_id)
        last[move.entry_id] = {
            "b_id": move.entry_id,
            "b_stage": move.stage_id,
            "b_moment": move.moment or now(),
        }
    if last:
        session.connection().execute(_moving(brand_id), list(last.values()))
        move_all(session, brand_id, counts)


def _moving(brand_id: int) -> Any:
    return (
        update(CrmEntryRow.__table__)  # type: ignore[arg-type]
        .where(
            CrmEntryRow.__table__.c.brand_id == brand_id,
            CrmEntryRow.__table__.c.id == bindparam("b_id"),
        )
        .values(
            stage_id=bindparam("b_stage"),
            stage_entered_at=bindparam("b_moment"),
            updated_at=bindparam("b_moment"),
        )
    )
