"""The guard knows no pages: any record with named fields can be brought together with it."""

import asyncio
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QWidget
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    until,
)

from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.records.guard.dialog import GuardDialog
from funneldesk.desktop.records.guard.fields import GuardedField
from funneldesk.desktop.records.guard.guard import MergeResult, RecordGuard

FIELDS = (
    GuardedField("styles", "Styles", "source", "css"),
    GuardedField("price", "Price"),
    GuardedField("charges", "Charges", "choice", choices=((1, "Once"), (2, "Every month"))),
)
TITLES = ("Theirs", "Before", "Mine")
BASE: dict[str, Any] = {"styles": "a {}\nb {}\nc {}\n", "price": "10", "charges": 1}
FILE = "records.sqlite3"


class Product:
    """A record that somebody has open."""

    def __init__(self, bench: WindowBench, store: LocalStore) -> None:
        self.owner = QWidget()
        self.mine = dict(BASE)
        self.guard = RecordGuard(
            self.owner, store, bench.notifications, "products", FIELDS, "product"
        )
        bench.at_end += [store.close, self._end]

    async def _end(self) -> None:
        self.owner.deleteLater()

    def saved_by_another(self, **fields: object) -> "asyncio.Task[MergeResult | None]":
        """What saving comes to when somebody else has changed these."""
        work = self.guard.bring_together("7", "Mug", BASE, lambda: self.mine, BASE | fields, TITLES)
        return asyncio.get_running_loop().create_task(work)


async def product(bench: WindowBench, folder: Path) -> Product:
    return Product(bench, await LocalStore.open(folder / FILE))


@in_the_window
async def test_nobody_is_asked_where_only_one_side_changed(
    bench: WindowBench, tmp_path: Path
) -> None:
    made = await product(bench, tmp_path)
    made.mine["price"] = "12"
    together = await made.saved_by_another(charges=2)
    assert together is not None
    assert not together.asked
    assert together.values == BASE | {"price": "12", "charges": 2}
    assert together.found.taken == ("charges",)


@in_the_window
async def test_both_are_brought_together(bench: WindowBench, tmp_path: Path) -> None:
    made = await product(bench, tmp_path)
    made.mine |= {"styles": "a { color: red }\nb {}\nc {}\n", "charges": 2, "price": "12"}
    work = made.saved_by_another(styles="a {}\nb {}\nc { margin: 0 }\n", charges=3)
    dialog = await shown_dialog(GuardDialog)
    assert dialog.windowTitle() == "Someone else changed this product"
    assert "Once" in said(dialog.values)
    assert "Every month" in said(dialog.values)
    dialog.values.buttons["charges", "mine"].click()
    dialog.save.click()
    together = await work
    assert together is not None
    assert together.asked
    assert together.values == {
        "styles": "a { color: red }\nb {}\nc { margin: 0 }\n",
        "price": "12",
        "charges": 2,
    }


@in_the_window
async def test_what_was_put_off_is_taken_up_and_then_forgotten(
    bench: WindowBench, tmp_path: Path
) -> None:
    made = await product(bench, tmp_path)
    made.mine["price"] = "12"
    work = made.saved_by_another(price="13")
    dialog = await shown_dialog(GuardDialog)
    dialog.values.buttons["price", "theirs"].click()
    dialog.answer("")
    assert await work is None
    work = made.saved_by_another(price="13")
    await until(lambda: open_dialogs(GuardDialog) and open_dialogs(GuardDialog)[-1] is not dialog)
    again = open_dialogs(GuardDialog)[-1]
    assert again.values.buttons["price", "theirs"].isChecked()
    again.save.click()
    together = await work
    assert together is not None
    assert together.values["price"] == "13"
    await made.guard.forget("7")
    assert await made.guard.store.draft("products.merge", "7") is None


@in_the_window
async def test_what_is_written_on_meanwhile_is_not_lost(bench: WindowBench, tmp_path: Path) -> None:
    made = await product(bench, tmp_path)
    made.mine["price"] = "12"
    work = made.saved_by_another(price="13")
    dialog = await shown_dialog(GuardDialog)
    made.mine["price"] = "14"
    dialog.values.buttons["price", "mine"].click()
    dialog.save.click()
    await until(lambda: open_dialogs(GuardDialog) and open_dialogs(GuardDialog)[-1] is not dialog)
    again = open_dialogs(GuardDialog)[-1]
    assert again.question.mine["price"] == "14"
    assert not again.values.buttons["price", "mine"].isChecked(), "it is asked anew"
    again.values.buttons["price", "mine"].click()
    again.save.click()
    together = await work
    assert together is not None
    assert together.values["price"] == "14"
