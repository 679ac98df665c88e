"""The graph editor as hands, keys and screen readers meet it."""

import asyncio
import json
from typing import Any

import pytest
from PySide6.QtCore import QBuffer, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtPdf import QPdfDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from tests.desktop.kit.graph.conftest import Opening
from tests.desktop.support.plain_graph import large, sample

from funneldesk.desktop.kit.graph.editor import GraphEditor
from funneldesk.desktop.kit.graph.menus import fill_add_menu
from funneldesk.desktop.kit.graph.model.items import COMMENT
from funneldesk.desktop.kit.graph.model.marks import Count, EdgeMark, Mark
from funneldesk.desktop.kit.graph.view.pictures import picture

KEY = Qt.Key
LEFT = Qt.MouseButton.LeftButton


def press(editor: GraphEditor, *keys: Any) -> None:
    """Press keys on the canvas; a pair is a key with modifiers."""
    for each in keys:
        key, mods = each if isinstance(each, tuple) else (each, Qt.KeyboardModifier.NoModifier)
        QTest.keyClick(editor.canvas, key, mods)


def ctrl(key: Qt.Key, *, shift: bool = False) -> Any:
    mods = Qt.KeyboardModifier.ControlModifier
    return key, mods | Qt.KeyboardModifier.ShiftModifier if shift else mods


ALT = Qt.KeyboardModifier.AltModifier


def at(editor: GraphEditor, x: float, y: float) -> QPoint:
    return editor.canvas.mapFromScene(QPointF(x, y))


def middle(editor: GraphEditor, code: str) -> QPoint:
    node = editor.graph.by_code(code)
    assert node is not None
    return editor.canvas.mapFromScene(editor.canvas.geometry_of.rect(node.key).center())


def chosen(editor: GraphEditor) -> list[str]:
    graph = editor.graph
    return [graph.nodes[key].code for key in editor.canvas.choice.nodes(graph)]


def drag(editor: GraphEditor, start: QPoint, end: QPoint) -> None:
    target = editor.canvas.viewport()
    QTest.mousePress(target, LEFT, pos=start)
    for share in (0.3, 0.7, 1.0):
        QTest.mouseMove(target, start + (end - start) * share)
    QTest.mouseRelease(target, LEFT, pos=end)


def test_a_node_is_moved_by_hand_and_back_by_undo(opening: Opening) -> None:
    editor = opening()
    drag(editor, middle(editor, "d"), middle(editor, "d") + QPoint(0, 120))
    node = editor.graph.by_code("d")
    assert node is not None
    assert (node.x, node.y % 8) == (640, 0), "guided by what stands above, and on the grid"
    assert node.y > 250
    saved = editor.document()
    assert saved["nodes"][3] == {**sample()["nodes"][3], "x": node.x, "y": node.y}
    press(editor, ctrl(KEY.Key_Z))
    assert editor.document() == sample()
    press(editor, ctrl(KEY.Key_Z, shift=True))
    assert editor.document() == saved


def test_a_drag_is_given_up_by_escape(opening: Opening) -> None:
    editor = opening()
    start = middle(editor, "d")
    QTest.mousePress(editor.canvas.viewport(), LEFT, pos=start)
    for step in (20, 60):
        QTest.mouseMove(editor.canvas.viewport(), start + QPoint(0, step))
    press(editor, KEY.Key_Escape)
    QTest.mouseRelease(editor.canvas.viewport(), LEFT, pos=start + QPoint(0, 60))
    assert editor.document() == sample()


def test_a_band_chooses_what_it_meets(opening: Opening) -> None:
    editor = opening()
    drag(editor, at(editor, 600, -40), at(editor, 700, 300))
    assert chosen(editor) == ["c", "d"]


def test_an_output_is_led_to_a_node_by_hand(opening: Opening) -> None:
    editor = opening()
    node = editor.graph.by_code("d")
    assert node is not None
    output = editor.canvas.geometry_of.outputs(node.key)[""]
    drag(editor, at(editor, *output), middle(editor, "e"))
    assert editor.document()["ways"][-1] == ["d", "", "e"]


