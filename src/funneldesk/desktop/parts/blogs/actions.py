"""What is done with blogs from the list: copies, exports, and deletion, which the server does not
undo."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from funneldesk.contract.blogs import Blog, BlogClone, BlogFilter
from funneldesk.desktop.kit.dialogs.dialog import ask_text
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.blogs.exporting import ExportDialog
from funneldesk.desktop.parts.blogs.fields import LONGEST_NAME
from funneldesk.desktop.parts.blogs.kind import KIND
from funneldesk.desktop.records.bulk.deletion import Deletion, DeletionWords
from funneldesk.desktop.records.bulk.outcome import BulkItem
from funneldesk.desktop.records.bulk.section_run import SectionRuns, SectionWork
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.making.copier import Copying, RecordCopier
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes
from funneldesk.desktop.sections.operations import may_write

if TYPE_CHECKING:
    from funneldesk.client import Api


DELETION = DeletionWords(
    _(
        "Visitors no longer find it or its articles, and its slug is free for another blog. The "
        "server keeps it out of sight, but offers no way to bring it back."
    ),
    _("The server keeps them out of sight."),
)
"""Quirk 58: soft."""


class BlogActions:
    """Each one tells what it did, and what it could not."""

    def __init__(self, panel: EditedPanel, library: RecordLibrary[Any], runs: SectionRuns) -> None:
        self._panel, self._library, self.runs = panel, library, runs
        self._workspace = panel.workspace

    async def clone(self, ids: Ids) -> None:
        """A copy of each with its looks; of a single one under a name that is asked for."""
        items = self._items(ids)
        if not items or not may_write(self._workspace, KIND.part, KIND.units):
            return
        title: str | None = None
        if len(items) == 1 and not is_new_id(items[0].id):
            title = await self._ask_title(items[0].title)
            if not title:
                return
        copier = RecordCopier(self._workspace, KIND, self._library, copying(title))
        work = SectionWork(
            _("Duplicate blogs"),
            _("Duplicating"),
            lambda count: _("{blogs} duplicated").format(blogs=counted(count, KIND.unit)),
            copier.copy,
            copier.look,
            _("Categories are not copied."),
        )
        await self.runs.run(work, items)
        if len(items) == 1 and copier.made:
            self._panel.open_record(str(copier.made[-1]))

    async def _ask_title(self, name: str) -> str:
        asked = await ask_text(
            self._panel,
            _("Duplicate “{name}”").format(name=name),
            _("The copy gets the blog’s looks and settings, but not its categories."),
            value=_("{name} (copy)").format(name=name[: LONGEST_NAME - 12]),
            action=_("Duplicate blog"),
        )
        return (asked or "")[:LONGEST_NAME]

    async def export(self, ids: Ids) -> None:
        """Have the server send a table of blogs."""
        known = [int(each) for each in ids if not is_new_id(each)]
        await ExportDialog(self._panel.window(), self._workspace, known).ask()

    def _items(self, ids: Iterable[str]) -> list[BulkItem]:
        rows = self._library.rows
        return [BulkItem(i, str(rows[i].get("name") or i)) for i in ids if i in rows]


def copying(title: str | None) -> Copying[Blog]:
    """How the server copies a blog; ``title`` is what the copy is called."""

    async def clone(api: "Api", blog_id: int) -> Blog:
        return await api.blogs.clone(blog_id, BlogClone(title=title) if title else None)

    async def every(api: "Api") -> Sequence[Blog]:
        return [each async for each in api.blogs.iterate(BlogFilter(per_page=100))]

    def is_copy(original: Blog, made: Blog) -> bool:
        return made.name == title if title else made.name.startswith(original.name[:200])

    return Copying(clone, every, is_copy)


def blog_actions(actions: BlogActions, panel: EditedPanel) -> tuple[Action, ...]:
    """What the list offers for the selected blogs."""
    anywhere, start = Place.PALETTE | Place.LIST_MENU, panel.tasks.start
    return (
        Action(
            "blogs.duplicate",
            _("Duplicate the selected blogs"),
            lambda ids: start(actions.clone(ids)),
            "copy",
            "Ctrl+D",
            anywhere | Place.SELECTION_BAR,
            _("Duplicate…"),
            Takes.SEVERAL,
            writes=KIND.part,
        ),
        Action(
            "blogs.export-by-email",
            _("Have blogs exported by email…"),
            lambda _ids: start(actions.export(panel.list.selection.ids())),
            "send",
            places=Place.PALETTE | Place.SECTION_MENU,
            needs_connection=True,
        ),
        Deletion(panel, actions.runs, DELETION).action(),
    )
