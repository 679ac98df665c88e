"""Write side of a kind of record: its bodies, its calls, and the states that visitors meet."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from funneldesk.contract.shapes import Draft, Patch, Record
from funneldesk.desktop.records.fields import Value
from funneldesk.desktop.records.save.plan import Review

if TYPE_CHECKING:
    from funneldesk.client import Api


@dataclass(frozen=True, slots=True)
class Lifecycle:
    """States of a record that visitors meet. ``field`` holds the state, ``first`` is that of a new
    record, ``live`` the one that visitors see; ``done`` says what setting a state did.

    A live record changes for visitors only by an explicit publish: saving keeps a draft here.
    """

    field: str
    first: str
    live: str
    done: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Making:
    """How a record is created: ``draft`` is the body of ``create``. ``named`` gives the ids of the
    records with a title, to look for one whose create was not answered."""

    draft: type[Draft]
    create: "Callable[[Api, Any], Awaitable[Record]]"
    named: "Callable[[Api, str], Awaitable[Iterable[Any]]]"


@dataclass(frozen=True, slots=True)
class RecordWrites:
    """``patch`` is the body of ``update``, ``making`` how records are created and ``delete`` how
    they are deleted, where they are.

    ``always`` are fields that every call carries, ``update_only`` those that a create
    does not take; ``cleared`` is sent for a value that was taken away. ``copied`` are values of a
    record that is saved as a new one. ``review`` looks at a draft and what it changes where its
    part has more to say than the checks of its fields.
    """

    patch: type[Patch]
    update: "Callable[[Api, Any, Any], Awaitable[Record]]"
    making: "Making | None" = None
    delete: "Callable[[Api, Any], Awaitable[object]] | None" = None
    always: tuple[str, ...] = ()
    update_only: frozenset[str] = frozenset()
    cleared: str | None = None
    copied: Mapping[str, object] = field(default_factory=dict)
    lifecycle: Lifecycle | None = None
    review: Callable[[Any, Mapping[str, Value]], Review] | None = None


def made_by(writes: RecordWrites) -> Making:
    """How its records are created. Raises ValueError where they are not."""
    if writes.making is None:
        raise ValueError("these records are not created here")
    return writes.making