def test_all_is_done_by_keys(opening: Opening, qtbot: QtBot) -> None:
    """Walk to a node, move it, connect it, add one after it, remove it, take all back."""
    editor = opening()
    press(editor, KEY.Key_Right, KEY.Key_Right, KEY.Key_Down)
    assert chosen(editor) == ["d"]
    press(editor, (KEY.Key_Down, ALT), (KEY.Key_Down, ALT))
    assert editor.document()["nodes"][3]["y"] == 248
    press(editor, KEY.Key_C, KEY.Key_Right, KEY.Key_Return)
    assert editor.document()["ways"][-1] == ["d", "", "e"]
    with qtbot.waitSignal(editor.canvas.add_asked) as told:
        press(editor, KEY.Key_A)
    menu = QMenu()
    fill_add_menu(menu, editor, None, told.args[1])
    titles = [action.text() for action in menu.actions() if action.text()]
    assert titles == ["Step", "Fork"]
    next(action for action in menu.actions() if action.text() == "Step").trigger()
    assert chosen(editor) == ["step-0"]
    press(editor, KEY.Key_Delete)
    assert editor.graph.by_code("step-0") is None
    press(editor, *[ctrl(KEY.Key_Z)] * 5)
    assert editor.document() == sample()
    assert not editor.tools.undo.isEnabled()


def test_settings_are_edited_beside_the_graph_and_checked(opening: Opening) -> None:
    editor = opening()
    editor.choose_code("c")
    press(editor, KEY.Key_Return)
    form = editor.node_panel.form
    assert form is not None
    form.edited.emit("size", 0)
    assert editor.document()["nodes"][2]["data"] == {"name": "Left", "q": 1, "size": 0}
    assert editor.problems() == {2: "The size is too small."}
    assert "The size is too small." in editor.canvas.accessibleDescription()
    editor.undo()
    assert form.value("size") is None
    assert not editor.problems()
    assert editor.document() == sample()


def test_a_node_of_an_unknown_kind_says_so_and_stays(opening: Opening) -> None:
    editor = opening()
    editor.choose_code("e")
    form = editor.node_panel.form
    assert form is not None
    assert "Unknown: teleport" in editor.canvas.accessibleDescription()
    assert '"to": "Mars"' in form.value("other_settings")
    editor.deeds.duplicate()
    assert editor.document()["nodes"][-1]["data"] == {"to": "Mars"}


def test_a_screen_reader_hears_where_a_walk_has_come(opening: Opening) -> None:
    editor = opening()
    press(editor, KEY.Key_Right)
    said = editor.canvas.accessibleDescription()
    assert said == "Fork. Leads to Yes: Step; No: Step"
    editor.set_marks({"c": Mark("danger", "Failing", (Count("3", "danger", "failed"),))})
    press(editor, KEY.Key_Right)
    assert editor.canvas.accessibleDescription().endswith("Failing, failed 3")


def test_nodes_are_found_by_words_and_gone_to(opening: Opening, qtbot: QtBot) -> None:
    editor = opening()
    press(editor, ctrl(KEY.Key_F))
    qtbot.keyClicks(editor.outline.search, "right")
    assert editor.canvas.shown.found == {3}
    QTest.keyClick(editor.outline.search, KEY.Key_Return)
    assert chosen(editor) == ["d"]
    editor.tools.search.click()
    assert not editor.searching
    assert editor.canvas.shown.found == set()


def test_copied_nodes_are_text_that_another_editor_takes(opening: Opening) -> None:
    editor, other = opening(), opening({"nodes": [], "ways": []})
    press(editor, ctrl(KEY.Key_A), ctrl(KEY.Key_C))
    assert json.loads(QGuiApplication.clipboard().text())["format"] == "plain"
    press(other, ctrl(KEY.Key_V))
    assert [node["theirs"] for node in other.document()["nodes"][:1]] == [{"deep": [1, None]}]
    assert len(other.document()["ways"]) == 4
    QGuiApplication.clipboard().setText("a shopping list")
    told: list[Any] = []
    other.noticed.connect(told.append)
    press(other, ctrl(KEY.Key_V))
    assert told[0].text == "The clipboard holds no nodes."


