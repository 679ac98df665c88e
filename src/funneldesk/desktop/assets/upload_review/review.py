"""An upload while it is prepared: the files found, those on the server, the decisions."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.transfers.uploads.order import Conversion, UploadOrder
from funneldesk.desktop.assets.upload_review.dialog.folder_rows import counted_below
from funneldesk.desktop.assets.upload_review.dialog.labels import members
from funneldesk.desktop.assets.upload_review.inspection.facts import FileFact
from funneldesk.desktop.assets.upload_review.inspection.inspector import Inspector
from funneldesk.desktop.assets.upload_review.kind_labels import UNSHOWN, cannot_convert
from funneldesk.desktop.assets.upload_review.plan.asking import FEW, any_exists, is_same
from funneldesk.desktop.assets.upload_review.plan.decisions import Decisions
from funneldesk.desktop.assets.upload_review.plan.plan import Plan, make_plan, order_of
from funneldesk.desktop.assets.upload_review.spool import (
    give_up,
    keep_picture,
    pasted_name,
    spool_folder,
    sweep,
    tried_folder,
)
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.kit.workers.handle import JobFailed, WorkerDied
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Workspace

_Made = tuple[Plan, Mapping[str, Sequence[int]], Mapping[str, int]]
Phase = Literal["looking", "asking", "ready"]
AT_ONCE = 300
"""Files that are planned without a pause; more are planned in a thread."""
COMPARED_TOGETHER = 4


class UploadReview(QObject):
    """``changed``: the plan is another one. ``progressed``: looking, asking or comparing got on.

    ``trouble`` is a sentence when files could not be looked at, ``unasked`` when the server
    could not be asked what is there: then nothing is known of clashes.
    """

    changed = Signal()
    progressed = Signal()

    def __init__(self, workspace: Workspace, folder: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.target = folder
        self.tasks = TaskScope(self)
        self.library = workspace.shared(AssetLibrary)
        self.facts: list[FileFact] = []
        self.hidden = 0
        self.stopped = False
        self.phase: Phase = "looking"
        self.trouble = ""
        self.unasked = ""
        self.same: dict[int, str] = {}
        self.failed: dict[int, tuple[Conversion, str]] = {}
        self.below: Mapping[str, int] = {}
        """Number of files in each chosen folder and its folders."""
        self.to_compare = 0
        self.compared = 0
        self.decisions = Decisions()
        self.plan: Plan = make_plan((), folder, {}, self.decisions)
        self.members: Mapping[str, Sequence[int]] = {}
        """The numbers of each group's files."""
        self._plans, self._taken = count(1), 0
        self._before: list[Decisions] = []
        self._spooled: dict[Path, str] = {}
        self._asked: dict[tuple[int, str], None] = {}
        self._comparing: list[asyncio.Task[None]] = []

    @property
    def can_undo(self) -> bool:
        """Whether a decision can be taken back."""
        return bool(self._before)

    async def look(self, paths: Sequence[Path], pictures: Sequence[Any] = ()) -> None:
        """Find every file of what was chosen. Raises LocalStoreProblem for images that this
        computer cannot keep."""
        await self._keep(pictures)
        chosen = [str(path) for path in (*self._spooled, *paths)]
        try:
            await self.workspace.shared(Inspector).look(chosen, self._found)
        except JobFailed as problem:
            self.trouble = _("The files could not be looked at: {problem}").format(problem=problem)
        except WorkerDied:
            self.trouble = _(
                "The files could not be looked at to their end: the program that reads them gave "
                "up. What was found until then is here."
            )
        self.phase = "asking"
        await self._replan()

    async def goes_at_once(self, *, reuse: bool = False) -> bool:
        """Whether nothing is to be decided or worth a look: few good files, none there yet, or
        with ``reuse`` there to the byte."""
        planned = self.plan.files
        if self.trouble or self.stopped or not planned or len(planned) > FEW:
            return False
        problems = {group for each in planned for group in each.groups}
        if reuse and problems and problems <= {"conflict", "same"}:
            # The local list knows of a clash; whether it is one is seen by comparing.
            return await self._are_known()
        if problems or any(each.state != "go" for each in planned):
            return False
        with optional():
            places = [(each.folder, each.name) for each in planned]
            if not await any_exists(self.workspace, places):
                return True
        return reuse and await self._are_known()

    async def _are_known(self) -> bool:
        await self.ask()
        await asyncio.gather(*self._comparing)
        await self._replan()
        return all(each.state == "go" or "same" in each.groups for each in self.plan.files)

    async def ask(self) -> None:
        """Learn what is on the server, then which of it is the same."""
        self.phase, self.unasked = "asking", ""
        self.progressed.emit()
        with optional() as asked:
            await self.library.show_local()
            await self.library.refresh()
        if asked.error is not None:
            told = explain(asked.error, _("Asking the server what is there"))
            self.unasked = f"{told.what} {told.now_what}".strip()
        self.phase = "ready"
        await self._replan()
        self._compare_soon()

    # Decisions

    def decide(self, decisions: Decisions) -> None:
        """Take these from now on; ``undo`` goes back."""
        if decisions == self.decisions:
            return
        self._before.append(self.decisions)
        self.decisions = decisions
        self._replan_soon()

    def undo(self) -> None:
        """Take the latest decision back."""
        if self._before:
            self.decisions = self._before.pop()
            self._replan_soon()

    def conversion_failed(self, number: int, conversion: Conversion, words: str) -> None:
        """A conversion was tried and does not work: something else has to be decided."""
        if self.failed.get(number) != (conversion, words):
            self.failed[number] = (conversion, words)
            self._replan_soon()

    def set_target(self, folder: str) -> None:
        """Send the files into another folder of the server."""
        if folder != self.target:
            self.target = folder
            self._replan_soon()

    def order(self) -> UploadOrder | None:
        """The order to send now; None for nothing, unless some is on the server already."""
        made = order_of(self.plan, self.facts, "")
        many = len(made.items)
        if not many:
            return made if any(each.there for each in made.left_out) else None
        what = made.items[0].name if many == 1 else counted(many, "file")
        place = self.target or _("Files")
        return replace(made, title=_("{what} to {place}").format(what=what, place=place))

    async def settle(self) -> None:
        """Wait until the plan has everything that was decided."""
        await self._replan()

    async def give_up(self, order: UploadOrder | None) -> None:
        """Remove the images of ours that are not in an order."""
        kept = {item.source for item in order.items} if order is not None else set()
        await in_thread(give_up, [path for path in self._spooled if path not in kept])

    # Work

    async def _keep(self, pictures: Sequence[Any]) -> None:
        await in_thread(sweep, tried_folder(self.workspace))
        folder, now = spool_folder(self.workspace), datetime.now()
        for number, picture in enumerate(pictures, start=1):
            path = await in_thread(keep_picture, folder, picture)
            self._spooled[path] = pasted_name(now, number)

    def _found(self, item: Mapping[str, Any]) -> None:
        if "facts" not in item:
            self.hidden, self.stopped = item["hidden"], item["stopped"]
            return
        for told in item["facts"]:
            fact = FileFact.of(told)
            name = self._spooled.get(fact.path)
            if name is not None:
                fact = replace(fact, place=name, spooled=True)
                self.decisions = self.decisions.clash([len(self.facts)], "both")
            if fact.kind in UNSHOWN and not cannot_convert(fact):
                # Visitors would see nothing: they are converted unless the user keeps them.
                self.decisions = self.decisions.conversion([len(self.facts)], Conversion("webp"))
            self.facts.append(fact)
        self.progressed.emit()

    def _replan_soon(self) -> None:
        if len(self.facts) <= AT_ONCE:
            self._take(next(self._plans), self._planning()())
            self._compare_soon()
        else:
            self.tasks.latest("plan", self._replan())

    async def _replan(self) -> None:
        self._take(next(self._plans), await in_thread(self._planning()))
        if self.phase == "ready":
            self._compare_soon()

    def _planning(self) -> Callable[[], _Made]:
        facts, same, failed = tuple(self.facts), dict(self.same), dict(self.failed)
        rows, target, decisions = self.library.rows, self.target, self.decisions

        def work() -> _Made:
            plan = make_plan(facts, target, rows, decisions, same, failed)
            return plan, members(plan), counted_below(facts)

        return work

    def _take(self, number: int, made: _Made) -> None:
        """Show a plan, unless one that was begun later is shown: decisions are not taken back."""
        if number < self._taken:
            return
        self._taken = number
        self.plan, self.members, self.below = made
        self.changed.emit()

    def _compare_soon(self) -> None:
        """Compare what is there under the same path and has the same size, to the byte."""
        fresh: list[tuple[int, str]] = []
        for each in self.plan.files:
            if "conflict" not in each.groups or each.conversion is not None:
                continue
            path = each.beside or each.path
            there = self.library.rows.get(path)
            key = (each.number, path)
            if there is None or there.size != self.facts[each.number].size or key in self._asked:
                continue
            self._asked[key] = None
            fresh.append(key)
        if fresh:
            self.to_compare += len(fresh)
            task = self.tasks.start(self._compare(fresh))
            if task is not None:
                self._comparing.append(task)

    async def _compare(self, keys: Sequence[tuple[int, str]]) -> None:
        waiting = iter(keys)

        async def work() -> None:
            for number, path in waiting:
                if await is_same(self.workspace, self.facts[number].path, path):
                    self.same[number] = path
                self.compared += 1
                self.progressed.emit()
                self.tasks.steadily("same", 0.2, self._replan)

        await asyncio.gather(*(work() for _unused in range(COMPARED_TOGETHER)))
