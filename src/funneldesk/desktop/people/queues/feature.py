"""What a section does with a queue of deeds: reads what was selected, begins, shows the report."""

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QObject

from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.deeds.asking import with_own
from funneldesk.desktop.people.deeds.deed import Body, Deed
from funneldesk.desktop.people.deeds.doing import Deeds
from funneldesk.desktop.people.queues.item import QueueItem
from funneldesk.desktop.people.queues.queue import DeedQueue
from funneldesk.desktop.records.bulk.report import ReportDialog
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.sections.actions import Ids
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.brand_facts import BrandFacts

AT_ONCE = 4
"""Records that are read at the same time."""
Item = TypeVar("Item", bound=QueueItem)


class QueueFeature(QObject, Generic[Item]):
    """Ends with its panel; the queue does not. ``title`` stands over the report."""

    title: str
    reading: str
    """What is said while the records are read, and when that fails."""

    def __init__(self, panel: RecordsPanel, queue: DeedQueue[Item]) -> None:
        super().__init__(panel)
        self.queue = queue
        self._panel, self._workspace = panel, panel.workspace
        self._deeds = panel.workspace.shared(Deeds)
        queue.asked_for_report.connect(self._show_report)

    @abstractmethod
    def table(self) -> Table:
        """The report for a file, a record in a row."""

    def taken_back(self) -> int:
        """How many the report can undo."""
        return 0

    async def undo(self) -> None:
        """Take back what was done, when the report asks for it."""

    def may_begin(self, deed: Deed) -> bool:
        """Whether nothing speaks against more deeds; else that is told."""
        if self._deeds.say_refusal(deed, self._deeds.refusal(deed)):
            return False
        if not self.queue.is_free:
            said = _("Wait until it has ended, or stop it under Jobs.")
            key = self.queue.spec.notice
            self._post(Notice(self.queue.spec.busy, said, "warning", key=key))
        return self.queue.is_free

    async def read(
        self, deed: Deed, ids: Ids, make: Callable[[Body], Item | str]
    ) -> tuple[list[Item], list[str]] | None:
        """Records as they are now, and why some are left out; None where that failed. ``make``
        gives an item, or why there is none."""
        turn = asyncio.Semaphore(AT_ONCE)

        async def one(record_id: str) -> tuple[Body, Item | str]:
            async with turn:
                body = await self._workspace.run(lambda api: deed.read(api, record_id))
                body = with_own(body, await self._workspace.store.deeds(record_id=record_id))
                return body, make(body)

        items: list[Item] = []
        left_out: list[str] = []
        self._panel.list.progress.set_on(True)
        with operation(self._workspace, self.reading, self.queue.spec.notice) as asked:
            for body, found in await asyncio.gather(*map(one, ids)):
                if isinstance(found, str):
                    left_out.append(f"{_named(deed, body)}: {found}")
                else:
                    items.append(found)
        self._panel.list.progress.set_on(False)
        return None if asked.failed else (items, left_out)

    async def begin_queue(self, items: Sequence[Item]) -> bool:
        """Send them one after the other; whether that has begun."""
        try:
            await self.queue.begin(items)
        except LocalStoreProblem as problem:
            told = explain(problem, self.queue.spec.title)
            self._post(told.notice(self.queue.spec.notice))
            return False
        return True

    def _show_report(self) -> None:
        if self._panel.isVisible():
            self._panel.tasks.latest("report", self._report())

    async def _report(self) -> None:
        dialog = ReportDialog(
            self._panel,
            self.title,
            self.queue.report(),
            on_open=self._panel.open_record,
            can_repeat=False,
            taken_back=self.taken_back() if self.queue.is_free else 0,
            zone=self._workspace.shared(BrandFacts).zone,
            file=self.table,
        )
        if await dialog.ask() == "undo":
            await self.undo()

    def _post(self, notice: Notice) -> None:
        self._workspace.notifications.post(notice)


def _named(deed: Deed, body: Body) -> str:
    """A record and whose it is."""
    who = str(body.get("customer_name") or body.get("customer_email") or "")
    name = deed.record_id(body) if not body.get("product_name") else str(body["product_name"])
    return " · ".join(filter(None, (name, who)))
