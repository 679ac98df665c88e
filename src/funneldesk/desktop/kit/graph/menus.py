"""Menus of the graph editor: nodes to add, what can be done with what is chosen, exports."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QMenu

from funneldesk.desktop.kit.charts.menu import file_name
from funneldesk.desktop.kit.export.file_dialog import ask_save_path
from funneldesk.desktop.kit.export.writing import CannotWrite, write_bytes
from funneldesk.desktop.kit.graph.view.geometry import Output
from funneldesk.desktop.kit.graph.view.pictures import picture, print_graph
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.style.icons import icon
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _

if TYPE_CHECKING:
    from funneldesk.desktop.kit.graph.interface import Editor


def _offer(
    menu: QMenu, title: str, run: Callable[[], object], on: bool = True, icon_name: str = ""
) -> None:
    action = menu.addAction(title)
    action.triggered.connect(lambda _on=False: run())
    action.setEnabled(on)
    if icon_name:
        action.setIcon(icon(icon_name))


def fill_add_menu(
    menu: QMenu, editor: "Editor", at: QPointF | None = None, output: Output | None = None
) -> None:
    """Offer the kinds of node, in their groups."""
    group = None
    for kind in editor.kinds.listed():
        if output is not None and not kind.has_input:
            continue
        if kind.group != group:
            group = kind.group
            menu.addSection(group)
        action = menu.addAction(icon(kind.icon, kind.tone), kind.title)
        action.triggered.connect(
            lambda _on=False, name=kind.name: editor.deeds.add(name, at, output)
        )


def fill_node_menu(menu: QMenu, editor: "Editor") -> None:
    """Offer what can be done with what is chosen, or with the place that was pressed."""
    canvas, deeds = editor.canvas, editor.deeds
    graph, may = editor.graph, not editor.canvas.read_only
    nodes, edges = canvas.choice.nodes(graph), canvas.choice.edges(graph)
    if len(nodes) == 1:
        _offer(menu, _("Open settings"), lambda: editor.open_node(nodes[0]), True, "pencil")
        menu.addSeparator()
    if may:
        title = _("Add on this connection") if edges and not nodes else _("Add a node")
        fill_add_menu(menu.addMenu(icon("plus"), title), editor)
        _offer(menu, _("Add a comment"), deeds.comment, icon_name="message-square")
        menu.addSeparator()
    _offer(menu, _("Copy"), deeds.copy, bool(nodes), "copy")
    if may:
        _offer(menu, _("Cut"), deeds.cut, bool(nodes))
        _offer(menu, _("Paste"), deeds.paste)
        _offer(menu, _("Duplicate"), deeds.duplicate, bool(nodes))
        _offer(menu, _("Remove"), deeds.remove, bool(nodes or edges), "trash-2")


def fill_more_menu(menu: QMenu, editor: "Editor") -> None:
    """Offer what can be done with the whole graph."""
    may, tasks = not editor.canvas.read_only, editor.tasks
    if may:
        _offer(menu, _("Add a comment"), editor.deeds.comment, icon_name="message-square")
        _offer(menu, _("Paste"), editor.deeds.paste)
        menu.addSeparator()
    titles = {"png": _("Save as PNG…"), "svg": _("Save as SVG…"), "pdf": _("Save as PDF…")}
    for kind, title in titles.items():
        _offer(menu, title, partial(_start_save, editor, kind))
    canvas = editor.canvas
    _offer(
        menu,
        _("Print…"),
        lambda: tasks.start(
            print_graph(editor.window(), canvas.geometry_of, canvas.shown, editor.name)
        ),
    )


def _start_save(editor: "Editor", kind: str) -> None:
    editor.tasks.start(_save(editor, kind))


async def _save(editor: "Editor", kind: str) -> None:
    canvas = editor.canvas
    content = picture(canvas.geometry_of, canvas.shown, editor.name, kind)
    path = await ask_save_path(
        editor.window(), _("Save the graph"), f"{file_name(editor.name)}.{kind}", kind
    )
    if path is None:
        return
    try:
        await in_thread(write_bytes, path, content)
    except CannotWrite as problem:
        what_now = f"{problem.so_what} {problem.now_what}"
        editor.noticed.emit(Notice(problem.what, what_now, "danger", key="export"))
        return
    told = _("To {name}").format(name=path.name)
    editor.noticed.emit(Notice(_("Graph saved"), told, "success", key="export"))
