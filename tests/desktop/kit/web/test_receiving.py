"""What is dropped on the editor or pasted and is no text: the engine never sees it, and its place
is kept while the text changes."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.desktop.support.editor_bench import EditorBench

from funneldesk.desktop.kit.web.editor.bookmarks import Bookmark
from funneldesk.desktop.kit.web.editor.mirror import Mirror

COPY = Qt.DropAction.CopyAction
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def files(*paths: Path) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return mime


def drop(bench: EditorBench, mime: QMimeData, at: QPoint) -> bool:
    """A whole drag as the window system tells it; whether it was taken."""
    view = bench.editor._view
    assert view is not None
    enter = QDragEnterEvent(at, COPY, mime, LEFT, NONE)
    QApplication.sendEvent(view, enter)
    QApplication.sendEvent(view, QDragMoveEvent(at, COPY, mime, LEFT, NONE))
    landed = QDropEvent(QPointF(at), COPY, mime, LEFT, NONE)
    QApplication.sendEvent(view, landed)
    return enter.isAccepted() and landed.isAccepted()


@pytest.fixture
def editor(qtbot: QtBot) -> EditorBench:
    return EditorBench.shown(qtbot)


def given_to(bench: EditorBench, taken: object = "thing") -> list[tuple[object, str, int]]:
    found: list[tuple[object, str, int]] = []
    bench.editor.receiving.would_take = lambda mime: mime.hasUrls() or mime.hasImage()
    bench.editor.receiving.take = lambda _: taken
    bench.editor.receiving.given.connect(lambda *told: found.append(told))
    return found


def place_of(bench: EditorBench, line: int, column: int) -> QPoint:
    box = bench.probe.run(
        "(() => { const v = document.querySelector('.cm-content').cmTile.view;"
        f" const c = v.coordsAtPos(v.state.doc.line({line}).from + {column});"
        " return {x: Math.round(c.left), y: Math.round((c.top + c.bottom) / 2)}; })()"
    )
    return QPoint(box["x"], box["y"])


def test_a_dropped_file_goes_to_the_program_with_its_place(
    editor: EditorBench, tmp_path: Path
) -> None:
    editor.editor.set_text("html", "<p>one</p>\n<p>two</p>\n")
    editor.settle()
    found = given_to(editor)
    (tmp_path / "secret.txt").write_text("never in the page")
    assert drop(editor, files(tmp_path / "secret.txt"), place_of(editor, 2, 3))
    editor.qtbot.waitUntil(lambda: bool(found))
    assert found == [("thing", "html", 14)]
    editor.settle()
    assert editor.probe.editor_text() == "<p>one</p>\n<p>two</p>\n"


def test_files_that_nobody_takes_do_not_reach_the_document(
    editor: EditorBench, tmp_path: Path
) -> None:
    """The engine would open a page in place of the editor, and the editor would read a text."""
    page = tmp_path / "page.html"
    page.write_text("<h1>taken over</h1>")
    assert not drop(editor, files(page), QPoint(60, 20))
    editor.settle()
    assert editor.probe.run("location.href").startswith("funneldesk://editor/")
    assert editor.probe.editor_text() == "hello\n"


def test_a_reader_is_given_nothing(editor: EditorBench, tmp_path: Path) -> None:
    found = given_to(editor)
    editor.editor.set_read_only(True)
    assert not drop(editor, files(tmp_path / "a.png"), QPoint(60, 20))
    editor.settle()
    assert not found


def test_a_pasted_picture_goes_to_the_program_and_text_to_the_page(editor: EditorBench) -> None:
    found = given_to(editor)
    editor.editor.select("html", 5, 5)
    editor.settle()
    clipboard = QGuiApplication.clipboard()
    clipboard.setImage(QImage(2, 2, QImage.Format.Format_RGB32))
    editor.probe.press(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    editor.qtbot.waitUntil(lambda: bool(found))
    assert found == [("thing", "html", 5)]
    clipboard.setText(" world")
    editor.probe.press(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    editor.qtbot.waitUntil(lambda: editor.editor.text("html") == "hello world\n")
    assert len(found) == 1


def test_a_bookmark_shows_its_word_and_stays_at_its_place(editor: EditorBench) -> None:
    mark = editor.editor.bookmark("html", 5, "photo.png · 40 %")
    chip = "document.querySelector('.on-its-way')?.textContent ?? ''"
    editor.probe.until(f"({chip}) === 'photo.png · 40 %'")
    editor.editor.replace("html", 0, 0, "<b>\U0001f600</b>\n")
    editor.editor.select("html", 0, 0)
    editor.settle()
    editor.probe.write("xy")
    editor.settle()
    assert editor.editor.text("html") == "xy<b>\U0001f600</b>\nhello\n"
    assert editor.probe.editor_text() == editor.editor.text("html")
    assert editor.editor.place_of(mark, last=True) == len("xy<b>\U0001f600</b>\nhello")
    editor.probe.until(f"({chip}) === ''")
    assert editor.editor.place_of(mark, last=True) is None


def test_a_bookmark_of_a_closed_document_is_nowhere(editor: EditorBench) -> None:
    mark = editor.editor.bookmark("html", 2, "x")
    editor.editor.close_document("html")
    editor.editor.open_document("html", "another", "html")
    editor.editor.label(mark, "y")
    assert editor.editor.place_of(mark, last=True) is None


EDITS = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 4), st.text("ab", max_size=4)))


@given(EDITS, st.integers(0, 10))
def test_what_stands_before_and_behind_a_bookmark_stays_so(
    edits: list[tuple[int, int, str]], place: int
) -> None:
    """Marks beside characters that no edit removed tell where the place is."""
    mirror, mark = Mirror("0123456789"), Bookmark("html", place)
    before, behind = set("0123456789"[:place]), set("0123456789"[place:])
    for start, length, text in edits:
        first = min(start, mirror.length)
        change = [(first, min(first + length, mirror.length), text)]
        mirror.apply(change)
        mark.move(change)
    assert 0 <= mark.place <= mirror.length
    assert not before & set(mirror.text[mark.place :])
    assert not behind & set(mirror.text[: mark.place])
