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
MOST_BACK = 50


@dataclass(frozen=True, slots=True)
class Change:
    """What was done, in words, and the way back."""

    words: str
    pages: tuple[str, ...]
    funnel: int
    back: Work


class StepChanges(QObject):
    """One change at a time. ``busy`` is on meanwhile, ``told`` says how far it is; ``done``
    carries the funnel that has changed."""

    busy = Signal(bool)
    told = Signal(str)
    done = Signal(int)

    def __init__(self, workspace: Workspace, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.membership = Membership(workspace)
        self.changes: list[Change] = []
        self.tasks = TaskScope(self)

    @property
    def is_working(self) -> bool:
        """Whether a change is under way."""
        return self.tasks.is_busy

    def add(self, funnel: int, pages: Sequence[str]) -> None:
        """Pages join, in this order; one that is in another funnel leaves that."""
        words = _("{pages} added").format(pages=counted(len(pages), "page"))
        homes: dict[str, int] = {}
        orders: dict[int, list[str]] = {}

        async def work() -> None:
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

        self._begin(_("Adding pages"), work, Change(words, tuple(pages), funnel, back))

    def take_out(self, funnel: int, page: str, title: str) -> None:
        """A page is in the funnel no more; it stays a page."""
        words = _("“{page}” is out of the funnel").format(page=title)
        order: list[str] = []

        async def work() -> None:
            order[:] = await self.membership.order(funnel)
            await self.membership.leave(page)

        async def back() -> None:
            await self.membership.put_in_order(funnel, order, self._count)

        self._begin(_("Taking the page out"), work, Change(words, (page,), funnel, back))

    def put_in_order(self, funnel: int, wanted: Sequence[str]) -> None:
        """The pages stand in another order."""
        before: list[str] = []

        async def work() -> None:
            before[:] = await self.membership.order(funnel)
            if not await self.membership.put_in_order(funnel, wanted, self._count):
                self._say(
                    _("The server keeps another order"),
                    _("The pages joined in the order that you chose. What it shows is in the map."),
                    "warning",
                )

        async def back() -> None:
            await self.membership.put_in_order(funnel, before, self._count)

        change = Change(_("Order saved"), tuple(wanted), funnel, back)
        self._begin(_("Reordering the steps"), work, change)

    def undo(self) -> None:
        """Take back the last change."""
        if self.changes and not self.is_working:
            change = self.changes.pop()
            words = _("Undone: {change}").format(change=change.words)
            self.tasks.start(self._run(_("Undoing"), change.back, change, words))

    # One by one

    def _begin(self, doing: str, work: Work, change: Change) -> None:
        if may_write(self._workspace, "pages", _("pages")) and not self.is_working:
            self.tasks.start(self._run(doing, work, change, ""))

    async def _run(self, doing: str, work: Work, change: Change, undone: str) -> None:
        again = lambda: self.tasks.start(self._run(doing, work, change, undone))  # noqa: E731
        with operation(
            self._workspace, doing, f"{PART}/steps", retry=again, progress=self.busy.emit
        ) as asked:
            await work()
        self.told.emit("")
        self._workspace.announce("pages", *change.pages, source=self.parent())
        self._workspace.announce(PART, str(change.funnel), source=self.parent())
        self.done.emit(change.funnel)
        if asked.failed:
            return
        if undone:
            self._say(undone)
            return
        self.changes = [*self.changes, change][-MOST_BACK:]
        self._say(change.words, action=NoticeAction(_("Undo"), self.undo))

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
