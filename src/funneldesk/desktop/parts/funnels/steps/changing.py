"""Changes of a funnel's steps, each with its way back."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.funnels.kind import PART
from funneldesk.desktop.parts.funnels.steps.membership import Membership
from funneldesk.desktop.sections.operations import may_write, operation
from funneldesk.desktop.workspace.workspace import Workspace

Work = Callable[[], Awaitable[None]]
Order = tuple[str, ...]
"""Pages as they are to stand in a map; empty: as the server has them."""
MOST_BACK = 50


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """What was done, in words; ``work`` does it, also again, and ``back`` takes it back."""

    words: str
    pages: tuple[str, ...]
    funnel: int
    work: Work
    back: Work


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """Steps that stand in another order in the map, unsaved so far: before and after."""

    funnel: int
    before: Order
    after: Order


class StepChanges(QObject):
    """One change at a time. ``busy`` is on meanwhile, ``told`` says how far it is; ``done``
    carries the funnel that has changed, ``saved`` one whose order was saved.

    Undo takes back the last thing that was done to a funnel, an unsaved move (``moved_back``
    carries the order to be shown) as well as a change on the server.
    """

    busy = Signal(bool)
    told = Signal(str)
    done = Signal(int)
    saved = Signal(int)
    moved_back = Signal(tuple)

    def __init__(self, workspace: Workspace, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.membership = Membership(workspace)
        self._done: list[Change | Move] = []
        self._undone: list[Change | Move] = []
        self.tasks = TaskScope(self)

    @property
    def is_working(self) -> bool:
        """Whether a change is under way."""
        return self.tasks.is_busy

    def can_undo(self, funnel: int | None) -> bool:
        """Whether something was done to a funnel here."""
        return _last(self._done, funnel) is not None

    def can_redo(self, funnel: int | None) -> bool:
        """Whether something of a funnel was undone last."""
        return _last(self._undone, funnel) is not None

    def note_move(self, funnel: int, before: Order, after: Order) -> None:
        """Steps were moved in the map, and are not saved yet."""
        self._add(Move(funnel, before, after))

    def add(self, funnel: int, pages: Sequence[str]) -> None:
        """Pages join, in this order; one that is in another funnel leaves that."""
        words = _("{pages} added").format(pages=counted(len(pages), "page"))
        homes: dict[str, int] = {}
        orders: dict[int, list[str]] = {}

        async def work() -> None:
            homes.clear()
            orders.clear()
            for number, page in enumerate(pages):
                self._count(number, len(pages))
                home = await self.membership.home(page)
                if home is not None and home != funnel:
                    homes[page] = home
                    orders.setdefault(home, await self.membership.order(home))
                await self.membership.join(page, funnel)

        async def back() -> None:
            for page in reversed(pages):
                if page not in homes:
                    await self.membership.leave(page)
            for home, order in orders.items():
                await self.membership.put_in_order(home, order, self._count)

        self._begin(_("Adding pages"), Change(words, tuple(pages), funnel, work, back))

    def take_out(self, funnel: int, page: str, title: str) -> None:
        """A page is in the funnel no more; it stays a page."""
        words = _("“{page}” is out of the funnel").format(page=title)
        order: list[str] = []

        async def work() -> None:
            order[:] = await self.membership.order(funnel)
            await self.membership.leave(page)

        async def back() -> None:
            await self.membership.put_in_order(funnel, order, self._count)

        self._begin(_("Taking the page out"), Change(words, (page,), funnel, work, back))

    def put_in_order(self, funnel: int, wanted: Sequence[str]) -> None:
        """The pages stand in another order."""
        before: list[str] = []

        async def work() -> None:
            before[:] = await self.membership.order(funnel)
            stands = await self.membership.put_in_order(funnel, wanted, self._count)
            self._forget_moves(funnel)
            self.saved.emit(funnel)
            if not stands:
                self._say(
                    _("The server keeps another order"),
                    _("The pages joined in the order that you chose. What it shows is in the map."),
                    "warning",
                )

        async def back() -> None:
            await self.membership.put_in_order(funnel, before, self._count)

        change = Change(_("Order saved"), tuple(wanted), funnel, work, back)
        self._begin(_("Reordering the steps"), change)

    def undo(self, funnel: int | None) -> None:
        """Take back the last thing that was done to a funnel."""
        last = _last(self._done, funnel)
        if last is None or self.is_working:
            return
        if isinstance(last, Move):
            self._done.remove(last)
            self._undone.append(last)
            self.moved_back.emit(last.before)
        else:
            self._take_back(last)

    def redo(self, funnel: int | None) -> None:
        """Do again what was undone last in a funnel."""
        last = _last(self._undone, funnel)
        if last is None or self.is_working:
            return
        if isinstance(last, Move):
            self._undone.remove(last)
            self._done.append(last)
            self.moved_back.emit(last.after)
        else:
            words = _("Redone: {change}").format(change=last.words)
            self.tasks.start(self._run(_("Redoing"), last.work, last, words))

    # One by one

    def _take_back(self, change: Change) -> None:
        if change in self._done and not self.is_working:
            words = _("Undone: {change}").format(change=change.words)
            self.tasks.start(self._run(_("Undoing"), change.back, change, words))

    def _begin(self, doing: str, change: Change) -> None:
        if may_write(self._workspace, "pages", _("pages")) and not self.is_working:
            self.tasks.start(self._run(doing, change.work, change, change.words))

    async def _run(self, doing: str, work: Work, change: Change, words: str) -> None:
        again = lambda: self.tasks.start(self._run(doing, work, change, words))  # noqa: E731
        with operation(
            self._workspace, doing, f"{PART}/steps", retry=again, progress=self.busy.emit
        ) as asked:
            await work()
        if not asked.failed:
            self._note(change, work, words)
        self.told.emit("")
        self._workspace.announce("pages", *change.pages, source=self.parent())
        self._workspace.announce(PART, str(change.funnel), source=self.parent())
        self.done.emit(change.funnel)

    def _note(self, change: Change, work: Work, words: str) -> None:
        """A change is done, taken back or done again."""
        if work is change.back:
            if change in self._done:
                self._done.remove(change)
                self._undone.append(change)
            self._say(words)
            return
        if change in self._undone:
            self._undone.remove(change)
            self._done.append(change)
        else:
            self._add(change)
        self._say(words, action=NoticeAction(_("Undo"), lambda: self._take_back(change)))

    def _add(self, step: "Change | Move") -> None:
        """Something new was done: what was undone in this funnel cannot be done again."""
        self._done = [*self._done, step][-MOST_BACK:]
        self._undone = [each for each in self._undone if each.funnel != step.funnel]

    def _forget_moves(self, funnel: int) -> None:
        """The moves were saved: they are one change on the server now."""
        self._done = [e for e in self._done if isinstance(e, Change) or e.funnel != funnel]
        self._undone = [e for e in self._undone if isinstance(e, Change) or e.funnel != funnel]

    def _count(self, done: int, count: int) -> None:
        if count > 1:
            given = {"number": done + 1, "count": count}
            self.told.emit(_("Page {number} of {count}…").format(**given))

    def _say(
        self, title: str, text: str = "", tone: str = "success", action: NoticeAction | None = None
    ) -> None:
        self._workspace.notifications.post(
            Notice(title, text, tone, key=f"{PART}/steps", action=action)
        )


def _last(steps: Sequence[Change | Move], funnel: int | None) -> Change | Move | None:
    return next((each for each in reversed(steps) if each.funnel == funnel), None)
