"""Queries on the fields of entities: every one within a brand."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from funneldesk.server.db.types import now
from funneldesk.server.parts.crm.entities import EntityStore
from funneldesk.server.parts.crm.order import inserted, reordered
from funneldesk.server.parts.crm.tables import KEY_INDEX, CrmFieldRow
from funneldesk.server.parts.crm.values import WITH_OPTIONS
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.fields import LARGEST_ID

_TAKEN = "The entity has a field with this key."
_NO_OPTIONS = "The options field is required for this type, with at least one option."


_OF_ENTITY = (
    select(CrmFieldRow)
    .where(
        CrmFieldRow.brand_id == bindparam("brand_id"),
        CrmFieldRow.crm_entity_id == bindparam("entity_id"),
    )
    .order_by(CrmFieldRow.position, CrmFieldRow.id)
    .execution_options(populate_existing=True)
)


class FieldStore:
    """The fields of one brand's entities, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def list(self, entity_id: int) -> Sequence[CrmFieldRow]:
        """The fields of an entity by position."""
        values = {"brand_id": self._brand_id, "entity_id": entity_id}
        return self._session.scalars(_OF_ENTITY, values).all()

    def get(self, field_id: int) -> CrmFieldRow:
        """A field. Raises Refused (404)."""
        row = None
        if field_id <= LARGEST_ID:
            key = (self._brand_id, field_id)
            row = self._session.get(CrmFieldRow, key, populate_existing=True)
        if row is None:
            raise missing("field")
        return row

    def create(self, entity_id: int, values: Mapping[str, Any]) -> CrmFieldRow:
        """A new field, at its position or last. Raises Refused (404, 422)."""
        entity = EntityStore(self._session, self._brand_id).get(entity_id, lock=True)
        before = self.list(entity.id)
        row = CrmFieldRow(brand_id=self._brand_id, crm_entity_id=entity.id, required=False)
        row.position = len(before)
        with self._session.no_autoflush:
            self._set(row, values, before)
        with _key_checked():
            self._session.add(row)
            entity.fields_count += 1
            self._session.flush()
        order = inserted([field.id for field in before], row.id, values.get("position"))
        self._place({field.id: field for field in [*before, row]}, order)
        return row

    def update(self, field_id: int, values: Mapping[str, Any]) -> CrmFieldRow:
        """Set what was sent; kept values stay as they are. Raises Refused (404, 422)."""
        EntityStore(self._session, self._brand_id).get(self.get(field_id).crm_entity_id, lock=True)
        row = self.get(field_id)
        others = self.list(row.crm_entity_id)
        with self._session.no_autoflush:
            self._set(row, values, [field for field in others if field.id != row.id])
        row.updated_at = now()
        with _key_checked():
            self._session.flush()
        if values.get("position") is not None:
            order = reordered([field.id for field in others], [(row.id, values["position"])])
            self._place({field.id: field for field in others}, order)
        return row

    def delete(self, field_id: int) -> None:
        """Remove a field; its values are shown no more. Raises Refused (404)."""
        entity_id = self.get(field_id).crm_entity_id
        entity = EntityStore(self._session, self._brand_id).get(entity_id, lock=True)
        row = self.get(field_id)
        left = {field.id: field for field in self.list(entity.id) if field.id != field_id}
        entity.fields_count = len(left)
        self._session.delete(row)
        self._session.flush()
        self._place(left, list(left))

    def _set(
        self, row: CrmFieldRow, values: Mapping[str, Any], others: Sequence[CrmFieldRow]
    ) -> None:
        for name, value in values.items():
            if name == "required":
                row.required = bool(value)
            elif name != "position":
                setattr(row, name, value)
        if any(field.key == row.key for field in others):
            raise invalid({"key": _TAKEN})
        if row.type not in WITH_OPTIONS:
            row.options = None
        elif not row.options:
            raise invalid({"options": _NO_OPTIONS})

    def _place(self, fields: Mapping[int, CrmFieldRow], order: Sequence[int]) -> None:
        for position, id_ in enumerate(order):
            if fields[id_].position != position:
                fields[id_].position = position
        self._session.flush()


@contextmanager
def _key_checked() -> Iterator[None]:
    """Turns the database's own word on a key that another writer took just now into a 422."""
    try:
        yield
    except IntegrityError as error:
        words = str(error.orig)
        if KEY_INDEX not in words and "crm_fields.key" not in words:
            raise
        raise invalid({"key": _TAKEN}) from error
