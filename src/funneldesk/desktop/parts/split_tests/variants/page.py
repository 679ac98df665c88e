"""Variants tab of a split test: what visitors meet, side by side, with the rate of each."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, Segments, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.flow_layout import FlowLayout
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.labels import amount, percent
from funneldesk.desktop.parts.split_tests.results.reading import Reading
from funneldesk.desktop.parts.split_tests.variants.pictures import NothingToDraw, VariantPictures
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace

WIDTHS = {"phone": 390, "desktop": 1280}
SHOWN_WIDTH = {"phone": 260, "desktop": 420}
Body = Mapping[str, Any]


class VariantsPage(RecordView):
    """Draws when it is looked at, and again when the test or its page changed."""

    def __init__(self, workspace: Workspace, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self._workspace, self._formats = workspace, formats
        self._body: Body = {}
        self._drawn: object = None
        self._reading = Reading()
        self.pictures: list[VariantPicture] = []
        self._taker: VariantPictures | None = None
        self.tasks = TaskScope(self)
        self._build()

    def _build(self) -> None:
        self.widths = Segments()
        self.widths.set_choices(
            [("phone", _("Phone"), "smartphone"), ("desktop", _("Desktop"), "monitor")]
        )
        self.widths.setAccessibleName(_("Width"))
        self.widths.chosen.connect(lambda _key: self.draw())
        self.again = Button(
            kind="icon",
            icon_name="refresh-cw",
            tip=_("Take the pictures again"),
            on_click=self.draw,
        )
        self.progress = ProgressLine()
        self.nothing = EmptyState("image-off", _("No pictures"), "")
        self._place = FlowLayout(16)
        self.inner = surface("surface")
        self._place.setContentsMargins(16, 8, 16, 16)
        self.inner.setLayout(self._place)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setAccessibleName(_("Variants"))
        self.area.setWidget(self.inner)
        head = row(self.widths, None, self.again, margins=(16, 8, 12, 4))
        whole = column(spacing=0)
        whole.addLayout(head)
        for widget in (self.progress, self.area, self.nothing):
            whole.addWidget(widget)
        whole.setStretch(2, 1)
        whole.setStretch(3, 1)
        self.setLayout(whole)
        self.nothing.hide()

    def show_record(self, body: Body) -> None:
        self._body = body
        if self.isVisible():
            self._draw_if_due()

    def show_reading(self, reading: Reading) -> None:
        """The rates under the pictures."""
        self._reading = reading
        for picture in self.pictures:
            picture.say(self._words(picture.name))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw_if_due()

    def draw(self) -> None:
        """Take the pictures of the open test."""
        self._drawn = self._state()
        self.tasks.latest("draw", self._draw())

    def _draw_if_due(self) -> None:
        if self._body and self._drawn != self._state():
            self.draw()

    def _state(self) -> object:
        return self._body.get("id"), self._body.get("page_id"), self._body.get("config")

    async def _draw(self) -> None:
        from funneldesk.desktop.kit.web.preview.capture import CannotPicture

        body, width = self._body, self.widths.current() or "phone"
        self._clear()
        self._taker = self._taker or VariantPictures(self._workspace, self.window())
        why = ""
        with operation(
            self._workspace,
            _("Taking the pictures"),
            tell=lambda told: self._say(f"{told.what} {told.now_what}"),
            progress=self.progress.set_on,
        ):
            try:
                for name, image in await self._taker.take(body, WIDTHS[width]):
                    self._add(VariantPicture(name, image, SHOWN_WIDTH[width]))
            except (NothingToDraw, CannotPicture) as problem:
                why = str(problem)
        if why:
            self._say(why)

    def _add(self, picture: "VariantPicture") -> None:
        self.pictures.append(picture)
        picture.say(self._words(picture.name))
        self._place.addWidget(picture)

    def _clear(self) -> None:
        self.nothing.hide()
        self.area.show()
        for picture in self.pictures:
            self._place.removeWidget(picture)
            picture.hide()
            picture.deleteLater()
        self.pictures = []

    def _say(self, why: str) -> None:
        self.nothing.say(_("No pictures"), why)
        self.nothing.setVisible(not self.pictures)
        self.area.setVisible(bool(self.pictures))

    def _words(self, name: str) -> str:
        found = next((v for v in self._reading.variants if v.name == name), None)
        if found is None or found.result.value is None:
            return ""
        formats = self._formats()
        rate = amount(formats, found.metric, found.result.value)
        if found.lift is None:
            return _("{rate} · baseline").format(rate=rate) if found.is_baseline else rate
        lift = percent(formats, found.lift, 1, sign=True)
        return _("{rate} · lift {lift}").format(rate=rate, lift=lift)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.inner.updateGeometry()


class VariantPicture(QWidget):
    """One variant: its name, its figure, and the page with it."""

    def __init__(self, name: str, image: QImage, width: int) -> None:
        super().__init__()
        self.name = name
        shown = name or _("Unnamed variant")
        self.image = Label()
        scaled = image.scaledToWidth(width * 2, Qt.TransformationMode.SmoothTransformation)
        scaled.setDevicePixelRatio(2)
        self.image.setPixmap(QPixmap.fromImage(scaled))
        self.image.setAccessibleName(_("The page with “{variant}”").format(variant=shown))
        frame = surface("card")
        frame.setLayout(row(self.image, margins=(1, 1, 1, 1)))
        self.words = Label(size="small", tone="muted")
        title = ElidedLabel(shown, size="strong")
        self.setLayout(column(title, self.words, frame, None, spacing=4))
        self.setFixedWidth(width + 2)

    def say(self, words: str) -> None:
        """What is known of how it does."""
        self.words.setText(words)
