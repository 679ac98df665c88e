"""Declaration of what can be imported: a kind of record, and how its records are known."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.records.fields import RecordField, Value
from funneldesk.desktop.records.importing.sameness import Sameness
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.save.writes import made_by

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.client.errors import ApiError


UNREADABLE = ("file",)
"""Kinds of fields that no text in a cell can stand for."""

Values = Mapping[str, Value]
Choices = tuple[tuple[Value, str], ...]
Settle = Callable[[dict[str, Value], dict[str, str], Values | None], None]
"""Completes the values of a row in place, and adds sentences by field where they do not go
together. It is given what the record holds that the row updates, None for a new one."""


@dataclass(frozen=True, slots=True, eq=False)
class RecordImport:
    """``units`` are several records in words ("products").

    ``listed`` reads every record by its id: the values of ``keys`` and of its title, and where
    ``updates`` are offered those of all fields. ``keys`` are the fields by which the record of a
    row can be known, with what makes two values the same; the first that has a column is taken
    unless the user says otherwise. ``delete`` takes back what an import created. ``synonyms`` are
    other titles that a column of a field may have. ``defaults`` are choices that may be made for
    all new records at once; ``settle`` has the last word on a row, and fills the fields that are
    ``derived``. ``needed``: fields that are required beside those that the call says.
    """

    kind: RecordKind
    units: str
    listed: "Callable[[Api], Awaitable[Mapping[str, Values]]]"
    keys: Mapping[str, Sameness] = field(default_factory=dict)
    delete: "Callable[[Api, Any], Awaitable[object]] | None" = None
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    updates: bool = False
    defaults: Mapping[str, Choices] = field(default_factory=dict)
    settle: Settle | None = None
    derived: frozenset[str] = frozenset()
    needed: tuple[str, ...] = ()
    already: "Callable[[ApiError], bool]" = lambda _error: False
    already_words: str = ""
    """Whether the server refused a row since its record is there, and that in a sentence: it then
    counts as skipped."""

    @property
    def memory(self) -> str:
        """Under which name choices are remembered."""
        return f"{self.kind.part}.import"

    @property
    def title(self) -> str:
        """The field by which a record is called."""
        return self.kind.draft.listed[0]

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
            if each.name not in self.derived
            and (
                each.name in (*writes.always, *self.needed)
                or (each.name in wire and wire[each.name].is_required())
            )
        )
