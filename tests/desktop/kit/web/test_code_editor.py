"""The code editor: byte-exact, several documents, edited from both sides, back after a crash."""

import json
import os
import signal
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.desktop.support.editor_bench import AWKWARD, VIEW, EditorBench, texts
from tests.desktop.support.web_probe import DOCUMENT

from funneldesk.desktop.kit.web.channel import Message
from funneldesk.desktop.kit.web.editor.documents import Fix, Problem
from funneldesk.desktop.kit.web.editor.mirror import Mirror


@pytest.fixture
def bench(qtbot: QtBot) -> EditorBench:
    return EditorBench.shown(qtbot)


def test_nothing_loads_the_web_engine_before_the_editor_is_shown(qtbot: QtBot) -> None:
    bench = EditorBench(qtbot)
    bench.editor.open_document("html", AWKWARD, "html")
    bench.editor.replace("html", 0, 1, "A")
    assert bench.editor._view is None
    assert bench.editor.text("html") == "A" + AWKWARD[1:]
    bench.show()
    assert bench.probe.editor_text() == "A" + AWKWARD[1:]


def test_every_character_survives_the_way_there_and_back(bench: EditorBench) -> None:
    bench.editor.set_text("html", AWKWARD + "\ud800 lone")
    bench.settle()
    assert bench.probe.editor_text() == AWKWARD + "\ud800 lone"
    bench.probe.run(f"{VIEW}.dispatch({{changes: {{from: {DOCUMENT}.length, insert: '!'}}}})")
    bench.settle()
    assert bench.editor.text("html") == AWKWARD + "\ud800 lone!"


def test_typing_reaches_the_mirror_before_the_signal(bench: EditorBench) -> None:
    seen: list[str] = []
    bench.editor.changed.connect(lambda name: seen.append(bench.editor.text(name)))
    bench.probe.write("Hi ")
    bench.qtbot.waitUntil(lambda: bool(seen) and seen[-1] == "Hi hello\n")
    assert bench.editor.cursor_offset("html") == 3


def test_typing_beside_unseen_characters_leaves_them_alone(bench: EditorBench) -> None:
    bench.editor.set_text("html", "a\u00a0b\r\nc\u2028d\r\n")
    bench.editor.select("html", 2, 2)
    bench.settle()
    bench.probe.write("X")
    bench.qtbot.waitUntil(lambda: bench.editor.text("html") == "a\u00a0Xb\r\nc\u2028d\r\n")
    bench.editor.select("html", 8, 8)
    bench.settle()
    bench.probe.write("Y")
    bench.qtbot.waitUntil(lambda: "c\u2028Yd" in bench.editor.text("html"))
    assert bench.editor.text("html") == "a\u00a0Xb\r\nc\u2028Yd\r\n"


def test_offsets_are_those_of_python_strings_beyond_the_basic_plane(bench: EditorBench) -> None:
    bench.editor.set_text("html", "\U0001f600\U0001f600 weight='50'")
    start = bench.editor.text("html").index("50")
    bench.editor.replace("html", start, start + 2, "70")
    bench.editor.select("html", start, start + 2)
    bench.settle()
    assert bench.probe.editor_text() == "\U0001f600\U0001f600 weight='70'"
    selected = (
        f"{VIEW}.state.sliceDoc({VIEW}.state.selection.main.from, {VIEW}.state.selection.main.to)"
    )
    assert bench.probe.run(selected) == "70"


def test_a_replacement_is_undone_in_one_step_and_redone(bench: EditorBench) -> None:
    bench.probe.write("typed ")
    bench.qtbot.waitUntil(lambda: bench.editor.text("html") == "typed hello\n")
    bench.editor.set_text("html", "something else\n")
    assert bench.editor.text("html") == "something else\n"
    bench.settle()
    bench.editor.undo()
    bench.qtbot.waitUntil(lambda: bench.editor.text("html") == "typed hello\n")
    bench.editor.undo()
    bench.qtbot.waitUntil(lambda: bench.editor.text("html") == "hello\n")
    bench.editor.redo()
    bench.editor.redo()
    bench.qtbot.waitUntil(lambda: bench.editor.text("html") == "something else\n")


def test_what_is_typed_while_the_program_replaces_is_kept(bench: EditorBench) -> None:
    # The program's change crosses the user's on the way: both must be in both texts.
    bench.probe.run(f"{VIEW}.dispatch({{changes: {{from: 5, insert: ' world'}}}})")
    bench.editor.replace("html", 0, 5, "Howdy")
    bench.settle()
    assert bench.editor.text("html") == "Howdy world\n"
    assert bench.probe.editor_text() == "Howdy world\n"


