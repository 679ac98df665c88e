"""Skipping and moving of many charges: a dry run, a queue, a report, and the way back."""

from collections.abc import Sequence
from functools import partial

from funneldesk.desktop.kit.export.table import ExportColumn, Table, table_of
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.subscriptions.bulk.dialog import ChargesDialog
from funneldesk.desktop.people.deeds.charges import MOVE, SKIP, charge_of, next_charge
from funneldesk.desktop.people.deeds.deed import Body, Deed
from funneldesk.desktop.people.deeds.doing import STATES
from funneldesk.desktop.people.orders import currency_of
from funneldesk.desktop.people.queues.charges import ChargeItem, ChargeQueue, refusal_of
from funneldesk.desktop.people.queues.feature import QueueFeature
from funneldesk.desktop.people.queues.item import WAITING
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes
from funneldesk.desktop.workspace.brand_facts import formats_of

PART = SKIP.part
COLUMNS: tuple[ExportColumn[ChargeItem], ...] = (
    ExportColumn("customer", _("Customer"), lambda i: str(i.body.get("customer_name") or ""), 24),
    ExportColumn("email", _("Email"), lambda item: item.person, 30),
    ExportColumn("product", _("Product"), lambda i: str(i.body.get("product_name") or ""), 24),
    ExportColumn("id", _("Transaction"), lambda item: item.record_id, 24),
    ExportColumn("charge", _("Charge"), lambda item: charge_of(item.body), 12),
    ExportColumn("currency", _("Currency"), lambda item: currency_of(item.body), 10),
    ExportColumn("done", _("Change"), lambda item: item.deed.title, 22),
    ExportColumn("before", _("Charge before"), lambda item: item.before, 20),
    ExportColumn("after", _("Charge after"), lambda item: item.after, 20),
    ExportColumn(
        "state",
        _("Outcome"),
        lambda item: _("Not started") if item.state == WAITING else STATES[item.state][0],
        16,
    ),
    ExportColumn("said", _("Details"), lambda item: item.said, 40),
)


class ManyCharges(QueueFeature[ChargeItem]):
    """What the Subscriptions section does to many at once."""

    title = _("Coming charges")
    reading = _("Reading the subscriptions")

    def __init__(self, panel: RecordsPanel) -> None:
        super().__init__(panel, panel.workspace.shared(ChargeQueue))
        self._formats = formats_of(panel.workspace)

    def table(self) -> Table:
        return table_of(self.title, COLUMNS, self.queue.items)

    def declare(self) -> Sequence[Action]:
        """Of all that are selected."""
        start = self._panel.tasks.start
        many = (
            (SKIP, _("Skip next charges…"), self.skip, "chevron-right"),
            (MOVE, _("Move next charges…"), self.move, "calendar"),
        )
        return tuple(
            Action(
                f"{PART}.{deed.name}-many",
                title,
                lambda ids, do=do: start(do(ids)),  # type: ignore[misc]
                icon,
                places=Place.PALETTE | Place.LIST_MENU | Place.SELECTION_BAR,
                takes=Takes.EVERY,
                writes=PART,
                refusal=partial(self._refusal, deed),
                offered=lambda place, ids: place == Place.PALETTE or len(ids) != 1,
            )
            for deed, title, do, icon in many
        )

    def _refusal(self, deed: Deed, _ids: Ids) -> str:
        return self._deeds.refusal(deed)

    async def skip(self, ids: Ids) -> None:
        """Show what skipping would change, and skip what the user decides."""
        if self.may_begin(SKIP):
            found = await self.read(
                SKIP, ids, lambda body: refusal_of(SKIP, body) or ChargeItem(body)
            )
            text = _(
                "One charge of each is left out; the next is a billing cycle later. Only active "
                "subscriptions and trials can be skipped."
            )
            await self._decide(found, _("Skip next charges"), text, _("Skip {count}"))

    async def move(self, ids: Ids) -> None:
        """Ask where to, show what that would change, and move what the user decides."""
        if self.may_begin(MOVE):
            found = await self.read(MOVE, ids, _movable)
            text = _(
                "Later charges follow from the new day; the time of day stays. Past due and "
                "canceled subscriptions can't be moved."
            )
            await self._decide(found, _("Move next charges"), text, _("Move {count}"), moves=True)

    async def _decide(
        self,
        found: tuple[list[ChargeItem], list[str]] | None,
        title: str,
        text: str,
        action: str,
        *,
        moves: bool = False,
    ) -> None:
        if found is None:
            return
        items, left_out = found
        dialog = ChargesDialog(
            self._panel, title, text, action, items, left_out, self._formats, moves=moves
        )
        if await dialog.ask() == "do" and self.queue.is_free:
            await self.begin_queue(dialog.chosen)

    # The way back

    def taken_back(self) -> int:
        return sum(item.may_go_back for item in self.queue.items)

    async def undo(self) -> None:
        """Put charges back on the day on which they were, where nobody changed them since."""
        if not self.may_begin(MOVE):
            return
        done = {item.record_id: item for item in self.queue.items if item.may_go_back}
        found = await self.read(
            MOVE, list(done), lambda body: done[MOVE.record_id(body)].back(body)
        )
        text = _("Each is charged on the day on which it was before; later charges follow from it.")
        await self._decide(found, _("Undo the changes"), text, _("Put {count} back"))


def _movable(body: Body) -> ChargeItem | str:
    return refusal_of(MOVE, body) or ChargeItem(body, next_charge(body))
