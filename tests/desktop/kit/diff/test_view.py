"""Two texts compared: what is seen, what the keys do, what a button of a change tells."""

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.desktop.kit.diff.lines import hunks_of
from funneldesk.desktop.kit.diff.pieces import pieces
from funneldesk.desktop.kit.diff.rows import folded, one_column, two_columns
from funneldesk.desktop.kit.diff.view import DiffView

LEFT = "".join(f"<p>line {i}</p>\n" for i in range(60))
RIGHT = LEFT.replace("line 4<", "line four<").replace("<p>line 50</p>\n", "")


async def compared(view: DiffView, left: str = LEFT, right: str = RIGHT) -> None:
    done = asyncio.get_running_loop().create_future()
    view.compared.connect(lambda: done.done() or done.set_result(None))
    view.set_texts(left, right, "html", ("Saved 10:02", "Unsaved"))
    await asyncio.wait_for(done, 60)


async def shown(bench: WindowBench) -> DiffView:
    view = DiffView()
    view.resize(900, 500)
    view.show()

    async def end() -> None:
        view.deleteLater()

    bench.at_end.append(end)
    await compared(view)
    return view


def texts(view: DiffView) -> list[tuple[str, ...]]:
    return [
        tuple("" if cell is None else cell.text.rstrip("\n") for cell in row.cells)
        for row in view.rows.shown.rows
        if row.block >= 0 and row.kind == "line"
    ]


@in_the_window
async def test_changed_lines_stand_side_by_side(bench: WindowBench) -> None:
    view = await shown(bench)
    assert texts(view) == [("<p>line 4</p>", "<p>line four</p>"), ("<p>line 50</p>", "")]
    assert "Change 1 of 2" in said(view)
    assert "Saved 10:02" in said(view)
    folds = [row for row in view.rows.shown.rows if row.kind == "fold"]
    assert len(folds) == 2
    assert len(view.rows.shown.rows) < 30


@in_the_window
async def test_inline_what_went_stands_above_what_came(bench: WindowBench) -> None:
    view = await shown(bench)
    view.set_mode("inline")
    await until(lambda: all(len(row) == 1 for row in texts(view)))
    assert texts(view) == [("<p>line 4</p>",), ("<p>line four</p>",), ("<p>line 50</p>",)]
    assert view.modes.current() == "inline"


@in_the_window
async def test_keys_go_from_change_to_change_and_open_folds(bench: WindowBench) -> None:
    view = await shown(bench)
    assert view.rows.current() == 0
    QTest.keyClick(view.rows, Qt.Key.Key_F7)
    assert view.rows.current() == 1
    assert "Change 2 of 2" in said(view)
    QTest.keyClick(view.rows, Qt.Key.Key_F7)
    assert view.rows.current() == 0
    QTest.keyClick(view.rows, Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    assert view.rows.current() == 1
    rows = view.rows.shown.rows
    fold = next(n for n, row in enumerate(rows) if row.kind == "fold")
    count, hidden = len(rows), len(rows[fold].rows)
    view.rows.setCurrentIndex(view.rows.shown.index(fold))
    QTest.keyClick(view.rows, Qt.Key.Key_Return)
    assert len(view.rows.shown.rows) == count + hidden - 1


@in_the_window
async def test_a_button_at_each_change_tells_which_one(bench: WindowBench) -> None:
    view = await shown(bench)
    view.set_action("Restore")
    chosen: list[int] = []
    view.hunk_chosen.connect(chosen.append)
    await compared(view)
    buttons = [b for b in view.rows.viewport().children() if getattr(b, "isVisible", bool)()]
    assert [b.text() for b in buttons] == ["Restore", "Restore"]  # type: ignore[attr-defined]
    QTest.mouseClick(buttons[1], Qt.MouseButton.LeftButton)  # type: ignore[call-overload]
    assert chosen == [1]
    view.rows.step(1)
    QTest.mouseClick(view.act, Qt.MouseButton.LeftButton)
    assert chosen == [1, 0]
    assert view.changes[0].restored(LEFT, RIGHT) == RIGHT.replace("line four<", "line 4<")


@in_the_window
async def test_a_change_of_mind_while_it_compares(bench: WindowBench) -> None:
    """The mode and the action may come at any moment; the newest texts are the ones shown."""
    view = await shown(bench)
    view.set_texts("old\n", "new\n")
    view.set_mode("inline")
    view.set_action("Restore")
    await compared(view, "a\n", "b\n")
    assert texts(view) == [("a",), ("b",)]


@in_the_window
async def test_equal_texts_say_so(bench: WindowBench) -> None:
    view = await shown(bench)
    await compared(view, LEFT, LEFT)
    assert view.changes == []
    assert view.stack.currentWidget() is view.same
    assert not view.forth.isEnabled()


@in_the_window
async def test_copied_lines_are_exact(bench: WindowBench) -> None:
    view = await shown(bench)
    await compared(view, "a\u00a0b\r\nc\n", "x\n")
    view.rows.selectAll()
    QTest.keyClick(view.rows, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert view.rows.selected_text() == "a\u00a0b\r\nc\n"
    assert "a" in QGuiApplication.clipboard().text()
    await compared(view)
    view.rows.selectAll()
    assert view.rows.selected_text() == LEFT, "what is folded is selected too"


@in_the_window
async def test_a_change_far_out_in_a_line_is_moved_into_view(bench: WindowBench) -> None:
    view = await shown(bench)
    far = "word " * 100
    await compared(view, f"<p>{far}old</p>\n", f"<p>{far}new</p>\n")
    moved = view.rows.sideways.value()
    assert moved > 1000
    QTest.keyClick(view.rows, Qt.Key.Key_Left)
    assert view.rows.painter.shift == view.rows.sideways.value() < moved


@in_the_window
async def test_a_line_that_is_added_before_a_long_one_is_read_from_its_start(
    bench: WindowBench,
) -> None:
    view = await shown(bench)
    far = "word " * 100
    await compared(view, f"<p>{far}old</p>\n", f"<h2>New</h2>\n<p>{far}new</p>\n")
    assert view.rows.sideways.value() == 0


@in_the_window
async def test_a_screen_reader_hears_what_changed(bench: WindowBench) -> None:
    view = await shown(bench)
    rows = view.rows.shown
    role = Qt.ItemDataRole.AccessibleTextRole
    told = [str(rows.data(rows.index(n), role)) for n in range(rows.rowCount())]
    assert "Before 5 removed: <p>line 4</p>; After 5 added: <p>line four</p>" in told


def test_rows_hold_every_line_whatever_is_folded() -> None:
    left, right = pieces(LEFT), pieces(RIGHT)
    for make in (two_columns, one_column):
        rows = make(left, right, hunks_of(left, right))
        flat = [r for row in folded(rows) for r in (row.rows if row.kind == "fold" else (row,))]
        assert flat == rows
