"""Writes texts of single pages anew, for other sections (``assets/references/writers``)."""

from collections.abc import Mapping

from funneldesk.client.errors import NotFound
from funneldesk.desktop.assets.references.moved_texts import TextChange, changed_texts
from funneldesk.desktop.assets.references.writers import NOTHING_LEFT
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.bulk.writes import FieldWriter
from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.parts.pages.library.library import PageLibrary
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.fields import Value
from funneldesk.desktop.workspace.workspace import Workspace

ABOUT = _("Before references to files were updated")
DELETED = _("Someone deleted it in the meantime.")


class ReferenceWriter:
    """Pages are written as bulk changes write them: read anew, with their version kept, unsaved
    work respected, split tests kept, and a way back."""

    def __init__(self, workspace: Workspace, about: str = "") -> None:
        """``about`` is what the history says of the version before the write."""
        self._workspace = workspace
        self._known: dict[str, Mapping[str, Value]] = {}
        library = workspace.shared(PageLibrary)
        self._writer = FieldWriter(
            workspace, library, {}, self._known, about=about or ABOUT, tests="keep"
        )

    async def write(self, item: BulkItem, change: TextChange) -> Outcome:
        """See ``RecordWriter.write``."""
        return await self._wanted(item, change) or await self._writer.write(item)

    async def obstacle(self, item: BulkItem, change: TextChange) -> str:
        """See ``RecordWriter.obstacle``."""
        left = await self._wanted(item, change)
        if left is not None:
            return left.what if left.what == DELETED else ""
        return await self._writer.obstacle(item)

    async def _wanted(self, item: BulkItem, change: TextChange) -> Outcome | None:
        """Have the writer want the changed texts; an outcome when there are none."""
        try:
            page = await PAGES.read(self._workspace, item.id)
        except NotFound:
            return Outcome.skipped(DELETED)
        draft = LocalPageDraft.opened(page)
        sources = {field: draft.text(field) for field in (*FIELDS.sources, "redirect_url")}
        texts = changed_texts(sources, change)
        if not texts:
            return Outcome.skipped(NOTHING_LEFT)
        self._known[item.id] = {field: before for field, (before, _unused) in texts.items()}
        self._writer.wanted[item.id] = {field: after for field, (_unused, after) in texts.items()}
        return None

    async def look(self, item: BulkItem) -> Outcome | None:
        """See ``RecordWriter.look``."""
        return await self._writer.look(item)
