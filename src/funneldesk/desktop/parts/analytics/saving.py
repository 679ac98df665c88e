"""Export of what a page shows: charts as images, tables as files, a file that the server mails."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtWidgets import QWidget

from funneldesk.contract.analytics import DateRange, MetricsExport
from funneldesk.desktop.insight.brand_insight import BrandInsight
from funneldesk.desktop.insight.exporting import write_image
from funneldesk.desktop.kit.charts.board import ChartBoard, ImageKind
from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below
from funneldesk.desktop.kit.dialogs.dialog import choose
from funneldesk.desktop.kit.export.file_dialog import ask_place, ask_save_path, write_table
from funneldesk.desktop.kit.export.names import safe_name
from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.actions import Action
from funneldesk.desktop.sections.operations import journaled, operation
from funneldesk.desktop.workspace.workspace import Workspace

IMAGES: tuple[ImageKind, ...] = ("png", "svg")
FILES = ("csv", "xlsx")
TITLES = {
    "png": _("Chart as PNG…"),
    "svg": _("Chart as SVG…"),
    "csv": _("Table as CSV…"),
    "xlsx": _("Table and filters as Excel…"),
}


MAILED = _("Have the server mail it as Excel")
Mailed = tuple[tuple[str, ...], tuple[str, ...], DateRange]
"""Groupings, metrics and days."""


class Exported(Protocol):
    """A page whose table and charts can be saved."""

    insight: BrandInsight
    workspace: Workspace

    def export_table(self) -> Table:
        """The rows that are shown."""

    def export_name(self) -> str:
        """What a file is called."""


class Exports:
    """``top`` is the button of the top bar, with a menu of what a page can save."""

    def __init__(
        self,
        page: Exported,
        board: Callable[[], ChartBoard],
        mailed: Callable[[], Mailed] | None = None,
    ) -> None:
        """``board`` gives the charts that are shown, ``mailed`` what the server is to send by
        mail, where it can."""
        if not isinstance(page, QWidget):
            raise TypeError("a page is a widget")
        self._page, self._board = page, board
        self._owner: QWidget = page
        self.mailed = mailed
        self.tasks = TaskScope(page)
        self.button = Button(_("Export"), icon_name="download", on_click=self._open)
        self.top = QWidget()
        self.top.setLayout(row(self.button, spacing=0))

    def declare(self) -> Sequence[Action]:
        """What the palette offers of it."""
        images = tuple(
            Action(f"analytics.save-{kind}", TITLES[kind], self._image(kind), "image")
            for kind in IMAGES
        )
        files = tuple(
            Action(f"analytics.save-{kind}", TITLES[kind], self._file(kind), "download")
            for kind in FILES
        )
        if self.mailed is None:
            return (*images, *files)
        mail = Action("analytics.mail-table", MAILED, self._mail, "send", needs_connection=True)
        return (*images, *files, mail)

    def _open(self) -> None:
        menu = passing_menu(self._owner)
        for kind in IMAGES:
            menu.addAction(TITLES[kind], self._image(kind)).setEnabled(bool(self._board().charts))
        menu.addSeparator()
        for name in FILES:
            menu.addAction(TITLES[name], self._file(name))
        if self.mailed is not None:
            menu.addSeparator()
            menu.addAction(MAILED, self._mail)
        pop_up_below(menu, self.button)

    def _image(self, kind: ImageKind) -> Callable[..., None]:
        return lambda *_given: self.tasks.latest("export", self.save_image(kind))

    def _file(self, kind: str) -> Callable[..., None]:
        return lambda *_given: self.tasks.latest("export", self.save_table(kind))

    def _mail(self, *_given: object) -> None:
        if self.mailed is not None:
            given = (self._page.workspace, *self.mailed())
            self.tasks.latest("export", queue_export(*given))

    async def save_image(self, kind: ImageKind) -> None:
        """Ask which chart where there are several, and where to; then write it."""
        board = self._board()
        charts = board.charts
        if not charts:
            return
        key = charts[0].key
        if len(charts) > 1:
            title, told = _("Save a chart"), _("Which one?")
            offers = [(chart.key, chart.title, "") for chart in charts]
            key = await choose(self._owner, title, told, offers)
        chart = next((each for each in charts if each.key == key), None)
        if chart is None:
            return
        name = f"{safe_name(chart.title or self._page.export_name(), 'chart')}.{kind}"
        path = await ask_place(self._owner, _("Save the chart"), Path(name))
        if path is not None:
            path = path if path.suffix.lower() == f".{kind}" else path.with_suffix(f".{kind}")
            notice = await write_image(board, chart.key, kind, path)
            self._page.workspace.notifications.post(notice)

    async def save_table(self, kind: str) -> None:
        """Ask where to, and write the rows."""
        name = f"{safe_name(self._page.export_name(), 'report')}.{kind}"
        path = await ask_save_path(self._owner, _("Save the table"), name, kind)
        if path is not None:
            zone = self._page.insight.facts.zone
            notice = await write_table(path, self._page.export_table(), zone)
            self._page.workspace.notifications.post(notice)


async def queue_export(
    workspace: Workspace, groupings: tuple[str, ...], metrics: tuple[str, ...], days: DateRange
) -> None:
    """Have the server make the file and mail it; sent once (quirk 10)."""
    title, doing = _("Figures by mail"), _("Asking for an export")
    wanted = MetricsExport(metrics=list(metrics), date_range=days, format="excel")
    with operation(workspace, doing, "analytics/export") as asked:
        async with journaled(workspace, "analytics", title, doing):
            found = await workspace.run(lambda api: api.analytics.export(groupings, wanted))
    if not asked.failed:
        told = found.message or _("It comes by mail when it is ready.")
        where = _("It goes to the address of whoever this brand's key belongs to.")
        workspace.notifications.post(Notice(_("Export queued"), f"{told} {where}", "success"))
