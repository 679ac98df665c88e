"""Queries on entities: every one within a brand."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import bindparam, delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from funneldesk.server.db.counters import forget
from funneldesk.server.db.types import now
from funneldesk.server.parts.crm.presets import BY_KEY, Preset
from funneldesk.server.parts.crm.tables import (
    SLUG_INDEX,
    CrmEntityRow,
    CrmEntryRow,
    CrmFieldRow,
    CrmPipelineRow,
    CrmStageRow,
)
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.fields import LARGEST_ID

LOCK = {"key_share": True}
"""A lock among writers of a row that lets others refer to it: entries come while it is held."""

_ALL = (
    select(CrmEntityRow.__table__)
    .where(CrmEntityRow.brand_id == bindparam("brand_id"))
    .order_by(CrmEntityRow.id)
)
_TAKEN = "The slug has already been taken."


class EntityStore:
    """The entities of one brand, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def list(self) -> Sequence[Any]:
        """All entities as plain rows, in the order in which they were made."""
        return self._session.connection().execute(_ALL, {"brand_id": self._brand_id}).all()

    def get(self, entity_id: int, *, lock: bool = False) -> CrmEntityRow:
        """An entity; ``lock`` keeps other writers away, but for those of entries.

        Raises Refused (404).
        """
        row = None
        if entity_id <= LARGEST_ID:
            key = (self._brand_id, entity_id)
            row = self._session.get(CrmEntityRow, key, with_for_update=LOCK if lock else None)
        if row is None:
            raise missing("entity")
        return row

    def create(self, values: Mapping[str, Any]) -> CrmEntityRow:
        """A new entity, with what its preset brings. Raises Refused (422)."""
        wanted = {name: value for name, value in values.items() if name != "preset"}
        preset = None
        if values.get("preset") is not None:
            preset = BY_KEY.get(values["preset"])
            if preset is None:
                known = ", ".join(BY_KEY)
                raise invalid({"preset": f"The selected preset is invalid; it may be {known}."})
            wanted = _with_preset(preset, wanted)
        if self._is_taken(wanted["slug"], 0):
            raise invalid({"slug": _TAKEN})
        row = CrmEntityRow(brand_id=self._brand_id, **wanted)
        with _slug_checked():
            self._session.add(row)
            self._session.flush()
        if preset is not None:
            self._fill(row, preset)
        return row

    def update(self, entity_id: int, values: Mapping[str, Any]) -> CrmEntityRow:
        """Set what was sent. Raises Refused (404, 422)."""
        row = self.get(entity_id, lock=True)
        if "slug" in values and self._is_taken(values["slug"], row.id):
            raise invalid({"slug": _TAKEN})
        for name, value in values.items():
            if name != "preset":
                setattr(row, name, value)
        row.updated_at = now()
        with _slug_checked():
            self._session.flush()
        return row

    def delete(self, entity_id: int) -> None:
        """Remove an entity with its pipelines, fields and entries. Raises Refused (404)."""
        row = self.get(entity_id, lock=True)
        pipelines = self._session.scalars(
            select(CrmPipelineRow.id)
            .where(
                CrmPipelineRow.brand_id == self._brand_id, CrmPipelineRow.crm_entity_id == row.id
            )
            .order_by(CrmPipelineRow.id)
            .with_for_update(key_share=True)
        ).all()
        # Whoever adds or moves an entry holds its stage first: wait for them, let nobody begin.
        stages = self._session.scalars(
            select(CrmStageRow.id)
            .where(CrmStageRow.brand_id == self._brand_id, CrmStageRow.pipeline_id.in_(pipelines))
            .order_by(CrmStageRow.pipeline_id, CrmStageRow.id)
            .with_for_update()
        ).all()
        self._session.execute(
            delete(CrmEntryRow).where(
                CrmEntryRow.brand_id == self._brand_id, CrmEntryRow.crm_entity_id == row.id
            )
        )
        self._session.execute(
            delete(CrmEntityRow).where(
                CrmEntityRow.brand_id == self._brand_id, CrmEntityRow.id == row.id
            )
        )
        names = [f"crm/pipeline/{id_}" for id_ in pipelines]
        names += [f"crm/stage/{id_}" for id_ in stages]
        forget(self._session, self._brand_id, [f"crm/entity/{row.id}", *names])

    def _fill(self, row: CrmEntityRow, preset: Preset) -> None:
        brand = self._brand_id
        pipeline = CrmPipelineRow(brand_id=brand, crm_entity_id=row.id, name=preset.pipeline)
        self._session.add(pipeline)
        self._session.flush()
        for position, (name, color) in enumerate(preset.stages):
            stage = CrmStageRow(brand_id=brand, pipeline_id=pipeline.id, name=name, color=color)
            stage.position = position
            self._session.add(stage)
            self._session.flush()
        for position, field in enumerate(preset.fields):
            added = CrmFieldRow(
                brand_id=brand,
                crm_entity_id=row.id,
                name=field.name,
                key=field.key,
                type=field.type,
                options=list(field.options) or None,
                required=field.required,
                position=position,
                reporting_config=field.reporting_config,
            )
            self._session.add(added)
            self._session.flush()
        row.pipelines_count, row.fields_count = 1, len(preset.fields)
        self._session.flush()

    def _is_taken(self, slug: str, but: int) -> bool:
        query = select(CrmEntityRow.id).where(
            CrmEntityRow.brand_id == self._brand_id,
            CrmEntityRow.slug == slug,
            CrmEntityRow.id != but,
        )
        return self._session.scalar(query) is not None


def _with_preset(preset: Preset, wanted: Mapping[str, Any]) -> dict[str, Any]:
    words = {
        "singular_name": preset.singular_name,
        "plural_name": preset.plural_name,
        "icon": preset.icon,
        "color": preset.color,
    }
    return {**words, **{name: value for name, value in wanted.items() if value is not None}}


@contextmanager
def _slug_checked() -> Iterator[None]:
    """Turns the database's own word on a slug that another writer took just now into a 422."""
    try:
        yield
    except IntegrityError as error:
        words = str(error.orig)
        if SLUG_INDEX not in words and "crm_entities.slug" not in words:
            raise
        raise invalid({"slug": _TAKEN}) from error
