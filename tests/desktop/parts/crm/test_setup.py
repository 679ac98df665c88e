"""The set-up: entities, pipelines, stages and fields, made once, counted before they go."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from tests.desktop.support.crm_desk import crm, entity_of, entry_in
from tests.desktop.support.faulty_line import RESET_WITHIN, FaultLine
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    until,
)

from funneldesk.contract.crm import CrmEntity, CrmFieldPatch
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.parts.crm.setup.dialogs import EntityDialog, FieldDialog
from funneldesk.desktop.parts.crm.setup.page import SetupPage
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.records.schema.loss_dialog import LossDialog
from funneldesk.desktop.workspace.workspace import Workspace

STRANGE = "\u202eevil\u200b <b>bold</b> 'q' \"d\" & ünï " + "w" * 120


async def setup(bench: WindowBench, workspace: Workspace) -> SetupPage:
    panel = await crm(bench, workspace)
    panel.show_page("setup")
    page = panel.page
    assert isinstance(page, SetupPage)
    await until(lambda: not page.tasks.is_busy)
    return page


async def now(brand: LiveBrand, entity: CrmEntity) -> CrmEntity:
    async with brand.api() as api:
        return await api.crm.get_entity(entity.id)


def stages(entity: CrmEntity) -> list[str]:
    return [stage.name for stage in (entity.pipelines or [])[0].stages or ()]


def fill(dialog: FormDialog, **values: Any) -> None:
    """As the user types."""
    for name, value in values.items():
        dialog.form.row(name).set_value(value)
        dialog.form.row(name).edited.emit(name, value)


async def answered(page: SetupPage) -> None:
    """The dialog went through, and the page shows what came of it."""
    await until(lambda: not open_dialogs(FormDialog))
    await until(lambda: not page.tasks.is_busy)


async def counted_in(page: SetupPage) -> LossDialog:
    """The question before something is deleted, once it has its number."""
    dialog: LossDialog = await shown_dialog(LossDialog)
    await until(lambda: "Counting" not in dialog.said.text())
    return dialog


@in_the_window
async def test_the_first_entity_begins_with_a_preset_and_is_made_once(
    bench: WindowBench, brand: LiveBrand
) -> None:
    line = FaultLine(brand.base_url)
    await line.listen()
    bench.at_end.append(line.close)
    workspace = await bench.workspace(brand, base_url=line.base_url)
    page = await setup(bench, workspace)
    page.first.click()
    dialog: EntityDialog = await shown_dialog(EntityDialog)
    assert (dialog.form.value("name"), dialog.form.value("slug")) == ("Leads", "leads")
    assert "People who showed interest" in dialog.form.row("preset").hint()
    fill(dialog, preset="deals")
    assert (dialog.form.value("name"), dialog.form.value("slug")) == ("Deals", "deals")
    fill(dialog, name="Grüne Häuser")
    assert dialog.form.value("slug") == "grune-hauser"
    await line.hurt_requests(RESET_WITHIN, "POST", "/crm/entities", reaches=True, times=1)
    dialog.go_button.click()
    await answered(page)
    async with brand.api() as api:
        made = await api.crm.list_entities()
    assert [(each.name, each.slug) for each in made] == [("Grüne Häuser", "grune-hauser")]
    assert line.hurt == 1
    await until(lambda: page.schema.entities and page.schema.entities[0].fields)
    assert await workspace.store.journal() == []


@in_the_window
async def test_a_slug_that_is_taken_is_told_before_it_is_sent(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await entity_of(brand, fields=())
    page = await setup(bench, await bench.workspace(brand))
    page.add.click()
    dialog: EntityDialog = await shown_dialog(EntityDialog)
    fill(dialog, name="Deals", slug="deals")
    dialog.go_button.click()
    assert "This slug is taken" in dialog.form.row("slug").error()
    fill(dialog, slug="No Slug")
    dialog.go_button.click()
    assert "lower-case letters" in dialog.form.row("slug").error()
    dialog.answer("")


@in_the_window
async def test_what_was_typed_is_there_again_until_it_is_saved_or_discarded(
    bench: WindowBench, brand: LiveBrand
) -> None:
    entity = await entity_of(brand, fields=())
    page = await setup(bench, await bench.workspace(brand))
    page.field_card.add.click()
    first: FieldDialog = await shown_dialog(FieldDialog)
    fill(first, name=STRANGE, type="select", options="Tea\nTins")
    await until(lambda: not first.tasks.is_busy)
    first.answer("")
    await until(lambda: not page.tasks.is_busy)
    page.field_card.add.click()
    dialog: FieldDialog = await shown_dialog(FieldDialog)
    await until(dialog.restored.isVisible)
    assert dialog.form.value("name") == STRANGE
    dialog.go_button.click()
    await answered(page)
    made = ((await now(brand, entity)).fields or [])[0]
    assert (made.name, made.options, made.type) == (STRANGE, ["Tea", "Tins"], "select")
    await until(lambda: page.fields.count() == 1)
    page.field_card.add.click()
    fresh: FieldDialog = await shown_dialog(FieldDialog)
    await until(lambda: not fresh.tasks.is_busy)
    assert not fresh.form.value("name")
    fresh.answer("")


@in_the_window
async def test_stages_are_moved_by_keys_renamed_in_place_and_taken_back_when_refused(
    bench: WindowBench, brand: LiveBrand
) -> None:
    entity = await entity_of(brand, fields=())
    line = FaultLine(brand.base_url)
    await line.listen()
    bench.at_end.append(line.close)
    page = await setup(bench, await bench.workspace(brand, base_url=line.base_url))
    listed = next(iter(page.groups.values())).stages
    listed.setFocus()
    listed.setCurrentRow(2)
    for _time in range(2):
        QTest.keyClick(listed, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        await until(lambda: not page.tasks.is_busy)
        assert listed.hasFocus()
    assert stages(await now(brand, entity)) == ["Won", "New", "Talking"]
    assert listed.currentRow() == 0
    listed.rename()
    editor = listed.findChild(QLineEdit)
    assert editor is not None
    editor.setText("Closed & won")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    card = next(iter(page.groups.values()))
    await until(lambda: card.stage(listed.ids[0]).name == "Closed & won")
    assert stages(await now(brand, entity))[0] == "Closed & won"
    async with brand.api() as api:
        await api.crm.delete_stage(int(listed.ids[0]))
    before = listed.ids
    listed.move_row(1)
    assert listed.ids != before
    await until(lambda: not page.tasks.is_busy)
    assert listed.ids == before, "what is refused is taken back"


@in_the_window
async def test_moves_that_follow_at_once_are_all_made(bench: WindowBench, brand: LiveBrand) -> None:
    entity = await entity_of(brand, fields=("company", "budget", "due", "signed"))
    page = await setup(bench, await bench.workspace(brand))
    page.fields.setFocus()
    for row, key in ((0, Qt.Key.Key_Down), (3, Qt.Key.Key_Up)):
        page.fields.setCurrentRow(row)
        QTest.keyClick(page.fields, key, Qt.KeyboardModifier.AltModifier)
    await until(lambda: not page.tasks.is_busy)
    fields = (await now(brand, entity)).fields or []
    assert [each.key for each in fields] == ["budget", "company", "signed", "due"]
    assert [each.key for each in page.entity.fields or ()] == [each.key for each in fields]


@in_the_window
async def test_what_is_in_something_is_counted_before_it_can_be_deleted(
    bench: WindowBench, brand: LiveBrand
) -> None:
    entity = await entity_of(brand, fields=("company", "budget"))
    await entry_in(brand, entity, "One", company="Tea Ltd")
    await entry_in(brand, entity, "Two")
    page = await setup(bench, await bench.workspace(brand))
    card = next(iter(page.groups.values()))
    for row, told, may in ((0, "2 entries are in it", False), (1, "No entry is in it", True)):
        card.stages.setCurrentRow(row)
        QTest.keyClick(card.stages, Qt.Key.Key_Delete)
        dialog = await counted_in(page)
        assert told in dialog.said.text()
        assert dialog.delete_button.isEnabled() is may
        dialog.answer("delete" if may else "")
        await until(lambda: not page.tasks.is_busy)
    assert stages(await now(brand, entity)) == ["New", "Won"]
    page.fields.setCurrentRow(0)
    QTest.keyClick(page.fields, Qt.Key.Key_Delete)
    dialog = await counted_in(page)
    assert "1 entry" in dialog.said.text()
    dialog.answer("delete")
    await until(lambda: page.fields.count() == 1)
    page.remove.click()
    last: Dialog = await shown_dialog(Dialog)
    assert "1 pipeline, 2 stages, 1 field and 2 entries" in said(last)
    field = last.findChild(QLineEdit)
    assert field is not None
    assert not last.button("yes").isEnabled()
    field.setText(entity.name)
    last.answer("yes")
    await until(lambda: not page.schema.entities)


@in_the_window
async def test_a_field_says_what_a_change_loses_and_sends_only_what_differs(
    bench: WindowBench, brand: LiveBrand
) -> None:
    entity = await entity_of(brand, fields=("source", "budget"))
    assert entity.fields
    async with brand.api() as api:
        kept = {"reportable": True, "bucket_size": 5}
        await api.crm.update_field(entity.fields[1].id, CrmFieldPatch(reporting_config=kept))
    page = await setup(bench, await bench.workspace(brand))
    page.fields.opened.emit(page.fields.ids[0])
    dialog: FieldDialog = await shown_dialog(FieldDialog)
    fill(dialog, options="Fair\nCold call")
    assert "“Web”" in dialog.form.row("options").hint()
    fill(dialog, type="number")
    assert "isn't a number" in dialog.form.row("type").hint()
    fill(dialog, type="text")
    assert dialog.form.row("type").hint() == ""
    dialog.answer("")
    await until(lambda: not page.tasks.is_busy)
    page.fields.opened.emit(page.fields.ids[1])
    dialog = await shown_dialog(FieldDialog)
    await until(lambda: dialog.windowTitle() == "Edit “Budget”" and not dialog.tasks.is_busy)
    fill(dialog, baseline_min="10", baseline_max="4")
    dialog.go_button.click()
    assert "at least the number" in dialog.form.row("baseline_max").error()
    fill(dialog, baseline_max="40")
    dialog.go_button.click()
    await answered(page)
    changed = ((await now(brand, entity)).fields or [])[1]
    assert changed.reporting_config is not None
    assert changed.reporting_config["bucket_size"] == 5
    assert changed.reporting_config["baseline"] == {"min": 10, "max": 40}
    assert changed.name == "Budget"


@in_the_window
async def test_those_who_may_only_read_see_it_and_why_it_cannot_be_changed(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await entity_of(brand)
    workspace = await bench.workspace(brand, role="viewer")
    workspace.denied_writes.add("crm")
    page = await setup(bench, workspace)
    assert "Only an admin or owner" in said(page.lock)
    assert not page.field_card.add.isEnabled()
    card = next(iter(page.groups.values()))
    assert not card.add.isVisible()
    card.stages.setCurrentRow(0)
    card.stages.move_row(1)
    assert card.stages.ids == [str(s.id) for s in card.pipeline.stages or ()]


@pytest.mark.parametrize("wide", [True, False])
@in_the_window
async def test_fields_stand_beside_the_pipelines_or_under_them(
    bench: WindowBench, brand: LiveBrand, wide: bool
) -> None:
    await entity_of(brand)
    page = await setup(bench, await bench.workspace(brand))
    page.window().resize(1200 if wide else 640, 700)
    card = next(iter(page.groups.values()))
    await until(
        lambda: (
            (
                page.fields.mapTo(page, page.fields.rect().topLeft()).y()
                <= card.mapTo(page, card.rect().bottomLeft()).y()
            )
            is wide
        )
    )