_one_side = st.tuples(st.booleans(), st.floats(0, 1), st.floats(0, 1), texts)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts, st.lists(_one_side, max_size=8))
def test_random_edits_from_both_sides_leave_one_text(
    bench: EditorBench, start: str, edits: list[tuple[bool, float, float, str]]
) -> None:
    editor, probe = bench.editor, bench.probe
    editor.set_text("html", start)
    for by_user, place, extent, text in edits:
        if by_user:
            insert = "".join(f"\\u{ord(c):04x}" for c in _code_units(text))
            assert editor._view is not None
            editor._view.isolated_page.runJavaScript(
                f"{{ const n = {DOCUMENT}.length, a = Math.floor(n * {place}), "
                f"b = a + Math.floor((n - a) * {extent}); "
                f"{VIEW}.dispatch({{changes: {{from: a, to: b, insert: "
                f"{VIEW}.state.toText('{insert}')}}}}) }}"
            )
        else:
            length = len(editor.text("html"))
            first = int(length * place)
            editor.replace("html", first, first + int((length - first) * extent), text)
    bench.settle()
    assert probe.editor_text() == editor.text("html")


def _code_units(text: str) -> str:
    encoded = text.encode("utf-16-le", "surrogatepass")
    return "".join(
        chr(int.from_bytes(encoded[at : at + 2], "little")) for at in range(0, len(encoded), 2)
    )


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts, st.lists(_one_side, max_size=5))
def test_edits_one_after_the_other_do_what_they_say(
    bench: EditorBench, start: str, edits: list[tuple[bool, float, float, str]]
) -> None:
    editor = bench.editor
    editor.set_text("html", start)
    expected = Mirror(start)
    for by_user, place, extent, text in edits:
        first = int(expected.length * place)
        last = first + int((expected.length - first) * extent)
        if by_user:
            bench.settle()
            insert = "".join(f"\\u{ord(c):04x}" for c in _code_units(text))
            bench.probe.run(
                f"void {VIEW}.dispatch({{changes: {{from: {first}, to: {last}, insert: "
                f"{VIEW}.state.toText('{insert}')}}}})"
            )
        else:
            bench.settle()
            start_at, end_at = expected.to_offset(first), expected.to_offset(last)
            first, last = expected.to_units(start_at), expected.to_units(end_at)
            editor.replace("html", start_at, end_at, text)
        expected.apply([(first, last, text)])
        bench.settle()
        assert editor.text("html") == expected.text
    assert bench.probe.editor_text() == expected.text


def test_several_documents_keep_their_texts_cursors_and_undo_apart(bench: EditorBench) -> None:
    editor = bench.editor
    editor.open_document("css", "a { color: red }\n", "css")
    bench.probe.write("1")
    bench.qtbot.waitUntil(lambda: editor.text("html") == "1hello\n")
    editor.show_document("css")
    editor.focus()
    bench.probe.until(f"{DOCUMENT}.toString().startsWith('a {{')")
    bench.probe.write("2")
    bench.qtbot.waitUntil(lambda: editor.text("css") == "2a { color: red }\n")
    editor.replace("html", 0, 1, "one ")
    editor.show_document("html")
    bench.settle()
    assert bench.probe.editor_text() == "one hello\n"
    editor.undo()
    bench.qtbot.waitUntil(lambda: editor.text("html") == "1hello\n")
    editor.undo()
    bench.qtbot.waitUntil(lambda: editor.text("html") == "hello\n")
    assert editor.text("css") == "2a { color: red }\n"
    editor.close_document("css")
    assert editor.document_names() == ["html"]
    with pytest.raises(KeyError):
        editor.text("css")
    with pytest.raises(ValueError, match="open already"):
        editor.open_document("html", "", "html")


def test_the_renderer_dies_and_nothing_is_lost(bench: EditorBench) -> None:
    editor = bench.editor
    editor.open_document("css", AWKWARD, "css")
    bench.probe.write("typed ")
    bench.qtbot.waitUntil(lambda: editor.text("html") == "typed hello\n")
    assert editor._view is not None
    with bench.qtbot.waitSignal(editor.ready, timeout=20_000):
        os.kill(editor._view.isolated_page.renderProcessPid(), signal.SIGKILL)
    editor.focus()
    bench.probe.until("document.hasFocus()")
    assert bench.probe.editor_text() == "typed hello\n"
    bench.probe.write("again ")
    bench.qtbot.waitUntil(lambda: editor.text("html") == "typed again hello\n")
    editor.show_document("css")
    bench.settle()
    assert bench.probe.editor_text() == AWKWARD


