"""Page of heat maps: a page of the brand, days, a device, a variant; clicks, depth, attention."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button, Segments, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.choice_field import CalmCombo
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.heatmaps.adding import Heat, add_up
from funneldesk.desktop.parts.tracking.heatmaps.drawing import Kind, draw
from funneldesk.desktop.parts.tracking.heatmaps.gathering import Gathering, codes_of
from funneldesk.desktop.parts.tracking.replay.page_pictures import PagePicture, PagePictures
from funneldesk.desktop.parts.tracking.replay.recording import Recording
from funneldesk.desktop.sections.operations import operation, optional
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.contract.pages import PageSummary

KINDS: tuple[tuple[Kind, str, str], ...] = (
    ("clicks", _("Clicks"), ""),
    ("scroll", _("Scroll depth"), ""),
    ("attention", _("Attention"), ""),
)
DEVICES = (
    ("desktop", _("Desktop"), 1440),
    ("tablet", _("Tablet"), 820),
    ("phone", _("Phone"), 390),
)
RANGES = (
    (_("Last 7 days"), 7),
    (_("Last 28 days"), 28),
    (_("Last 90 days"), 90),
    (_("Any time"), 0),
)
USUAL = 1
"""The place of the range that is shown first."""
COMBO, FIT_PAUSE = 260, 0.1


class HeatPage(QWidget):
    """``left`` is the way back to the clicks. ``heat`` is what is drawn."""

    left = Signal()

    def __init__(self, workspace: Workspace, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self._workspace, self._formats = workspace, formats
        self.tasks = TaskScope(self)
        self.gathering, self.pictures = Gathering(workspace), PagePictures(workspace, self)
        self.recordings: list[Recording] = []
        self.codes: dict[str, frozenset[str]] = {}
        self.heat = Heat()
        self.image: QImage | None = None
        self._picture = PagePicture()
        self._pages: list[PageSummary] = []
        self._build()

    def _build(self) -> None:
        surface("surface", self)
        back = Button(kind="icon", icon_name="arrow-left", tip=_("Back to the clicks"))
        back.clicked.connect(self.left)
        self.page, self.device, self.variant = CalmCombo(), CalmCombo(), CalmCombo()
        self.range = CalmCombo()
        for combo, name in (
            (self.page, _("Page")),
            (self.range, _("Date range")),
            (self.device, _("Device")),
            (self.variant, _("Variant")),
        ):
            combo.setAccessibleName(name)
        self.page.setMinimumWidth(COMBO)
        for key, title, _width in DEVICES:
            self.device.addItem(title, key)
        for title, days in RANGES:
            self.range.addItem(title, days)
        self.range.setCurrentIndex(USUAL)
        self.kinds = Segments()
        self.kinds.set_choices(KINDS)
        self.kinds.chosen.connect(lambda _key: self._draw_soon())
        self.page.activated.connect(lambda _at: self._read_soon())
        self.range.activated.connect(lambda _at: self.tasks.latest("read", self._read_all()))
        self.device.activated.connect(lambda _at: self._device_chosen())
        self.variant.activated.connect(lambda _at: self._picture_soon())
        self.progress, self.problem = ProgressLine(), Banner(closable=False)
        self.told = Label(size="small", tone="muted", wrap=True)
        self.told.setContentsMargins(16, 0, 16, 8)
        self.map = Label()
        self.map.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        self.area = QScrollArea()
        self.area.setWidget(self.map)
        self.area.setWidgetResizable(True)
        self.area.setAccessibleName(_("Heat map"))
        named = Label(_("Heat maps"), size="title")
        head = row(back, named, self.page, self.range, self.device, self.variant)
        head.setContentsMargins(16, 12, 16, 8)
        head.addStretch(1)
        head.addWidget(self.kinds)
        whole = column(spacing=0)
        whole.addLayout(head)
        for widget in (self.told, self.progress, self.problem):
            whole.addWidget(widget)
        whole.addWidget(self.area, 1)
        self.setLayout(whole)

    async def load(self) -> None:
        """Offer the brand's pages, those with recordings first, and show the first."""
        if not self._pages:
            await self._read_all()

    async def _read_all(self) -> None:
        if not self._pages:
            with operation(self._workspace, _("Reading the pages"), tell=self._tell):
                self._pages = list(await self._workspace.run(lambda api: api.pages.list()))
        await self._offer_pages()

    @property
    def _start(self) -> datetime | None:
        """Since when recordings are taken; None for all."""
        days = int(self.range.currentData())
        return datetime.now(UTC) - timedelta(days=days) if days else None

    async def _offer_pages(self) -> None:
        """Offer the pages in the order of their recordings in the range."""
        chosen, counts = self.page.currentData(), None
        with operation(self._workspace, _("Looking for recordings"), tell=self._tell):
            counts = await self.gathering.counts(self._start)
        known = counts or Counter[int]()
        self._pages.sort(key=lambda page: (-known[page.id], page.status != "published"))
        self.page.clear()
        for page in self._pages:
            name = page.name or str(page.slug)
            if counts is not None:
                sessions = counted(known[page.id], "session")
                name = _("{page} ({sessions} recorded)").format(page=name, sessions=sessions)
            self.page.addItem(name, page.id)
        self.page.setCurrentIndex(max(0, self.page.findData(chosen)) if chosen else 0)
        if self._pages:
            await self._read()

    def choose(self, page_id: int) -> None:
        """Show another page."""
        self.page.setCurrentIndex(max(0, self.page.findData(page_id)))
        self._read_soon()

    def _read_soon(self) -> None:
        self.tasks.latest("read", self._read())

    async def _read(self) -> None:
        page = next(each for each in self._pages if each.id == self.page.currentData())
        self.recordings, self.codes, self._picture = [], {}, PagePicture()
        self.variant.clear()
        self.problem.clear()
        doing, progress = _("Reading the recordings"), self.progress.set_on
        with operation(self._workspace, doing, tell=self._tell, progress=progress):
            slug = page.slug or ""
            with optional():
                self.codes = await codes_of(self._workspace, page.id)
            self.recordings = await self.gathering.of_page(
                page.id, slug, self._start, self._tell_part, tested=bool(self.codes)
            )
        await self._take_picture()

    def _device_chosen(self) -> None:
        self._picture_soon()

    def _picture_soon(self) -> None:
        self.tasks.latest("read", self._take_picture())

    async def _take_picture(self) -> None:
        page = next(each for each in self._pages if each.id == self.page.currentData())
        device = str(self.device.currentData())
        self.heat = await in_thread(add_up, self._fitting(), device)
        width = self.heat.width or next(w for k, _t, w in DEVICES if k == self.device.currentData())
        variant = max(0, self.variant.currentIndex())
        self._picture = await self.pictures.picture(f"/{page.slug or ''}", width, variant)
        self._offer_variants(self._picture.variants)
        if self._picture.image is None:
            self.problem.say(self._picture.why, _("The map is drawn without the page."), "info")
        await self._draw()

    def _fitting(self) -> list[Recording]:
        """Those of sessions that met the chosen variant, where sessions tell it; else all."""
        codes = self._wanted()
        if not codes:
            return self.recordings
        met = self.gathering.met
        return [each for each in self.recordings if met.get(each.id, frozenset()) & codes]

    def _wanted(self) -> frozenset[str]:
        """The codes of the chosen variant; none while no session of these told any."""
        told = any(self.gathering.met.get(each.id) for each in self.recordings)
        chosen = self.variant.currentText() if self.variant.currentIndex() > 0 else ""
        return self.codes.get(chosen, frozenset()) if told else frozenset()

    def _offer_variants(self, names: tuple[str, ...]) -> None:
        if self.variant.count() == 0 and names:
            self.variant.addItem(_("All variants"))
            for name in names:
                self.variant.addItem(name)
        self.variant.setVisible(bool(names))

    def _draw_soon(self) -> None:
        self.tasks.latest("draw", self._draw())

    async def _draw(self) -> None:
        kind = next(key for key, _t, _i in KINDS if key == self.kinds.current())
        args = self._picture.image, self.heat, kind, self._formats()
        self.image = await in_thread(draw, *args)
        await self._fit()
        self.map.setAccessibleName(self._said())
        self.told.setText(self._said())

    async def _fit(self) -> None:
        """No wider than there is room: a page is scrolled downwards alone."""
        if self.image is None:
            return
        shown, room = self.image, self.area.viewport().width()
        if shown.width() > room > 100:
            smooth = Qt.TransformationMode.SmoothTransformation
            shown = await in_thread(shown.scaledToWidth, room, smooth)
        self.map.setPixmap(QPixmap.fromImage(shown))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.tasks.debounce("fit", FIT_PAUSE, self._fit)

    def _said(self) -> str:
        if not self.heat.recordings:
            text = _("No recordings of this page and device in this period. Checked {sessions}.")
            if self._wanted():
                text = _(
                    "No recordings of this page, device and variant in this period. "
                    "Checked {sessions}."
                )
            return text.format(sessions=counted(self.gathering.sessions, "session"))
        text = _("From {recordings} with {clicks}, in {sessions} of this period.")
        if self.gathering.has_older:
            text = _(
                "From {recordings} with {clicks}, in the newest {sessions} of this period. "
                "Older ones weren't checked."
            )
        if self._wanted():
            text += " " + _("Only sessions that met this variant are in the map.")
        elif self.variant.isVisibleTo(self) and self.variant.currentIndex() > 0:
            text += " " + _("Sessions don't say which variant they met: all are in the map.")
        return text.format(
            recordings=counted(self.heat.recordings, "recording"),
            clicks=counted(len(self.heat.clicks), "click"),
            sessions=counted(self.gathering.sessions, "session"),
        )

    def _tell_part(self, done: int, count: int) -> None:
        text = _("Looking at the recordings of {done:,} of {sessions}…")
        self.told.setText(text.format(done=done, sessions=counted(count, "session")))

    def _tell(self, told: Explanation) -> None:
        self.problem.say(told.what, f"{told.so_what} {told.now_what}".strip(), told.tone)
