"""Quick look at images: drawn in a worker process, at the size at which they are shown."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QKeyEvent

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.thumbnails.pixels import image_of
from funneldesk.desktop.assets.thumbnails.source import Thumbnails
from funneldesk.desktop.kit.controls.buttons import Button, column
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.formats import HERE
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.quick_look.canvas import PictureCanvas
from funneldesk.desktop.parts.files.quick_look.viewer import LookStage
from funneldesk.desktop.workspace.workspace import Workspace

_SETTLED = 0.12
"""Seconds without another zoom after which a sharper image is made."""
_LARGEST = 6_000
_FORETASTE = 512


class PictureStage(LookStage):
    """Raster and vector images; of vectors there is always a sharper image."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.canvas = PictureCanvas()
        self.canvas.zoomed.connect(self._zoomed)
        self.setLayout(column(self.canvas, spacing=0))
        self.percent = Label("", size="small", tone="muted")
        self.percent.setMinimumWidth(48)
        self.percent.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        fit = Button(_("Fit"), kind="plain", tip=_("Fit into the window (0)"))
        full = Button(HERE.percent(1), kind="plain", tip=_("A pixel for each pixel (1)"))
        fit.clicked.connect(lambda: self.canvas.set_zoom(None))
        full.clicked.connect(lambda: self.canvas.set_zoom(1.0))
        self.bar.addWidget(self.percent)
        for button in (fit, full):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.bar.addWidget(button)
        self._content = b""
        self._file: AssetRow | None = None

    def takes(self, file: AssetRow) -> bool:
        return file.kind in ("image", "vector")

    def foretaste(self, file: AssetRow) -> bool:
        self._content = b""
        self._file = file
        self.canvas.grows = file.kind == "vector"
        small = self.workspace.shared(Thumbnails).picture(file, _FORETASTE)
        if small is None:
            self.canvas.set_image(QImage(), QSize(), anew=True)
            return False
        whole = QSize(file.width, file.height)
        self.canvas.set_image(small.toImage(), whole, anew=True)
        return True

    async def show_content(self, file: AssetRow, content: bytes) -> tuple[int, int]:
        image, whole = await self._drawn(file, content, self._side())
        self._content = content
        # A foretaste of this very file may have been zoomed meanwhile.
        self.canvas.set_image(image, whole, anew=self.canvas.whole != whole)
        return whole.width(), whole.height()

    def clear(self) -> None:
        self.tasks.cancel("sharper")
        self._content = b""
        self._file = None
        self.canvas.set_image(QImage(), QSize(), anew=True)

    def takes_key(self, event: QKeyEvent) -> bool:
        match event.text():
            case "+" | "=":
                self.canvas.step(up=True)
            case "-":
                self.canvas.step(up=False)
            case "0":
                self.canvas.set_zoom(None)
            case "1":
                self.canvas.set_zoom(1.0)
            case _:
                return False
        return True

    def _side(self) -> int:
        """Pixels of the longer side of a sharp image, as it is shown now."""
        room = self.size() * self.devicePixelRatioF()
        shown = self.canvas.shown_size
        wanted = max(shown.width(), shown.height()) if not self.canvas.whole.isEmpty() else 0
        return min(_LARGEST, max(256, round(wanted), room.width() if not wanted else 0))

    def _zoomed(self) -> None:
        if not self.canvas.image.isNull():
            self.percent.setText(HERE.percent(self.canvas.scale, 0))
        if self._content:
            self.tasks.debounce("sharper", _SETTLED, self._sharpen)

    async def _sharpen(self) -> None:
        file, content, canvas = self._file, self._content, self.canvas
        if file is None or not content:
            return
        have = max(canvas.image.width(), canvas.image.height())
        side = self._side()
        most = side if canvas.grows else max(canvas.whole.width(), canvas.whole.height())
        if have >= min(side, most):
            return
        image, whole = await self._drawn(file, content, side)
        if self._content is content:
            canvas.set_image(image, whole, anew=False)

    async def _drawn(self, file: AssetRow, content: bytes, side: int) -> tuple[QImage, QSize]:
        head = {"side": side, "name": file.name}
        workers = self.workspace.shared(Thumbnails).workers
        facts, pixels = await workers.draw(head, content, urgent=True)
        return image_of(facts, pixels), QSize(facts["width"], facts["height"])
