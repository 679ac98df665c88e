"""Moves of entries between stages: shown at once, taken back with the reason, undone and redone.

Right before each move the entry is read: what somebody else did to it is told, not overwritten.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from funneldesk.client.errors import NotFound
from funneldesk.contract.crm import CrmEntity, CrmEntry, CrmStageMove
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.board.stage_rows import StageRows, stage_of
from funneldesk.desktop.parts.crm.kind import part_of
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome, Report
from funneldesk.desktop.records.bulk.section_run import RunWords, SectionRuns, SectionWork
from funneldesk.desktop.sections.actions import NOT_CONNECTED, write_refusal
from funneldesk.desktop.sections.operations import confirmed, operation
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import ONLINE

MOST_STEPS, TRIES = 100, 3


@dataclass(frozen=True, slots=True)
class Shift:
    """An entry goes from one stage to another."""

    id: str
    title: str
    start: int
    end: int

    def back(self) -> "Shift":
        """The opposite."""
        return Shift(self.id, self.title, self.end, self.start)


Step = tuple[Shift, ...]


class MoveRuns(SectionRuns):
    """Moves of many, one by one, with a report."""

    def __init__(self, panel: Panel, part: str) -> None:
        super().__init__(panel, panel.layout())
        undo = (_("Undo moves"), _("Moving back"), _("{records} moved back"))
        self.words = RunWords(part, "entry", "square-kanban", f"{part}/moves", undo)


class Moves(QObject):
    """``shown`` carries the entry that is seen to go elsewhere now; ``refused`` that a stage or
    more is not what this computer knows."""

    shown = Signal(str)
    refused = Signal()
    stacks_changed = Signal()

    def __init__(self, panel: Panel, entity: CrmEntity, rows: StageRows) -> None:
        super().__init__(panel)
        self.runs = MoveRuns(panel, part_of(entity.id))
        self._panel, self._entity, self._rows = panel, entity, rows
        self._workspace = panel.workspace
        self._pending: dict[str, list[int]] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._done: list[Step] = []
        self._undone: list[Step] = []
        self.runs.undoing.connect(self._taken_back)

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is one to make again."""
        return bool(self._undone)

    def pending(self, entry_id: str) -> int | None:
        """The stage that an entry is on its way to."""
        going = self._pending.get(entry_id)
        return going[-1] if going else None

    def on_their_way(self) -> dict[str, int]:
        """All entries whose move has no answer yet, with their stages."""
        return {each: going[-1] for each, going in self._pending.items()}

    def refusal(self, ids: Sequence[str]) -> str:
        """Why entries cannot be moved now, in a sentence; "" when they can."""
        reason = write_refusal(self._workspace, part_of(self._entity.id))
        if not reason and self._workspace.connection_state != ONLINE:
            reason = f"{NOT_CONNECTED} {_('Cards stay where they are until it is back.')}"
        if not reason and len(ids) > 1 and self.runs.current is not None:
            reason = _("Other cards are still being moved. Wait for them, or stop that first.")
        return reason

    def move(self, ids: Sequence[str], stage: int) -> None:
        """Move entries to a stage of their pipeline."""
        step = tuple(
            Shift(each, str(row.get("title") or ""), start, stage)
            for each in ids
            if (row := self._rows.get(each)) is not None
            and (start := self.pending(each) or stage_of(row)) != stage
        )
        if step:
            self._undone.clear()
            self._start(step, self._done)

    def undo(self) -> None:
        """Take the last move back."""
        self._reverse(self._done, self._undone)

    def redo(self) -> None:
        """Make the move again that was taken back last."""
        self._reverse(self._undone, self._done)

    def _reverse(self, source: list[Step], into: list[Step]) -> None:
        if not source:
            return
        if reason := self.refusal([shift.id for shift in source[-1]]):
            self.tell(reason)
            return
        self._start(tuple(shift.back() for shift in source.pop()), into)

    def tell(self, reason: str) -> None:
        """Say why nothing was moved."""
        key = self.runs.words.notice
        self._workspace.notifications.post(Notice(_("Not moved"), reason, "warning", key=key))

    # One by one

    def _start(self, step: Step, into: list[Step]) -> None:
        for shift in step:
            self._pending.setdefault(shift.id, []).append(shift.end)
        self.shown.emit(step[0].id if len(step) == 1 else "")
        self.stacks_changed.emit()
        self._panel.tasks.start(self._carry_out(step, into))

    async def _carry_out(self, step: Step, into: list[Step]) -> None:
        done: list[Shift] = []
        try:
            if len(step) == 1:
                await self._alone(step[0], done)
            else:
                await self._together(step, done)
        finally:
            for shift in step:
                self._arrive(shift)
        if done:
            into.append(tuple(done))
            del into[:-MOST_STEPS]
            ids = [shift.id for shift in done]
            self._workspace.announce(part_of(self._entity.id), *ids, source=self._panel)
        self.stacks_changed.emit()

    async def _alone(self, shift: Shift, done: list[Shift]) -> None:
        """One move, of which only a refusal is told."""
        doing = _("Moving “{title}”").format(title=shift.title)
        async with self._locks.setdefault(shift.id, asyncio.Lock()):
            row = self._rows.get(shift.id)
            if row is None or stage_of(row) != shift.start:
                return  # The move before it was refused, which was told.
            with operation(self._workspace, doing, tell=partial(self._tell_back, shift)) as asked:
                outcome = await self._one(shift, done)
        if asked.failed:
            self.refused.emit()
        elif outcome.kind != "done":
            self._tell_skipped(shift, outcome)

    async def _together(self, step: Step, done: list[Shift]) -> None:
        """Many moves, with a report."""
        shifts = {shift.id: shift for shift in step}

        async def work(item: BulkItem) -> Outcome:
            try:
                return await self._one(shifts[item.id], done)
            finally:
                self._arrive(shifts[item.id])

        name = self._stage_name(step[0].end)
        job = SectionWork(
            _("Move to “{stage}”").format(stage=name),
            _("Moving"),
            lambda n: _("{entries} moved").format(entries=counted(n, "entry")),
            work,
        )
        items = [BulkItem(shift.id, shift.title) for shift in step]
        report = await self.runs.run(job, items, writes=False)
        if report is None or report.count("failed"):
            self.refused.emit()

    async def _one(self, shift: Shift, done: list[Shift]) -> Outcome:
        """Look, then move. Raises ``ApiError``."""
        entity_id, run = self._entity.id, self._workspace.run
        try:
            entry = await run(lambda api: api.crm.get_entry(shift.id, entity_id))
        except NotFound:
            await self._rows.forget(shift.id)
            return Outcome.skipped(_("Someone deleted “{title}”.").format(title=shift.title))
        if entry.stage_id != shift.start:
            await self._rows.put(entry)
            return self._moved_elsewhere(shift, entry)

        moved = await self._send(shift, entry, TRIES)
        if moved.stage_id != shift.end:
            elsewhere = entry.model_copy(update={"stage_id": moved.stage_id})
            await self._rows.put(elsewhere)
            return self._moved_elsewhere(shift, elsewhere)
        known = {"stage_id": shift.end, "updated_at": moved.updated_at}
        known["stage_entered_at"] = moved.updated_at
        await self._rows.put(entry.model_copy(update=known))
        done.append(shift)
        return Outcome.done(undo=partial(self._one, shift.back(), []))

    async def _send(self, shift: Shift, seen: CrmEntry, tries: int) -> CrmStageMove | CrmEntry:
        """Move an entry, and say where it is then. A lost answer is looked for, and the move sent
        once more only where nobody touched the entry: it may have gone on, or back. Raises
        ``ApiError``."""
        entity_id, run = self._entity.id, self._workspace.run

        async def look() -> CrmStageMove | CrmEntry | None:
            found = await run(lambda api: api.crm.get_entry(shift.id, entity_id))
            if found.stage_id != shift.start:
                return found
            untouched = found.updated_at == seen.updated_at
            return await self._send(shift, found, tries - 1) if tries > 1 and untouched else None

        call = run(lambda api: api.crm.move_entry(shift.id, shift.end, entity_id, blindly=False))
        return await confirmed(call, look)

    def _moved_elsewhere(self, shift: Shift, entry: CrmEntry) -> Outcome:
        if entry.stage_id == shift.end:
            words = _("Someone else moved “{title}” there already.")
            return Outcome.skipped(words.format(title=shift.title))
        words = _("Someone else moved “{title}” to “{stage}” in the meantime.")
        stage = self._stage_name(entry.stage_id)
        return Outcome.skipped(
            words.format(title=shift.title, stage=stage), _("It was left where it is now.")
        )

    def _tell_back(self, shift: Shift, told: Explanation) -> None:
        """Say why a card is back where it was."""
        words = _("The card is back in “{stage}”.").format(stage=self._stage_name(shift.start))
        notice = told.notice(self.runs.words.notice)
        self._workspace.notifications.post(replace(notice, text=f"{words} {notice.text}"))

    def _tell_skipped(self, shift: Shift, outcome: Outcome) -> None:
        """Say what somebody else did, and offer the move from where the entry is now."""
        row, action = self._rows.get(shift.id), None
        if row is not None and stage_of(row) not in (shift.end, 0):
            anyway = _("Move to “{stage}” anyway").format(stage=self._stage_name(shift.end))
            action = NoticeAction(anyway, partial(self.move, [shift.id], shift.end))
        key = self.runs.words.notice
        notice = Notice(outcome.what, outcome.now_what, "warning", key=key, action=action)
        self._workspace.notifications.post(notice)

    def _arrive(self, shift: Shift) -> None:
        """The answer is there: the entry is shown where it really is."""
        going = self._pending.get(shift.id, [])
        if shift.end in going:
            going.remove(shift.end)
            if not going:
                self._pending.pop(shift.id, None)
                self._locks.pop(shift.id, None)
            self.shown.emit(shift.id)

    def _taken_back(self, _report: Report) -> None:
        """A report's own Undo goes over the whole run: it is no longer a step to take back."""
        if self._done:
            self._undone.append(tuple(shift.back() for shift in self._done.pop()))
            self.stacks_changed.emit()

    def _stage_name(self, stage_id: int | None) -> str:
        lines = self._entity.pipelines or []
        stages = (stage for line in lines for stage in line.stages or ())
        return next((each.name for each in stages if each.id == stage_id), _("another stage"))
