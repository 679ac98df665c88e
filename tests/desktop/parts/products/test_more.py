"""Ids at merchants and custom attributes as they are typed and kept, and the list as a file."""

import csv
import re
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from python_calamine import CalamineWorkbook
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.products_desk import cell, open_product, opened, product, stored
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.desktop.kit.forms.entries_field import ItemsInput
from funneldesk.desktop.parts.products.panel import ProductsPanel
from funneldesk.desktop.records.export.section_export import scopes_of

IDS, ATTRIBUTES = "merchant_product_ids", "custom_attributes"
AWKWARD = ("Ünïcode ☕ 漢字", "مرحبا", "<b>\"&'</b>", "=1+1", "0012", "1.50")


def entries(panel: ProductsPanel, field: str) -> ItemsInput:
    """The entries of a field in the form."""
    control = panel.pane.form.form.row(field).input
    assert isinstance(control, ItemsInput)
    return control


def write(panel: ProductsPanel, field: str, name: str, value: str) -> None:
    """Add an entry, and paste into its two fields: keys of a test are those of ASCII."""
    control = entries(panel, field)
    control.add.click()
    first, second = control.entries[-1].inputs.values()
    for line, text in ((first.target, name), (second.target, value)):
        assert isinstance(line, QLineEdit)
        QApplication.clipboard().setText(text)
        QTest.keyClick(line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClick(line, Qt.Key.Key_Return)


def read(panel: ProductsPanel, field: str) -> list[tuple[str, ...]]:
    """What the form shows of the entries."""
    shown = entries(panel, field).entries
    return [tuple(each.target.text() for each in entry.inputs.values()) for entry in shown]


async def save(panel: ProductsPanel) -> None:
    """Save the product that is open."""
    panel.save()
    await until(lambda: not panel.session.is_dirty and panel.is_quiet)


@in_the_window
async def test_ids_at_merchants_and_attributes_are_kept_to_the_letter_quirk_39(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made, other = await product(brand, "tea"), await product(brand, "mug")
    panel = await opened(bench, await bench.workspace(brand))
    await open_product(panel, made)
    assert read(panel, IDS) == [], "the server says an empty list where there are none"
    pairs = [(text, f"id of {text}") for text in AWKWARD]
    for name, value in pairs:
        write(panel, IDS, name, value)
        write(panel, ATTRIBUTES, name, value)
    await save(panel)
    kept = await stored(brand, made)
    assert kept.merchant_product_ids == dict(pairs), "an object, with texts as they were typed"
    assert kept.custom_attributes == [{"key": name, "value": value} for name, value in pairs]
    await open_product(panel, other)
    await open_product(panel, made)
    assert read(panel, IDS) == read(panel, ATTRIBUTES) == pairs
    for field in (IDS, ATTRIBUTES):
        for entry in tuple(entries(panel, field).entries):
            entry.remove.click()
    await save(panel)
    emptied = await stored(brand, made)
    assert not emptied.merchant_product_ids
    assert not emptied.custom_attributes


@in_the_window
async def test_what_two_entries_cannot_both_be_called_is_said_and_nothing_sent(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await product(brand, "tea", merchant_product_ids={"stripe": "prod_1"})
    panel = await opened(bench, await bench.workspace(brand))
    await open_product(panel, made)
    write(panel, IDS, "stripe", "prod_2")
    panel.save()
    await until(lambda: bench.notice("Not saved yet") is not None)
    assert "stripe" in said(panel.pane.form)
    assert panel.session.is_dirty
    assert (await stored(brand, made)).merchant_product_ids == {"stripe": "prod_1"}


def bare(text: Any) -> str:
    """A cell without its currency, its sign for percent and its thousands."""
    return re.sub(r"[€$%,\s]|^–$", "", str(text))


async def written(panel: ProductsPanel, path: Path, columns: list[str]) -> list[list[str]]:
    """The rows of the list's file."""
    (scope,) = (s for key, s in (await scopes_of(panel.list)).items() if key != "selected")
    await panel.export.write(path, scope, columns)
    if path.suffix == ".csv":
        with path.open(encoding="utf-8-sig", newline="") as file:
            return list(csv.reader(file))
    sheet = CalamineWorkbook.from_path(path).get_sheet_by_index(0)
    return [[str(each) for each in row] for row in sheet.to_python()]


@in_the_window
async def test_the_file_of_the_list_says_what_the_grid_shows(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    costs = {"unit_cost": 3, "fulfillment_cost": 1, "packaging_cost": 0.5}
    for at, text in enumerate(AWKWARD):
        await product(brand, f"tea-{at}", title=text, price=1250.5 + at, sku=text, **costs)
    await product(brand, "upsell", title="Mug", classification="upsell", price=0.1 + 0.2)
    panel = await opened(bench, await bench.workspace(brand))
    table = panel.list.table
    shown = [table.rows.columns[at].key for at in table.shown_columns()]
    assert {"title", "price", "margin", "classification"} <= set(shown)
    for words in ("", "tea"):
        panel.list.search.setText(words)
        await until(lambda words=words: panel.is_quiet and len(table.rows.ids) == 7 - bool(words))
        grid = [[bare(cell(panel, int(each), key)) for key in shown] for each in table.rows.ids]
        for kind in ("csv", "xlsx"):
            titles, *rows = await written(panel, tmp_path / f"list{words}.{kind}", shown)
            assert len(titles) == len(shown)
            for line, seen in zip(rows, grid, strict=True):
                for told, text, key in zip(line, seen, shown, strict=True):
                    same = bare(told.removeprefix("'")) == text
                    assert same or float(bare(told)) == float(text), (kind, key, told, text)
