"""The lost-update guard: any part brings two versions of a record together with it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.guard.fields import GuardedField
from funneldesk.desktop.records.guard.progress import fingerprint, take_up, to_progress
from funneldesk.desktop.records.guard.question import GuardQuestion
from funneldesk.desktop.records.guard.reconcile import Reconciled, reconcile

KEEP_PAUSE = 0.15
"""Seconds after which what was decided or typed is on its way to the disk."""


@dataclass(frozen=True, slots=True)
class MergeResult:
    """``values``: every field of the result. ``asked``: the user decided some of it."""

    values: dict[str, Any]
    found: Reconciled
    asked: bool


class RecordGuard:
    """Takes in what only they changed, and asks where both did.

    A question that is put off, or that a crash ended, is taken up where it was left, as long as
    nobody changes the record again: what was decided is kept among the drafts, under the part
    ``<part>.merge``, until ``forget``.
    """

    def __init__(
        self,
        owner: QWidget,
        store: LocalStore,
        notifications: NotificationCenter,
        part: str,
        fields: Sequence[GuardedField],
        noun: str,
    ) -> None:
        """``noun`` is what a record is called ("page"). Questions go with ``owner``."""
        self.owner = owner
        self.store = store
        self.notifications = notifications
        self.fields = fields
        self.noun = noun
        self.merges = f"{part}.merge"
        self._tasks = TaskScope(owner)

    async def bring_together(
        self,
        id: str,
        subject: str,
        base: Mapping[str, Any],
        mine: Callable[[], Mapping[str, Any]],
        theirs: Mapping[str, Any],
        titles: tuple[str, str, str],
    ) -> MergeResult | None:
        """The result of ``mine()`` and ``theirs``, which both began from ``base``; None when the
        user puts it off. ``titles`` name the versions: theirs, before, mine.

        When ``mine()`` is another one by then, it is worked out anew.
        """
        while True:
            ours = dict(mine())
            found = await in_thread(reconcile, base, ours, theirs, self.fields)
            values, asked = found.values, bool(found.both)
            if asked:
                question = await in_thread(
                    GuardQuestion,
                    *(self.noun, subject, self.fields),
                    *(base, ours, theirs, found, titles),
                )
                answer = await self._ask(id, question)
                if answer is None:
                    return None
                values = answer
            if dict(mine()) == ours:
                return MergeResult(values, found, asked)

    async def forget(self, id: str) -> None:
        """What was decided is in the record now, or the record is gone."""
        try:
            await self.store.drop_draft(self.merges, id)
        except LocalStoreProblem as problem:
            self._tell(problem)

    async def _ask(self, id: str, question: GuardQuestion) -> dict[str, Any] | None:
        # The dialog brings the code editor along: it is loaded when it is needed.
        from funneldesk.desktop.records.guard.dialog import ask

        mark = await in_thread(fingerprint, question)
        await self._resume(id, question, mark)
        is_over = False

        async def keep() -> None:
            if not is_over:
                await self._keep(id, to_progress(question, mark))

        answer = await ask(self.owner, question, lambda: self._tasks.steadily(id, KEEP_PAUSE, keep))
        if answer is None:
            await keep()
        is_over = True
        return answer

    async def _resume(self, id: str, question: GuardQuestion, mark: str) -> None:
        try:
            left = await self.store.draft(self.merges, id)
        except LocalStoreProblem as problem:
            self._tell(problem)
            return
        if left is not None:
            await in_thread(take_up, question, left.content, mark)

    async def _keep(self, id: str, progress: dict[str, Any]) -> None:
        try:
            await self.store.save_draft(self.merges, id, progress, {})
        except LocalStoreProblem as problem:
            self._tell(problem)

    def _tell(self, problem: LocalStoreProblem) -> None:
        self.notifications.post(explain(problem, _("Keeping what you decided")).notice(self.merges))
