"""The button of the tray in the top bar: how far all work is, and whether something went wrong."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.controls.labels import set_tip
from funneldesk.desktop.kit.shortcuts import keymap, with_keys
from funneldesk.desktop.kit.style.mirroring import painter_of
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _

RING = 24.0
NAME = _("Jobs")


class JobButton(Button):
    """A ring fills while something works; a dot stays while trouble was not looked at."""

    def __init__(self) -> None:
        super().__init__(kind="icon", icon_name="layers", name=NAME)
        self.working = 0
        self.share = 0.0
        self.held_up = False
        self.trouble = False
        keymap.changed.connect(self._say)
        self._say()

    def show_work(self, working: int, share: float, *, held_up: bool) -> None:
        """``working`` jobs are at work, ``share`` of it all is done; ``held_up``: none moves."""
        shown = (working, round(share, 2), held_up)
        if shown != (self.working, round(self.share, 2), self.held_up):
            self.working, self.share, self.held_up = working, share, held_up
            self._say()

    def set_trouble(self, trouble: bool) -> None:
        """Something ended with trouble and nobody has looked yet."""
        if trouble != self.trouble:
            self.trouble = trouble
            self._say()

    def _say(self) -> None:
        said = self._at_work() if self.working else ""
        if self.held_up:
            said = _("{count} waiting").format(count=self.working)
        parts = (NAME, said, _("something went wrong") if self.trouble else "")
        self.setAccessibleName(", ".join(part for part in parts if part))
        tip = ", ".join(part for part in parts[1:] if part)
        set_tip(self, with_keys(f"{NAME}: {tip}" if tip else NAME, "Ctrl+J"))
        self.update()

    def _at_work(self) -> str:
        # Numbers of a language are loaded with the first job: the window waits for none of them.
        from funneldesk.desktop.kit.formats import HERE

        percent = HERE.percent(self.share, 0)
        return _("{count} at work, {percent}").format(count=self.working, percent=percent)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.working and not self.trouble:
            return
        painter = painter_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.working:
            self._draw_ring(painter)
        if self.trouble:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("danger"))
            painter.drawEllipse(self.width() - 11, 4, 7, 7)
        painter.end()

    def _draw_ring(self, painter: QPainter) -> None:
        box = QRectF((self.width() - RING) / 2, (self.height() - RING) / 2, RING, RING)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("line"), 2))
        painter.drawEllipse(box)
        tone = "warning" if self.held_up else "accent"
        pen = QPen(theme.colour(tone), 2)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        # From the top, clockwise, in sixteenths of a degree.
        painter.drawArc(box, 90 * 16, -round(max(self.share, 0.02) * 360 * 16))
