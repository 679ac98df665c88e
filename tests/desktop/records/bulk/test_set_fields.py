"""Fields of every kind set on many records in the dialog."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from tests.desktop.support import declared_products as products
from tests.desktop.support.declared_products import LISTED, PRODUCTS
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.desktop.kit.forms.choice_field import CheckBox
from funneldesk.desktop.records.bulk.field_writer import RecordFieldWriter
from funneldesk.desktop.records.bulk.outcome import BulkItem
from funneldesk.desktop.records.bulk.set_fields import SetFieldsDialog
from funneldesk.desktop.records.library.library import library_of
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.brand_facts import BrandFacts


def _set(dialog: SetFieldsDialog, label: str, text: str) -> None:
    """Tick a field and type into it."""
    boxes = dialog.form.findChildren(CheckBox)
    next(box for box in boxes if box.accessibleName() == f"Set {label}").click()
    lines = dialog.form.findChildren(QLineEdit)
    line = next(line for line in lines if line.accessibleName() == label)
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Qt.Key.Key_Return)


@in_the_window
async def test_amounts_days_and_tags_are_shown_before_and_after_and_set(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = [await products.product(brand, title) for title in ("Coffee", "Tea")]
    made.append(await products.product(brand, "Milk", price=12.5, sku_category="2026-12-01"))
    await products.changed(brand, made[2], product_specifications=["oat"])
    workspace = await bench.workspace(brand)
    await workspace.shared(BrandFacts).learn()
    panel, library = bench.own(Panel(workspace)), library_of(workspace, LISTED)
    panel.show()
    items = [BulkItem(str(each.id), each.title) for each in made]
    dialog = SetFieldsDialog(panel, PRODUCTS, workspace, library, items)
    task = dialog.tasks.start(dialog.ask())
    assert task is not None
    _set(dialog, "Price", "12.345")
    dialog.next_button.click()
    assert "USD has 2 decimals" in said(dialog.form)
    line = next(f for f in dialog.findChildren(QLineEdit) if f.accessibleName() == "Price")
    line.clear()
    QTest.keyClicks(line, "12,5")
    _set(dialog, "On sale from", "1 Dec 2026")
    _set(dialog, "Tags", "oat")
    dialog.next_button.click()
    await until(lambda: dialog.list.rows.rowCount() == 3)
    rows = {dialog.list.rows.at(at).title: dialog.list.rows.at(at) for at in range(3)}
    assert rows["Tea"].text == (
        "Price: $10.00 → $12.50 · On sale from: none → 1 Dec 2026 · Tags: none → oat"
    )
    assert rows["Milk"].chip == "No change"
    wanted = dialog.wanted
    dialog.next_button.click()
    assert await task == "set"
    everywhere = dict.fromkeys((item.id for item in items[:2]), wanted)
    writer = RecordFieldWriter(PRODUCTS, workspace, library, everywhere, dialog.known)
    assert [(await writer.write(item)).kind for item in items[:2]] == ["done", "done"]
    for each in made[:2]:
        stored = await products.stored(brand, each)
        assert (stored.price, stored.sku_category) == (12.5, "2026-12-01")
        assert stored.product_specifications == ["oat"]
