"""Applying of what waits in a table: one run over its records, told and taken back as any other."""

from functools import partial
from typing import Any

from PySide6.QtWidgets import QLayout

from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.bulk.field_writer import RecordFieldWriter
from funneldesk.desktop.records.bulk.outcome import BulkItem, Report
from funneldesk.desktop.records.bulk.section_run import RunWords, SectionRuns, SectionWork
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.staging.staged_table import StagedTable
from funneldesk.desktop.sections.panel import Panel

BEFORE = _("Before changes in the table were applied")


class StagedRuns(SectionRuns):
    """The table is read again after each run."""

    def __init__(
        self, panel: Panel, place: QLayout | None, kind: RecordKind | RecordSection
    ) -> None:
        super().__init__(panel, place)
        undo = (
            _("Undoing changes of {units}").format(units=noun(kind.units)),
            _("Undoing"),
            _("{records} undone"),
        )
        key = f"{kind.part}/staging"
        self.words = RunWords(kind.part, kind.unit, "list-checks", key, undo, kind.units)

    def written(self, report: Report) -> None:
        self._section.refresh()


async def apply(table: StagedTable, runs: StagedRuns, library: RecordLibrary[Any]) -> None:
    """Send what is ready; what was not done waits on."""
    ready, staged = table.staged.ready(), table.staged
    if not ready or table.is_refused():
        return
    after = {row: {f: cell.after for f, cell in cells.items()} for row, cells in ready.items()}
    known = {row: {f: cell.before for f, cell in cells.items()} for row, cells in ready.items()}
    work, unit = table.panel.workspace, table.kind.unit
    writer = RecordFieldWriter(table.kind, work, library, after, known, about=BEFORE)
    items = [BulkItem(row, next(iter(cells.values())).title) for row, cells in ready.items()]
    doing = _("Changing {units}").format(units=noun(table.kind.units))
    told = partial(_done, unit)
    report = await runs.run(SectionWork(doing, doing, told, writer.write, writer.look), items)
    done = [item.id for item, _outcome in report.of("done")] if report is not None else []
    staged.accept({(row, name): after[row][name] for row in done for name in after[row]})


def _done(unit: str, count: int) -> str:
    return _("{records} changed").format(records=counted(count, unit))
