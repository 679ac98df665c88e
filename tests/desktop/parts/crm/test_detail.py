"""An entry as a form: every type, refusals at their fields, and what others change meanwhile."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit
from tests.desktop.support.crm_desk import (
    EVERY_VALUE,
    TYPES,
    changed,
    crm,
    entity_of,
    entry_in,
    stage_ids,
    stored,
    table_of,
)
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    turns,
    until,
)

from funneldesk.contract.crm import CrmEntry, CrmFieldDraft, CrmFieldPatch
from funneldesk.desktop.kit.forms.field_row import FieldRow
from funneldesk.desktop.parts.crm.panel import CrmPanel
from funneldesk.desktop.parts.crm.table import EntriesPanel
from funneldesk.desktop.records.history.dialog import HistoryDialog
from funneldesk.desktop.workspace.workspace import Workspace

AWKWARD = (
    "\u202eesrever",
    "a\u200bb\u2060c",
    "bell\x07 and escape \x1b[31m",
    "two\nlines\tand a tab",
    "W" * 60_000,
    "<b>Bold</b> & <img src=file:///etc/passwd>",
)


TYPED = {
    "company": "Turin & Sons",
    "budget": "1300",
    "site": "https://sons.example/a",
    "mail": "ada@sons.example",
    "call": "+39 5552",
    "due": "2026-12-24",
}


async def opened(
    bench: WindowBench, workspace: Workspace, entry: CrmEntry
) -> tuple[CrmPanel, EntriesPanel]:
    """The entry in its form."""
    panel = await crm(bench, workspace)
    panel.open_record(entry.id)
    await until(lambda: panel.is_quiet and table_of(panel).session.record_id == entry.id)
    return panel, table_of(panel)


def row(table: EntriesPanel, name: str) -> FieldRow:
    return table.pane.form.form.row(name)


def write(table: EntriesPanel, name: str, text: str) -> None:
    """Type over what a line has."""
    line = row(table, name).input.target
    assert isinstance(line, QLineEdit)
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Qt.Key.Key_Tab)


def choose(table: EntriesPanel, name: str, words: str) -> None:
    combo = row(table, name).input.target
    assert isinstance(combo, QComboBox)
    assert combo.findText(words) >= 0
    combo.setCurrentText(words)


async def save(table: EntriesPanel) -> None:
    table.save()
    await turns()
    await until(lambda: table.is_quiet and not table.session.busy)


@in_the_window
async def test_a_value_of_every_type_comes_and_goes(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    deals = await entity_of(brand)
    entry = await entry_in(brand, deals, "Café Turin", **EVERY_VALUE)
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    _panel, table = await opened(bench, workspace, entry)
    shown = {key: row(table, f"values.{key}").value() for key in TYPES}
    assert shown == {**EVERY_VALUE, "budget": "1200.5"}
    for key, text in TYPED.items():
        write(table, f"values.{key}", text)
    choose(table, "values.source", "Web")
    choose(table, "stage_id", "Won")
    QTest.keyClick(row(table, "values.signed").input.target, Qt.Key.Key_Space)
    QTest.keyClick(row(table, "values.topics").input.stops()[0], Qt.Key.Key_Space)
    await save(table)
    assert bench.notice("Saved: Café Turin")
    now = await stored(brand, entry.id)
    assert now.stage_id == stage_ids(deals)[2]
    assert now.values_flat == {
        **TYPED,
        "budget": 1300,
        "source": "Web",
        "topics": ["Tins"],
        "signed": False,
    }
    (sent,) = relay.writes()
    assert set(sent.body) == {"values", "stage_id", "pipeline_id"}
    assert not table.session.is_dirty
    assert '"values.' not in said(table.detail.json)


@pytest.mark.parametrize("text", AWKWARD)
@in_the_window
async def test_awkward_text_is_shown_literally_and_kept(
    bench: WindowBench, brand: LiveBrand, text: str
) -> None:
    deals = await entity_of(brand, fields=("company", "budget"))
    entry = await entry_in(brand, deals, text[:200], company=text)
    _panel, table = await opened(bench, await bench.workspace(brand), entry)
    line = row(table, "values.company").input.target
    assert isinstance(line, QLineEdit)
    assert line.text() == text
    line.setCursorPosition(len(text))
    QTest.keyClicks(line, "!")
    write(table, "values.budget", "5")
    await save(table)
    now = await stored(brand, entry.id)
    assert now.values_flat == {"company": text + "!", "budget": 5}
    assert now.title == entry.title
    at = [each.key for each in table.declared.columns].index("title")
    tip = str(table.list.table.rows.index(0, at).data(Qt.ItemDataRole.ToolTipRole) or "")
    assert "<img" not in tip


@in_the_window
async def test_what_the_server_refuses_stands_at_its_field(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand, fields=("source", "company"))
    entry = await entry_in(brand, deals, "Café Turin")
    _panel, table = await opened(bench, await bench.workspace(brand), entry)
    source = next(each for each in deals.fields or () if each.key == "source")
    async with brand.api() as api:
        await api.crm.update_field(source.id, CrmFieldPatch(options=["Web"]))
    choose(table, "values.source", "Fair")
    await save(table)
    assert row(table, "values.source").error()
    assert table.session.is_dirty
    choose(table, "values.source", "Web")
    await save(table)
    assert (await stored(brand, entry.id)).values_flat == {"source": "Web"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("title", " "),
        ("values.budget", "12 apples"),
        ("values.mail", "nobody"),
        ("values.site", "turin.example"),
        ("values.call", "call me"),
        ("values.due", "2026-02-31"),
    ],
)
@in_the_window
async def test_what_the_server_would_refuse_is_said_before_it_is_sent(
    bench: WindowBench, brand: LiveBrand, relay: Relay, name: str, text: str
) -> None:
    deals = await entity_of(brand)
    entry = await entry_in(brand, deals, "Café Turin")
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    _panel, table = await opened(bench, workspace, entry)
    write(table, name, text)
    await save(table)
    assert row(table, name).error()
    assert not relay.writes()
    assert table.session.is_dirty


@in_the_window
async def test_two_programs_change_one_entry(bench: WindowBench, brand: LiveBrand) -> None:
    deals = await entity_of(brand, fields=("company", "budget"))
    entry = await entry_in(brand, deals, "Café Turin", company="Turin")
    _panel, table = await opened(bench, await bench.workspace(brand), entry)
    _new, talking, won = stage_ids(deals)
    write(table, "values.budget", "900")
    await changed(brand, entry, values={"company": "Turin & Sons"}, stage_id=talking)
    await save(table)
    assert not open_dialogs()
    now = await stored(brand, entry.id)
    assert (now.values_flat, now.stage_id) == (
        {"company": "Turin & Sons", "budget": 900},
        talking,
    )
    choose(table, "stage_id", "New")
    await changed(brand, entry, stage_id=won)
    table.save()
    await until(open_dialogs)
    told = said(await shown_dialog())
    assert "Won" in told
    assert "New" in told
    assert (await stored(brand, entry.id)).stage_id == won


@in_the_window
async def test_a_field_that_somebody_removes_keeps_what_was_typed(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand, fields=("company", "budget"))
    entry = await entry_in(brand, deals, "Café Turin")
    panel, table = await opened(bench, await bench.workspace(brand), entry)
    write(table, "values.company", "Turin & Sons")
    write(table, "values.budget", "900")
    company = next(each for each in deals.fields or () if each.key == "company")
    async with brand.api() as api:
        await api.crm.delete_field(company.id)
    panel.refresh()
    await until(lambda: panel.is_quiet and table_of(panel) is not table)
    fresh = table_of(panel)
    await until(lambda: fresh.is_quiet and fresh.session.record_id == entry.id)
    notice = bench.notice("removed a field")
    assert notice is not None
    assert "Company: Turin & Sons" in notice.details
    assert row(fresh, "values.budget").value() == "900"
    await save(fresh)
    assert (await stored(brand, entry.id)).values_flat == {"budget": 900}


@in_the_window
async def test_a_field_that_somebody_adds_appears_and_loses_nothing(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand, fields=("company",))
    entry = await entry_in(brand, deals, "Café Turin", company="Turin")
    panel, table = await opened(bench, await bench.workspace(brand), entry)
    assert table.staging is not None
    fields = table.staging.staged.fields
    cell = table.staging.table.cell(entry.id, fields["title"], "Turin Café", "")
    table.staging.staged.put({(entry.id, "title"): cell})
    write(table, "values.company", "Turin & Sons")
    async with brand.api() as api:
        await api.crm.create_field(
            deals.id, CrmFieldDraft(name="Budget", key="budget", type="number")
        )
    panel.refresh()
    await until(lambda: panel.is_quiet and table_of(panel) is not table)
    fresh = table_of(panel)
    await until(lambda: fresh.is_quiet and fresh.session.record_id == entry.id)
    assert "values.budget" in {each.key for each in fresh.declared.columns}
    assert fresh.staging is not None
    staged: dict[Any, Any] = dict(fresh.staging.staged.cells)
    assert staged[entry.id, "title"].after == "Turin Café"
    assert row(fresh, "values.company").value() == "Turin & Sons"
    assert fresh.list.table.selected_ids() == [entry.id]
    assert bench.notice("removed a field") is None


@in_the_window
async def test_versions_of_an_entry_are_kept_on_this_computer(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand, fields=("company",))
    entry = await entry_in(brand, deals, "Turin", company="Before")
    _panel, table = await opened(bench, await bench.workspace(brand), entry)
    write(table, "values.company", "After")
    await save(table)
    table.declared_actions.run(table.declared_actions["crm.history"])
    dialog = await shown_dialog(HistoryDialog)
    await until(lambda: "“Turin”" in f"{dialog.windowTitle()} {said(dialog)}")
    dialog.reject()
    versions = await table.workspace.store.versions(table.kind.part, entry.id)
    kept = [await table.workspace.store.version(each.key) for each in versions]
    assert {each["values.company"] for each in kept} == {"Before", "After"}


@in_the_window
async def test_what_is_typed_outlives_the_program(bench: WindowBench, brand: LiveBrand) -> None:
    deals = await entity_of(brand, fields=("company",))
    entry = await entry_in(brand, deals, "Café Turin")
    workspace = await bench.workspace(brand, place="kept")
    _panel, table = await opened(bench, workspace, entry)
    write(table, "values.company", "Turin & Sons")
    await until(lambda: table.session.drafts.is_done)
    await bench.close(workspace)
    again = await bench.workspace(brand, place="kept")
    _panel, table = await opened(bench, again, entry)
    assert row(table, "values.company").value() == "Turin & Sons"
    assert table.session.is_dirty
