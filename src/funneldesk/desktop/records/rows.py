"""Rows of lists of records, and what is sought in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Self

from funneldesk.desktop.records.library.row import RecordRow, sought_in
from funneldesk.desktop.records.moments import moment


@dataclass(slots=True)
class SummaryRow(RecordRow):
    """Row that keeps the whole ``summary``. ``key`` names its identity, ``searched`` the values
    that hold the words that are sought; the first of them orders by name."""

    summary: Mapping[str, Any] = field(default_factory=dict)
    key: ClassVar[str] = "id"
    searched: ClassVar[Sequence[str]] = ()

    @classmethod
    def of(cls, summary: Mapping[str, Any]) -> Self:
        words = (str(summary.get(name) or "") for name in cls.searched)
        return cls(str(summary.get(cls.key) or ""), summary, sought=sought_in(*words))

    @property
    def changed_at(self) -> datetime | None:
        return moment(self.summary.get("updated_at"))

    def get(self, key: str) -> Any:
        """A value of the summary; None where there is none."""
        return self.summary.get(key)


def summary_row(key: str, searched: Sequence[str]) -> type[SummaryRow]:
    """The class of the rows of a declared section."""
    return type(
        "DeclaredRow", (SummaryRow,), {"key": key, "searched": tuple(searched), "__slots__": ()}
    )
