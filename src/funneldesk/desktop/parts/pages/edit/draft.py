"""Draft of a page (document: Page)."""

from collections.abc import Mapping
from typing import Any

from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.records.edit.draft import RecordDraft


class LocalPageDraft(RecordDraft):
    """A page while it is edited, with the records of its split tests."""

    declared = FIELDS
    listed = ("title", "slug")

    def __init__(self, base: Mapping[str, Any], fields: Mapping[str, object]) -> None:
        super().__init__(base, fields)
        self.test_ids: frozenset[int] | None = None
        """The records of the page's split tests, once the server has given them."""
