"""Pages as a folder of files: out, and in again after a dry run."""

from collections.abc import Sequence
from pathlib import Path

from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.export.file_dialog import ask_folder
from funneldesk.desktop.kit.export.writing import CannotWrite
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.bulk.runs import pages
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.folder_sync.dialogs import FolderInDialog, FolderOutDialog
from funneldesk.desktop.parts.pages.folder_sync.exporting import PagesOut
from funneldesk.desktop.parts.pages.folder_sync.importing import Comparison, PagesIn, save_plan
from funneldesk.desktop.parts.pages.folder_sync.plan import PagePlan
from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.parts.pages.list.actions import PageActions
from funneldesk.desktop.parts.pages.save.review import TEST_KINDS
from funneldesk.desktop.parts.pages.split_tests.choice import TestChoiceField
from funneldesk.desktop.parts.pages.split_tests.keeping import TestChoice
from funneldesk.desktop.records.bulk.section_run import SectionWork
from funneldesk.desktop.sections.actions import Action, Place, Takes


class PageFolder(PageFeature):
    """Two entries of the section's menu, one for selected pages."""

    def __init__(self, context: PagesContext, actions: PageActions) -> None:
        super().__init__(context)
        self.actions = actions

    def declare(self) -> Sequence[Action]:
        in_section = Place.PALETTE | Place.SECTION_MENU
        return (
            Action(
                "pages.write-to-folder",
                _("Export pages to a folder…"),
                lambda _: self._out([]),
                "folder",
                places=in_section,
                menu_title=_("Export pages to a folder…"),
            ),
            Action(
                "pages.write-selected-to-folder",
                _("Export to a folder…"),
                lambda ids: self._out(list(ids)),
                "folder",
                places=Place.LIST_MENU,
                takes=Takes.SEVERAL,
            ),
            Action(
                "pages.read-from-folder",
                _("Import pages from a folder…"),
                lambda _: self._in(),
                "folder-open",
                places=in_section,
                menu_title=_("Import pages from a folder…"),
                writes=PART,
            ),
        )

    def _out(self, ids: list[str]) -> None:
        self.context.tasks.latest("folder", self.out(ids))

    def _in(self) -> None:
        self.context.tasks.latest("folder", self.bring_in())

    # Out

    async def out(self, ids: list[str]) -> None:
        """Ask which pages and where, and write them. Without ``ids`` all pages come first."""
        every = [key for key in self.context.library.rows if not is_new_id(key)]
        selected = [
            key for key in ids or self.context.list.list.selected_ids() if key in set(every)
        ]
        scopes = {"selected": (_("Selected"), selected), "all": (_("All"), every)}
        if not ids:
            scopes = dict(reversed(scopes.items()))
        counts = {key: (words, len(found)) for key, (words, found) in scopes.items() if found}
        if not counts:
            return
        dialog = FolderOutDialog(self.context.section, counts)
        if await dialog.ask() != "out":
            return
        wanted, with_password = scopes[dialog.scope][1], dialog.with_password
        parent = await ask_folder(self.context.section, _("Export to"))
        if parent is not None:
            await self.write(parent, wanted, with_password=with_password)

    async def write(self, parent: Path, ids: list[str], *, with_password: bool = False) -> None:
        """Write these pages into a new folder under ``parent``."""
        acts = self.actions
        if not acts.runs.is_free():
            return
        out = PagesOut(
            self.context.workspace, self.context.library, parent, with_password=with_password
        )
        job = SectionWork(
            _("Export pages to a folder"),
            _("Exporting"),
            lambda count: _("{pages} exported to “{name}”").format(
                pages=pages(count), name=out.root.name
            ),
            out.work,
        )
        try:
            await out.begin()
            await acts.runs.run(job, acts.items(ids), writes=False)
            await out.finish()
        except CannotWrite as problem:
            rest = f"{problem.so_what} {problem.now_what}"
            self.context.workspace.notifications.post(
                Notice(problem.what, rest, "danger", key="pages/folder")
            )

    # In

    async def bring_in(self) -> None:
        """Ask for a folder, show what would happen, and do what is ticked."""
        if not self.actions.may_write():
            return
        root = await ask_folder(self.context.section, _("A folder of pages"))
        if root is not None:
            await self.show_folder(root)

    async def show_folder(self, root: Path) -> None:
        """Compare a folder, ask, and write."""
        comparison = Comparison(self.context.workspace, self.context.library)
        dialog = FolderInDialog(self.context.section, comparison, root)
        if await dialog.ask() != "in":
            return
        chosen = dialog.chosen
        tests = await self._choose_tests(chosen)
        if tests is None:
            return
        if tests == "skip":
            chosen = [plan for plan in chosen if not await in_thread(_test_kinds, plan)]
        work = PagesIn(self.context.workspace, self.context.library, chosen, tests)
        job = SectionWork(
            _("Import pages"),
            _("Importing"),
            lambda count: _("{pages} imported").format(pages=pages(count)),
            work.work,
            work.look,
        )
        await self.actions.runs.run(job, work.items)

    async def _choose_tests(self, chosen: list[PagePlan]) -> TestChoice | None:
        """What a folder does to split tests is asked about before anything is sent (quirk 27);
        None calls it off."""
        kinds = [found for plan in chosen if (found := await in_thread(_test_kinds, plan))]
        if not kinds:
            return "keep"
        counts = {kind: sum(kind in found for found in kinds) for kind in _EFFECTS}
        said = [
            _("{effect} on {pages}.").format(effect=effect, pages=pages(counts[kind]))
            for kind, effect in _EFFECTS.items()
            if counts[kind]
        ]
        dialog = Dialog(
            self.context.section,
            _("Change the split tests of {pages}?").format(pages=pages(len(kinds))),
            " ".join(said),
            width=520,
        )
        choice = TestChoiceField(len(kinds))
        dialog.body.addWidget(choice)
        dialog.add_button("", _("Cancel"))
        dialog.add_button("yes", _("Import"), "primary")
        return choice.choice if await dialog.ask() == "yes" else None


_EFFECTS: dict[str, str] = {
    "tests_sent_again": _("Running split tests come without their IDs"),
    "tests_added": _("New split tests start"),
    "tests_removed": _("Split tests are removed"),
}


def _test_kinds(plan: PagePlan) -> frozenset[str]:
    """What bringing a page in does to its split tests."""
    return TEST_KINDS & {warning.kind for warning in save_plan(plan).warnings}
