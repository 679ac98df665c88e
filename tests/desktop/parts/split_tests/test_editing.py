"""An existing test is changed in its section: its name, its days, its shares."""

from datetime import date, timedelta

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.parts.split_tests.experiments import add_test
from tests.desktop.parts.split_tests.test_results import opened
from tests.desktop.parts.split_tests.test_shipping import do, on_a_page
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    until,
)

from funneldesk.contract.split_tests import SplitTest
from funneldesk.desktop.parts.split_tests.deeds.editing import EditTestDialog
from funneldesk.desktop.parts.split_tests.panel import SplitTestsPanel

LAST = (date.today() + timedelta(days=30)).isoformat()


async def asked(panel: SplitTestsPanel, test_id: int) -> EditTestDialog:
    do(panel, "edit", test_id)
    dialog: EditTestDialog = await shown_dialog(EditTestDialog)
    return dialog


async def stored(brand: LiveBrand, test_id: int) -> SplitTest:
    async with brand.api() as api:
        return await api.split_tests.get(test_id)


def is_fixed(dialog: EditTestDialog, name: str) -> bool:
    return dialog.form.row(name).spec.read_only


@in_the_window
async def test_name_days_and_shares_are_changed_together(
    bench: WindowBench, brand: LiveBrand
) -> None:
    test_id = add_test(brand, "first", [(140, 7), (140, 7)])
    panel = await opened(bench, brand, test_id)
    dialog = await asked(panel, test_id)
    dialog.form.row("end_date").set_value("2020-01-01")
    dialog.form.row("start_date").set_value("2020-02-01")
    dialog.go_button.click()
    assert "The last day can't be before the first." in said(dialog)
    dialog.form.row("end_date").set_value(LAST)
    dialog.form.row("name").set_value(" Price of the bundle ")
    assert dialog.rows is not None
    slider = dialog.rows.controls[0].slider
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert sum(dialog.rows.shares) == 100
    assert "make its split look broken" in said(dialog)
    dialog.go_button.click()
    await until(lambda: panel.detail.title.text() == "Price of the bundle")
    test = await stored(brand, test_id)
    assert (str(test.start_date), str(test.end_date)) == ("2020-02-01", LAST)
    assert test.config is not None
    assert [(i.name, i.node_code, i.weight) for i in test.config.items] == [
        ("calm", "c1", 60),
        ("bold", "b1", 40),
    ]
    assert test.status == "running"


@in_the_window
async def test_what_stands_in_a_page_is_changed_there(bench: WindowBench, brand: LiveBrand) -> None:
    panel, _page_id, test_id = await on_a_page(bench, brand)
    dialog = await asked(panel, test_id)
    assert is_fixed(dialog, "name")
    assert dialog.rows is None
    assert "change them there" in said(dialog)
    dialog.form.row("end_date").set_value(LAST)
    dialog.go_button.click()
    await until(lambda: not open_dialogs())
    test = await stored(brand, test_id)
    assert (test.name, str(test.end_date)) == ("headline", LAST)


@in_the_window
async def test_a_decided_test_keeps_its_days_and_shares(
    bench: WindowBench, brand: LiveBrand
) -> None:
    test_id = add_test(brand, "first", [(140, 7), (140, 7)], status="finalized")
    panel = await opened(bench, brand, test_id)
    dialog = await asked(panel, test_id)
    assert [is_fixed(dialog, n) for n in ("name", "start_date", "end_date")] == [False, True, True]
    assert dialog.rows is None
    dialog.form.row("name").set_value("Kept for the record")
    dialog.go_button.click()
    await until(lambda: panel.detail.title.text() == "Kept for the record")
    gone = add_test(brand, "gone", [(1, 0), (1, 0)], status="deleted")
    panel.refresh()
    await until(lambda: panel.status_of(str(gone)) == "deleted")
    refused = panel.declared_actions["split_tests.edit"].refusal([str(gone)])
    assert refused == "It is deleted, and stays as it was."
