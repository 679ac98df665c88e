"""A run over many records: one by one, stopped, waiting for the line, truthful at the end."""

import asyncio
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from qasync import QEventLoop
from tests.desktop.support.window_bench import until

from funneldesk.client.errors import ApiError, Invalid, RoleDenied, TimedOut, Unreachable
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome, Report
from funneldesk.desktop.records.bulk.progress import BulkBar
from funneldesk.desktop.records.bulk.report import ReportDialog
from funneldesk.desktop.records.bulk.run import BulkRun

ITEMS = [BulkItem(str(number), f"Page {number}") for number in range(1, 6)]


class Line(QObject):
    """A way to a platform that can be away."""

    connection_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.connection_state = "online"

    def stand(self, standing: str) -> None:
        self.connection_state = standing
        self.connection_changed.emit()


def failure(kind: type[ApiError], *, maybe_done: bool = False) -> ApiError:
    return kind("It broke.", method="PUT", path="/pages/1", maybe_done=maybe_done)


def kinds(report: Report) -> list[str]:
    return [outcome.kind for _, outcome in report.rows]


def ran(loop: QEventLoop, run: BulkRun) -> Report:
    return loop.run_until_complete(asyncio.wait_for(run.run(), 60))


def test_items_are_done_one_by_one_and_in_order(loop: QEventLoop) -> None:
    seen: list[str] = []

    async def work(item: BulkItem) -> Outcome:
        seen.append(f"begin {item.id}")
        await asyncio.sleep(0)
        seen.append(f"end {item.id}")
        return Outcome.done()

    report = ran(loop, BulkRun(ITEMS[:2], work))
    assert seen == ["begin 1", "end 1", "begin 2", "end 2"]
    assert report.is_whole
    assert report.words() == "2 done"


def test_what_is_in_flight_at_a_stop_is_finished_and_told(loop: QEventLoop) -> None:
    async def work(item: BulkItem) -> Outcome:
        if item.id == "2":
            run.stop()
        await asyncio.sleep(0)
        return Outcome.done(f"Wrote {item.id}.")

    run = BulkRun(ITEMS, work)
    report = ran(loop, run)
    assert kinds(report) == ["done", "done", "not_started", "not_started", "not_started"]
    assert report.rows[1][1].what == "Wrote 2."
    assert [item.id for item in report.again] == ["3", "4", "5"]
    assert "stopped" in report.rows[4][1].what


def test_a_failure_of_one_does_not_end_the_others(loop: QEventLoop) -> None:
    async def work(item: BulkItem) -> Outcome:
        if item.id == "2":
            raise failure(Invalid)
        return Outcome.done()

    report = ran(loop, BulkRun(ITEMS[:3], work, doing="Publishing"))
    assert kinds(report) == ["done", "failed", "done"]
    assert "Publishing was not accepted" in report.rows[1][1].what
    assert report.words() == "2 done, 1 failed"


def test_a_refusal_that_meets_everything_ends_the_run(loop: QEventLoop) -> None:
    async def work(_item: BulkItem) -> Outcome:
        raise failure(RoleDenied)

    report = ran(loop, BulkRun(ITEMS, work))
    assert kinds(report) == ["failed", *["not_started"] * 4]
    assert "Your role does not allow this" in report.rows[3][1].what


def test_it_waits_while_the_line_is_gone_and_goes_on(loop: QEventLoop) -> None:
    line = Line()
    tried: list[str] = []
    states: list[str] = []

    async def work(item: BulkItem) -> Outcome:
        tried.append(item.id)
        if tried.count("2") == 1 and item.id == "2":
            line.stand("offline")
            raise failure(Unreachable)
        return Outcome.done()

    run = BulkRun(ITEMS[:3], work, line=line)
    run.progressed.connect(lambda: states.append(run.state))

    async def whole() -> Report:
        running = asyncio.ensure_future(run.run())
        await until(lambda: run.state == "away")
        assert tried == ["1", "2"]
        line.stand("online")
        return await running

    assert kinds(loop.run_until_complete(asyncio.wait_for(whole(), 60))) == ["done"] * 3
    assert tried == ["1", "2", "2", "3"]
    assert "away" in states


