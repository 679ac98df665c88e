"""What visitors answered, seen on the flow right to the number."""

import asyncio
import csv
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.quizzes_desk import (
    answer_all,
    drawn,
    flow_shown,
    opened,
    quiz,
    save_flow,
    screens_of,
)
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.contract.quizzes import EntryCounts, ScreenCounts
from funneldesk.desktop.parts.quizzes.results import ResultsTab


@pytest.mark.parametrize("many", [30, pytest.param(180, marks=pytest.mark.deep)])
@in_the_window
async def test_each_screen_tells_how_many_came_and_how_many_left(
    bench: WindowBench, brand: LiveBrand, many: int
) -> None:
    made = await quiz(brand)
    screens = await screens_of(brand, made)
    await save_flow(brand, made, drawn(screens, (1, 2, 2), (1, 4, 3), (2, 3, 1)))
    reached = await asyncio.to_thread(answer_all, brand, str(made.code), screens, many)
    panel = await opened(bench, await bench.workspace(brand), made)
    page = await flow_shown(panel)
    shown = page.editor.canvas.shown.marks
    graph = page.editor.graph
    told = {
        str(graph.nodes[key].data["screen"]): mark.counts[0].text for key, mark in shown.items()
    }
    assert told == {str(each.code): f"{reached[str(each.code)]:,}" for each in screens}
    finished = sum(reached[str(each.code)] for each in screens if each.type == "result")
    assert f"{many} visitors began, {finished} finished" in said(page.checks)
    panel.show_list()
    await until(lambda: panel.is_quiet)
    rows = panel.results.table().rows
    asked = [row for row in rows if row[3] is not None]
    assert [row[3] for row in asked] == [reached[str(each.code)] for each in screens]
    stopped = [row for row in asked if row[5] is not None]
    assert len(stopped) == 2
    assert all(came == on + left for *_name, came, on, left, _answered, _share in stopped)
    assert sum(row[5] for row in stopped) == many - finished
    assert stopped[0][5] > 0


@in_the_window
async def test_what_is_exported_is_what_is_shown(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await quiz(brand)
    screens = await screens_of(brand, made)
    await save_flow(brand, made, drawn(screens, (1, 2, 2), (1, 4, 3), (2, 3, 1)))
    await asyncio.to_thread(answer_all, brand, str(made.code), screens, 12)
    target = tmp_path / "out.csv"
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: dialog.fileSelected.emit(str(target)))
    panel = await opened(bench, await bench.workspace(brand), made)
    panel.detail.tabs.chosen.emit("results")
    await until(lambda: panel.results.export.isEnabled() and panel.is_quiet)
    panel.results.export.click()
    await until(lambda: target.exists() and bench.notifications.notices)
    with target.open(encoding="utf-8-sig", newline="") as file:
        written = list(csv.DictReader(file))
    shown = cells(panel.results)
    assert [row["Answer"] or row["Screen"] for row in written] == [line[0] for line in shown]
    for row, (_name, kind, reached, left, answered, share) in zip(written, shown, strict=True):
        assert row["Answered"] == answered
        if row["Answer"]:
            assert (kind, reached, left) == ("", "", "")
            assert f"{round(float(row['Share of answers (%)']))}%" == share
        else:
            assert (row["Type"], row["Reached"]) == (kind, reached)
            assert left.split(" ")[0] == row["Left"]


def cells(results: ResultsTab) -> list[list[str]]:
    """What the table shows."""
    rows = results.list.rows
    return [
        [str(rows.index(at, column).data() or "") for column in range(rows.columnCount())]
        for at in range(rows.rowCount())
    ]


@in_the_window
async def test_what_no_record_tells_is_not_counted_as_zero(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """Of play-throughs whose screens were not recorded only the answers are known."""
    made = await quiz(brand)
    screens = await screens_of(brand, made)
    panel = await opened(bench, await bench.workspace(brand), made)
    ask = str(screens[0].code)
    counts = {ask: ScreenCounts(answered=3, answers={"yes": 2, "no": 1})}
    panel.quiz.entries = EntryCounts(started=4, finished=3, screens=counts)
    panel.quiz.changed.emit()
    assert "4 visitors began, 3 finished" in panel.results.said.text()
    assert "didn't record which screens they saw" in panel.results.said.text()
    shown = cells(panel.results)
    assert shown[0] == ["Do you run?", "Single choice", "–", "", "3", ""]
    assert shown[1] == ["Yes", "", "", "", "2", "67%"]
    asked = next(row for row in panel.results.table().rows if not row[2])
    assert asked[3:7] == (None, None, None, 3)
    page = await flow_shown(panel)
    assert not any(mark.counts for mark in page.editor.canvas.shown.marks.values())
