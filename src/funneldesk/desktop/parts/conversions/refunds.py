"""Refunds of orders: one by its sheet, many by the queue, and the report for accounting."""

import asyncio
from collections.abc import Sequence
from decimal import Decimal

from PySide6.QtCore import QObject

from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.export.table import ExportColumn, Table, table_of
from funneldesk.desktop.kit.forms.amounts import exact, plain
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.conversions.refund_dialog import RefundDialog
from funneldesk.desktop.people.deeds.asking import ask_deed, with_own
from funneldesk.desktop.people.deeds.doing import STATES, Deeds
from funneldesk.desktop.people.deeds.refund import REFUND
from funneldesk.desktop.people.refunds.item import WAITING, RefundItem
from funneldesk.desktop.people.refunds.queue import NOTICE, RefundQueue
from funneldesk.desktop.records.bulk.report import ReportDialog
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.brand_facts import BrandFacts, formats_of

LIMIT, USUAL_LIMIT = "conversions.refund_limit", Decimal(500)
AT_ONCE = 4
"""Orders that are read at the same time."""
COLUMNS: tuple[ExportColumn[RefundItem], ...] = (
    ExportColumn("code", _("Order"), lambda item: item.code, 18),
    ExportColumn("name", _("Customer"), lambda item: str(item.body.get("customer_name") or ""), 24),
    ExportColumn("email", _("Email"), lambda item: item.person, 30),
    ExportColumn("total", _("Order total"), lambda item: exact(item.body.get("total")), 14),
    ExportColumn("amount", _("Refund"), lambda item: item.due, 14),
    ExportColumn("currency", _("Currency"), lambda item: item.currency, 10),
    ExportColumn("full", _("Full"), lambda item: item.is_full, 8),
    ExportColumn("reason", _("Reason"), lambda item: item.reason, 30),
    ExportColumn(
        "state",
        _("Outcome"),
        lambda item: _("Not started") if item.state == WAITING else STATES[item.state][0],
        16,
    ),
    ExportColumn("said", _("Details"), lambda item: item.said, 40),
)


def refund_table(items: Sequence[RefundItem]) -> Table:
    """The report for accounting, an order in a row; each amount stands beside its currency."""
    return table_of(_("Refunds"), COLUMNS, items)


class Refunds(QObject):
    """What the Orders section does with refunds; it ends with its panel, the queue does not."""

    def __init__(self, panel: RecordsPanel) -> None:
        super().__init__(panel)
        self._panel, self._workspace = panel, panel.workspace
        self.queue = panel.workspace.shared(RefundQueue)
        self._deeds = panel.workspace.shared(Deeds)
        self.queue.asked_for_report.connect(self._show_report)

    def declare(self) -> Sequence[Action]:
        """One order, or all that are selected."""
        start = self._panel.tasks.start
        anywhere = Place.PALETTE | Place.LIST_MENU | Place.SELECTION_BAR
        return (
            Action(
                "conversions.refund-orders",
                lambda ids: _("Refund order…") if len(ids) == 1 else _("Refund orders…"),
                lambda ids: start(self.begin(ids)),
                "receipt",
                places=anywhere,
                menu_title=_("Refund…"),
                takes=Takes.EVERY,
                writes=REFUND.part,
                refusal=lambda _: self._deeds.refusal(REFUND),
                starts_group=Place.LIST_MENU,
            ),
            Action(
                "conversions.collected-refunds",
                _("Collected refunds…"),
                lambda _: start(self.begin(())),
                "receipt",
                places=Place.PALETTE | Place.SECTION_MENU,
                offered=lambda *_: bool(self.queue.collected),
                refusal=lambda _: self._deeds.refusal(REFUND),
            ),
        )

    async def begin(self, codes: Ids) -> None:
        """Collect orders, show what would go out, and send what the user decides."""
        if self._deeds.say_refusal(REFUND, self._deeds.refusal(REFUND)):
            return
        if len(codes) == 1 and not self.queue.collected:
            await self._one(codes[0])
            return
        if not self.queue.is_free:
            said = _("Wait for the refunds before, or stop them under Jobs.")
            title = _("Refunds are going out already.")
            self._post(Notice(title, said, "warning", key=NOTICE))
            return
        left_out = await self._collect(codes)
        if left_out is not None:
            await self._ask(left_out)

    async def _one(self, code: str) -> None:
        row = self._panel.list.row(code)
        body = row.summary if row is not None else {"code": code}
        known = self._panel.detail.body
        shown = known if known.get("code") == code else body
        person = str(body.get("customer_email") or "")
        try:
            await ask_deed(self._panel, self._workspace, REFUND, shown, person)
        except LocalStoreProblem as problem:
            self._post(explain(problem, REFUND.doing).notice(NOTICE))

    async def _collect(self, codes: Ids) -> Sequence[str] | None:
        """Read orders as they are now; why some are left out, or None where that failed."""
        fresh = [code for code in codes if code not in self.queue.collected]
        turn, left_out = asyncio.Semaphore(AT_ONCE), []

        async def read(code: str) -> RefundItem:
            async with turn:
                body = await self._workspace.run(lambda api: REFUND.read(api, code))
                return RefundItem(with_own(body, await self._workspace.store.deeds(record_id=code)))

        self._panel.list.progress.set_on(True)
        doing = _("Reading the orders")
        with operation(self._workspace, doing, NOTICE) as asked:
            for item in await asyncio.gather(*map(read, fresh)):
                reason = REFUND.refusal(item.body)
                if reason:
                    left_out.append(f"{item.title}: {reason}")
                else:
                    self.queue.collected[item.code] = item
        self._panel.list.progress.set_on(False)
        return None if asked.failed else left_out

    async def _ask(self, left_out: Sequence[str]) -> None:
        queue, store = self.queue, self._workspace.store
        known = exact(await store.value(LIMIT))
        limit = USUAL_LIMIT if known is None else known
        items = list(queue.collected.values())
        formats = formats_of(self._workspace)
        dialog = RefundDialog(self._panel, items, left_out, formats, limit)
        answer = await dialog.ask()
        queue.collected = {item.code: item for item in dialog.items}
        if dialog.chosen_limit != limit:
            await store.put_value(LIMIT, plain(dialog.chosen_limit))
        if answer != "refund":
            return
        try:
            await queue.begin(dialog.items)
        except LocalStoreProblem as problem:
            self._post(explain(problem, REFUND.doing).notice(NOTICE))
        else:
            queue.collected = {}

    def _show_report(self) -> None:
        if self._panel.isVisible():
            self._panel.tasks.latest("report", self._report())

    async def _report(self) -> None:
        zone = self._workspace.shared(BrandFacts).zone
        dialog = ReportDialog(
            self._panel,
            _("Refunds"),
            self.queue.report(),
            on_open=self._panel.open_record,
            can_repeat=False,
            can_undo=False,
            zone=zone,
            file=lambda: refund_table(self.queue.items),
        )
        await dialog.ask()

    def _post(self, notice: Notice) -> None:
        self._workspace.notifications.post(notice)
