"""How a table is to be read: the field of each of its columns, and what else the user decided."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.fields import Value
from funneldesk.desktop.records.importing.declaration import RecordImport

SKIP = ""
"""A column that is for no field."""
Fields = tuple[str, ...]
"""For each column the name of its field, or ``SKIP``."""
REASON = _("Why not imported")
"""Title of the column that a file of rows to mend has more; it is no field when it is brought
again."""
Existing = Literal["skip", "update", "create"]
"""What becomes of a row whose record is there already."""


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """``conventions`` are those of the columns, "" for none. ``keys`` are the fields by which the
    record of a row is known, all of them together; ``defaults`` the values that new records get
    where a row says nothing."""

    fields: Fields
    conventions: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    existing: Existing = "skip"
    defaults: Mapping[str, Value] = field(default_factory=dict)

    @property
    def compares(self) -> bool:
        """Whether the records that there are matter."""
        return bool(self.keys) and self.existing != "create"

    def kept(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "fields": list(self.fields),
            "conventions": list(self.conventions),
            "keys": list(self.keys),
            "existing": self.existing,
            "defaults": dict(self.defaults),
        }

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "ImportPlan":
        """What ``kept`` gave, or what is left of it."""
        texts = {
            name: tuple(map(str, kept.get(name) or ()))
            for name in ("fields", "conventions", "keys")
        }
        existing = kept.get("existing")
        known = existing if existing in ("skip", "update", "create") else "skip"
        given = kept.get("defaults")
        defaults = dict(given) if isinstance(given, Mapping) else {}
        return cls(**texts, existing=cast(Existing, known), defaults=defaults)


def missing(
    declared: RecordImport, fields: Iterable[str], defaults: Iterable[str] = ()
) -> list[str]:
    """The titles of required fields that no column is for."""
    chosen, all_of_them = {*fields, *defaults}, declared.kind.draft.declared
    return [all_of_them[name].title for name in declared.required() if name not in chosen]
