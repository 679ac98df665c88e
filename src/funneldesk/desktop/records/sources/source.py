"""Source of the rows that a section shows: the interface of copies and of pages from the server."""

from collections.abc import AsyncIterator, Mapping
from typing import Any, Protocol

from PySide6.QtCore import SignalInstance

from funneldesk.desktop.records.query import Query
from funneldesk.desktop.records.rows import SummaryRow


class RecordSource(Protocol):
    """Arranges the rows of a query in its view. ``failed`` carries what kept it from that."""

    shown: SignalInstance
    loading_changed: SignalInstance
    failed: SignalInstance
    snippets: Mapping[str, str]
    """Where a row was found, by its id, if that is in a text that the row does not show."""

    extra: Mapping[str, Any]
    """What the server's last page carries besides its rows."""

    @property
    def count(self) -> int:
        """How many rows are shown."""

    @property
    def total(self) -> int | None:
        """How many the query has in all; None while nobody knows."""

    @property
    def has_answer(self) -> bool:
        """Whether there is anything to show yet, be it nothing."""

    @property
    def is_loading(self) -> bool:
        """Whether the server is asked."""

    @property
    def error(self) -> BaseException | None:
        """Why the rows are not fresh."""

    @property
    def unread(self) -> tuple[str, ...]:
        """Places of the listing that could not be read."""

    def ask(self, query: Query) -> None:
        """Show another query."""

    def refresh(self) -> None:
        """Ask the server again."""

    def retry(self) -> None:
        """Ask again for what failed."""

    def every(self) -> AsyncIterator[SummaryRow]:
        """All rows of the query, in its order, shown or not. Raises ``ApiError``."""

    def end(self) -> None:
        """Stop asking; for the owner's end."""
