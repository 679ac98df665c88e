"""Duplicate pages into another brand that this computer knows."""

from collections.abc import Sequence

from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.bulk.runs import pages
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.copy_to_brand.dialog import CopyToBrandDialog
from funneldesk.desktop.parts.pages.copy_to_brand.job import CombinedStatus
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.parts.pages.list.actions import PageActions
from funneldesk.desktop.records.bulk.section_run import SectionWork
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes

WORDS = _("Duplicate into another brand…")


class CopyToBrand(PageFeature):
    """An entry for the selected pages, and one for the page that is open."""

    def __init__(self, context: PagesContext, actions: PageActions) -> None:
        super().__init__(context)
        self.actions = actions

    def declare(self) -> Sequence[Action]:
        return (
            Action(
                "pages.copy-to-brand",
                lambda ids: _("Duplicate {pages} into another brand").format(
                    pages=pages(len(ids) or 1)
                ),
                lambda ids: self._start(self._saved(ids)),
                "copy",
                places=Place.PALETTE | Place.RECORD_MENU | Place.LIST_MENU,
                menu_title=WORDS,
                takes=Takes.SEVERAL,
                refusal=self._refusal,
            ),
        )

    def _refusal(self, ids: Ids) -> str:
        if self.context.workspace.neighbours is None:
            return _("There is no other brand here.")
        return "" if self._saved(ids) else _("It's only on this computer. Save it first.")

    def _saved(self, ids: Ids) -> list[str]:
        rows = self.context.library.rows
        return [page_id for page_id in ids if page_id in rows and not is_new_id(page_id)]

    def _start(self, ids: list[str]) -> None:
        self.context.tasks.start(self.duplicate(ids))

    async def duplicate(self, ids: list[str]) -> None:
        """Ask where to, show what cannot follow, then do it."""
        acts, workspace, library = self.actions, self.context.workspace, self.context.library
        neighbours = workspace.neighbours
        if neighbours is None:
            said = _("Add another brand under the brand's name in the corner.")
            workspace.notifications.post(
                Notice(_("There is no other brand here."), said, "info", key="pages/action")
            )
            return
        if not acts.runs.is_free():
            return
        items = acts.items(ids)
        dialog = CopyToBrandDialog(self.context.section, workspace, library, neighbours, items)
        if await dialog.ask() != "go" or dialog.job is None:
            return
        job, chosen = dialog.job, dialog.chosen
        job.with_files = dialog.files.isChecked()
        job.despite = dialog.despite.isChecked()
        brand = job.target.connection.name
        work = SectionWork(
            _("Duplicate pages into {brand}").format(brand=brand),
            _("Duplicating"),
            lambda count: _("{pages} duplicated into {brand}").format(
                pages=pages(count), brand=brand
            ),
            job.work,
            job.look,
            line=CombinedStatus(workspace, job.target),
        )
        wanted = [item for item in items if item.id in chosen]
        report = await acts.runs.run(work, wanted, writes=False)
        if report is not None and report.count("done"):
            job.target.announce(PART)
