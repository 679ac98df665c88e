"""CRM: the entries of an entity in a table, made and moved and changed many at once."""

import asyncio
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit
from tests.desktop.support.crm_desk import (
    TYPES,
    changed,
    crm,
    entity_of,
    entries_in,
    entry_in,
    stage_ids,
    stored,
    table_of,
)
from tests.desktop.support.faulty_line import (
    CUT_SHORT,
    NOT_JSON,
    RESET_BEFORE,
    UNAVAILABLE,
    FaultLine,
)
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    shown_dialog,
    turns,
    until,
)

from funneldesk.contract.crm import CrmEntity, CrmEntryFilter, CrmFieldDraft, CrmFieldPatch
from funneldesk.desktop.app.palette_commands import indexed
from funneldesk.desktop.kit.forms.choice_field import CheckBox
from funneldesk.desktop.parts.crm.panel import CrmPanel
from funneldesk.desktop.parts.crm.table import EntriesPanel
from funneldesk.desktop.records.bulk.set_fields import SetFieldsDialog

Key, Held = Qt.Key, Qt.KeyboardModifier


async def titles(brand: LiveBrand, entity: CrmEntity) -> list[str]:
    """The entries that the server has, the newest first."""
    async with brand.api() as api:
        listing = await api.crm.list_entries(entity.id, CrmEntryFilter(per_page=100))
        return [each.title for each in listing.rows]


def listed(panel: CrmPanel) -> list[str]:
    model = table_of(panel).list.table.rows
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def press(table: EntriesPanel, key: Key, held: Held = Held.NoModifier) -> None:
    view = table.list.table
    view.setFocus()
    QTest.keyClick(view, key, held)


@in_the_window
async def test_each_entity_has_its_own_entries(bench: WindowBench, brand: LiveBrand) -> None:
    deals, leads = await entity_of(brand), await entity_of(brand, "leads", ("mail",))
    await entry_in(brand, deals, "Café Turin")
    sofia = await entry_in(brand, leads, "Sofia", mail="sofia@turin.example")
    workspace = await bench.workspace(brand)
    panel = await crm(bench, workspace)
    panel.show_entity(deals.id)
    await until(lambda: panel.is_quiet and listed(panel) == ["Café Turin"])
    panel.show_entity(leads.id)
    await until(lambda: panel.is_quiet and listed(panel) == ["Sofia"])
    panel.show_entity(deals.id)
    assert listed(panel) == ["Café Turin"]
    found = await indexed(workspace, "turin")
    assert {(each.part, each.title) for each in found} == {("crm", "Café Turin"), ("crm", "Sofia")}
    panel.open_record(sofia.id)
    await until(lambda: panel.is_quiet and table_of(panel).detail.title.text() == "Sofia")
    assert panel.entity_id == leads.id


