"""One listing type for the interface's five list envelopes (quirk 11)."""

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Listing(Generic[T]):
    """A page of results.

    ``last_page`` is None where the envelope does not tell (collection entries, quirk 11);
    ``extra`` keeps what an envelope carries besides (ticket ``statuses``). ``unread`` names the
    places that could not be read and are missing: ``row 3.domain``.
    """

    rows: tuple[T, ...]
    current_page: int = 1
    per_page: int | None = None
    total: int | None = None
    last_page: int | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    unread: tuple[str, ...] = ()

    @property
    def has_more(self) -> bool:
        """Whether a further page may exist, judged by what the envelope tells."""
        if not self.rows:
            return False
        if self.last_page is not None:
            return self.current_page < self.last_page
        if self.total is not None and self.per_page:
            return self.current_page * self.per_page < self.total
        return False
