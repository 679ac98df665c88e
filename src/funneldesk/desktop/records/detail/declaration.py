"""Detail of a kind of record, declared: title, figures, groups of facts, related records."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.columns import Kind, RecordColumn
from funneldesk.desktop.records.rows import SummaryRow

Body = Mapping[str, Any]
"""A whole record as JSON."""


@dataclass(frozen=True, slots=True)
class FactGroup:
    """Facts under a title; those without a value are left out."""

    title: str
    facts: tuple[RecordColumn[SummaryRow], ...]


@dataclass(frozen=True, slots=True)
class EventSpec:
    """An event that a record tells of: ``at`` names the value that is its moment, ``told`` are the
    values that say more of it."""

    title: str
    at: str
    told: tuple[RecordColumn[SummaryRow], ...] = ()


USUAL_EVENTS = (EventSpec(_("Created"), "created_at"), EventSpec(_("Changed"), "updated_at"))


@dataclass(frozen=True, slots=True)
class Related:
    """Records that belong to one, in a tab called ``title``. ``rows`` takes them out of it.

    ``empty`` says that there are none. ``opens``: the part in which a row's id can be opened.
    ``events`` of each row are in the timeline of the record.
    """

    key: str
    title: str
    rows: Callable[[Body], Sequence[Any]]
    columns: tuple[RecordColumn[SummaryRow], ...]
    empty: str
    identity: str = "id"
    opens: str = ""
    events: tuple[EventSpec, ...] = ()

    def rows_of(self, body: Body) -> list[SummaryRow]:
        """The rows, by their place where they have no id of their own; what is none is left out."""
        found = self.rows(body)
        entries = found if isinstance(found, list | tuple) else ()
        return [
            SummaryRow(f"{place}:{entry.get(self.identity, '')}", entry)
            for place, entry in enumerate(entries)
            if isinstance(entry, Mapping)
        ]


@dataclass(frozen=True, slots=True)
class Detail:
    """``title`` and ``subtitle`` stand over it; ``figures`` are the numbers that matter most."""

    title: Callable[[Body], str]
    subtitle: Callable[[Body], str]
    figures: tuple[RecordColumn[SummaryRow], ...] = ()
    groups: tuple[FactGroup, ...] = ()
    related: tuple[Related, ...] = field(default=())
    events: tuple[EventSpec, ...] = USUAL_EVENTS
    as_sent: Callable[[Body], Body] = lambda body: body
    """The record as the server sent it, where this program has it otherwise."""


def fact(path: str, title: str, kind: Kind = "text", **more: Any) -> RecordColumn[SummaryRow]:
    """A value of a whole record; ``path`` leads into it, as in ``customer.email``."""
    return RecordColumn(path, title, lambda row: value_at(row.summary, path), kind, **more)


def value_at(body: Any, path: str) -> Any:
    """What a path leads to; None where it leads nowhere."""
    for step in path.split("."):
        body = body.get(step) if isinstance(body, Mapping) else None
    return body
