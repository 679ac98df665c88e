"""Menu of one chart: its numbers shown, copied and saved, itself saved as an image."""

import re
from collections.abc import Callable
from typing import Literal, Protocol

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from funneldesk.desktop.kit.charts.images import CannotDraw
from funneldesk.desktop.kit.charts.labels import Labels
from funneldesk.desktop.kit.charts.rows import ChartRows
from funneldesk.desktop.kit.export.file_dialog import ask_save_path, write_table
from funneldesk.desktop.kit.export.writing import CannotWrite, write_bytes
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _

ImageKind = Literal["png", "svg"]


class ShownCharts(Protocol):
    """The board, as its menus see it."""

    labels: Labels
    tasks: TaskScope

    def title(self, key: str) -> str: ...

    def rows(self, key: str) -> ChartRows: ...

    def shows_numbers(self, key: str) -> bool: ...

    def show_numbers(self, key: str, on: bool) -> None: ...

    async def image(self, key: str, kind: ImageKind) -> bytes: ...

    def tell(self, notice: Notice) -> None: ...

    def window(self) -> QWidget: ...


def fill_menu(menu: QMenu, board: ShownCharts, key: str) -> None:
    """Offer what can be done with a chart of a board."""

    def offer(title: str, act: Callable[[], object]) -> None:
        menu.addAction(title).triggered.connect(lambda _on=False: act())

    shown = board.shows_numbers(key)
    title = _("Show the chart") if shown else _("Show the numbers")
    offer(title, lambda: board.show_numbers(key, not shown))
    offer(_("Copy the numbers"), lambda: copy_numbers(board, key))
    menu.addSeparator()
    tasks = board.tasks
    offer(_("Save as PNG…"), lambda: tasks.start(_save_image(board, key, "png")))
    offer(_("Save as SVG…"), lambda: tasks.start(_save_image(board, key, "svg")))
    offer(_("Save the numbers as CSV…"), lambda: tasks.start(_save_numbers(board, key, "csv")))
    offer(_("Save the numbers as Excel…"), lambda: tasks.start(_save_numbers(board, key, "xlsx")))


def copy_numbers(board: ShownCharts, key: str) -> None:
    """Put the numbers of a chart on the clipboard, as rows between tabs."""
    QGuiApplication.clipboard().setText(board.rows(key).text())


def file_name(title: str) -> str:
    """A name for a file, after a chart's title."""
    return re.sub(r"[^\w-]+", "-", title.casefold()).strip("-")[:60] or "chart"


async def _save_image(board: ShownCharts, key: str, kind: ImageKind) -> None:
    name = f"{file_name(board.title(key))}.{kind}"
    try:
        image = await board.image(key, kind)
    except CannotDraw as problem:
        board.tell(problem.notice)
        return
    path = await ask_save_path(board.window(), _("Save the chart"), name, kind)
    if path is None:
        return
    try:
        await in_thread(write_bytes, path, image)
    except CannotWrite as problem:
        what_now = f"{problem.so_what} {problem.now_what}"
        board.tell(Notice(problem.what, what_now, "danger", key="export"))
        return
    where = _("To {name}").format(name=path.name)
    board.tell(Notice(_("Chart saved"), where, "success", key="export"))


async def _save_numbers(board: ShownCharts, key: str, kind: str) -> None:
    title = board.title(key)
    table = board.rows(key).table(title)
    name = f"{file_name(title)}.{kind}"
    path = await ask_save_path(board.window(), _("Save the numbers"), name, kind)
    if path is not None:
        board.tell(await write_table(path, table, board.labels.formats.zone))
