"""Page of short links: those of this computer, their clicks, and their QR codes."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from funneldesk.contract.analytics import MetricsFilter
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.export.file_dialog import ask_place
from funneldesk.desktop.kit.export.writing import CannotWrite, write_whole
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.links.making import PART, LinkDialog
from funneldesk.desktop.parts.tracking.links.qr import image_of, png_of, svg_of
from funneldesk.desktop.parts.tracking.links.registry import Link, LinkRegistry
from funneldesk.desktop.parts.tracking.links.utm import tags_of
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.sections.operations import may_write, optional
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

QR_SIDE, SIDE_WIDTH = 220, 320
MOST_COUNTED = 40
"""Links whose visits are asked for, the newest."""
DAYS = 90
NOTICE = f"{PART}/links"


class LinksPage(QWidget):
    """``left`` is the way back to the clicks."""

    left = Signal()

    def __init__(self, workspace: Workspace, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self._workspace, self._formats = workspace, formats
        self.registry = workspace.shared(LinkRegistry)
        self.tasks = TaskScope(self)
        self._rows: dict[str, SummaryRow] = {}
        self._visits: dict[str, int | None] = {}
        self._build()
        self.registry.changed.connect(self._show)

    def _build(self) -> None:
        surface("surface", self)
        back = Button(kind="icon", icon_name="arrow-left", tip=_("Back to the clicks"))
        back.clicked.connect(self.left)
        self.new_button = Button(_("New short link"), icon_name="plus", kind="primary")
        self.new_button.clicked.connect(self.new)
        head = row(back, Label(_("Short links"), size="title"), None, self.new_button)
        head.setContentsMargins(16, 12, 16, 8)
        said = _("Made on this computer: the server has no list of short links.")
        hint = Label(said, size="small", tone="muted", wrap=True)
        hint.setContentsMargins(16, 0, 16, 8)
        columns = _columns()
        self.table = TableView(_("Short links"), columns, self._rows.get)
        for at, each in enumerate(columns):
            self.table.horizontalHeader().resizeSection(at, each.width)
        self.table.selectionModel().selectionChanged.connect(self._show_selected)
        self.empty = EmptyState(
            "link",
            _("No short links yet"),
            _("Make one for a newsletter or a poster, and see what came of it."),
        )
        self.pages = QStackedWidget()
        self.pages.addWidget(self.table)
        self.pages.addWidget(self.empty)
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(self.pages, 1)
        body.addWidget(self._side())
        whole = column(spacing=0)
        whole.addLayout(head)
        whole.addWidget(hint)
        whole.addLayout(body, 1)
        self.setLayout(whole)

    def _side(self) -> QWidget:
        self.side = surface("app")
        self.side.setFixedWidth(SIDE_WIDTH)
        self.name, self.short = ElidedLabel(size="title"), Label(wrap=True)
        self.short.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.leads = Label(size="small", tone="muted", wrap=True)
        self.code = Label()
        self.code.setFixedSize(QSize(QR_SIDE, QR_SIDE))
        self.copy_button = Button(_("Copy link"), icon_name="copy")
        self.copy_button.clicked.connect(self._copy)
        self.png_button = Button(_("Save PNG…"), icon_name="download")
        self.svg_button = Button(_("Save SVG…"), icon_name="download")
        self.png_button.clicked.connect(lambda: self._save("png"))
        self.svg_button.clicked.connect(lambda: self._save("svg"))
        forget = Button(_("Remove from this list"), kind="link")
        forget.clicked.connect(self._forget)
        inner = column(
            self.name, self.short, self.leads, self.code, spacing=8, margins=(16, 16, 16, 16)
        )
        inner.addLayout(row(self.copy_button, None))
        inner.addLayout(row(self.png_button, self.svg_button, None))
        inner.addLayout(row(forget, None))
        inner.addStretch(1)
        self.side.setLayout(inner)
        return self.side

    async def load(self) -> None:
        """Take the links of this computer, then ask what came of them."""
        await self.registry.recall()
        await self._count()

    @property
    def selected(self) -> Link | None:
        """The link that is selected, or the newest."""
        chosen = [*self.table.selected_ids(), *list(self._rows)[:1]]
        return next((each for each in self.registry.links if each.code in chosen[:1]), None)

    def new(self) -> None:
        """Make one."""
        self.tasks.latest("new", self._new())

    async def _new(self) -> None:
        if not may_write(self._workspace, PART, _("short links")):
            return
        dialog = LinkDialog(self.window(), self._workspace, self.registry)
        await dialog.ask()
        if dialog.made is not None:
            self.table.select(dialog.made.code)
            await self._count()

    async def _count(self) -> None:
        """Visits and revenue by the tags of each link; a key without analytics sees none."""
        end = datetime.now(UTC).date()
        start = end - timedelta(days=DAYS)
        for link in self.registry.links[:MOST_COUNTED]:
            tags = {name: [value] for name, value in tags_of(link.destination).items()}
            if not tags:
                continue
            wanted = MetricsFilter(
                start=start.isoformat(), end=end.isoformat(), metrics=["sessions"], filters=tags
            )
            with optional():
                found = await self._workspace.run(partial(_figures, wanted=wanted))
                self._visits[link.code] = found
        self._show()

    def _show(self) -> None:
        formats = self._formats()
        chosen = self.table.selected_ids()
        self._rows.clear()
        for link in self.registry.links:
            made, visits = moment(link.made_at), self._visits.get(link.code)
            told = {
                "title": link.title,
                "url": link.url,
                "visits": "–" if visits is None else formats.number(visits),
                "made": formats.day(made) if made is not None else "",
            }
            self._rows[link.code] = SummaryRow(link.code, told)
        self.table.arrange(list(self._rows))
        self.table.rows.tell_changed()
        if chosen and chosen[0] in self._rows:
            self.table.select(chosen[0])
        self.pages.setCurrentWidget(self.table if self._rows else self.empty)
        self._show_selected()

    def _show_selected(self) -> None:
        link = self.selected
        self.side.setVisible(link is not None)
        if link is None:
            return
        self.name.setText(link.title)
        self.short.setText(link.url)
        self.leads.setText(_("Leads to {address}").format(address=link.destination))
        image = image_of(link.url).scaled(QR_SIDE, QR_SIDE)
        self.code.setPixmap(QPixmap.fromImage(image))
        self.code.setAccessibleName(_("QR code of {address}").format(address=link.url))

    def _copy(self) -> None:
        if self.selected is not None:
            QGuiApplication.clipboard().setText(self.selected.url)

    def _save(self, kind: str) -> None:
        if self.selected is not None:
            self.tasks.latest("save", self._write(self.selected, kind))

    async def _write(self, link: Link, kind: str) -> None:
        place = Path.home() / f"{link.code}.{kind}"
        path = await ask_place(self.window(), _("Save the QR code"), place)
        if path is None:
            return
        data = (png_of if kind == "png" else svg_of)(link.url)
        try:
            await in_thread(write_whole, path, lambda file: file.write_bytes(data))
        except CannotWrite as error:
            title = _("The QR code wasn't saved")
            self._workspace.notifications.post(Notice(title, str(error), "danger", key=NOTICE))
            return
        said = _("It leads to {address}.").format(address=link.url)
        notice = Notice(_("QR code saved"), said, "success", key=NOTICE)
        self._workspace.notifications.post(notice)

    def _forget(self) -> None:
        if self.selected is not None:
            self.tasks.latest("forget", self.registry.forget(self.selected.code))


async def _figures(api: "Api", wanted: MetricsFilter) -> int | None:
    found = (await api.analytics.get(wanted)).get("sessions")
    return None if found is None or found.value is None else int(found.value)


def _columns() -> tuple[Column[SummaryRow], ...]:
    def text(key: str) -> Callable[[SummaryRow], str]:
        return lambda each: str(each.get(key) or "")

    return (
        Column("title", _("Name"), text("title"), width=280),
        Column("url", _("Short address"), text("url"), width=260, muted=True),
        Column("visits", _("Visits, 90 days"), text("visits"), "right", 120),
        Column("made", _("Made"), text("made"), width=110),
    )