def test_a_renderer_that_keeps_dying_is_not_started_for_ever(bench: EditorBench) -> None:
    editor = bench.editor
    for _ in range(3):
        bench.qtbot.waitUntil(lambda: editor.is_ready, timeout=20_000)
        assert editor._view is not None
        pid = editor._view.isolated_page.renderProcessPid()
        os.kill(pid, signal.SIGKILL)
        bench.qtbot.waitUntil(lambda: not editor.is_ready)
    bench.qtbot.waitUntil(lambda: editor.notice is not None and editor.notice.isVisible())
    assert editor.text("html") == "hello\n"
    assert editor.load_again is not None
    with bench.qtbot.waitSignal(editor.ready, timeout=20_000):
        editor.load_again.click()
    assert bench.probe.editor_text() == "hello\n"


def test_a_problem_is_marked_as_plain_text_and_its_fix_is_one_click(bench: EditorBench) -> None:
    bench.editor.set_text("html", "<p>\n\U0001f600 <b>bold\n")
    start = bench.editor.text("html").index("<b>")
    fix = Fix("Close it", start + 7, start + 7, "</b>")
    problem = Problem(start, start + 3, "error", "<i>b</i> is never closed", (fix,))
    bench.editor.set_problems("html", [problem])
    bench.probe.until("!!document.querySelector('.cm-lintRange-error')")
    assert bench.probe.run("document.querySelector('.cm-lintRange-error').textContent") == "<b>"
    bench.editor.replace("html", 0, 0, "moved \U0001f600 ")
    bench.editor.select("html", start + 8, start + 8)
    bench.settle()
    bench.probe.press(Qt.Key.Key_F8)
    bench.probe.until("!!document.querySelector('.cm-tooltip .cm-diagnostic')")
    shown = "document.querySelector('.cm-diagnosticText').textContent"
    assert bench.probe.run(shown) == "<i>b</i> is never closed"
    bench.probe.run("void document.querySelector('.cm-diagnosticAction').click()")
    bench.qtbot.waitUntil(lambda: bench.editor.text("html").endswith("<b>bold</b>\n"))
    bench.editor.set_problems("html", [])
    bench.probe.until("!document.querySelector('.cm-lintRange')")


def test_the_highlighted_lines_follow_the_text(bench: EditorBench) -> None:
    bench.editor.set_text("html", "one\ntwo\nthree\nfour\n")
    bench.editor.highlight("html", 4, 13)
    grounds = "[...document.querySelectorAll('.cm-line.active-range')].map((l) => l.textContent)"
    bench.probe.until(f"{grounds}.length === 2")
    bench.editor.replace("html", 0, 0, "zero\n")
    bench.settle()
    assert bench.probe.run(grounds) == ["two", "three"]
    bench.editor.clear_highlight("html")
    bench.probe.until(f"{grounds}.length === 0")


def test_a_read_only_editor_takes_no_typing_but_the_programs_changes(bench: EditorBench) -> None:
    bench.editor.set_read_only(True)
    bench.probe.until(f"{VIEW}.state.readOnly")
    bench.probe.write("no")
    bench.editor.replace("html", 0, 5, "yes")
    bench.settle()
    assert bench.editor.text("html") == "yes\n"
    assert bench.probe.editor_text() == "yes\n"


def test_a_line_is_gone_to_and_the_cursor_told(bench: EditorBench) -> None:
    bench.editor.set_text("html", "\U0001f600\n" * 500)
    with bench.qtbot.waitSignal(bench.editor.cursor_moved) as told:
        bench.editor.go_to_line("html", 300)
    assert told.args == ["html", 598]
    bench.probe.until(f"{VIEW}.scrollDOM.scrollTop > 1000")


def test_one_line_of_a_megabyte_is_edited_piece_by_piece(
    bench: EditorBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An editor that draws the whole line, or tells all of it at a key, stutters."""
    line = "<p class='x'>Roasted \U0001f600 on Tuesday</p>" * 27_000
    bench.editor.open_document("long", line, "html")
    bench.editor.show_document("long")
    bench.settle()
    bench.editor.focus()
    bench.probe.run(
        f"void {VIEW}.dispatch({{selection: {{anchor: 500000}}, scrollIntoView: true}})"
    )
    bench.settle()
    sizes: list[int] = []
    for name in ("_receive", "_tell"):
        passed_on = getattr(bench.editor, name)

        def counted(message: Message, passed_on: Callable[[Message], None] = passed_on) -> None:
            sizes.append(len(json.dumps(message)))
            passed_on(message)

        monkeypatch.setattr(bench.editor, name, counted)
    bench.probe.write("abcdefghij")
    bench.qtbot.waitUntil(lambda: "abcdefghij" in bench.editor.text("long"), timeout=20_000)
    bench.settle()
    assert bench.probe.editor_text() == bench.editor.text("long")
    assert sizes
    assert sum(sizes) < len(line) / 50
    assert bench.probe.run(f"{VIEW}.contentDOM.textContent.length") < len(line) / 50