def test_a_comment_is_a_node_without_ports(opening: Opening) -> None:
    editor = opening()
    editor.deeds.comment()
    node = editor.chosen_node()
    assert node is not None
    assert node.kind == COMMENT
    assert not editor.canvas.geometry_of.outputs(node.key)


def test_a_graph_that_is_looked_at_is_not_changed(opening: Opening) -> None:
    editor = opening()
    editor.set_read_only(True)
    drag(editor, middle(editor, "d"), middle(editor, "d") + QPoint(0, 120))
    press(editor, KEY.Key_Delete, KEY.Key_A, (KEY.Key_Down, ALT), ctrl(KEY.Key_D))
    assert editor.document() == sample()
    assert editor.tools.add.isHidden()


def test_what_cannot_be_shown_is_told_and_removed_on_demand(opening: Opening) -> None:
    document = sample()
    document["nodes"].append({"id": "a", "type": "step"})
    editor = opening(document)
    assert editor.banner.text() == "Two nodes have one id."
    assert editor.document() == document
    editor.banner.action.click()
    assert not editor.banner.isVisible()
    unreadable = opening({"other": 1})
    assert not unreadable.is_open
    assert not unreadable.tools.add.isEnabled()


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_the_whole_graph_goes_out_as_a_picture(opening: Opening, kind: str) -> None:
    editor = opening()
    editor.set_marks({"c": Mark("success", "Added")}, {("a", "", "b"): EdgeMark("danger", "9")})
    canvas = editor.canvas
    content = picture(canvas.geometry_of, canvas.shown, "Flow", kind)
    if kind == "png":
        image = QImage.fromData(content)
        assert image.width() > 2 * 1_100
        colours = {image.pixel(x, y) for x in range(0, image.width(), 9) for y in (270, 360)}
        assert len(colours) > 5
    elif kind == "svg":
        assert b"<svg" in content
        assert content.count(b"<path") > 10
    else:
        buffer, document = QBuffer(), QPdfDocument(None)
        buffer.setData(content)
        buffer.open(QBuffer.OpenModeFlag.ReadOnly)
        document.load(buffer)
        assert document.pageCount() == 1


def test_10_000_nodes_are_shown_and_walked(opening: Opening) -> None:
    editor = opening(large(10_000))
    assert len(editor.canvas.geometry_of.boxes) == 10_000
    press(editor, KEY.Key_Right, KEY.Key_Right)
    assert editor.canvas.scale_now() > 0.3, "near enough to be read"
    assert editor.minimap.isVisible()
    assert not editor.canvas.grab().toImage().isNull()


def test_zoom_keeps_what_is_under_the_pointer(opening: Opening) -> None:
    editor = opening(large(300))
    canvas, place = editor.canvas, QPoint(200, 150)
    before = canvas.mapToScene(place)
    for factor in (2.0, 1.5, 0.6):
        canvas.zoom(factor, place)
        moved = canvas.mapToScene(place) - before
        assert (moved * canvas.scale_now()).manhattanLength() <= 3
    press(editor, KEY.Key_0)
    assert canvas.seen().contains(canvas.geometry_of.bounds())


def test_tidy_is_one_deed(opening: Opening) -> None:
    document = {**sample(), "nodes": [{**node, "x": 5, "y": 5} for node in sample()["nodes"]]}
    editor = opening(document)
    asyncio.run(editor.deeds.tidy())
    places = {(node["x"], node["y"]) for node in editor.document()["nodes"]}
    assert len(places) == 5
    editor.undo()
    assert editor.document() == document


def test_a_graph_fits_anew_in_another_room_until_somebody_looks_elsewhere(
    opening: Opening,
) -> None:
    editor = opening()
    canvas = editor.canvas
    canvas.begin()
    editor.resize(900, 700)
    whole = canvas.geometry_of.bounds()
    assert canvas.seen().contains(whole)
    canvas.zoom(1.25)
    scale = canvas.scale_now()
    editor.resize(1100, 700)
    assert canvas.scale_now() == scale
