"""Moves of entries to the next stage or the one before, by keys: one run, told and taken back."""

from functools import partial
from typing import Any

from funneldesk.contract.crm import CrmEntity
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.board.declared import entries_board
from funneldesk.desktop.parts.crm.stages import stages_of
from funneldesk.desktop.records.board.mover import Mover, Shift
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
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
        names = {stage.id: words for stage, words in stages_of(entity)}
        board = entries_board(entity, panel.declared)
        self._mover = Mover(panel.workspace, board, lambda: names, self._keep, self._forget)
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
        staging = self._panel.staging
        if staging is None or not staging.runs.is_free():
            return
        title, known, wanted = staging.table.title, self._known, self._wanted
        self._known, self._wanted = {}, {}
        shifts = {id: Shift(id, title(id), known[id] or 0, end) for id, end in wanted.items()}
        if not shifts or staging.table.is_refused():
            return

        async def work(item: BulkItem) -> Outcome:
            return await self._mover.move(shifts[item.id])

        goals = set(wanted.values())
        told = partial(_moved, self._mover.name(goals.pop()) if len(goals) == 1 else "")
        items = [BulkItem(shift.id, shift.title) for shift in shifts.values()]
        await staging.runs.run(SectionWork(_("Move"), _("Moving"), told, work), items)

    async def _keep(self, entry: Any) -> None:
        await self._panel.source.library.keep(entry.model_dump(mode="json"))

    async def _forget(self, entry_id: str) -> None:
        await self._panel.source.library.forget(entry_id)


def _moved(stage: str, count: int) -> str:
    entries = counted(count, "entry")
    if not stage:
        return _("{records} moved").format(records=entries)
    return _("{records} moved to “{stage}”").format(records=entries, stage=stage)
