"""The assumption behind landed margins: what a parcel costs by its weight; kept for each brand."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.amounts import exact, plain
from funneldesk.desktop.kit.forms.field_row import FieldRow
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.table.column import Bar
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.products.fields import FIELDS
from funneldesk.desktop.parts.products.margin import PRICE, RATE, Margin, ShippingRate, landed
from funneldesk.desktop.records.columns import RecordColumn
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.staging.staged_changes import StagedChanges
from funneldesk.desktop.workspace.workspace import Workspace

KEPT = "products.shipping"
MARGIN = "margin"
THIN = Decimal("0.3")
"""The share of the price under which a margin is shown as thin."""
HUNDRED = Decimal(100)


class Shipping(QObject):
    """One for a brand: ``workspace.shared(Shipping)``. ``changed``: ``rate`` is another one."""

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.rate = ShippingRate()
        self._workspace, self._store = workspace, workspace.store
        self._staged: StagedChanges | None = None
        self.listed: RecordSection | None = None
        """The declaration of the products as this brand's table has them, once it has one."""
        self._sections: dict[RecordSection, RecordSection] = {}

    async def recall(self) -> None:
        """What was assumed the last time."""
        known = await self._store.saved_work(KEPT)
        if isinstance(known, dict):
            parcel, ounce = exact(known.get("parcel")), exact(known.get("ounce"))
            self._take(ShippingRate(parcel or Decimal(0), ounce or Decimal(0)))

    async def assume(self, rate: ShippingRate) -> None:
        """Work with another rate, and keep it."""
        self._take(rate)
        kept = {"parcel": plain(rate.per_parcel), "ounce": plain(rate.per_ounce)}
        await self._store.save_work(KEPT, kept)

    def section(self, declared: RecordSection) -> RecordSection:
        """The declaration with the margins of this brand in its columns: always the same one."""
        if declared.edited is not None and self._staged is None:
            self._staged = self._workspace.shared(StagedChanges, declared.edited)
        if declared not in self._sections:
            columns = list(declared.columns)
            at = next((n for n, each in enumerate(columns) if each.key == "retail_price"), 0) + 1
            columns[at:at] = margin_columns(self.of)
            self._sections[declared] = replace(declared, columns=tuple(columns))
        self.listed = self._sections[declared]
        return self.listed

    def of(self, row: SummaryRow) -> Margin:
        """The margin of a row, with what is staged in its cells."""
        cells = self._staged.cells if self._staged is not None else {}

        def get(name: str) -> Any:
            cell = cells.get((row.id, name))
            return row.get(name) if cell is None or cell.problem else cell.after

        return landed(get if cells else row.get, self.rate)

    def _take(self, rate: ShippingRate) -> None:
        if rate != self.rate:
            self.rate = rate
            self.changed.emit()


def margin_columns(of: Callable[[SummaryRow], Margin]) -> tuple[RecordColumn[SummaryRow], ...]:
    """The landed margin in percent of the price, and in money."""
    return (
        RecordColumn(
            MARGIN,
            _("Margin %"),
            lambda row: percent(of(row)),
            "number",
            width=150,
            bar=lambda row: bar_of(of(row)),
            tip=lambda row: missing_words(of(row)),
        ),
        RecordColumn(
            "margin_money",
            _("Margin"),
            lambda row: of(row).left,
            "money",
            hidden=True,
            tip=lambda row: missing_words(of(row)),
        ),
    )


def percent(margin: Margin) -> Decimal | None:
    """The margin in whole percent of the price."""
    return None if margin.share is None else (margin.share * HUNDRED).quantize(Decimal(1))


def bar_of(margin: Margin) -> Bar | None:
    """The bar of a margin; pale while costs are missing, since it is too long then."""
    share = margin.share
    if share is None:
        return None
    is_pale = margin.missing and share >= THIN
    return Bar(float(share), "strong" if is_pale else tone_of(margin))


def tone_of(margin: Margin) -> str:
    """How good a margin is."""
    share = margin.share or Decimal(0)
    return "danger" if share < 0 else "warning" if share < THIN else "success"


def missing_words(margin: Margin) -> str:
    """What is missing to know a margin, named."""
    if not margin.missing:
        return _("All costs are known.")
    return _("Not known: {names}.").format(names=", ".join(map(called, margin.missing)))


def called(name: str) -> str:
    """What a cost, or what it is made of, is called."""
    if name == RATE:
        return _("shipping rate")
    return FIELDS.label(name).lower() if name != PRICE else _("price")


async def ask_rate(parent: QWidget, shipping: Shipping, formats: Callable[[], Formats]) -> None:
    """Let the user change the assumption."""

    def check(value: Any, _values: object) -> str | None:
        amount = exact(value)
        return _("Use 0 or more.") if amount is not None and amount < 0 else None

    text = _("Used for products that have a weight and no average shipping.")
    dialog = Dialog(parent, _("Shipping in margins"), text, width=420)
    currency = formats().currency or "?"
    rows = {
        name: FieldRow(FieldSpec(name, title.format(currency=currency), "decimal", check=check))
        for name, title in (
            ("parcel", _("A parcel costs, in {currency}")),
            ("ounce", _("And for each ounce, in {currency}")),
        )
    }
    rows["parcel"].set_value(plain(shipping.rate.per_parcel))
    rows["ounce"].set_value(plain(shipping.rate.per_ounce))
    dialog.add_button("", _("Cancel"))
    use = dialog.add_button("use", _("Use this rate"), "primary")

    def judge(*_changed: object) -> None:
        use.setEnabled(not any(row.spec.problem(row.value(), {}) for row in rows.values()))

    for row in rows.values():
        dialog.body.addWidget(row)
        row.edited.connect(judge)
    rows["parcel"].input.take_focus()
    if await dialog.ask() == "use":
        amounts = {name: exact(row.value()) or Decimal(0) for name, row in rows.items()}
        await shipping.assume(ShippingRate(amounts["parcel"], amounts["ounce"]))
