"""Bar in which range, comparison and filters are chosen; each filter is a chip that goes off."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from funneldesk.contract.analytics import TIME_GROUPINGS
from funneldesk.desktop.insight.brand_insight import BrandInsight
from funneldesk.desktop.insight.buckets import span_words
from funneldesk.desktop.insight.filter_dialog import FilterDialog
from funneldesk.desktop.insight.named import Named, NamedThings
from funneldesk.desktop.insight.range_dialog import RangeDialog
from funneldesk.desktop.insight.ranges import CUSTOM, PRESETS, Comparison, Range, RangeChoice
from funneldesk.desktop.insight.scope import FIELD_NAMES, Filters, Scope, field_name, filters_of
from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.flow_layout import FlowLayout
from funneldesk.desktop.kit.controls.labels import set_tip
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below
from funneldesk.desktop.kit.dialogs.dialog import ask_text
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _

COMPARISONS: Mapping[Comparison, str] = {
    Comparison.BEFORE: _("Previous period"),
    Comparison.YEAR: _("Same days last year"),
    Comparison.OTHER: _("Other days…"),
    Comparison.OFF: _("No comparison"),
}
SAID: Mapping[Comparison, str] = {
    Comparison.BEFORE: _("vs. previous period"),
    Comparison.YEAR: _("vs. last year"),
    Comparison.OFF: _("no comparison"),
}
SAID_SO_FAR: Mapping[Comparison, str] = {
    Comparison.BEFORE: _("vs. previous period so far"),
    Comparison.YEAR: _("vs. last year so far"),
}
MOST_INLINE, BEFORE_FILTER = 2, 2
"""So many chips stand in the line, after range and comparison; more have a line of their own."""
FAMILIES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        _("Campaign"),
        ("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "referrer"),
    ),
    (
        _("Visitor"),
        ("device", "os", "browser", "screen_resolution", "language", "country", "region"),
    ),
    (_("Sale"), ("sale_kind", "product", "merchant_id", "shipping_country", "shipping_state")),
    (_("Place"), ("page", "funnel_id")),
    (_("Partner"), ("aff_id", "subid")),
)
"""Grouping fields in a menu, by what they are about."""


def fill_fields_menu(menu: QMenu, insight: BrandInsight, take: Any, *, times: bool = False) -> None:
    """Offer the server's grouping fields, those of time if asked for; ``take`` gets the key."""
    families = ((_("Time"), TIME_GROUPINGS), *FAMILIES) if times else FAMILIES
    for title, fields in families:
        inner = menu.addMenu(title)
        for field in insight.catalogue.fields(fields):
            inner.addAction(FIELD_NAMES[field], partial(take, field))


