"""Several changes at once, and what is selected: kept in step with the mirror."""

import pytest
from pytestqt.qtbot import QtBot
from tests.desktop.support.editor_bench import VIEW, EditorBench

HELD = "<a 50>\U0001f600</a>\r\n<b 50>é\u2028</b>\n"


def test_several_changes_are_one_step_back_and_leave_the_cursor(qtbot: QtBot) -> None:
    bench = EditorBench(qtbot)
    editor = bench.editor
    editor.open_document("html", HELD, "html")
    bench.show()
    between = HELD.index("</a>")
    editor.select("html", between, between)
    bench.settle()
    first, second = HELD.index("50"), HELD.rindex("50")
    editor.replace_all("html", [(first, first + 2, "7"), (second, second + 2, "93")])
    wanted = HELD.replace("a 50", "a 7").replace("b 50", "b 93")
    assert editor.text("html") == wanted
    bench.settle()
    assert editor.cursor_offset("html") == between - 1
    editor.undo()
    qtbot.waitUntil(lambda: editor.text("html") == HELD)
    editor.redo()
    qtbot.waitUntil(lambda: editor.text("html") == wanted)


def test_changes_out_of_order_change_nothing(qtbot: QtBot) -> None:
    editor = EditorBench(qtbot).editor
    editor.open_document("html", "abc", "html")
    with pytest.raises(ValueError, match="in order"):
        editor.replace_all("html", [(2, 3, "x"), (0, 1, "y")])
    with pytest.raises(ValueError, match="in order"):
        editor.replace_all("html", [(0, 9, "x")])
    assert editor.text("html") == "abc"


def test_what_is_selected_is_known_in_characters(qtbot: QtBot) -> None:
    bench = EditorBench(qtbot)
    editor = bench.editor
    editor.open_document("html", HELD, "html")
    bench.show()
    start, end = HELD.index("\U0001f600"), HELD.index("é")
    editor.select("html", start, end)
    bench.settle()
    assert editor.selection("html") == (start, end)
    bench.probe.run(f"{VIEW}.dispatch({{selection: {{anchor: 5, head: 1}}}})")
    bench.settle()
    assert editor.selection("html") == (1, 5)
    assert editor.cursor_offset("html") == 1
