"""Moves of records between columns: shown at once, taken back with the reason, undone and redone.

Right before each move the record is read: what somebody else did to it is told, not overwritten.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.board.column_rows import ColumnRows
from funneldesk.desktop.records.board.declaration import RecordBoard
from funneldesk.desktop.records.board.mover import Mover, Shift
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome, Report
from funneldesk.desktop.records.bulk.section_run import RunWords, SectionRuns, SectionWork
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.sections.actions import NOT_CONNECTED, write_refusal
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import ONLINE

MOST_STEPS = 100
Step = tuple[Shift, ...]


class MoveRuns(SectionRuns):
    """Moves of many, one by one, with a report."""

    def __init__(self, panel: Panel, kind: RecordKind, icon: str) -> None:
        super().__init__(panel, panel.layout())
        undo = (_("Undo moves"), _("Moving back"), _("{records} moved back"))
        notice = f"{kind.part}/moves"
        self.words = RunWords(kind.part, kind.unit, icon, notice, undo, kind.units)


class Moves(QObject):
    """``shown`` carries the record that is seen to go elsewhere now; ``refused`` that a column or
    more is not what this computer knows. ``names`` are those of the columns."""

    shown = Signal(str)
    refused = Signal()
    stacks_changed = Signal()

    def __init__(
        self,
        panel: Panel,
        board: RecordBoard,
        rows: ColumnRows,
        names: Callable[[], Mapping[int, str]],
    ) -> None:
        super().__init__(panel)
        self.runs = MoveRuns(panel, board.kind, board.section.icon)
        self._panel, self._board, self._rows = panel, board, rows
        self._workspace = panel.workspace
        self._mover = Mover(panel.workspace, board, names, rows.put, rows.forget)
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

    def pending(self, record_id: str) -> int | None:
        """The column that a record is on its way to."""
        going = self._pending.get(record_id)
        return going[-1] if going else None

    def on_their_way(self) -> dict[str, int]:
        """All records whose move has no answer yet, with their columns."""
        return {each: going[-1] for each, going in self._pending.items()}

    def arranged(self) -> dict[int, list[str]]:
        """Every record in its column, or in the one it is on its way to."""
        shown, going = self._rows.columns(), self.on_their_way()
        if going:
            for key, ids in shown.items():
                shown[key] = [each for each in ids if each not in going]
            for each, key in going.items():
                if key in shown:
                    shown[key].insert(self._rows.place_in(key, each), each)
        return shown

    def refusal(self, ids: Sequence[str]) -> str:
        """Why records cannot be moved now, in a sentence; "" when they can."""
        reason = write_refusal(self._workspace, self._board.kind.part)
        if not reason and self._workspace.connection_state != ONLINE:
            reason = f"{NOT_CONNECTED} {_('Cards stay where they are until it is back.')}"
        if not reason and len(ids) > 1 and self.runs.current is not None:
            reason = _("Other cards are still being moved. Wait for them, or stop that first.")
        return reason

    def move(self, ids: Sequence[str], column: int) -> None:
        """Move records to a column."""
        title = self._board.kind.draft.listed[0]
        step = tuple(
            Shift(each, str(row.get(title) or ""), start, column)
            for each in ids
            if (row := self._rows.get(each)) is not None
            and (start := self.pending(each) or self._board.column_of(row)) != column
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
            self._workspace.announce(self._board.kind.part, *ids, source=self._panel)
        self.stacks_changed.emit()

    async def _alone(self, shift: Shift, done: list[Shift]) -> None:
        """One move, of which only a refusal is told."""
        doing = _("Moving “{title}”").format(title=shift.title)
        async with self._locks.setdefault(shift.id, asyncio.Lock()):
            row = self._rows.get(shift.id)
            if row is None or self._board.column_of(row) != shift.start:
                return  # The move before it was refused, which was told.
            with operation(self._workspace, doing, tell=partial(self._tell_back, shift)) as asked:
                outcome = await self._mover.move(shift)
                if outcome.kind == "done":
                    done.append(shift)
        if asked.failed:
            self.refused.emit()
        elif outcome.kind != "done":
            self._tell_skipped(shift, outcome)

    async def _together(self, step: Step, done: list[Shift]) -> None:
        """Many moves, with a report."""
        shifts = {shift.id: shift for shift in step}

        async def work(item: BulkItem) -> Outcome:
            shift = shifts[item.id]
            try:
                outcome = await self._mover.move(shift)
            finally:
                self._arrive(shift)
            if outcome.kind == "done":
                done.append(shift)
            return outcome

        name = self._mover.name(step[0].end)
        job = SectionWork(
            _("Move to “{column}”").format(column=name),
            _("Moving"),
            lambda n: _("{records} moved").format(records=counted(n, self._board.kind.unit)),
            work,
        )
        items = [BulkItem(shift.id, shift.title) for shift in step]
        report = await self.runs.run(job, items, writes=False)
        if report is None or report.count("failed"):
            self.refused.emit()

    def _tell_back(self, shift: Shift, told: Explanation) -> None:
        """Say why a card is back where it was."""
        words = _("The card is back in “{column}”.").format(column=self._mover.name(shift.start))
        notice = told.notice(self.runs.words.notice)
        self._workspace.notifications.post(replace(notice, text=f"{words} {notice.text}"))

    def _tell_skipped(self, shift: Shift, outcome: Outcome) -> None:
        """Say what somebody else did, and offer the move from where the record is now."""
        row, action = self._rows.get(shift.id), None
        if row is not None and self._board.column_of(row) not in (shift.end, 0):
            anyway = _("Move to “{column}” anyway").format(column=self._mover.name(shift.end))
            action = NoticeAction(anyway, partial(self.move, [shift.id], shift.end))
        key = self.runs.words.notice
        notice = Notice(outcome.what, outcome.now_what, "warning", key=key, action=action)
        self._workspace.notifications.post(notice)

    def _arrive(self, shift: Shift) -> None:
        """The answer is there: the record is shown where it really is."""
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
