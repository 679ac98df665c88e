"""Named views of a list: saved, renamed, deleted, and there again after a restart."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLineEdit, QMenu
from pytestqt.qtbot import QtBot
from qasync import QEventLoop
from shiboken6 import isValid
from tests.desktop.support.awkward import AWKWARD
from tests.desktop.support.window_bench import said, shown_dialog, until

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.records.filters.filter_chips import FilterChips
from funneldesk.desktop.records.query import FilterSpec, Query
from funneldesk.desktop.records.views.saved_views import SavedViews, View
from funneldesk.desktop.records.views.view_bar import ViewBar
from funneldesk.desktop.records.views.view_column import ViewColumn

ALL, PAST_DUE = View("all", "All"), View("due", "Past due", Query(choices={"status": "past_due"}))
NARROWED = Query("ann", {"country": "AT"}, "total", True)
COLUMNS = {"hidden": ["phone"]}


class Bench:
    """Views of a part in a store of their own, and their bar."""

    def __init__(self, loop: QEventLoop, qtbot: QtBot, folder: Path) -> None:
        self.loop, self.qtbot, self.folder = loop, qtbot, folder
        self.store = self.run(LocalStore.open(folder))
        self.views = SavedViews(self.store, "orders", (ALL, PAST_DUE))
        self.bar = ViewBar(self.views, lambda: (NARROWED, COLUMNS))
        qtbot.addWidget(self.bar)
        self.bar.resize(900, 40)
        with qtbot.waitExposed(self.bar):
            self.bar.show()

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, 20))

    def titles(self) -> list[str]:
        return [
            button.text() for view in self.views if (button := self.bar.segments.button(view.key))
        ]

    async def named(self, work: Coroutine[Any, Any, None], *names: str) -> None:
        """Answer the dialogs of some work with these names, one after the other."""
        task = asyncio.ensure_future(work)
        for name in names:
            dialog = await shown_dialog()
            dialog.findChild(QLineEdit).setText(name)
            dialog.answer("yes")
            await until(lambda gone=dialog: not (isValid(gone) and gone.isVisible()))
        await task


@pytest.fixture
def bench(loop: QEventLoop, qtbot: QtBot, tmp_path: Path) -> Any:
    made = Bench(loop, qtbot, tmp_path / "brand.db")
    yield made
    made.run(made.store.close())


def test_what_is_shown_is_saved_under_a_name_and_there_after_a_restart(bench: Bench) -> None:
    bench.run(bench.named(bench.bar.save_as(), "  Austrian Anns "))
    assert bench.titles() == ["All", "Past due", "Austrian Anns"]
    assert bench.bar.current is not None
    again = SavedViews(bench.store, "orders", (ALL, PAST_DUE))
    bench.run(again.read())
    kept = list(again)[-1]
    assert (kept.title, kept.query, kept.columns) == ("Austrian Anns", NARROWED, COLUMNS)
    others = SavedViews(bench.store, "customers", (ALL,))
    bench.run(others.read())
    assert list(others) == [ALL]


@pytest.mark.parametrize("name", AWKWARD.values(), ids=AWKWARD)
def test_awkward_names_are_shown_and_kept_to_the_letter(bench: Bench, name: str) -> None:
    bench.run(bench.named(bench.bar.save_as(), name))
    again = SavedViews(bench.store, "orders", (ALL, PAST_DUE))
    bench.run(again.read())
    assert list(again)[-1].title == name
    assert [each.replace("&&", "&") for each in bench.titles()] == ["All", "Past due", name]
    column = ViewColumn(bench.bar)
    line = column.lines[list(again)[-1].key]
    assert (line.text(), line.accessibleName(), line.shortcut().isEmpty()) == (name, name, True)
    assert bench.bar.grab().width() == bench.bar.width(), "it can be painted"
    bench.bar.open_menu(bench.bar.more)
    (menu,) = bench.bar.findChildren(QMenu)
    texts = [action.text().replace("&&", "&") for action in menu.actions()]
    menu.close()
    assert any(name in text for text in texts if text.startswith("Rename"))
    bench.bar.show_counts(dict.fromkeys(column.lines, 34))
    assert bench.titles()[-1].endswith(" 34")


def test_a_name_that_is_taken_is_asked_for_again(bench: Bench) -> None:
    bench.run(bench.named(bench.bar.save_as(), "", "past DUE", "Mine"))
    assert bench.titles() == ["All", "Past due", "Mine"]


def test_own_views_are_renamed_updated_and_deleted(bench: Bench) -> None:
    view = bench.run(bench.views.save("Mine", Query(), {}))
    bench.run(bench.named(bench.bar.rename(view), "Ours"))
    bench.run(bench.bar.update_view(view))
    changed = bench.views.get(view.key)
    assert changed is not None
    assert (changed.title, changed.query) == ("Ours", NARROWED)
    bench.run(bench.views.remove(view.key))
    assert bench.titles() == ["All", "Past due"]


def test_views_that_the_section_brings_cannot_be_changed(bench: Bench, qtbot: QtBot) -> None:
    bench.bar.show_view("due")
    bench.bar.open_menu(bench.bar.more)
    (menu,) = bench.bar.findChildren(QMenu)
    assert [action.text() for action in menu.actions()] == [
        "Save as a new view…",
        "Copy link to this view",
    ]
    menu.close()


@pytest.mark.parametrize(
    "kept",
    [
        {"odd": 1},
        ["odd", None, {"key": "all", "title": "Mine"}, {"key": "own/0"}],
        [{"key": "own/0", "title": "Kept", "query": [1], "columns": "odd"}],
    ],
)
def test_what_was_kept_oddly_costs_no_other_view(bench: Bench, kept: Any) -> None:
    bench.run(bench.store.save_work("views.orders", kept))
    bench.run(bench.views.read())
    assert bench.titles()[:2] == ["All", "Past due"]
    assert set(bench.titles()[2:]) <= {"Kept"}


def test_a_chosen_view_carries_its_query_and_counts_are_shown(bench: Bench, qtbot: QtBot) -> None:
    bench.bar.show_counts({"due": 1234})
    button = bench.bar.segments.button("due")
    assert button is not None
    assert button.text() == "Past due 1,234"
    with qtbot.waitSignal(bench.bar.chosen) as told:
        button.click()
    assert told.args == [PAST_DUE]


def test_each_filter_is_a_chip_that_takes_it_off(qtbot: QtBot) -> None:
    labels = {"AT": "Austria", "DE": "Germany"}
    chips = FilterChips((FilterSpec("country", "Country", lambda row: None, labels),))
    qtbot.addWidget(chips)
    chips.show_query(Query())
    assert chips.isHidden()
    chips.show_query(Query(choices={"country": "AT", "gone": 1}))
    (chip,) = chips.findChildren(Button)
    assert (chip.text(), chips.isHidden()) == ("Country: Austria", False)
    with qtbot.waitSignal(chips.taken_off) as told:
        chip.click()
    assert told.args == ["country"]


def test_the_column_shows_what_the_bar_shows_and_chooses_for_it(bench: Bench, qtbot: QtBot) -> None:
    column = ViewColumn(bench.bar)
    qtbot.addWidget(column)
    chosen: list[View] = []
    bench.bar.chosen.connect(chosen.append)
    column.lines["due"].click()
    assert (chosen, bench.bar.current) == ([PAST_DUE], PAST_DUE)
    bench.bar.show_view("all")
    assert [key for key, line in column.lines.items() if line.isChecked()] == ["all"]
    bench.bar.show_counts({"due": 31})
    assert [line.count for line in column.lines.values()] == [0, 31]
    view = bench.run(bench.views.save("VIP", NARROWED, {}))
    assert [line.text() for line in column.lines.values()] == ["All", "Past due", "VIP"]
    assert "My views" in said(column)
    bench.run(bench.views.remove(view.key))
    assert list(column.lines) == ["all", "due"]
    assert "My views" not in said(column)
