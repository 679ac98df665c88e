"""Update of references to moved files: one run over all records that name them, and its undo."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from funneldesk.client.errors import NotFound, PlanDenied, RoleDenied
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.references.index import ReferenceIndex
from funneldesk.desktop.assets.references.judging import own_bases
from funneldesk.desktop.assets.references.moved_texts import Moved, TextChange
from funneldesk.desktop.assets.references.use import Use, counted
from funneldesk.desktop.assets.references.writers import WRITERS, RecordWriter
from funneldesk.desktop.kit.dialogs.front_window import front_window
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.records.bulk.job import BulkJob
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome, Report
from funneldesk.desktop.records.bulk.report import ReportDialog
from funneldesk.desktop.records.bulk.run import BulkRun
from funneldesk.desktop.workspace.workspace import Workspace

Undo = Callable[[], Awaitable[Outcome]]
STYLES, FILES = "styles", "files"
FILES_RIGHT = "file-manager"
NOTICE = "files/references"
MOST_TOLD, AT_ONCE = 3, 4


@dataclass(frozen=True, slots=True)
class Following:
    """A change of files, done already: ``what`` in a few words, ``undo`` takes it back.

    ``paths`` are old path to new; ``uses`` are the references that shall follow.
    """

    what: str
    paths: Mapping[str, str]
    uses: Sequence[Use] = ()
    undo: Undo | None = None


class ReferenceUpdates(QObject):
    """One for all sections of a brand (``workspace.shared(ReferenceUpdates)``).

    ``ended`` carries a ``Following`` and its ``Report``: the first row is what was done to the
    files, the others are the records. Taking the report back, last row first, undoes both.
    """

    ended = Signal(object, object)
    undoing = Signal(object)
    """The report that is being taken back."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.tasks = TaskScope(self)
        self._writers: dict[str, RecordWriter] = {}

    def can_write(self, use: Use) -> bool:
        """Whether a reference can be written from here now."""
        has_no_way = use.part == "components" and use.field == "css"  # quirk 29
        return self._is_reachable(use) and not has_no_way and not self.is_unsaved(use)

    def is_unsaved(self, use: Use) -> bool:
        """Whether its record has unsaved work, which is its editor's, wherever the file is named.

        As of the index's last look: ``uses_of`` has it look anew.
        """
        return use.is_draft or use.record in self.workspace.shared(ReferenceIndex).unsaved

    def _is_reachable(self, use: Use) -> bool:
        known = use.part in WRITERS or use.part in self.workspace.writers
        right = FILES_RIGHT if use.part == STYLES else use.part
        return known and self.workspace.may_write(right)

    async def uses_of(self, paths: Sequence[str]) -> list[Use]:
        """Records that refer to some files, as far as the brand is known."""
        index = self.workspace.shared(ReferenceIndex)
        await index.fresh()
        found = await index.uses_of(paths)
        return [use for uses in found.values() for use in uses]

    async def moved(self, paths: Mapping[str, str]) -> Moved:
        """Changes of texts after these moves of files."""
        rows = dict(self.workspace.shared(AssetLibrary).rows)
        brand = self.workspace.connection.brand
        bases = await in_thread(own_bases, rows.values(), brand, self.workspace.base_url)
        return Moved(dict(paths), brand, bases)

    def change_of(self, moved: Moved, use: Use) -> TextChange:
        """Changes of one record's texts."""
        return moved.style(_named(use, moved).id) if use.part == STYLES else moved.record

    async def obstacles(
        self, paths: Mapping[str, str], uses: Sequence[Use]
    ) -> dict[tuple[str, str], str]:
        """Why records that can be written would be left as they are, by record: what can be
        refused is found before the first write. Raises ``ApiError``."""
        # A name that isn't another one yet would change no text.
        moved = await self.moved(
            {old: new if new != old else f"{old}~" for old, new in paths.items()}
        )
        room = asyncio.Semaphore(AT_ONCE)
        records = {use.record: use for use in uses if self.can_write(use)}

        async def asked(use: Use) -> str:
            async with room:
                make = self.workspace.writers.get(use.part) or WRITERS[use.part]
                item = BulkItem(use.id, use.title)
                try:
                    return await make(self.workspace).obstacle(item, self.change_of(moved, use))
                except (RoleDenied, PlanDenied, NotFound) as error:
                    return explain(error, _("Reading it")).what

        found = await asyncio.gather(*map(asked, records.values()))
        return {record: why for record, why in zip(records, found, strict=True) if why}

    async def follow(self, following: Following) -> Report:
        """Write the references of ``uses``; what was done to the files is the first row."""
        moved = await self.moved(following.paths)
        reached = [use for use in following.uses if self._is_reachable(use) and not use.is_draft]
        uses = {f"{use.part}\n{use.id}": use for use in reached}

        async def write(item: BulkItem) -> Outcome:
            if not item.id:
                return Outcome.done(undo=following.undo)
            use = uses[item.id]
            return await self._writer(use).write(_named(use, moved), self.change_of(moved, use))

        async def look(item: BulkItem) -> Outcome | None:
            use = uses[item.id]
            return await self._writer(use).look(_named(use, moved))

        items = [BulkItem("", following.what)]
        items += [BulkItem(key, use.title) for key, use in uses.items()]
        run = BulkRun(items, write, look=look, line=self.workspace, doing=_("Updating references"))
        report = await self._carried_out(run, _("Update references to files"))
        self._tell(following, report)
        self.ended.emit(following, report)
        return report

    async def take_back(self, report: Report) -> Report:
        """References first, then the files."""
        self.undoing.emit(report)
        ways = {item.id: outcome.undo for item, outcome in report.undoable}

        async def back(item: BulkItem) -> Outcome:
            way = ways[item.id]
            return await way() if way is not None else Outcome.skipped(_("There is no way back."))

        items = [item for item, _unused in reversed(report.undoable)]
        run = BulkRun(items, back, line=self.workspace, doing=_("Undoing"))
        undone = await self._carried_out(run, _("Undo: files and references"))
        self._tell_undone(
            undone, next((item.title for item, _unused in report.rows if not item.id), "")
        )
        return undone

    def _writer(self, use: Use) -> RecordWriter:
        if use.part not in self._writers:
            make = self.workspace.writers.get(use.part) or WRITERS[use.part]
            self._writers[use.part] = make(self.workspace)
        return self._writers[use.part]

    async def _carried_out(self, run: BulkRun, title: str) -> Report:
        if len(run.items) > 1:
            brand = self.workspace.connection.name
            self.workspace.jobs.add(BulkJob(run, title, icon="link", unit="record", brand=brand))
        try:
            report = await run.run()
        finally:
            run.deleteLater()
        self._announce(report)
        return report

    def _announce(self, report: Report) -> None:
        by_part: dict[str, list[str]] = {}
        for item, _unused in report.of("done", "unknown"):
            part, _end, record_id = item.id.partition("\n")
            if part:
                by_part.setdefault(FILES if part == STYLES else part, []).append(record_id)
        for part, ids in by_part.items():
            self.workspace.announce(part, *ids, source=self)

    def _tell(self, following: Following, report: Report) -> None:
        done = [item.id for item, _unused in report.of("done") if item.id]
        wanted = {f"{use.part}\n{use.id}": use for use in following.uses}
        told = counted([wanted[key] for key in done])
        text = _("References updated in {told}.").format(told=told) if told else ""
        left = len(wanted) - len(done)
        why = [f"{item.title}: {out.what}" for item, out in report.rows if out.kind != "done"]
        if left:
            words = ngettext(
                "{left:,} record wasn't updated: {why}",
                "{left:,} records weren't updated: {why}",
                left,
            )
            first = " ".join((*why[:MOST_TOLD], "…" if len(why) > MOST_TOLD else ""))
            text = f"{text} {words.format(left=left, why=first)}".strip()
        action = NoticeAction(_("Undo"), lambda: self.tasks.start(self.take_back(report)))
        if not report.undoable:
            action = NoticeAction(_("Show report"), lambda: self.tasks.start(self._show(report)))
        tone = "warning" if left else "success"
        self.workspace.notifications.post(
            Notice(
                f"{following.what}.",
                text.strip(),
                tone,
                "\n".join(why),
                key=NOTICE,
                action=action,
                lasting=bool(left),
            )
        )

    def _tell_undone(self, report: Report, what: str) -> None:
        if report.is_whole:
            text = f"{what}." if what else ""
            self.workspace.notifications.post(Notice(_("Undone."), text, "success", key=NOTICE))
            return
        action = NoticeAction(_("Show report"), lambda: self.tasks.start(self._show(report)))
        text = _("{outcome} of {count:,}.").format(
            outcome=report.words().capitalize(), count=len(report.rows)
        )
        what = _("Not everything could be undone.")
        self.workspace.notifications.post(
            Notice(what, text, "warning", key=NOTICE, action=action, lasting=True)
        )

    async def _show(self, report: Report) -> None:
        over = front_window()
        if over is None:
            return
        dialog = ReportDialog(over, _("Files and references"), report, can_repeat=False)
        if await dialog.ask() == "undo":
            await self.take_back(report)


def _named(use: Use, moved: Moved) -> BulkItem:
    """The record as its writer knows it: a text file may have moved itself."""
    id = moved.paths.get(use.id, use.id) if use.part == STYLES else use.id
    return BulkItem(id, use.title)
