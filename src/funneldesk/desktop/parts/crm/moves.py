"""Moves of entries to the next stage or the one before, by keys: one run, told and taken back."""

from functools import partial
from typing import Any

from funneldesk.contract.crm import CrmEntity
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.bulk.field_writer import RecordFieldWriter
from funneldesk.desktop.records.bulk.outcome import BulkItem
from funneldesk.desktop.records.bulk.section_run import SectionWork
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.sections.actions import Ids

PAUSE = 0.25
"""Seconds in which further presses of the keys join a move."""


class StageMoves:
    """Sends what several presses come to, once they rest and the move before has ended."""

    def __init__(self, panel: RecordsPanel, entity: CrmEntity) -> None:
        self._panel = panel
        self._around = [
            [stage.id for stage in line.stages or ()] for line in entity.pipelines or ()
        ]
        self._known: dict[str, Any] = {}
        """The stages that the user saw when the keys were pressed."""
        self._wanted: dict[str, int] = {}

    def step(self, ids: Ids, step: int) -> None:
        """Move entries by a stage of their pipeline, as far as there is one."""
        for entry_id in ids:
            row = self._row(entry_id)
            if row is None:
                continue
            known = self._known.setdefault(entry_id, row.get("stage_id"))
            stage = self._next(self._wanted.get(entry_id, known), step)
            if stage is not None:
                self._wanted[entry_id] = stage
        self._panel.tasks.debounce("move", PAUSE, self._send)

    def _row(self, entry_id: str) -> SummaryRow | None:
        panel = self._panel
        return panel.list.rows.get(entry_id) or panel.source.library.rows.get(entry_id)

    def _next(self, stage_id: object, step: int) -> int | None:
        for stages in self._around:
            if stage_id in stages:
                place = stages.index(stage_id) + step
                return stages[place] if 0 <= place < len(stages) else None
        return None

    async def _send(self) -> None:
        staging, kind = self._panel.staging, self._panel.declared.edited
        if staging is None or kind is None or not staging.runs.is_free():
            return
        known = {each: {"stage_id": stage} for each, stage in self._known.items()}
        wanted = {each: {"stage_id": stage} for each, stage in self._wanted.items()}
        self._known, self._wanted = {}, {}
        if not wanted or staging.table.is_refused():
            return
        library = self._panel.source.library
        writer = RecordFieldWriter(kind, self._panel.workspace, library, wanted, known)
        items = [BulkItem(each, staging.table.title(each)) for each in wanted]
        words = kind.draft.declared.words
        goals = {words("stage_id", each["stage_id"]) for each in wanted.values()}
        told = partial(_moved, next(iter(goals)) if len(goals) == 1 else "")
        work = SectionWork(_("Move"), _("Moving"), told, writer.write, writer.look)
        await staging.runs.run(work, items)


def _moved(stage: str, count: int) -> str:
    entries = counted(count, "entry")
    if not stage:
        return _("{records} moved").format(records=entries)
    return _("{records} moved to “{stage}”").format(records=entries, stage=stage)
