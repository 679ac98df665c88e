"""Products with a field of every kind: edited, recovered, brought together and set on many."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from tests.desktop.support import declared_products as products
from tests.desktop.support.declared_products import LISTED, PRODUCTS
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.contract.brands import BrandPatch
from funneldesk.desktop.kit.forms.choice_field import CheckBox
from funneldesk.desktop.kit.forms.lookup_field import LookupInput
from funneldesk.desktop.records.bulk.field_writer import RecordFieldWriter
from funneldesk.desktop.records.bulk.outcome import BulkItem
from funneldesk.desktop.records.detail.edit_pane import EditPane
from funneldesk.desktop.records.guard.dialog import GuardDialog
from funneldesk.desktop.records.library.library import library_of
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import Workspace

TYPED = {
    "Price": "51,5",
    "Weight": "13.25",
    "Trial days": "30",
    "On sale from": "1 Dec 2026",
    "Live since": "2 Dec 2026, 10:00",
    "Tags": "oat",
    "Value, entry 1": "prod_2",
    "Costs, attribute 1": "2.75",
}
AFTER = {
    "price": 51.5,
    "unit_weight_oz": 13.25,
    "subscription_trial_days": 30,
    "sku_category": "2026-12-01",
    "sku_subcategory": "2026-12-02T09:00:00Z",
    "product_specifications": ["tea", "autumn & winter", "oat"],
    "subscription_tiers": ["shop", "ads"],
    "merchant_product_ids": {"stripe": "prod_2"},
    "custom_attributes": [{"key": "Tin", "value": "2.75"}],
    "shipping_profile_id": 9,
    "sku": "/assets/oat.png",
}


async def _workspace(bench: WindowBench, brand: LiveBrand) -> Workspace:
    async with brand.api() as api:
        await api.brands.update(BrandPatch(timezone="Europe/Berlin", currency="EUR"))
    workspace = await bench.workspace(brand, place="products")
    await workspace.shared(BrandFacts).learn()
    return workspace


async def _pane(bench: WindowBench, workspace: Workspace) -> EditPane:
    panel = bench.own(Panel(workspace))
    library = library_of(workspace, LISTED)
    await library.show_local()
    await library.refresh()
    pane = EditPane(PRODUCTS, panel, library)
    for widget in (panel, pane):
        widget.resize(640, 900)
    pane.setParent(panel)
    panel.show()
    return pane


def _type(inside: QWidget, name: str, text: str) -> None:
    line = next(f for f in inside.findChildren(QLineEdit) if f.accessibleName() == name)
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Qt.Key.Key_Return)


def _edit_everything(pane: EditPane) -> None:
    for name, text in TYPED.items():
        _type(pane.form, name, text)
    boxes = pane.form.findChildren(CheckBox)
    next(box for box in boxes if box.accessibleName() == "Channels: Ads").click()
    for name, value in (("shipping_profile_id", 9), ("sku", "/assets/oat.png")):
        control = pane.form.form.row(name).input
        assert isinstance(control, LookupInput)
        control.choose(value)


def _of(product: Any, names: Any) -> dict[str, Any]:
    body = product.model_dump(mode="json")
    return {name: body[name] for name in names}


@in_the_window
async def test_every_kind_is_edited_recovered_and_saved_as_it_was_typed(
    bench: WindowBench, brand: LiveBrand
) -> None:
    known = await products.product(brand, "Tea", **products.EVERYTHING)
    workspace = await _workspace(bench, brand)
    pane = await _pane(bench, workspace)
    await pane.session.open(str(known.id))
    assert not pane.session.is_dirty
    _edit_everything(pane)
    await pane.settle()
    await bench.close(workspace)

    pane = await _pane(bench, await _workspace(bench, brand))
    await pane.session.open(str(known.id))
    assert pane.session.draft is not None
    assert pane.session.draft.changed_fields().keys() == AFTER.keys()
    pane.form.save_button.click()
    await until(lambda: not pane.session.is_dirty and not pane.session.busy)
    assert bench.notice("Saved: Tea") is not None
    assert _of(await products.stored(brand, known), AFTER) == AFTER


@in_the_window
async def test_what_means_the_same_is_no_change(bench: WindowBench, brand: LiveBrand) -> None:
    known = await products.product(brand, "Tea", **products.EVERYTHING)
    pane = await _pane(bench, await _workspace(bench, brand))
    await pane.session.open(str(known.id))
    _type(pane.form, "Price", "49.90")
    _type(pane.form, "Live since", "22 Nov 2026, 10:00")
    _type(pane.form, "Costs, attribute 1", "1,50")
    assert not pane.session.is_dirty


@in_the_window
async def test_an_amount_that_is_none_is_kept_and_not_sent(
    bench: WindowBench, brand: LiveBrand
) -> None:
    known = await products.product(brand, "Tea")
    pane = await _pane(bench, await _workspace(bench, brand))
    await pane.session.open(str(known.id))
    _type(pane.form, "Price", "12.345")
    pane.form.save_button.click()
    await until(lambda: bench.notice("Not saved yet") is not None)
    assert "EUR has 2 decimals" in said(pane.form)
    assert pane.session.is_dirty
    assert (await products.stored(brand, known)).price == 10


@in_the_window
async def test_what_two_changed_is_brought_together_or_asked_about(
    bench: WindowBench, brand: LiveBrand
) -> None:
    known = await products.product(brand, "Tea", **products.EVERYTHING)
    pane = await _pane(bench, await _workspace(bench, brand))
    await pane.session.open(str(known.id))
    _type(pane.form, "Price", "51.5")
    _type(pane.form, "Tags", "oat")
    theirs = {"product_specifications": ["green"], "merchant_product_ids": {"paypal": "P-1"}}
    await products.changed(brand, known, **theirs)
    pane.form.save_button.click()
    dialog: GuardDialog = await shown_dialog(GuardDialog)
    assert dialog.values is not None
    assert "tea, autumn & winter, oat" in said(dialog).replace("&&", "&")
    assert "green" in said(dialog)
    dialog.values.buttons["product_specifications", "mine"].click()
    dialog.save.click()
    await until(lambda: not pane.session.is_dirty and not pane.session.busy)
    stored = _of(await products.stored(brand, known), AFTER)
    assert stored["price"] == 51.5
    assert stored["product_specifications"] == ["tea", "autumn & winter", "oat"]
    assert stored["merchant_product_ids"] == {"paypal": "P-1"}


@in_the_window
async def test_every_kind_is_set_on_many_and_taken_back(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = [await products.product(brand, title, **products.EVERYTHING) for title in ("A", "B")]
    before = _of(made[0], AFTER)
    workspace = await _workspace(bench, brand)
    library = (await _pane(bench, workspace)).session.library
    draft = PRODUCTS.draft.opened(made[0])
    wanted = {name: draft.declared[name].normal(value) for name, value in AFTER.items()}
    known = {str(each.id): dict(draft.fields) for each in made}
    items = [BulkItem(str(each.id), each.title) for each in made]
    everywhere = {item.id: wanted for item in items}
    writer = RecordFieldWriter(PRODUCTS, workspace, library, everywhere, known)
    outcomes = [await writer.write(item) for item in items]
    assert [outcome.kind for outcome in outcomes] == ["done", "done"], outcomes
    assert "Price: €51.50" in outcomes[0].what
    for each in made:
        assert _of(await products.stored(brand, each), AFTER) == AFTER
    again = await RecordFieldWriter(PRODUCTS, workspace, library, everywhere, {}).write(items[1])
    assert again.what == "No change needed."
    undo = outcomes[0].undo
    assert undo is not None
    assert (await undo()).kind == "done"
    back = PRODUCTS.draft.opened(await products.stored(brand, made[0])).fields
    assert {name: back[name] for name in before} == {name: draft.fields[name] for name in before}
