"""Row of a list of records: what lists and tables of any part need of it."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Self
from unicodedata import normalize

from funneldesk.contract.folding import fold


@dataclass(slots=True)
class RecordRow:
    """``id`` tells a record from the others of its part; ``sought`` is what the search field
    looks through, folded (``local.cache.matching``); ``unsaved``: a draft of it is kept here;
    ``snoozed_until``: it was put off on this computer, in a part that can be."""

    id: str
    sought: str = field(default="", kw_only=True)
    unsaved: bool = field(default=False, kw_only=True)
    snoozed_until: datetime | None = field(default=None, kw_only=True, compare=False)

    def take_marks(self, known: "RecordRow") -> None:
        """Take over what only this computer knows of the record."""
        self.unsaved, self.snoozed_until = known.unsaved, known.snoozed_until

    @property
    def changed_at(self) -> datetime | None:
        """When the record was last changed on the server; None where the list does not tell."""
        return None

    @classmethod
    @abstractmethod
    def of(cls, summary: Mapping[str, Any]) -> Self:
        """A row from a record of the list, as JSON, as the server sent it or the local copy has
        it."""


def sought_in(*words: str) -> str:
    """Texts as the search field seeks in them; the first one orders rows by name."""
    return fold(normalize("NFC", "\n".join(words)))
