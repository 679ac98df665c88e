"""The editor of rich text: forms by keys and buttons, paste, undo, links."""

import pytest
from hypothesis import given
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.desktop.support.rich_texts import blocks
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_dialog, until

from funneldesk.desktop.kit.rich_text.blocks import Block, of_text, tidy
from funneldesk.desktop.kit.rich_text.document import blocks_of, put
from funneldesk.desktop.kit.rich_text.editor import RichTextEdit
from funneldesk.desktop.kit.rich_text.read import from_html
from funneldesk.desktop.kit.rich_text.toolbar import FormToolbar, LinkDialog
from funneldesk.desktop.kit.rich_text.written import to_html

Key = Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LINK = '<a href="https://a.example" rel="noopener noreferrer">here</a>'


@pytest.fixture
def editor(qtbot: QtBot) -> RichTextEdit:
    made = RichTextEdit()
    qtbot.addWidget(made)
    made.show()
    return made


@given(blocks())
def test_a_document_of_qt_gives_back_what_was_put_into_it(made: list[Block]) -> None:
    document, wanted = QTextDocument(), tidy(made)
    put(QTextCursor(document), wanted)
    assert blocks_of(document) == (wanted or [Block()])
    document.undo()
    assert document.isEmpty()


def test_forms_come_and_go_by_keys_and_are_undone(editor: RichTextEdit) -> None:
    QTest.keyClicks(editor, "a ")
    QTest.keyClick(editor, Key.Key_B, CTRL)
    QTest.keyClicks(editor, "b")
    QTest.keyClick(editor, Key.Key_B, CTRL)
    QTest.keyClick(editor, Key.Key_I, CTRL)
    QTest.keyClicks(editor, "c")
    assert editor.html == "<p>a <strong>b</strong><em>c</em></p>"
    QTest.keyClick(editor, Key.Key_8, CTRL | SHIFT)
    assert editor.html == "<ul><li>a <strong>b</strong><em>c</em></li></ul>"
    QTest.keyClick(editor, Key.Key_7, CTRL | SHIFT)
    assert editor.html.startswith("<ol><li>")
    QTest.keyClick(editor, Key.Key_Z, CTRL)
    QTest.keyClick(editor, Key.Key_Z, CTRL)
    assert editor.html == "<p>a <strong>b</strong><em>c</em></p>"


def test_enter_on_an_empty_item_ends_the_list_and_numbers_begin_anew(editor: RichTextEdit) -> None:
    editor.set_blocks(from_html("<ol><li>one</li></ol>"))
    for words in ("", "between"):
        QTest.keyClick(editor, Key.Key_Return)
        QTest.keyClicks(editor, words)
    assert editor.html == "<ol><li>one</li></ol><p>between</p>"
    QTest.keyClick(editor, Key.Key_Return)
    editor.do("ol")
    QTest.keyClicks(editor, "two")
    assert editor.words == "1. one\nbetween\n1. two"
    first, last = editor.document().begin(), editor.document().lastBlock()
    assert first.textList().objectIndex() != last.textList().objectIndex()


def test_items_go_deeper_and_back(editor: RichTextEdit) -> None:
    editor.set_blocks(from_html("<ul><li>a</li><li>b</li></ul>"))
    QTest.keyClick(editor, Key.Key_BracketRight, CTRL)
    assert editor.html == "<ul><li>a<ul><li>b</li></ul></li></ul>"
    QTest.keyClick(editor, Key.Key_BracketLeft, CTRL)
    assert editor.html == "<ul><li>a</li><li>b</li></ul>"


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<p style='color:red'>a <b>b</b><img src='https://t.example/x.gif'></p>", "b</strong>"),
        ("<ul><li>a</ul>", "<ul><li>a</li></ul>"),
    ],
)
def test_what_is_pasted_is_cleaned(editor: RichTextEdit, html: str, wanted: str) -> None:
    source = QMimeData()
    source.setHtml(html)
    editor.insertFromMimeData(source)
    assert wanted in editor.html
    assert "style" not in editor.html
    assert "img" not in editor.html


def test_what_is_copied_is_clean_and_comes_back_the_same(editor: RichTextEdit) -> None:
    editor.set_blocks(from_html("<p>\U0001f600 a <b>bold</b> \U0001f600</p><ol><li>x</li></ol>"))
    editor.selectAll()
    copied = editor.createMimeDataFromSelection()
    assert copied.html() == editor.html
    assert copied.text() == "\U0001f600 a bold \U0001f600\n1. x"
    editor.insertFromMimeData(copied)
    assert editor.html == copied.html()


def test_plain_text_takes_no_form_and_every_blank_as_it_is(editor: RichTextEdit) -> None:
    editor.is_plain = True
    source = QMimeData()
    source.setHtml("<b>x</b>")
    source.setText("x  y\n<b>")
    editor.insertFromMimeData(source)
    QTest.keyClick(editor, Key.Key_B, CTRL)
    QTest.keyClicks(editor, "z")
    assert (editor.html, editor.words) == ("", "x  y\n<b>z")


def test_what_is_typed_behind_a_link_does_not_lead_there(editor: RichTextEdit) -> None:
    editor.set_blocks(from_html(f"<p>{LINK}</p>"))
    editor.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(editor, "!")
    assert editor.html == f"<p>{LINK}!</p>"


@in_the_window
async def test_a_link_is_added_changed_and_taken_away_by_keys(bench: WindowBench) -> None:
    editor = bench.own(RichTextEdit())
    toolbar = bench.own(FormToolbar(editor))
    editor.show()
    editor.set_blocks(of_text("look here"))
    editor.find("here", QTextDocument.FindFlag.FindBackward)
    QTest.keyClick(editor, Key.Key_L, CTRL)
    dialog = await shown_dialog(LinkDialog)
    dialog.address.setText("java script:x")
    assert not dialog.link.isEnabled()
    dialog.address.setText("a.example")
    dialog.link.click()
    await until(lambda: editor.html == f"<p>look {LINK}</p>")
    editor.moveCursor(QTextCursor.MoveOperation.Left)
    await until(lambda: toolbar.buttons["link"].isChecked())
    QTest.keyClick(editor, Key.Key_L, CTRL)
    dialog = await shown_dialog(LinkDialog)
    assert (dialog.text.text(), dialog.address.text()) == ("here", "https://a.example")
    dialog.button("remove").click()
    await until(lambda: (editor.html, editor.words) == ("", "look here"))


def test_every_button_has_a_name_and_says_its_keys(editor: RichTextEdit, qtbot: QtBot) -> None:
    toolbar = FormToolbar(editor)
    qtbot.addWidget(toolbar)
    for button in toolbar.buttons.values():
        assert "Ctrl+" in (button.accessibleName() or button.toolTip())
    editor.set_blocks(from_html("<ol><li><b>x</b></li></ol>"))
    editor.moveCursor(QTextCursor.MoveOperation.Start)
    QTest.keyClick(editor, Key.Key_Right)
    on = {deed for deed, button in toolbar.buttons.items() if button.isChecked()}
    assert on == {"bold", "ol"}
    assert to_html(blocks_of(editor.document())) == "<ol><li><strong>x</strong></li></ol>"
