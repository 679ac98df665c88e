"""What the window of search and replace sets going: replacing, fetching, opening at a hit."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from funneldesk.client.errors import NotFound
from funneldesk.desktop.kit.dialogs.dialog import Dialog, confirm
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.parts.pages.library.place import open_at
from funneldesk.desktop.parts.pages.search_replace.head import SearchReplaceHead
from funneldesk.desktop.parts.pages.search_replace.replace import PageReplacer, Replacement
from funneldesk.desktop.parts.pages.search_replace.undo import ReplaceLog, ReplaceUndo
from funneldesk.desktop.parts.pages.split_tests.choice import TestChoiceField
from funneldesk.desktop.parts.pages.split_tests.keeping import TestChoice
from funneldesk.desktop.records.bulk.job import BulkJob
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome, Report
from funneldesk.desktop.records.bulk.report import ReportDialog
from funneldesk.desktop.records.bulk.run import BulkRun
from funneldesk.desktop.records.search_replace.hits import Snippet
from funneldesk.desktop.records.search_replace.results import Entry, Results
from funneldesk.desktop.records.search_replace.search import RecordSearch

MOST_MISSING = 1_000_000


class SearchReplaceWork(QObject):
    """One thing at a time; each tells how it came out."""

    run_changed = Signal(object)
    """The run that goes on now, or None."""
    ended = Signal()
    """Pages are not as they were searched."""

    def __init__(
        self,
        window: QWidget,
        context: PagesContext,
        head: SearchReplaceHead,
        search: RecordSearch,
        results: Results,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._context = context
        self._head = head
        self._search = search
        self._results = results
        self.tasks = TaskScope(self)
        self.run: BulkRun | None = None
        self.log = ReplaceLog(context.workspace.store)

    def has_unsaved(self, page_id: str) -> bool:
        """Whether there is unsaved work on a page here, kept already or just typed."""
        session, rows = self._context.session, self._context.library.rows
        if session.record_id == page_id and session.is_dirty:
            return True
        return page_id in rows and rows[page_id].unsaved

    def replace(self) -> None:
        """Ask, then replace in every chosen page."""
        if self.run is None:
            self.tasks.latest("replace", self._replace(self._results.chosen()))

    def fetch_missing(self) -> None:
        """Bring the pages that are not here yet, then search again."""
        if self.run is None:
            self.tasks.latest("fetch", self._fetch_missing())

    async def open_at(self, page_id: str, snippet: Snippet | None) -> None:
        """Show a page in the section behind the window, at a hit."""
        session = self._context.session
        if snippet is None:
            await open_at(session, page_id, "html")
        else:
            await open_at(session, page_id, snippet.field, snippet.start, snippet.end)

    # Replacing

    async def _replace(self, entries: Sequence[Entry]) -> None:
        workspace = self._context.workspace
        if not entries or not workspace.may_write(PART):
            return
        workspace.ask_again()
        dialog = self._question(entries)
        if await dialog.ask() != "yes":
            return
        replacement = Replacement(
            self._search.query,
            self._head.replacement.text(),
            self._search.fields,
            dialog.tests,
        )
        by_id = {entry.found.id: entry for entry in entries}
        replacer = PageReplacer(
            workspace,
            self._context.library,
            self._search,
            replacement,
            by_id,
            self.has_unsaved,
            self.log,
        )
        items = [BulkItem(entry.found.id, entry.heading.title) for entry in entries]
        self.log.begin()
        report = await self._carry_out(
            BulkRun(items, replacer.work, line=workspace, look=replacer.look, doing="Replacing")
        )
        await self.log.end()
        workspace.announce(PART, *(item.id for item, _ in report.of("done")))
        self.ended.emit()
        await self._tell(report, "Replaced")

    def _question(self, entries: Sequence[Entry]) -> "ReplaceDialog":
        rows = self._context.library.rows
        ids = [entry.found.id for entry in entries]
        live = sum(rows[id].status == "published" for id in ids if id in rows)
        tested = sum(
            bool(rows[entry.found.id].tests)
            for entry in entries
            if entry.found.id in rows and entry.found.counts.get("html")
        )
        hits = sum(entry.chosen for entry in entries)
        return ReplaceDialog(self._window, hits, len(ids), live, tested)

    async def _carry_out(self, run: BulkRun) -> Report:
        self.run = run
        self.run_changed.emit(run)
        self._show_in_tray(run)
        try:
            return await run.run()
        finally:
            self.run = None
            self.run_changed.emit(None)
            run.deleteLater()

    def _show_in_tray(self, run: BulkRun) -> None:
        section, title = self._context.section, f"{run.doing} in many pages"

        def show(report: Report) -> None:
            """To read only: taking back is offered where it was begun."""
            section.asked_forward.emit()
            dialog = ReportDialog(
                section,
                title,
                report,
                can_repeat=False,
                can_undo=False,
                on_open=section.open_record,
            )
            section.tasks.start(dialog.ask())

        brand = section.workspace.connection.name
        section.workspace.jobs.add(BulkJob(run, title, brand=brand, on_open=show))

    async def _tell(self, report: Report, title: str) -> None:
        """The report; from it a run can be taken back, and what failed be tried again."""
        notifications = self._context.workspace.notifications
        tone = "success" if report.is_whole else "warning"
        show = NoticeAction("Show the report", lambda: self._show_again(report, title))
        notifications.post(
            Notice(f"{title}: {report.words()}", "", tone, "", "pages/replace", show)
        )
        dialog = ReportDialog(
            self._window, title, report, can_repeat=False, on_open=self._context.section.open_record
        )
        if await dialog.ask() == "undo":
            await self._undo({item: o.undo for item, o in report.undoable if o.undo is not None})

    def _show_again(self, report: Report, title: str) -> None:
        if self.run is None:
            self.tasks.latest("replace", self._tell(report, title))

    def take_back(self) -> None:
        """Ask, then take the last run back, be it one of an earlier day."""
        if self.run is None:
            self.tasks.latest("replace", self._take_back())

    async def _take_back(self) -> None:
        count = len(await self.log.read())
        pages = "one page" if count == 1 else f"{count:,} pages"
        said = "Pages that changed since then are skipped and listed."
        title = f"Undo the last replacement in {pages}?"
        if not count or not await confirm(self._window, title, said, action="Undo"):
            return
        context = self._context
        undo = ReplaceUndo(context.workspace, context.library, self.has_unsaved)
        await self._undo(
            {
                BulkItem(row["id"], row["title"]): partial(
                    undo.one, row["id"], row["key"], row["written"], dict(row.get("tests") or ())
                )
                for row in self.log.rows
            }
        )

    async def _undo(self, ways: Mapping[BulkItem, Callable[[], Awaitable[Outcome]]]) -> None:
        workspace = self._context.workspace
        run = BulkRun(list(ways), lambda item: ways[item](), line=workspace, doing="Undoing")
        back = await self._carry_out(run)
        done = {item.id for item, _ in back.of("done")}
        await self.log.drop(done)
        workspace.announce(PART, *done)
        self.ended.emit()
        await self._tell(back, "Undone")

    # Fetching

    async def _fetch_missing(self) -> None:
        workspace, rows = self._context.workspace, self._context.library.rows
        missing = await workspace.store.missing_bodies(PART, MOST_MISSING)
        items = [BulkItem(id, rows[id].name if id in rows else id) for id in missing]
        run = BulkRun(items, self._fetch, line=workspace, doing="Fetching")
        report = await self._carry_out(run)
        self.ended.emit()
        if report.of("failed"):
            dialog = ReportDialog(
                self._window, "Not all pages could be fetched", report, can_undo=False
            )
            if await dialog.ask() == "again":
                await self._fetch_missing()

    async def _fetch(self, item: BulkItem) -> Outcome:
        try:
            await self._context.library.fetch(item.id)
        except NotFound:
            return Outcome.skipped("Somebody deleted it meanwhile.")
        return Outcome.done()


class ReplaceDialog(Dialog):
    """The one question before a run, with what it means. Answers "yes" or nothing."""

    def __init__(self, window: QWidget, hits: int, pages: int, live: int, tested: int) -> None:
        on = "one page" if pages == 1 else f"{pages:,} pages"
        title = f"Replace {hits:,} match{'' if hits == 1 else 'es'} in {on}?"
        super().__init__(window, title, _meaning(live), width=520)
        self._choice = TestChoiceField(tested)
        if tested:
            self.body.addWidget(self._choice)
        self.add_button("", "Cancel")
        self.add_button("yes", "Replace", "primary")

    @property
    def tests(self) -> TestChoice:
        """What becomes of the split tests."""
        return self._choice.choice


def _meaning(live: int) -> str:
    seen = ""
    if live:
        are = (
            "one of them is published, so visitors see"
            if live == 1
            else (f"{live:,} of them are published, so visitors see")
        )
        seen = f"{are[:1].upper()}{are[1:]} the new text at once. "
    return (
        f"{seen}Each page is read again first: other people's changes are kept, and a page whose "
        "matches changed is skipped. You can stop at any time and undo everything."
    )


def local_texts(body: Mapping[str, Any], fields: Sequence[str]) -> dict[str, str]:
    """The searched texts of a page from the local copy, by field."""
    return {name: str(body.get(name) or "") for name in fields}
