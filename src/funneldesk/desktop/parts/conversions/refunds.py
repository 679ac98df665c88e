"""Refunds of orders: one by its sheet, many by the queue, and the report for accounting."""

from collections.abc import Sequence
from decimal import Decimal

from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.export.table import ExportColumn, Table, table_of
from funneldesk.desktop.kit.forms.amounts import exact, plain
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.conversions.refund_dialog import RefundDialog
from funneldesk.desktop.people.deeds.asking import ask_deed
from funneldesk.desktop.people.deeds.deed import Body
from funneldesk.desktop.people.deeds.doing import STATES
from funneldesk.desktop.people.deeds.refund import REFUND
from funneldesk.desktop.people.queues.feature import QueueFeature
from funneldesk.desktop.people.queues.item import WAITING
from funneldesk.desktop.people.queues.refunds import RefundItem, RefundQueue
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes
from funneldesk.desktop.workspace.brand_facts import formats_of

LIMIT, USUAL_LIMIT = "conversions.refund_limit", Decimal(500)
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


class Refunds(QueueFeature[RefundItem]):
    """Refunds of one order by its sheet, of many by the queue."""

    title = _("Refunds")
    reading = _("Reading the orders")
    queue: RefundQueue

    def __init__(self, panel: RecordsPanel) -> None:
        super().__init__(panel, panel.workspace.shared(RefundQueue))

    def table(self) -> Table:
        return refund_table(self.queue.items)

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
        if len(codes) == 1 and not self.queue.collected:
            if not self._deeds.say_refusal(REFUND, self._deeds.refusal(REFUND)):
                await self._one(codes[0])
            return
        if not self.may_begin(REFUND):
            return
        fresh = [code for code in codes if code not in self.queue.collected]
        found = await self.read(REFUND, fresh, _item)
        if found is not None:
            items, left_out = found
            self.queue.collected |= {item.code: item for item in items}
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
            self._post(explain(problem, REFUND.doing).notice(self.queue.spec.notice))

    async def _ask(self, left_out: Sequence[str]) -> None:
        queue, store = self.queue, self._workspace.store
        known = exact(await store.saved_work(LIMIT))
        limit = USUAL_LIMIT if known is None else known
        items = list(queue.collected.values())
        formats = formats_of(self._workspace)
        dialog = RefundDialog(self._panel, items, left_out, formats, limit)
        answer = await dialog.ask()
        queue.collected = {item.code: item for item in dialog.items}
        if dialog.chosen_limit != limit:
            await store.save_work(LIMIT, plain(dialog.chosen_limit))
        if answer == "refund" and await self.begin_queue(dialog.items):
            queue.collected = {}


def _item(body: Body) -> RefundItem | str:
    return REFUND.refusal(body) or RefundItem(body)
