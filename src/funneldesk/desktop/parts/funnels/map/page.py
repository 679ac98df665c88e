"""Map of the open funnel: its steps with their figures, and what is wrong with them below."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QSplitter, QStackedWidget

from funneldesk.desktop.assets.preview.shots import Shots, Subject
from funneldesk.desktop.insight.brand_insight import BrandInsight, ComparedSlot
from funneldesk.desktop.insight.ranges import Range
from funneldesk.desktop.insight.reading import Slot
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.insight.scope_bar import ScopeBar, saved_filters
from funneldesk.desktop.kit.controls.buttons import column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.funnels.kind import PART
from funneldesk.desktop.parts.funnels.lint.list import FindingList
from funneldesk.desktop.parts.funnels.lint.rules import CheckedStep, Finding, findings
from funneldesk.desktop.parts.funnels.map.cards import Card, cards_of
from funneldesk.desktop.parts.funnels.map.flow import FlowQuestion
from funneldesk.desktop.parts.funnels.map.order_bar import OrderBar
from funneldesk.desktop.parts.funnels.map.reading import FunnelReader, Reading, page_ids
from funneldesk.desktop.parts.funnels.map.steps import (
    REVENUE,
    VISITORS,
    Step,
    figures_of,
    visitors_of,
)
from funneldesk.desktop.parts.funnels.map.view import FunnelMap
from funneldesk.desktop.parts.funnels.steps.order import joining_again, moved
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace

Body = Mapping[str, Any]
SCOPE = "funnels.scope"


class MapPage(RecordView):
    """``shown``: there is another funnel, or more is known of it. ``asked_to_save`` carries the
    order that was put together here, ``reordered`` the one before and after a move."""

    shown = Signal()
    asked_to_save = Signal(list)
    reordered = Signal(tuple, tuple)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.insight = workspace.shared(BrandInsight)
        self.reader = FunnelReader(workspace)
        self.shots = Shots(workspace, self)
        self.figures = ComparedSlot(self.insight, self, with_gone=True)
        self.flow = Slot(self.insight.reader, self)
        self.flow_so_far = Slot(self.insight.reader, self, 2)
        self.flow_before = Slot(self.insight.reader, self, 2)
        self.reading = Reading({})
        self.found: list[Finding] = []
        self.order: tuple[str, ...] = ()
        """The pages as they are to stand, where that is another order than they have."""
        self._orders: dict[object, tuple[str, ...]] = {}
        """The unsaved orders of other funnels that were open before."""
        self._body: Body = {}
        self._scope_known = False
        self.tasks = TaskScope(self)
        self._build()
        self._wire()

    def _build(self) -> None:
        surface("app", self)
        self.bar = ScopeBar(self.insight, saved_filters(self.insight))
        self.view = FunnelMap(self._picture)
        self.progress = ProgressLine()
        self.empty = EmptyState("filter", "", "")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.view)
        self.pages.addWidget(self.empty)
        self.order_bar = OrderBar()
        self.list = FindingList()
        self.split = QSplitter(Qt.Orientation.Vertical)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        for widget in (self.pages, self.list):
            self.split.addWidget(widget)
        self.split.setStretchFactor(0, 1)
        self.split.setSizes([520, 150])
        self.buttons = row(spacing=6)
        head = row(self.bar, None, margins=(12, 6, 12, 6))
        head.addLayout(self.buttons)
        whole = column(spacing=0)
        whole.addLayout(head)
        for under in (self.progress, self.order_bar):
            whole.addWidget(under)
        whole.addWidget(self.split, 1)
        self.setLayout(whole)

    def _wire(self) -> None:
        self.bar.changed.connect(self._take_scope)
        for slot in self._slots:
            slot.answered.connect(self._draw)
        self.insight.changed.connect(self._ask)
        self.shots.ready.connect(lambda _key: self.view.viewport().update())
        self.view.moved.connect(self.move_step)
        self.order_bar.asked_to_save.connect(self.save_order)
        self.order_bar.asked_to_discard.connect(self.discard_order)
        self.list.picked.connect(self.view.choose)
        self.list.opened.connect(self.workspace.go)

    # What is open

    def show_record(self, body: Body) -> None:
        """Show a funnel with what is known of it, then read the rest."""
        is_other = body.get("id") != self._body.get("id")
        same_pages = not is_other and page_ids(body) in ([], page_ids(self._body))
        if is_other:
            self._orders[self._body.get("id")] = self.order
            self.order = self._orders.pop(body.get("id"), ())
            self.reading, self.found = Reading(body), []
            self.order_bar.hide()
        self._body = body
        if is_other:
            self.tasks.cancel("read")
            self._draw()
        if body and isinstance(body.get("id"), int) and (is_other or not same_pages):
            self.again()

    def again(self, *parts: str) -> None:
        """Read the funnel again; with parts, what these have to do with it as well."""
        if parts:
            self.reader.forget(*parts)
        if isinstance(self._body.get("id"), int):
            self.tasks.latest("read", self._read(dict(self._body)))

    async def _read(self, body: Body) -> None:
        await self._recall_scope()
        if not self.reading.is_whole:
            self._take(await self.reader.recall(body))
        number = int(body["id"])
        doing = _("Reading the steps")
        with operation(
            self.workspace, doing, f"{PART}/map", retry=self.again, progress=self.progress.set_on
        ):
            await self.insight.learn()
            self._take(await self.reader.read(number))

    def _take(self, reading: Reading) -> None:
        self.reading = reading
        self._ask()
        self._show_order()

    # Days

    async def _recall_scope(self) -> None:
        if not self._scope_known:
            self._scope_known = True
            await self.bar.saved.recall()
            self.bar.show_scope(Scope.of(await self.workspace.store.value(SCOPE)))

    def _take_scope(self, scope: Scope) -> None:
        self.tasks.start(self.workspace.store.put_value(SCOPE, scope.state()))
        self._ask()

    @property
    def counted_by(self) -> str:
        """The metric that counts visitors, as the server has it."""
        return next(iter(self.insight.catalogue.known(VISITORS)), VISITORS[0])

    def _ask(self) -> None:
        if self.insight.is_known and self.reading.checked:
            metrics = self.insight.catalogue.known((self.counted_by, REVENUE))
            self.figures.ask(self.bar.scope, metrics, ("page",))
            self._ask_flow(self.bar.scope)

    def _ask_flow(self, scope: Scope) -> None:
        """Ask how sessions went; of filters the server's answer knows nothing."""
        number = self._body.get("id")
        now = so_far = before = None
        if not scope.filters and isinstance(number, int):
            compared = self.insight.compared(scope)
            now = self._flow_question(number, scope.days(self.insight.today))
            if compared is not None and compared.has_begun(self.insight.facts.zone):
                before = self._flow_question(number, compared.other, compared.other_until)
                if compared.until is not None:
                    so_far = self._flow_question(number, compared.days, compared.until)
        self.flow_before.ask(before)
        self.flow_so_far.ask(so_far)
        self.flow.ask(now)

    def _flow_question(
        self, number: int, days: Range, until: datetime | None = None
    ) -> FlowQuestion:
        last = days.last.isoformat() if until is None else until.isoformat()
        return FlowQuestion(days.first.isoformat(), last, self.insight.zone_name, number)

    @property
    def _slots(self) -> tuple[ComparedSlot | Slot, ...]:
        return self.figures, self.flow, self.flow_so_far, self.flow_before

    @property
    def _can_compare(self) -> bool:
        """Whether the part that is compared is there, where it is not all."""
        return self.flow_so_far.question is None or self.flow_so_far.answer is not None

    # What is shown

    @property
    def ordered(self) -> list[CheckedStep]:
        """The steps as they stand in the map."""
        known = {each.step.id: each for each in self.reading.checked}
        wanted = [page for page in self.order if page in known]
        return [known[page] for page in dict.fromkeys((*wanted, *known))]

    def cards(self) -> list[Card]:
        """The cards of the steps, in the order in which they stand."""
        checked = self.ordered
        steps = [each.step for each in checked]
        figures = figures_of(
            steps,
            self.figures.answer,
            self.counted_by,
            self.flow.answer,
            self.flow_before.answer if self._can_compare else None,
            self.flow_so_far.answer,
        )
        visitors = visitors_of(steps, figures) if self._is_answered else {}
        known = [_with_visitors(each, visitors.get(each.step.id)) for each in checked]
        is_active = self._body.get("status") == "active"
        self.found = (
            findings(known, self.reading.products, is_active=is_active)
            if self.reading.is_whole
            else []
        )
        made = self.insight
        return cards_of(
            steps,
            figures,
            self.found,
            made.catalogue,
            self.counted_by,
            made.formats,
            is_filtered=bool(self.bar.scope.filters),
        )

    @property
    def _is_answered(self) -> bool:
        return self.figures.answer is not None and not self.bar.scope.filters

    def _draw(self) -> None:
        cards = self.cards()
        self.view.show_cards(cards)
        self.list.show_findings(self.found, self.reading.unknown, is_whole=self.reading.is_whole)
        self.list.setVisible(bool(self._body) and bool(cards))
        self._say_why_empty()
        self.pages.setCurrentWidget(self.view if cards else self.empty)
        self.shown.emit()

    def _say_why_empty(self) -> None:
        if self._body and not isinstance(self._body.get("id"), int):
            said = _("Give it a name under Details and save it; then pages can be added.")
            self.empty.say(_("This funnel is only on this computer"), said)
        elif not self.reading.is_whole:
            self.empty.say(_("Reading the steps"), "")
        elif "pages" not in self.reading.funnel:
            title = _("The pages of this funnel can't be shown")
            self.empty.say(title, _("This key has no access to pages. Ask an owner or admin."))
        else:
            said = _("Add the pages that visitors go through, in their order.")
            self.empty.say(_("No pages yet"), said)

    def _picture(self, step: Step) -> QPixmap | None:
        if not step.stamp:
            return None
        return self.shots.picture(self._subject(step))

    def _subject(self, step: Step) -> Subject:
        async def source() -> tuple[str, str]:
            kept = await self.workspace.store.record("pages", step.id)
            if kept is not None and not kept.stale:
                body: Body = kept.body
            else:
                page = await self.workspace.run(lambda api: api.pages.get(int(step.id)))
                body = page.model_dump(mode="json")
            return str(body.get("html") or ""), str(body.get("css") or "")

        return Subject(f"pages-{step.id}", step.stamp, source)

    # The order

    def move_step(self, page: str, before: int) -> None:
        """Have a step stand elsewhere, here alone so far."""
        was, ids = self.order, [each.step.id for each in self.ordered]
        self.show_order(moved(ids, page, before))
        self.view.choose(page)
        if self.order != was:
            self.reordered.emit(was, self.order)

    def save_order(self) -> None:
        """Ask for the order to be the funnel's."""
        if self.order:
            self.asked_to_save.emit(list(self.order))

    def discard_order(self) -> None:
        """Have the steps stand as the server has them."""
        was = self.order
        self.show_order(())
        if was:
            self.reordered.emit(was, ())

    def show_order(self, order: tuple[str, ...]) -> None:
        """Have the steps stand in an order, here alone so far; empty: as the server has them."""
        self.order = order
        self._show_order()

    def forget_order(self, funnel: int) -> None:
        """The order of a funnel was saved."""
        self._orders.pop(funnel, None)
        if funnel == self._body.get("id"):
            self.show_order(())

    def _show_order(self) -> None:
        current = [each.step.id for each in self.reading.checked]
        if self.reading.is_whole:
            # Pages that joined meanwhile come last; those that left are in no order.
            ids = [each.step.id for each in self.ordered]
            self.order = tuple(ids) if ids != current else ()
        again = joining_again(current, self.order) if self.order else ()
        self.order_bar.show_count(len(again))
        self._draw()

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is read, and no picture is taken."""
        is_reading = any(each.is_reading for each in self._slots)
        busy = self.tasks.is_busy or self.shots.tasks.is_busy or is_reading
        return not busy and self.insight.reader.is_quiet


def _with_visitors(checked: CheckedStep, visitors: float | None) -> CheckedStep:
    return replace(checked, visitors=visitors)
