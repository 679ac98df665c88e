"""Runs over split tests: paused, resumed, deleted; one or many, told, taken back where it goes."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from funneldesk.contract.split_tests import SplitTestPatch
from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.bulk.section_run import RunWords, SectionRuns, SectionWork
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.sources.section_source import SectionSource
from funneldesk.desktop.sections.panel import Panel

PART = "split_tests"
FIXED = ("finalized", "deleted")
"""What does not run again (document: States)."""


class TestRuns(SectionRuns):
    """``row`` gives what the list shows of a test."""

    __test__ = False

    words = RunWords(
        PART,
        "split test",  # not shown
        "flask-conical",
        "split_tests/action",
        (_("Undoing changes of split tests"), _("Undoing"), _("{records} undone")),
    )

    def __init__(
        self, panel: Panel, source: SectionSource, row: Callable[[str], SummaryRow | None]
    ) -> None:
        super().__init__(panel, None)
        self._panel, self._source, self._row = panel, source, row

    def pause(self, ids: Sequence[str]) -> None:
        """Visitors get the baseline until it is resumed."""
        done = _("{tests} paused")
        note = _("Visitors see the baseline meanwhile.")
        self._begin(ids, "paused", (_("Pause"), _("Pausing"), done, note))

    def resume(self, ids: Sequence[str]) -> None:
        """Visitors get all variants again."""
        done = _("{tests} resumed")
        self._begin(ids, "running", (_("Resume"), _("Resuming"), done, ""))

    def delete(self, ids: Sequence[str]) -> None:
        """Ask, then delete: there is no way back."""
        self._panel.tasks.start(self._delete(ids))

    def _begin(self, ids: Sequence[str], status: str, words: tuple[str, str, str, str]) -> None:
        title, doing, done, note = words
        told = partial(_told, done)
        job = SectionWork(title, doing, told, partial(self._write, status), note=note)
        self._panel.tasks.start(self.run(job, self._items(ids)))

    async def _delete(self, ids: Sequence[str]) -> None:
        items = self._items(ids)
        if not items:
            return
        sure = await confirm(
            self._panel.window(),
            _("Delete {tests}?").format(tests=counted(len(items), "split test")),
            _(
                "Visitors see the baseline from then on. The figures stay readable under Deleted, "
                "but a deleted test can't be changed or started again."
            ),
            action=_("Delete"),
            danger=True,
        )
        if sure:
            told = partial(_told, _("{tests} deleted"))
            await self.run(SectionWork(_("Delete"), _("Deleting"), told, self._remove), items)

    def _items(self, ids: Sequence[str]) -> list[BulkItem]:
        rows = [(each, self._row(each)) for each in ids]
        return [BulkItem(each, str(row.get("name") or each)) for each, row in rows if row]

    async def _write(self, status: str, item: BulkItem) -> Outcome:
        row = self._row(item.id)
        before = str(row.get("status") or "") if row is not None else ""
        if before == status:
            return Outcome.skipped(_("It is so already."))
        if before in FIXED:
            return Outcome.skipped(_("It has ended: only a running or paused test can change."))
        patch = SplitTestPatch(status=status)
        number = int(item.id)
        await self._panel.workspace.run(lambda api: api.split_tests.update(number, patch))
        await self._keep(item, status)
        back: Callable[[], Awaitable[Outcome]] = partial(self._write, before, item)
        return Outcome.done(undo=back if before in ("running", "paused") else None)

    async def _remove(self, item: BulkItem) -> Outcome:
        number = int(item.id)
        await self._panel.workspace.run(lambda api: api.split_tests.delete(number))
        await self._keep(item, "deleted")
        return Outcome.done()

    async def _keep(self, item: BulkItem, status: str) -> None:
        row = self._row(item.id)
        if row is not None:
            await self._source.keep({**row.summary, "status": status})


def _told(words: str, count: int) -> str:
    return words.format(tests=counted(count, "split test"))
