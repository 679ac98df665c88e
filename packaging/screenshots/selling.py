"""States of Products, Orders and Customers for the screenshots: what is done with many."""

from collections.abc import Awaitable, Callable
from decimal import Decimal
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from PySide6.QtGui import QGuiApplication

from funneldesk.contract.tracking import ClickFilter
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.parts.conversions.panel import OrdersPanel
from funneldesk.desktop.parts.products.margin import ShippingRate
from funneldesk.desktop.parts.products.panel import ProductsPanel
from funneldesk.desktop.records.detail.timeline import TimelineView
from funneldesk.desktop.records.importing.dialog import ImportDialog
from funneldesk.desktop.records.panel import RecordsPanel
from screenshots.calm import calm, until

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS = 1.2
State = tuple[str, Callable[[], Awaitable[None]]]


def selling_states(session: "Session", first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = SellingScenes(session, first_page)
    return [
        ("products-staged", scenes.staged),
        ("products-files", scenes.files),
        ("orders-refunds", scenes.refunds),
        ("customers-entries", scenes.entries),
        ("customers-tickets", scenes.tickets),
        ("customers-quiz", scenes.quiz),
    ]


class SellingScenes:
    """Leads the window through what only these two sections have."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._session, self._first_page = session, first_page

    async def _panel(self, part: str) -> RecordsPanel:
        await self._first_page()
        self._session.window.show_section(part)
        panel = self._session.window.panel()
        if not isinstance(panel, RecordsPanel):
            raise RuntimeError(f"{part} is not shown.")
        await until(lambda: panel.is_quiet)
        await calm(DRAWN_SECONDS)
        return panel

    async def staged(self) -> None:
        """Prices pasted from a spreadsheet, one of which is none, and a rate for shipping."""
        panel = await self._panel("products")
        if not isinstance(panel, ProductsPanel) or panel.staging is None:
            return
        await panel.shipping.assume(ShippingRate(Decimal("2.90"), Decimal("0.08")))
        table = panel.list.table
        price = next(at for at, each in enumerate(table.rows.columns) if each.key == "price")
        table.setCurrentIndex(table.rows.index(1, price))
        QGuiApplication.clipboard().setText("26.90\n49.90\nfree\n15.50")
        panel.staging.paste()
        await calm(DRAWN_SECONDS)

    async def files(self) -> None:
        """The picture and the files of a product."""
        panel = await self._panel("products")
        if not isinstance(panel, ProductsPanel):
            return
        if panel.staging is not None:
            panel.staging.staged.drop(tuple(panel.staging.staged.cells))
        rows = panel.list.rows.items()
        guide = next(key for key, row in rows if row.get("product_files") and row.get("image"))
        panel.list.table.select(guide)
        panel.open_record(guide)
        await calm(2 * DRAWN_SECONDS)
        if (tab := panel.detail.tabs.button("files")) is not None:
            tab.click()
        await calm(DRAWN_SECONDS)

    async def refunds(self) -> None:
        """Orders collected for a refund, one of them in part."""
        panel = await self._panel("conversions")
        if not isinstance(panel, OrdersPanel):
            return
        panel.list.show_everything()
        panel.tasks.start(panel.refunds.begin(panel.list.table.rows.ids[2:7]))
        await until(lambda: panel.findChildren(Dialog))
        await calm(DRAWN_SECONDS)

    async def _with_customers(self, action: str) -> None:
        panel = await self._panel("customers")
        panel.list.show_everything()
        panel.list.table.selectAll()
        panel.declared_actions[action].run(panel.list.table.selected_ids()[:40])
        await until(lambda: panel.findChildren(Dialog))
        await calm(DRAWN_SECONDS)

    async def entries(self) -> None:
        """Customers as entries of the CRM: which column is for which field."""
        await self._with_customers("customers.make-entries")
        panel = self._session.window.panel()
        dialogs = panel.findChildren(Dialog) if panel is not None else []
        if dialogs and not isinstance(dialogs[-1], ImportDialog):
            dialogs[-1].answer("next")
        await calm(3 * DRAWN_SECONDS)

    async def tickets(self) -> None:
        """Which tickets of many customers wait."""
        await self._with_customers("customers.open-tickets")

    async def quiz(self) -> None:
        """The timeline of somebody whose visit opened a quiz, and what is not known of that."""
        panel = await self._panel("customers")
        quizzes = await panel.workspace.run(lambda api: api.quizzes.list())
        page = next(each.page_id for each in quizzes.rows if each.page_id)
        wanted = ClickFilter(query_text="email=", pgid=page)
        listing = await panel.workspace.run(lambda api: api.tracking.list(wanted))
        asked = [parse_qs(urlsplit(row.url or "").query) for row in listing.rows]
        panel.open_record(next(each["email"][0] for each in asked if "email" in each))
        await calm(2 * DRAWN_SECONDS)
        if (tab := panel.detail.tabs.button("timeline")) is not None:
            tab.click()
        await calm(2 * DRAWN_SECONDS)
        view = panel.detail.pages.currentWidget()
        for timeline in view.findChildren(TimelineView) if view is not None else ():
            rows = timeline.table.rows
            kinds = [rows.index(at, 1).data() for at in range(rows.rowCount())]
            timeline.table.select(str(kinds.index("Quiz")))