def test_a_stop_while_the_line_is_gone_ends_the_wait(loop: QEventLoop) -> None:
    line = Line()

    async def work(_item: BulkItem) -> Outcome:
        line.stand("offline")
        raise failure(Unreachable)

    run = BulkRun(ITEMS[:2], work, line=line)

    async def whole() -> Report:
        running = asyncio.ensure_future(run.run())
        await until(lambda: run.state == "away")
        run.stop()
        return await running

    report = loop.run_until_complete(asyncio.wait_for(whole(), 60))
    assert kinds(report) == ["not_started", "not_started"]


def test_a_lost_answer_is_looked_after(loop: QEventLoop) -> None:
    """Quirk 10: nothing is repeated before it is known how the record stands."""
    tried: list[str] = []

    async def work(item: BulkItem) -> Outcome:
        tried.append(item.id)
        if tried.count(item.id) == 1:
            raise failure(TimedOut, maybe_done=True)
        return Outcome.done("Again.")

    async def look(item: BulkItem) -> Outcome | None:
        return Outcome.done("It was there.") if item.id == "1" else None

    report = ran(loop, BulkRun(ITEMS[:2], work, look=look))
    assert [outcome.what for _, outcome in report.rows] == ["It was there.", "Again."]
    assert tried == ["1", "2", "2"]


def test_without_a_look_a_lost_answer_is_not_known(loop: QEventLoop) -> None:
    tried: list[str] = []

    async def work(item: BulkItem) -> Outcome:
        tried.append(item.id)
        raise failure(TimedOut, maybe_done=True)

    report = ran(loop, BulkRun(ITEMS[:1], work))
    assert kinds(report) == ["unknown"]
    assert tried == ["1"]


def test_the_bar_shows_where_it_stands_and_stops(loop: QEventLoop) -> None:
    bar = BulkBar()
    words: list[str] = []

    async def work(item: BulkItem) -> Outcome:
        words.append(bar.words.text())
        if item.id == "2":
            bar.stop_button.click()
            words.append(bar.words.text())
        return Outcome.done()

    run = BulkRun(ITEMS, work, doing="Publishing")
    bar.show_run(run)
    assert bar.isVisible()
    ran(loop, run)
    assert words[1:] == ["Publishing 2 of 5 · Page 1", "Stopping after this one"]
    assert not bar.isVisible()
    bar.deleteLater()


def report_of(*outcomes: Outcome) -> Report:
    return Report(tuple(zip(ITEMS, outcomes, strict=False)))


@pytest.fixture
def parent(loop: QEventLoop) -> Iterator[QWidget]:
    made = QWidget()
    yield made
    made.deleteLater()


def opened(
    loop: QEventLoop, parent: QWidget, report: Report
) -> tuple[ReportDialog, asyncio.Task[str]]:
    dialog = ReportDialog(parent, "Publish pages", report)
    return dialog, loop.create_task(dialog.ask())


def test_the_report_puts_first_what_was_not_done(loop: QEventLoop, parent: QWidget) -> None:
    async def back() -> Outcome:
        return Outcome.done()

    report = report_of(
        Outcome.done(undo=back),
        Outcome.failed("No.", "Nothing changed.", "Do that."),
        Outcome.skipped("So."),
    )
    dialog, answer = opened(loop, parent, report)
    loop.run_until_complete(asyncio.sleep(0))
    assert [dialog.list.rows.at(row).id for row in range(2)] == ["2", "3"]
    assert dialog.list.rows.rowCount() == 2
    assert dialog.said.text() == "No. Nothing changed. Do that."
    dialog.only_open.setChecked(False)
    assert dialog.list.rows.rowCount() == 3
    assert dialog.button("again").text() == "Try 1 again"
    dialog.button("undo").click()
    assert loop.run_until_complete(answer) == "undo"


def test_the_report_is_copied_one_line_each(loop: QEventLoop, parent: QWidget) -> None:
    report = Report(((BulkItem("1", "Tab\there\nand there"), Outcome.failed("No.")),))
    dialog, answer = opened(loop, parent, report)
    loop.run_until_complete(asyncio.sleep(0))
    dialog.copy()
    copied = QGuiApplication.clipboard().text().split("\n")
    assert copied[1].split("\t")[:4] == ["Tab here and there", "1", "Failed", "No."]
    assert len(copied) == 2
    dialog.answer("")
    loop.run_until_complete(answer)
