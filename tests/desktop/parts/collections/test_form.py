"""The set-up of a collection: fields in order, losses counted, the form as visitors see it."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from tests.desktop.support.collections_desk import (
    TYPES,
    collection_of,
    collections,
    entries_in,
    guests,
)
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

from funneldesk.contract.collections import OWN_KEYS, Collection, CollectionField
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.parts.collections.form.dialogs import CollectionDialog, FieldDialog
from funneldesk.desktop.parts.collections.form.page import FormPage
from funneldesk.desktop.parts.collections.form.preview import form_html
from funneldesk.desktop.parts.collections.form.specs import clash_problem, code_of
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.records.schema.loss_dialog import LossDialog
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.server.parts.collections.codes import field_code

HOSTILE = "<script>alert(1)</script>\"' onload=x"


async def form(bench: WindowBench, workspace: Workspace) -> FormPage:
    panel = await collections(bench, workspace)
    panel.show_page("setup")
    page = panel.page
    assert isinstance(page, FormPage)
    await until(lambda: not page.tasks.is_busy)
    return page


async def now(brand: LiveBrand, collection: Collection) -> Collection:
    async with brand.api() as api:
        return await api.collections.get(collection.id)


def names(collection: Collection) -> list[str]:
    return [f.name for f in sorted(collection.fields or [], key=lambda f: f.order)]


def fill(dialog: FormDialog, **values: Any) -> None:
    """As the user types."""
    for name, value in values.items():
        dialog.form.row(name).set_value(value)
        dialog.form.row(name).edited.emit(name, value)


async def answered(page: FormPage) -> None:
    await until(lambda: not open_dialogs(FormDialog))
    await until(lambda: not page.tasks.is_busy)


@pytest.mark.parametrize("name", ["Title", "ID", " created at ", "Updated_At", "tìtle!"])
def test_names_that_clash_with_an_entrys_own_keys_are_refused_with_the_reason(name: str) -> None:
    """Quirk 47: the server would call the field otherwise, another one would lose its values."""
    problem = clash_problem(name, ())
    assert problem is not None
    assert "of their own" in problem
    assert field_code(name, ()) not in OWN_KEYS


@pytest.mark.parametrize("name", ["Name", "E-mail", "Größe", "Identity", "a title"])
def test_the_code_that_is_told_is_the_one_that_the_server_makes(name: str) -> None:
    assert clash_problem(name, ()) is None
    assert code_of(name) == field_code(name, ())


def test_what_visitors_see_holds_no_private_field_and_no_markup_of_a_field() -> None:
    fields = [
        CollectionField(id=1, name=HOSTILE, code="a", placeholder=HOSTILE, required=True),
        CollectionField(id=2, name=HOSTILE, code="b", type="select", options=[HOSTILE]),
        CollectionField(id=3, name="Unseen", code="c", private=True),
        CollectionField(id=4, name="Unseen", code="d", type="hidden"),
        CollectionField(id=5, name="Words", code="e", type="textarea", default_value=HOSTILE),
    ]
    html = form_html(fields)
    assert "<script" not in html
    assert 'placeholder="&lt;script&gt;' in html
    assert "Unseen" not in html
    assert html.count("<label") == 3


@in_the_window
async def test_a_collection_is_made_with_its_first_field_once(
    bench: WindowBench, brand: LiveBrand
) -> None:
    line = FaultLine(brand.base_url)
    await line.listen()
    bench.at_end.append(line.close)
    page = await form(bench, await bench.workspace(brand, base_url=line.base_url))
    page.first.click()
    dialog: CollectionDialog = await shown_dialog(CollectionDialog)
    fill(dialog, name="Newsletter", on_new_entry="send_email_to", first="Title")
    dialog.go_button.click()
    assert "of their own" in dialog.form.row("first").error()
    assert "required" in dialog.form.row("send_to_email").error()
    fill(dialog, first="Email", send_to_email="team@posta.example")
    await line.hurt_requests(RESET_WITHIN, "POST", "/collections", reaches=True, times=1)
    dialog.go_button.click()
    await answered(page)
    async with brand.api() as api:
        listed = [each.name async for each in api.collections.iterate()]
    assert listed == ["Newsletter"]
    shown = said(page.window())
    assert "Newsletter" in shown
    assert "team@posta.example" in shown


@in_the_window
async def test_a_field_of_every_type_is_added_and_shown_as_visitors_see_it(
    bench: WindowBench, brand: LiveBrand
) -> None:
    collection = await collection_of(brand, fields=("Name",))
    page = await form(bench, await bench.workspace(brand))
    for name, more in list(TYPES.items())[1:]:
        page.field_card.add.click()
        dialog: FieldDialog = await shown_dialog(FieldDialog)
        options = "\n".join(more.get("options", ()))
        rest = {key: value for key, value in more.items() if key != "options"}
        fill(dialog, name=name, options=options, **rest)
        assert code_of(name) in dialog.form.row("name").hint()
        if not (more.get("private") or more["type"] == "hidden"):
            assert f"{name}" in page.preview.html, "the form follows while one types"
        dialog.go_button.click()
        await answered(page)
    made = await now(brand, collection)
    assert names(made) == list(TYPES)
    kinds = {each.name: each.type for each in made.fields or ()}
    assert kinds == {name: more["type"] for name, more in TYPES.items()}
    assert "<select>" in page.preview.html
    assert "Source" not in page.preview.html


@in_the_window
async def test_a_field_whose_answer_was_lost_is_not_there_twice(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """Quirk 46: fields without an id are new ones, each time they are sent."""
    collection = await collection_of(brand, fields=("Name",))
    line = FaultLine(brand.base_url)
    await line.listen()
    bench.at_end.append(line.close)
    page = await form(bench, await bench.workspace(brand, base_url=line.base_url))
    page.field_card.add.click()
    dialog: FieldDialog = await shown_dialog(FieldDialog)
    fill(dialog, name="City")
    await line.hurt_requests(RESET_WITHIN, "PUT", "/collections", reaches=True, times=1)
    dialog.go_button.click()
    await answered(page)
    assert names(await now(brand, collection)) == ["Name", "City"]


@in_the_window
async def test_fields_are_moved_by_keys_and_the_form_follows(
    bench: WindowBench, brand: LiveBrand
) -> None:
    collection = await collection_of(brand, fields=("Name", "E-mail", "Guests"))
    page = await form(bench, await bench.workspace(brand))
    page.fields.setFocus()
    page.fields.setCurrentRow(2)
    QTest.keyClick(page.fields, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    await until(lambda: not page.tasks.is_busy)
    assert names(await now(brand, collection)) == ["Name", "Guests", "E-mail"]
    assert page.preview.html.index("Guests") < page.preview.html.index("E-mail")


@in_the_window
async def test_what_a_field_and_a_collection_hold_is_counted_before_they_go(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """Quirk 46: a field goes by ``deleted``; those that a write does not name stay."""
    collection = await collection_of(brand)
    entries_in(brand, collection, [*guests(2), {"name": "X", "e_mail": "x@posta.example"}])
    page = await form(bench, await bench.workspace(brand))
    page.fields.setCurrentRow(2)
    QTest.keyClick(page.fields, Qt.Key.Key_Delete)
    dialog: LossDialog = await shown_dialog(LossDialog)
    await until(lambda: "Counting" not in dialog.said.text())
    assert "a value in 2 entries" in dialog.said.text()
    dialog.answer("delete")
    await until(lambda: page.fields.count() == len(TYPES) - 1)
    assert names(await now(brand, collection)) == [name for name in TYPES if name != "Guests"]
    page.remove.click()
    last: Dialog = await shown_dialog(Dialog)
    assert "7 fields and 3 entries" in said(last)
    field = last.findChild(QLineEdit)
    assert field is not None
    field.setText(collection.name)
    last.answer("yes")
    await until(lambda: not page.schema.entities)


@in_the_window
async def test_another_type_and_fewer_options_say_what_they_lose(
    bench: WindowBench, brand: LiveBrand
) -> None:
    collection = await collection_of(brand, fields=("Name", "Menu"))
    page = await form(bench, await bench.workspace(brand))
    page.fields.opened.emit(page.fields.ids[1])
    dialog: FieldDialog = await shown_dialog(FieldDialog)
    fill(dialog, options="Fish\nTofu", default_value="Meat")
    assert "“Meat”" in dialog.form.row("options").hint()
    dialog.go_button.click()
    assert "isn't among" in dialog.form.row("default_value").error()
    fill(dialog, type="number")
    assert "isn't a number" in dialog.form.row("type").hint()
    fill(dialog, type="select", default_value="Tofu")
    dialog.go_button.click()
    await answered(page)
    changed = (await now(brand, collection)).fields or []
    assert changed[1].options == ["Fish", "Tofu"]
    assert (changed[1].default_value, changed[1].name) == ("Tofu", "Menu")
