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
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.records.bulk.job import BulkJob
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome, Report
from funneldesk.desktop.records.bulk.report import ReportDialog
from funneldesk.desktop.records.bulk.run import BulkRun
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.save.going_live import PUBLISH_CHANGES, live_among, live_words
from funneldesk.desktop.records.search_replace.head import SearchReplaceHead
from funneldesk.desktop.records.search_replace.hits import Snippet
from funneldesk.desktop.records.search_replace.replace import Replacement, Replacer
from funneldesk.desktop.records.search_replace.results import Entry, Results
from funneldesk.desktop.records.search_replace.search import RecordSearch
from funneldesk.desktop.records.search_replace.searched import Searched
from funneldesk.desktop.records.search_replace.undo import ReplaceLog, ReplaceUndo

MOST_MISSING = 1_000_000


class SearchReplaceWork(QObject):
    """One thing at a time; each tells how it came out."""

    run_changed = Signal(object)
    """The run that goes on now, or None."""
    ended = Signal()
    """Records are not as they were searched."""

    def __init__(
        self,
        window: QWidget,
        searched: Searched,
        head: SearchReplaceHead,
        search: RecordSearch,
        results: Results,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._searched = searched
        self._panel, self._workspace = searched.panel, searched.panel.workspace
        self._library = searched.session.library
        self._head = head
        self._search = search
        self._results = results
        self.tasks = TaskScope(self)
        self.run: BulkRun | None = None
        self.log = ReplaceLog(self._workspace.store, searched.part)

    def has_unsaved(self, record_id: str) -> bool:
        """Whether there is unsaved work on a record here, kept already or just typed."""
        session, rows = self._searched.session, self._library.rows
        if session.record_id == record_id and session.is_dirty:
            return True
        return record_id in rows and bool(rows[record_id].unsaved)

    def replace(self) -> None:
        """Ask, then replace in every chosen record."""
        if self.run is None:
            self.tasks.latest("replace", self._replace(self._results.chosen()))

    def fetch_missing(self) -> None:
        """Bring the records that are not here yet, then search again."""
        if self.run is None:
            self.tasks.latest("fetch", self._fetch_missing())

    async def open_at(self, record_id: str, snippet: Snippet | None) -> None:
        """Show a record in the section behind the window, at a hit."""
        searched = self._searched
        place = (searched.source, 0, 0)
        if snippet is not None:
            place = (snippet.field, snippet.start, snippet.end)
        await searched.open_at(record_id, *place)

    # Replacing

    async def _replace(self, entries: Sequence[Entry]) -> None:
        workspace, part = self._workspace, self._searched.part
        if not entries or not workspace.may_write(part):
            return
        workspace.ask_again()
        dialog = self._question(entries)
        if await dialog.ask() != "yes":
            return
        self._searched.rules.decide()
        replacement = Replacement(
            self._search.query,
            self._head.replacement.text(),
            self._search.fields,
        )
        by_id = {entry.found.id: entry for entry in entries}
        replacer = Replacer(
            self._searched, self._search, replacement, by_id, self.has_unsaved, self.log
        )
        items = [BulkItem(entry.found.id, entry.heading.title) for entry in entries]
        self.log.begin()
        report = await self._carry_out(
            BulkRun(items, replacer.work, line=workspace, look=replacer.look, doing=_("Replacing"))
        )
        await self.log.end()
        workspace.announce(part, *(item.id for item, _outcome in report.of("done")))
        self.ended.emit()
        await self._tell(report, _("Replaced"))

    def _question(self, entries: Sequence[Entry]) -> "ReplaceDialog":
        searched, rows = self._searched, self._library.rows
        ids = [entry.found.id for entry in entries]
        live = live_among(searched.session.kind, rows, ids)
        hits = sum(entry.chosen for entry in entries)
        searched.rules.begin(entries)
        return ReplaceDialog(self._window, searched, hits, len(ids), live)

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
        section, units = self._panel, noun(self._searched.units)
        title = _("{doing} in many {units}").format(doing=run.doing, units=units)

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
        job = BulkJob(run, title, unit=self._searched.unit, brand=brand, on_open=show)
        section.workspace.jobs.add(job)

    async def _tell(self, report: Report, title: str) -> None:
        """The report; from it a run can be taken back, and what failed be tried again."""
        notifications = self._workspace.notifications
        tone = "success" if report.is_whole else "warning"
        show = NoticeAction(_("Show the report"), lambda: self._show_again(report, title))
        key = f"{self._searched.part}/replace"
        notifications.post(Notice(f"{title}: {report.words()}", "", tone, "", key, show))
        dialog = ReportDialog(
            self._window, title, report, can_repeat=False, on_open=self._panel.open_record
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
        units = noun(self._searched.units).capitalize()
        said = _("{units} that changed since then are skipped and listed.").format(units=units)
        title = _("Undo the last replacement in {records}?").format(
            records=_which(count, self._searched.unit)
        )
        if not count or not await confirm(self._window, title, said, action=_("Undo")):
            return
        undo = ReplaceUndo(self._searched, self.has_unsaved)
        await self._undo(
            {
                BulkItem(row["id"], row["title"]): partial(
                    undo.one, row["id"], row["key"], row["written"], row.get("kept") or {}
                )
                for row in self.log.rows
            }
        )

    async def _undo(self, ways: Mapping[BulkItem, Callable[[], Awaitable[Outcome]]]) -> None:
        workspace = self._workspace
        run = BulkRun(list(ways), lambda item: ways[item](), line=workspace, doing=_("Undoing"))
        back = await self._carry_out(run)
        done = {item.id for item, _outcome in back.of("done")}
        await self.log.drop(done)
        workspace.announce(self._searched.part, *done)
        self.ended.emit()
        await self._tell(back, _("Undone"))

    # Fetching

    async def _fetch_missing(self) -> None:
        workspace, rows = self._workspace, self._library.rows
        missing = await workspace.store.missing_bodies(self._searched.part, MOST_MISSING)
        heading = self._searched.heading
        items = [BulkItem(id, heading(rows[id])[0] if id in rows else id) for id in missing]
        run = BulkRun(items, self._fetch, line=workspace, doing=_("Fetching"))
        report = await self._carry_out(run)
        self.ended.emit()
        if report.of("failed"):
            title = _("Not all {units} could be fetched").format(units=noun(self._searched.units))
            dialog = ReportDialog(self._window, title, report, can_undo=False)
            if await dialog.ask() == "again":
                await self._fetch_missing()

    async def _fetch(self, item: BulkItem) -> Outcome:
        try:
            await self._library.fetch(item.id)
        except NotFound:
            return Outcome.skipped(_("Someone deleted it in the meantime."))
        return Outcome.done()


class ReplaceDialog(Dialog):
    """The one question before a run, with what it means. Answers "yes" or nothing."""

    def __init__(
        self, window: QWidget, searched: Searched, hits: int, count: int, live: list[str]
    ) -> None:
        title = ngettext(
            "Replace {hits:,} match in {records}?", "Replace {hits:,} matches in {records}?", hits
        ).format(hits=hits, records=_which(count, searched.unit))
        super().__init__(window, title, _meaning(live, count, searched.unit), width=520)
        if searched.rules.choice is not None:
            self.body.addWidget(searched.rules.choice)
        self.add_button("", _("Cancel"))
        self.add_button("yes", PUBLISH_CHANGES if live else _("Replace"), "primary")


def _which(count: int, unit: str) -> str:
    return _("one {unit}").format(unit=noun(unit)) if count == 1 else counted(count, unit)


def _meaning(live: list[str], count: int, unit: str) -> str:
    said = _(
        "Each {unit} is read again first: other people's changes are kept, and a {unit} "
        "whose matches changed is skipped. You can stop at any time and undo everything."
    ).format(unit=noun(unit))
    return f"{live_words(live, count)} {said}".strip()


def local_texts(body: Mapping[str, Any], fields: Sequence[str]) -> dict[str, str]:
    """The searched texts of a record from the local copy, by field."""
    return {name: str(body.get(name) or "") for name in fields}
