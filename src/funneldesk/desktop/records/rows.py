"""Row of a list of any kind of record: its summary as JSON, and what is sought in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from unicodedata import normalize

from funneldesk.desktop.local.cache.matching import fold


@dataclass(slots=True)
class RecordRow:
    """``id`` is what the part calls the record by, as a text. ``sought``: its words, folded."""

    id: str
    summary: Mapping[str, Any]
    sought: str = ""
    unsaved: bool = field(default=False, compare=False)

    @classmethod
    def of(cls, summary: Mapping[str, Any], key: str, searched: Sequence[str]) -> "RecordRow":
        """A row from a record as JSON: ``key`` is its identity, words are sought in ``searched``,
        the first of which comes first in the list's order by name."""
        words = "\n".join(str(summary.get(name) or "") for name in searched)
        return cls(str(summary.get(key) or ""), summary, fold(normalize("NFC", words)))

    def get(self, key: str) -> Any:
        """A value of the summary; None where there is none."""
        return self.summary.get(key)