@in_the_window
async def test_an_entity_that_changes_twice_at_once_is_made_anew_one_after_the_other(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    entity = await entity_of(brand, fields=("company",))
    panel = await crm(bench, await bench.workspace(brand))
    first = panel.page
    assert first is not None
    both, gone, runs = asyncio.Event(), asyncio.Event(), list[Any]()
    first.destroyed.connect(gone.set)

    async def slowly() -> None:
        runs.extend({asyncio.current_task()}.difference(runs))
        await (both if asyncio.current_task() is runs[0] else gone).wait()

    monkeypatch.setattr(first, "settle", slowly)
    async with brand.api() as api:
        for key in ("budget", "source"):
            await api.crm.create_field(entity.id, CrmFieldDraft(name=key, key=key, **TYPES[key]))
            await panel.schema.learn()
    both.set()
    await until(gone.is_set)
    await until(lambda: panel.is_quiet and panel.page is not first)
    page = panel.page
    assert isinstance(page, EntriesPanel)
    assert {"budget", "source"} <= {each.title for each in page.declared.columns}


@in_the_window
async def test_a_brand_without_entities_says_how_to_begin(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await crm(bench, await bench.workspace(brand))
    assert panel.stack.currentWidget() is panel.nothing
    await entity_of(brand)
    panel.refresh()
    await until(lambda: panel.is_quiet and panel.page is not None)
    assert panel.stack.currentWidget() is panel.page


@in_the_window
async def test_offline_the_entries_are_there_and_news_come_with_the_line(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    deals = await entity_of(brand, fields=("company",))
    await entry_in(brand, deals, "Café Turin", company="Turin & Sons")
    before = await bench.workspace(brand, base_url=relay.base_url, place="kept")
    panel = await crm(bench, before)
    assert listed(panel) == ["Café Turin"]
    await bench.close(before)
    await relay.vanish()
    panel = bench.own(CrmPanel(await bench.workspace(brand, base_url=relay.base_url, place="kept")))
    panel.page_key = "table"
    panel.show()
    panel.refresh()
    await until(lambda: panel.page is not None and listed(panel) == ["Café Turin"])
    await until(lambda: bench.notice("CRM") is not None)
    await entity_of(brand, "leads", fields=())
    await relay.listen()
    await until(lambda: len(panel.schema.entities) == 2, 90)


@in_the_window
async def test_views_tell_how_many_entries_each_stage_has(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand, fields=())
    first, *_rest = entries_in(brand, deals, ["Café Turin", "Hotel Miramar", "Bistro Norte"])
    await changed(brand, await stored(brand, first), stage_id=stage_ids(deals)[2])
    panel = await crm(bench, await bench.workspace(brand))
    views = table_of(panel).list.views
    counts = {each.title: each.key for each in views.views}
    shown = {title: views.segments.button(key) for title, key in counts.items()}
    texts = {title: button.text() for title, button in shown.items() if button is not None}
    assert texts == {"All": "All 3", "New": "New 2", "Talking": "Talking 0", "Won": "Won 1"}
    won = shown["Won"]
    assert won is not None
    won.click()
    await until(lambda: listed(panel) == ["Café Turin"])


@in_the_window
async def test_a_title_and_enter_add_an_entry(bench: WindowBench, brand: LiveBrand) -> None:
    deals = await entity_of(brand, fields=("company",))
    panel = await crm(bench, await bench.workspace(brand))
    add = table_of(panel).quick_add
    for title in ("Café Turin", "Hotel Miramar"):
        add.line.insert(title)
        QTest.keyClick(add.line, Key.Key_Return)
        await until(lambda: not add.tasks.is_busy and not add.line.text())
    assert await titles(brand, deals) == ["Hotel Miramar", "Café Turin"]
    await until(lambda: panel.is_quiet and listed(panel) == ["Hotel Miramar", "Café Turin"])


@pytest.mark.parametrize(
    ("kind", "reaches"),
    [
        *((kind, True) for kind in (RESET_BEFORE, *CUT_SHORT[:2], NOT_JSON)),
        *((kind, False) for kind in (RESET_BEFORE, UNAVAILABLE)),
    ],
)
@in_the_window
async def test_an_entry_is_made_once_however_the_line_fails(
    bench: WindowBench, brand: LiveBrand, kind: str, reaches: bool
) -> None:
    deals = await entity_of(brand, fields=())
    line = FaultLine(brand.base_url)
    bench.at_end.append(line.close)
    await line.listen()
    panel = await crm(bench, await bench.workspace(brand, base_url=line.base_url))
    add = table_of(panel).quick_add
    await line.hurt_requests(kind, "POST", r"/entries", reaches=reaches, times=1)
    add.line.insert("Café Turin")
    QTest.keyClick(add.line, Key.Key_Return)
    await until(lambda: line.hurt and not add.tasks.is_busy)
    if add.line.text():
        QTest.keyClick(add.line, Key.Key_Return)
        await until(lambda: not add.tasks.is_busy and not add.line.text())
    assert await titles(brand, deals) == ["Café Turin"]


@in_the_window
async def test_a_new_entry_is_filled_in_saved_or_thrown_away(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand, fields=("company", "signed"))
    company, signed = deals.fields or ()
    async with brand.api() as api:
        await api.crm.update_field(company.id, CrmFieldPatch(required=True))
        await api.crm.update_field(signed.id, CrmFieldPatch(required=True))
    panel = await crm(bench, await bench.workspace(brand))
    table = table_of(panel)
    table.quick_add.line.insert("Café Turin")
    QTest.keyClick(table.quick_add.line, Key.Key_Return)
    await until(lambda: table.session.draft is not None and table.session.title == "Café Turin")
    assert listed(panel) == ["Café Turin"]
    assert await titles(brand, deals) == []
    panel.save()
    await until(lambda: table.is_quiet and not table.session.busy)
    field = table.pane.form.form.row("values.company")
    assert "required" in field.error()
    assert isinstance(field.input.target, QLineEdit)
    QTest.keyClicks(field.input.target, "Turin & Sons")
    panel.save()
    await until(lambda: table.is_quiet and not table.session.busy and not table.session.is_dirty)
    assert await titles(brand, deals) == ["Café Turin"]
    entry = await stored(brand, table.open_id)
    assert entry.values_flat == {"company": "Turin & Sons", "signed": False}
    panel.new()
    await until(lambda: len(listed(panel)) == 2)
    table.pane.form.discard_button.click()
    dialog = await shown_dialog()
    dialog.answer("yes")
    await until(lambda: listed(panel) == ["Café Turin"] and table.session.draft is None)
    assert await titles(brand, deals) == ["Café Turin"]


@in_the_window
async def test_keys_move_entries_to_the_next_stage_and_back(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand, fields=())
    new, _talking, won = stage_ids(deals)
    ids = entries_in(brand, deals, ["Café Turin", "Hotel Miramar"])
    panel = await crm(bench, await bench.workspace(brand))
    table = table_of(panel)
    table.list.table.setFocus()
    table.list.table.selectAll()
    for _press in range(3):
        press(table, Key.Key_Right, Held.AltModifier | Held.ShiftModifier)
    await until(lambda: bench.notice("2 entries moved to “Won”"))
    assert {(await stored(brand, each)).stage_id for each in ids} == {won}
    notice = bench.notice("2 entries moved")
    assert notice is not None
    assert notice.action is not None
    notice.action.run()
    await until(lambda: bench.notice("2 entries undone"))
    assert {(await stored(brand, each)).stage_id for each in ids} == {new}


@in_the_window
async def test_a_move_of_an_entry_that_somebody_moved_is_not_made(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand, fields=())
    entry = await entry_in(brand, deals, "Café Turin")
    panel = await crm(bench, await bench.workspace(brand))
    table = table_of(panel)
    won = stage_ids(deals)[2]
    await changed(brand, entry, stage_id=won)
    table.list.table.select(entry.id)
    press(table, Key.Key_Right, Held.AltModifier | Held.ShiftModifier)
    await until(lambda: bench.notice("Someone else moved “Café Turin” to “Won”"))
    assert (await stored(brand, entry.id)).stage_id == won
    at = [each.key for each in table.declared.columns].index("stage_id")
    await until(lambda: table.list.table.rows.index(0, at).data() == "Won")


@in_the_window
async def test_fields_are_set_on_many(bench: WindowBench, brand: LiveBrand) -> None:
    deals = await entity_of(brand, fields=("source", "signed"))
    ids = entries_in(brand, deals, ["Café Turin", "Hotel Miramar", "Bistro Norte"])
    panel = await crm(bench, await bench.workspace(brand))
    table = table_of(panel)
    table.list.table.setFocus()
    table.list.table.selectAll()
    table.declared_actions.run(table.declared_actions["crm.set-fields"])
    dialog = await shown_dialog(SetFieldsDialog)
    for label, words in (("Source", "Fair"), ("Stage", "Talking"), ("Signed", "On")):
        boxes = dialog.form.findChildren(CheckBox)
        next(box for box in boxes if box.accessibleName() == f"Set {label}").click()
        combos = dialog.form.findChildren(QComboBox)
        combo = next(each for each in combos if each.accessibleName() == label)
        assert combo.findText(words) >= 0
        combo.setCurrentText(words)
    dialog.next_button.click()
    await until(lambda: dialog.list.rows.rowCount() == 3)
    dialog.next_button.click()
    await until(lambda: bench.notice("Fields set on 3 entries"))
    for each in ids:
        entry = await stored(brand, each)
        assert entry.values_flat == {"source": "Fair", "signed": True}
        assert entry.stage_id == stage_ids(deals)[1]


@in_the_window
async def test_pasted_cells_are_checked_as_the_server_will(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand, fields=("budget", "due", "source", "topics", "mail"))
    entries_in(brand, deals, ["Bistro Norte", "Hotel Miramar", "Café Turin"])
    panel = await crm(bench, await bench.workspace(brand))
    table = table_of(panel)
    assert table.staging is not None
    keys = [each.key for each in table.declared.columns]
    view = table.list.table
    view.setFocus()
    view.setCurrentIndex(view.rows.index(0, keys.index("values.budget")))
    lines = [
        "1,200.50\t24 Dec 2026\tfair\tTea, Tins\tada@turin.example",
        "plenty\t31.02.2026\tnowhere\tCoffee\tada",
        "\t\t\t\t",
    ]
    QApplication.clipboard().setText("\n".join(lines))
    press(table, Key.Key_V, Held.ControlModifier)
    staged = table.staging.staged
    await until(lambda: len(staged.cells) == 10)
    await turns()
    problems = {name for (_id, name), cell in staged.cells.items() if cell.problem}
    assert problems == {f"values.{key}" for key in ("budget", "due", "source", "topics", "mail")}
    good, bad = view.rows.ids[0], view.rows.ids[1]
    assert not any(cell.problem for (each, _n), cell in staged.cells.items() if each == good)
    panel.save()
    await until(lambda: len(staged.cells) == 5 and table.is_quiet)
    assert (await stored(brand, good)).values_flat == {
        "budget": 1200.5,
        "due": "2026-12-24",
        "source": "Fair",
        "topics": ["Tea", "Tins"],
        "mail": "ada@turin.example",
    }
    assert (await stored(brand, bad)).values_flat == {}
