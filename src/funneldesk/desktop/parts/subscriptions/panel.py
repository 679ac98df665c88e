"""The Subscriptions section: the records panel, with what can be done to one of them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.subscriptions.bulk.feature import ManyCharges
from funneldesk.desktop.parts.subscriptions.calendar.page import ChargesCalendar
from funneldesk.desktop.parts.subscriptions.offers.page import OffersPage
from funneldesk.desktop.parts.subscriptions.subscriptions import PART
from funneldesk.desktop.people.customer_tab import CustomerTab
from funneldesk.desktop.people.deeds.asking import ask_deed
from funneldesk.desktop.people.deeds.charges import MOVE
from funneldesk.desktop.people.deeds.declared import ON_SUBSCRIPTIONS
from funneldesk.desktop.people.deeds.deed import Body, Deed
from funneldesk.desktop.people.deeds.doing import Deeds
from funneldesk.desktop.records.detail.detail_view import FACTS, OwnTab
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.parts.subscriptions.figures.page import FiguresPage

ICONS = {"skip": "chevron-right", "move": "calendar", "bill": "receipt", "offer": "badge-check"}


class SubscriptionsPanel(RecordsPanel):
    """Opens with the facts; deeds are in the menu, the palette and beside the customer. The
    calendar takes the place of the list, and shows what the list is narrowed to; retention offers
    and figures take that of the whole panel."""

    def __init__(self, workspace: Workspace, declared: RecordSection) -> None:
        super().__init__(workspace, declared)
        self.in_calendar = False
        self.offers: OffersPage | None = None
        self.figures: FiguresPage | None = None
        self.calendar = ChargesCalendar(self._listed, lambda: self.brand.formats)
        self.calendar.hide()
        self.split.insertWidget(1, self.calendar)
        self.split.setStretchFactor(1, 1)
        self.calendar_button = Button(
            kind="icon", icon_name="calendar", tip=_("Calendar of coming charges")
        )
        self.calendar_button.clicked.connect(self.show_calendar)
        self.figures_button = Button(
            kind="icon", icon_name="chart-line", tip=_("Figures of all subscriptions")
        )
        self.figures_button.clicked.connect(self.show_figures)
        self.list.views.add(self.figures_button)
        self.list.views.add(self.calendar_button)
        self.calendar.left.connect(self.show_list)
        self.calendar.picked.connect(self.open_record)
        self.calendar.moved.connect(self._ask_to_move)
        self.list.shown.connect(self._show_charges)
        self.brand.changed.connect(self._show_charges)
        self.detail.tabs.choose(FACTS)
        self.detail.pages.setCurrentWidget(self.detail.facts)

    def own_tabs(self) -> Sequence[OwnTab]:
        self.customer = CustomerTab(
            self.workspace, lambda: self.brand.formats, path="customer_email"
        )
        return (OwnTab("customer", _("Customer"), self.customer),)

    def declare(self) -> Sequence[Action]:
        calendar = Action(
            f"{PART}.calendar",
            _("Calendar of coming charges"),
            lambda _ids: self.show_list() if self.in_calendar else self.show_calendar(),
            "calendar",
            places=Place.PALETTE | Place.SECTION_MENU,
            checked=lambda: self.in_calendar,
        )
        offers = Action(
            f"{PART}.offers",
            _("Retention offers"),
            lambda _ids: self.show_offers(),
            "badge-check",
            places=Place.PALETTE | Place.SECTION_MENU,
        )
        figures = Action(
            f"{PART}.figures",
            _("Figures of all subscriptions"),
            lambda _ids: self.show_figures(),
            "chart-line",
            places=Place.PALETTE | Place.SECTION_MENU,
        )
        save = Action(
            f"{PART}.save-offers",
            _("Save the retention offers"),
            lambda _ids: self.save(),
            "save",
            "Ctrl+S",
            writes=PART,
            refusal=lambda _ids: "" if self._is_typed() else _("Nothing has changed."),
            window_keys=True,
        )
        self.many = ManyCharges(self)
        own = (*self._deeds(), *self.many.declare())
        return (*super().declare(), calendar, figures, offers, save, *own)

    # What takes the place of the whole panel

    def show_offers(self) -> None:
        """Show what merchants offer to those who want to leave."""
        if self.offers is None:
            self.offers = OffersPage(self)
            self.across.addWidget(self.offers)
            self.offers.left.connect(self._show_panel)
        self._show_instead(self.offers, _("Retention offers"))
        self.tasks.latest("offers", self.offers.load())

    def show_figures(self) -> None:
        """Show recurring revenue, churn, cohorts and refused charges."""
        if self.figures is None:
            # Charts bring a web engine along: only who looks at them waits for it.
            from funneldesk.desktop.parts.subscriptions.figures.page import FiguresPage

            self.figures = FiguresPage(self.workspace)
            self.across.addWidget(self.figures)
            self.figures.left.connect(self._show_panel)
            self.figures.asked_for.connect(self._show_status)
        self._show_instead(self.figures, _("Figures"))
        self.tasks.latest("figures", self.figures.load())

    def _show_status(self, status: str) -> None:
        self._show_panel()
        self.show_list()
        self.list.views.choose(status)

    def _show_instead(self, page: QWidget, title: str) -> None:
        for each in (self.split, self.offers, self.figures):
            if each is not None:
                each.setVisible(each is page)
        page.setFocus(Qt.FocusReason.OtherFocusReason)
        self.titled.emit(title)

    def _show_panel(self) -> None:
        self._show_instead(self.split, "")
        self.list.enter_table()

    def _is_typed(self) -> bool:
        return self.offers is not None and self.offers.session.is_dirty

    def save(self, *, publish: bool = False) -> None:
        if self.offers is not None:
            self.offers.tasks.latest("save", self.offers.pane.save_flow.save(None))

    async def settle(self) -> None:
        await super().settle()
        if self.offers is not None:
            await self.offers.pane.settle()

    def unkept(self) -> tuple[str, ...]:
        offers = self.offers
        kept = offers is None or offers.session.is_kept
        return (*super().unkept(), *(() if kept or offers is None else (offers.session.title,)))

    def leave(self) -> None:
        super().leave()
        if self.offers is not None:
            self.offers.session.lock.release()

    @property
    def is_quiet(self) -> bool:
        offers = self.offers
        busy = offers is not None and (
            offers.tasks.is_busy or offers.session.tasks.is_busy or offers.library.tasks.is_busy
        )
        busy = busy or (self.figures is not None and self.figures.is_reading)
        return super().is_quiet and not busy and not self.calendar.tasks.is_busy

    # The calendar

    def show_calendar(self) -> None:
        """Show the calendar in the place of the list."""
        self.in_calendar = True
        self._show_charges()
        self._arrange()
        self.calendar.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_list(self) -> None:
        """Show the list again."""
        self.in_calendar = False
        self._arrange()
        self.list.enter_table()

    def _show_charges(self) -> None:
        if self.in_calendar:
            self.calendar.again()

    def _listed(self) -> Iterator[SummaryRow]:
        rows = self.list.rows
        return (rows[each] for each in self.list.table.rows.ids if each in rows)

    def _ask_to_move(self, transaction_id: str, at: datetime) -> None:
        moment = at.astimezone(UTC).replace(second=0, microsecond=0)
        text = moment.isoformat().replace("+00:00", "Z")
        self._ask(replace(MOVE, first=lambda _body: {"next_charge_at": text}), [transaction_id])

    def _arrange(self) -> None:
        super()._arrange()
        has_room = self.list.isVisibleTo(self)
        self.calendar.setVisible(self.in_calendar and has_room)
        self.list.setVisible(has_room and not self.in_calendar)

    def state(self) -> dict[str, Any]:
        return {**super().state(), "calendar": self.in_calendar}

    def restore(self, state: dict[str, Any]) -> None:
        super().restore(state)
        if state.get("calendar") is True:
            self.in_calendar = True
            self._arrange()

    # What is done to one

    def _deeds(self) -> Iterator[Action]:
        deeds = self.workspace.shared(Deeds)

        def refusal(deed: Deed, ids: Ids) -> str:
            if reason := deeds.refusal(deed):
                return reason
            fits = len(ids) != 1 or deed.applies(self._body(ids[0]))
            return "" if fits else _("This doesn't fit the state that it is in.")

        for place, deed in enumerate(ON_SUBSCRIPTIONS):
            yield Action(
                f"{PART}.{deed.name}",
                _("{deed}…").format(deed=deed.title),
                partial(self._ask, deed),
                ICONS.get(deed.name, "repeat"),
                places=Place.PALETTE | Place.LIST_MENU,
                takes=Takes.ONE,
                writes=PART,
                needs_connection=True,
                refusal=partial(refusal, deed),
                starts_group=Place.LIST_MENU if not place else Place(0),
            )

    def _body(self, record_id: str) -> Body:
        row = self.list.row(record_id)
        return row.summary if row is not None else {}

    def _ask(self, deed: Deed, ids: Ids) -> None:
        body = self._body(ids[0])
        person = str(body.get("customer_email") or "")
        self.tasks.latest("deed", ask_deed(self, self.workspace, deed, body, person))
