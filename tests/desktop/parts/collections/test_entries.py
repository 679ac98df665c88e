"""Entries in the window: columns by type, checks as the server's, deletion and its way back."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.desktop.support.collections_desk import (
    TYPES,
    collection_of,
    collections,
    entries_in,
    guests,
    stored,
    table_of,
)
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.contract.collections import Collection, CollectionField
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.parts.collections.entries import entries_section
from funneldesk.desktop.parts.collections.fields import entry_fields
from funneldesk.desktop.parts.collections.table import EntriesPanel
from funneldesk.desktop.records.typed_values import read_text
from funneldesk.server.parts.collections.values import checked

NAUGHTY = (
    "",
    " ",
    "<img src=x onerror=alert(1)>",
    "=1+1",
    "\u202eevil",
    "1e3",
    "12,5",
    "0x10",
    "1e400",
    "-0",
    "yes",
    "Fish",
    "fish",
    "Fish; DROP TABLE",
    "ana@example.com",
    "ana@example",
    "ana@exa mple.com",
    "a" * 65_536,
    "ünï@example.com",
    "👩‍🍳",
)


@pytest.mark.parametrize("name", TYPES)
def test_a_cell_is_judged_as_the_server_will(name: str) -> None:
    """As the document says: what is refused here is refused there, and the other way round."""
    described = CollectionField(id=1, code="one", name=name, **TYPES[name])
    one = Collection(id=1, name="Dinner", fields=[described])
    field = entry_fields(one)["one"]
    for text in NAUGHTY:
        value, problem = read_text(field, text)
        sent = field.sent(value)
        try:
            if sent in (None, ""):
                refused = described.required
            else:
                checked(described, sent)
                refused = False
        except ValueError:
            refused = True
        assert bool(problem) is refused, (text[:40], problem)


@in_the_window
async def test_every_type_has_a_column_and_private_and_encrypted_ones_are_marked(
    bench: WindowBench, brand: LiveBrand
) -> None:
    collection = await collection_of(brand)
    entries_in(
        brand,
        collection,
        [
            {
                "name": "<b>Ana</b>",
                "e_mail": "ana@posta.example",
                "guests": 2.5,
                "vegan": True,
                "menu": "Fish",
                "wishes": "near\nthe window",
                "secret": "hush",
            }
        ],
    )
    table = table_of(await collections(bench, await bench.workspace(brand))).list.table
    titles = {c.key: at for at, c in enumerate(table.rows.columns)}
    shown = {key: str(table.rows.index(0, at).data()) for key, at in titles.items()}
    assert shown["name"] == "<b>Ana</b>"
    assert (shown["guests"], shown["vegan"], shown["menu"]) == ("2.5", "Yes", "Fish")
    assert shown["wishes"] == "near the window"
    assert "hush" not in shown["secret"]
    about = Qt.ItemDataRole.ToolTipRole

    def told(key: str) -> str:
        return str(table.rows.headerData(titles[key], Qt.Orientation.Horizontal, about) or "")

    assert "Private" in told("source")
    assert "Encrypted" in told("wishes")
    assert not {"Private", "Encrypted"} & set(told("name").replace(">", " ").split())


@in_the_window
async def test_deleted_entries_come_back_under_other_ids(
    bench: WindowBench, brand: LiveBrand
) -> None:
    collection = await collection_of(brand)
    before = entries_in(brand, collection, [{**each, "secret": "hush"} for each in guests(3)])
    panel = await collections(bench, await bench.workspace(brand))
    page = table_of(panel)
    page.list.table.selectAll()
    QTest.keyClick(page.list.table, Qt.Key.Key_Delete)
    dialog: Dialog = await shown_dialog(Dialog)
    assert "other IDs" in said(dialog)
    dialog.answer("yes")
    told = panel.workspace.notifications
    await until(lambda: any("3 entries deleted" in each.title for each in told.notices))
    assert await stored(brand, collection) == []
    deleted = next(each for each in told.notices if "3 entries deleted" in each.title)
    assert deleted.action is not None
    deleted.action.run()
    await until(lambda: any("undone" in each.title for each in told.notices))
    found = await stored(brand, collection)
    assert sorted(each["name"] for each in found) == ["Guest 0000", "Guest 0001", "Guest 0002"]
    assert not {each["id"] for each in found} & set(before)
    assert [each["secret"] for each in found] == [None] * 3, "a mask is no password"


@in_the_window
async def test_a_code_that_is_a_key_of_the_entry_is_told_and_not_edited(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """Quirk 47, as another server may have it."""
    fields = [
        CollectionField(id=1, code="title", name="Title"),
        CollectionField(id=2, code="city", name="City"),
    ]
    clashing = Collection(id=7, name="Odd", fields=fields)
    made = await collection_of(brand, "Odd", ("Name",))
    clashing = clashing.model_copy(update={"id": made.id})
    workspace = await bench.workspace(brand)
    page = bench.own(EntriesPanel(workspace, entries_section(clashing), clashing))
    assert "“Title”" in said(page.unreadable)
    assert page.kind.draft.declared.names == ("city",)


@in_the_window
async def test_five_hundred_lines_pasted_are_checked_before_anything_is_sent(
    bench: WindowBench, brand: LiveBrand
) -> None:
    collection = await collection_of(brand)
    entries_in(brand, collection, guests(500))
    panel = await collections(bench, await bench.workspace(brand))
    page = table_of(panel)
    table, staging = page.list.table, page.staging
    assert staging is not None
    at = [c.key for c in table.rows.columns].index("e_mail")
    lines = [f"new{n}@posta.example\t{n}" if n % 16 else f"nobody{n}\t{n}" for n in range(1, 501)]
    QApplication.clipboard().setText("\n".join(lines))
    table.setCurrentIndex(table.rows.index(0, at))
    staging.paste()
    await until(lambda: bool(staging.staged.cells) and not staging.tasks.is_busy)
    wrong = [cell for cell in staging.staged.cells.values() if cell.problem]
    assert len(wrong) == 31
    assert len(staging.staged.ready()) == 500, "a wrong cell holds back no other of its row"
    assert all("Write an email address" in cell.problem for cell in wrong)
    found = await stored(brand, collection)
    assert {each["e_mail"] for each in found} == {f"guest{n}@posta.example" for n in range(500)}