class ScopeBar(QWidget):
    """``changed`` carries the new ``Scope``. Filters are saved by name for the brand."""

    changed = Signal(object)

    def __init__(self, insight: BrandInsight, saved: NamedThings[Filters]) -> None:
        super().__init__()
        self.insight, self.saved = insight, saved
        self.scope = Scope()
        self.tasks = TaskScope(self)
        self.chips: list[Button] = []
        self.range = Button(icon_name="calendar", on_click=self._open_ranges)
        self.comparison = Button(kind="plain", on_click=self._open_comparisons)
        self.filter = Button(
            _("Filter"), kind="plain", icon_name="plus", on_click=self._open_filters
        )
        self.star = Button(kind="icon", icon_name="star", tip=_("Saved filters"))
        self.star.clicked.connect(self._open_saved)
        self.line = row(self.range, self.comparison, self.filter, self.star, spacing=6)
        self.holder = QWidget()
        self._flow = FlowLayout()
        self._flow.setContentsMargins(0, 6, 0, 0)
        self.holder.setLayout(self._flow)
        whole = column(spacing=0)
        whole.addLayout(self.line)
        whole.addWidget(self.holder)
        self.setLayout(whole)
        insight.changed.connect(self._draw)
        self._draw()

    def show_scope(self, scope: Scope) -> None:
        """Show a scope without telling anyone."""
        self.scope = scope
        self._draw()

    def choose(self, scope: Scope) -> None:
        """Another scope, as the user wants it."""
        if scope != self.scope:
            self.show_scope(scope)
            self.changed.emit(scope)

    def open_filter(self, field: str) -> None:
        """Ask for the values of a field."""
        self.tasks.latest("ask", self._ask_filter(field))

    # What is shown

    def _draw(self) -> None:
        scope, formats = self.scope, self.insight.formats
        words = span_words(scope.days(self.insight.today), formats.locale)
        is_custom = scope.choice.preset == CUSTOM
        self.range.setText(words if is_custom else scope.choice.title)
        self.range.setAccessibleName(_("Range: {range}").format(range=words))
        set_tip(self.range, words)
        self.comparison.setText(self._compared())
        compared = self.insight.compared_words(scope)
        set_tip(
            self.comparison, _("Compared with {days}").format(days=compared) if compared else ""
        )
        for chip in self.chips:
            chip.setParent(None)
            chip.deleteLater()
        self.chips = [self._chip(field, values) for field, values in scope.filters]
        inline = len(self.chips) <= MOST_INLINE
        for at, chip in enumerate(self.chips):
            if inline:
                self.line.insertWidget(BEFORE_FILTER + at, chip)
            else:
                self._flow.addWidget(chip)
        self.holder.setVisible(bool(self.chips) and not inline)

    def _compared(self) -> str:
        """With what it is compared, in the button."""
        compared, kind = self.insight.compared(self.scope), self.scope.comparison
        so_far = compared is not None and compared.until is not None
        if kind is not Comparison.OTHER or compared is None:
            return SAID_SO_FAR[kind] if so_far else SAID.get(kind, "")
        days = span_words(compared.other, self.insight.formats.locale)
        told = _("vs. {days} so far") if so_far else _("vs. {days}")
        return told.format(days=days)

    def _chip(self, field: str, values: tuple[str, ...]) -> Button:
        title, told = field_name(field), ", ".join(value or _("(none)") for value in values[:3])
        if len(values) > 3:
            told = _("{values} and {count} more").format(values=told, count=len(values) - 3)
        words = _("{field}: {values}").format(field=title, values=told)
        chip = Button(words.replace("&", "&&"), kind="chip", icon_name="x")
        chip.setProperty("on", True)
        chip.setAccessibleName(_("Remove the filter {filter}").format(filter=words))
        chip.clicked.connect(lambda: self.choose(self.scope.filtering(field, ())))
        return chip

    # What is chosen

    def _open_ranges(self) -> None:
        menu = passing_menu(self)
        for key, title in PRESETS.items():
            if key == CUSTOM:
                menu.addSeparator()
                title = _("Custom range…")
            action = menu.addAction(title, partial(self._take_range, key))
            action.setCheckable(True)
            action.setChecked(key == self.scope.choice.preset)
        pop_up_below(menu, self.range)

    def _take_range(self, key: str) -> None:
        if key == CUSTOM:
            self.tasks.latest("ask", self._ask_range())
        else:
            self._change(choice=RangeChoice(key))

    async def _ask_range(self) -> None:
        today = self.insight.today
        dialog = RangeDialog(self, self.scope.days(today), self.insight.formats, today)
        if await dialog.ask() and dialog.choice is not None:
            self._change(choice=dialog.choice)

    def _open_comparisons(self) -> None:
        menu = passing_menu(self)
        for key, title in COMPARISONS.items():
            action = menu.addAction(title, partial(self._take_comparison, key))
            action.setCheckable(True)
            action.setChecked(key is self.scope.comparison)
        menu.addSeparator()
        whole = menu.addAction(_("Compare with the whole period"), self._turn_whole)
        whole.setCheckable(True)
        whole.setChecked(self.scope.whole)
        so_far = self.insight.compared(replace(self.scope, whole=False))
        whole.setEnabled(so_far is not None and so_far.until is not None)
        pop_up_below(menu, self.comparison)

    def _turn_whole(self) -> None:
        """Compare a range that is not over with the whole period, or only so far again."""
        self._change(whole=not self.scope.whole)

    def _take_comparison(self, key: Comparison) -> None:
        if key is Comparison.OTHER:
            self.tasks.latest("ask", self._ask_other())
        else:
            self._change(comparison=key)

    async def _ask_other(self) -> None:
        """Any days to compare with; those before at first."""
        today = self.insight.today
        shown = self.scope.days(today)
        before = Range(shown.first - timedelta(days=shown.days), shown.first - timedelta(days=1))
        other = self.scope.other.days(today) if self.scope.other is not None else before
        words = (_("Compare with other days"), _("Compare"))
        dialog = RangeDialog(self, other, self.insight.formats, today, *words)
        if await dialog.ask() and dialog.choice is not None:
            self._change(comparison=Comparison.OTHER, other=dialog.choice)

    def _change(self, **fields: Any) -> None:
        self.choose(replace(self.scope, **fields))

    def _open_filters(self) -> None:
        menu = passing_menu(self)
        fill_fields_menu(menu, self.insight, self.open_filter)
        pop_up_below(menu, self.filter)

    async def _ask_filter(self, field: str) -> None:
        dialog = FilterDialog(self, self.insight, self.scope, field)
        if await dialog.ask() == "set":
            self.choose(self.scope.filtering(field, dialog.values))

    # What is saved

    def _open_saved(self) -> None:
        menu = passing_menu(self)
        for each in self.saved:
            menu.addAction(each.name.replace("&", "&&"), partial(self._apply, each))
        if len(self.saved):
            menu.addSeparator()
        save = menu.addAction(_("Save these filters…"), lambda: self._start(self._save()))
        save.setEnabled(bool(self.scope.filters))
        if len(self.saved):
            inner = menu.addMenu(_("Delete"))
            for each in self.saved:
                remove = partial(self._remove, each.key)
                inner.addAction(each.name.replace("&", "&&"), remove)
        pop_up_below(menu, self.star)

    def _apply(self, saved: Named[Filters]) -> None:
        self._change(filters=saved.thing)

    def _remove(self, key: str) -> None:
        self._start(self.saved.remove(key))

    def _start(self, work: Any) -> None:
        self.tasks.latest("save", work)

    async def _save(self) -> None:
        said, value = _("They are kept for this brand, on this computer."), ""
        title = _("Save filters")
        while (name := await ask_text(self, title, said, value=value, action=title)) is not None:
            said, value = self.saved.name_problem(name), name
            if not said:
                await self.saved.add(name, self.scope.filters)
                return


def saved_filters(insight: BrandInsight) -> NamedThings[Filters]:
    """The filters that were saved by name."""
    return NamedThings(insight.workspace.store, "analytics.filters", _read, _written)


def _read(state: Any) -> Filters | None:
    return filters_of(state) or None


def _written(filters: Filters) -> dict[str, list[str]]:
    return {field: list(values) for field, values in filters}
