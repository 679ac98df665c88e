"""Declaration of what can be imported: a kind of record, and how its records are known."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from funneldesk.desktop.records.fields import RecordField
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.save.writes import made_by

if TYPE_CHECKING:
    from funneldesk.client import Api


UNREADABLE = ("file",)
"""Kinds of fields that no text in a cell can stand for."""


@dataclass(frozen=True, slots=True, eq=False)
class RecordImport:
    """``units`` are several records in words ("products").

    ``listed`` reads the id of every record with its value of ``key``, the field by which the
    record of a row is known; "" where none identifies a record. ``delete`` takes back what an
    import created. ``synonyms`` are other titles that a column of a field may have.
    """

    kind: RecordKind
    units: str
    listed: "Callable[[Api], Awaitable[Mapping[int, str]]]"
    key: str = ""
    delete: "Callable[[Api, int], Awaitable[object]] | None" = None
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def fields(self) -> tuple[RecordField, ...]:
        """The fields that a column can be for. The state that visitors meet is none of them:
        imported records begin with its first value."""
        life = self.kind.writes.lifecycle
        state = life.field if life is not None else ""
        return tuple(
            each
            for each in self.kind.draft.declared
            if each.kind not in UNREADABLE and not each.read_only and each.name != state
        )

    def required(self) -> tuple[str, ...]:
        """The names of the fields without which nothing is created."""
        writes = self.kind.writes
        wire = made_by(writes).draft.model_fields
        return tuple(
            each.name
            for each in self.fields()
            if each.name in writes.always or (each.name in wire and wire[each.name].is_required())
        )
