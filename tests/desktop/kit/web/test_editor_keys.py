"""Which keys the editor takes, and what can be done in it by keyboard alone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from pytestqt.qtbot import QtBot
from tests.desktop.support.editor_bench import EditorBench

CONTROL = Qt.KeyboardModifier.ControlModifier
WINDOW_KEYS = (
    *("Ctrl+S", "Ctrl+Shift+S", "Ctrl+K", "Ctrl+1", "Ctrl+9", "Ctrl+N", "F5", "Esc"),
    *("Ctrl+Shift+F", "Ctrl+Shift+H", "Ctrl+Shift+O", "Ctrl+Shift+P", "Ctrl+Shift+T"),
    *("Ctrl+Shift+I", "Ctrl+H", "Ctrl+J", "Ctrl+,", "F8", "Shift+F8"),
)
EDITOR_KEYS = ("Ctrl+Z", "Ctrl+F", "Ctrl+/", "Ctrl+D", "?", "J", "Del")


@pytest.fixture
def bench(qtbot: QtBot) -> EditorBench:
    return EditorBench.shown(qtbot)


def test_the_windows_keys_reach_the_window_and_the_editors_the_editor(bench: EditorBench) -> None:
    heard: list[str] = []
    for keys in WINDOW_KEYS + EDITOR_KEYS:
        shortcut = QShortcut(QKeySequence(keys), bench.window)
        shortcut.activated.connect(lambda keys=keys: heard.append(keys))
    for keys in WINDOW_KEYS:
        combination = QKeySequence(keys)[0]
        bench.probe.press(combination.key(), combination.keyboardModifiers())
    bench.qtbot.waitUntil(lambda: heard == list(WINDOW_KEYS))
    bench.probe.write("j?")
    bench.qtbot.waitUntil(lambda: bench.editor.text("html") == "j?hello\n")
    bench.probe.press(Qt.Key.Key_Slash, CONTROL)
    bench.qtbot.waitUntil(lambda: bench.editor.text("html") == "<!-- j?hello -->\n")
    assert heard == list(WINDOW_KEYS)


def test_escape_closes_the_search_panel_before_it_is_the_windows(bench: EditorBench) -> None:
    heard: list[str] = []
    QShortcut(QKeySequence("Esc"), bench.window).activated.connect(lambda: heard.append("Esc"))
    bench.editor.open_search()
    bench.probe.until("!!document.querySelector('.cm-search')")
    bench.qtbot.waitUntil(lambda: bench.editor.has_overlay)
    bench.probe.press(Qt.Key.Key_Escape)
    bench.probe.until("!document.querySelector('.cm-search')")
    bench.qtbot.waitUntil(lambda: not bench.editor.has_overlay)
    assert heard == []
    bench.probe.press(Qt.Key.Key_Escape)
    bench.qtbot.waitUntil(lambda: heard == ["Esc"])


def test_search_and_replace_works_by_keyboard_alone(bench: EditorBench) -> None:
    bench.editor.set_text("html", "red red blue\n")
    bench.editor.open_search()
    bench.probe.until("document.activeElement.name === 'search'")
    bench.probe.write("red")
    bench.probe.until("document.activeElement.value === 'red'")
    bench.probe.tab_to("INPUT replace")
    bench.probe.write("green")
    bench.probe.until("document.activeElement.value === 'green'")
    bench.probe.tab_to("BUTTON replaceAll")
    bench.probe.press(Qt.Key.Key_Return)
    bench.qtbot.waitUntil(lambda: bench.editor.text("html") == "green green blue\n")


def test_tags_close_themselves_and_split_tests_are_offered(bench: EditorBench) -> None:
    bench.editor.set_text("html", "")
    bench.settle()
    bench.probe.write("<inline")
    bench.probe.until(
        "[...document.querySelectorAll('.cm-completionLabel')]"
        ".some((label) => label.textContent === 'inline-split-test')"
    )
    bench.qtbot.waitUntil(lambda: bench.editor.has_overlay)
    bench.probe.press(Qt.Key.Key_Escape)
    bench.probe.write("-split-test>")
    bench.qtbot.waitUntil(
        lambda: bench.editor.text("html") == "<inline-split-test></inline-split-test>"
    )


def test_find_jumps_while_one_types_and_counts(bench: EditorBench) -> None:
    text = "tea\n" + "filler\n" * 400 + "Tea and tea\n"
    bench.editor.set_text("html", text)
    at = text.index("filler")
    bench.editor.select("html", at, at)
    bench.settle()
    bench.editor.open_search()
    bench.probe.until("document.activeElement.name === 'search'")
    bench.probe.write("tea")
    said = "document.querySelector('.search-count')?.textContent"
    bench.probe.until(f"{said} === '2 of 3'")
    first = text.index("Tea and")
    bench.qtbot.waitUntil(lambda: bench.editor.selection("html") == (first, first + 3))
    assert bench.probe.run("document.activeElement.name") == "search"
    bench.probe.press(Qt.Key.Key_Return)
    bench.probe.until(f"{said} === '3 of 3'")
    bench.probe.write("x")
    bench.probe.until(f"{said} === 'No results'")


def test_long_lines_are_wrapped_on_demand_in_every_document(bench: EditorBench) -> None:
    line = "word " * 400
    bench.editor.set_text("html", line)
    bench.editor.open_document("css", line, "css")
    bench.settle()
    lies = "document.querySelector('.cm-content').classList.contains('cm-lineWrapping')"
    assert not bench.probe.run(lies)
    bench.editor.set_wrap(True)
    bench.probe.until(lies)
    bench.editor.show_document("css")
    bench.probe.until(lies)
    bench.editor.set_wrap(False)
    bench.editor.show_document("html")
    bench.probe.until(f"!{lies}")
    assert bench.editor.text("html") == line
