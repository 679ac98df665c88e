"""What the history window has to know of the record whose versions it shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from funneldesk.desktop.local.user_data.history import Version


@dataclass(frozen=True, slots=True)
class HistoryField:
    """A field of the record. ``language`` (html, css, text) makes it a text that is compared line
    by line; without one it is a row of two values. ``restorable``: it can be put back."""

    name: str
    label: str
    language: str = ""
    restorable: bool = True


class HistorySource(Protocol):
    """One record. Its methods may raise LocalStoreProblem."""

    title: str
    fields: tuple[HistoryField, ...]
    restore_words: str
    """What the button for the whole version says."""

    async def versions(self) -> list[Version]:
        """The newest first."""

    async def content(self, key: int) -> dict[str, Any]:
        """Raises KeyError when the version has made room for others."""

    def now(self) -> Mapping[str, Any] | None:
        """What the record is in the window at this moment; None when it is gone."""

    def words(self, field: str, value: Any) -> str:
        """A value in the words of the part."""

    async def restore(self, fields: Mapping[str, Any], version: Version) -> str:
        """Put these values of a version back; "" when that is done, else why it cannot be."""


def changed_fields(
    fields: tuple[HistoryField, ...], left: Mapping[str, Any], right: Mapping[str, Any]
) -> list[HistoryField]:
    """The fields in which two contents differ; what is missing counts as empty."""
    return [f for f in fields if (left.get(f.name) or "") != (right.get(f.name) or "")]
