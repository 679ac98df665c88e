"""Card of one job in the tray: its title, progress and actions."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.controls.thin_bar import ThinBar
from funneldesk.desktop.kit.jobs.job import Act, Job, JobItem
from funneldesk.desktop.kit.jobs.labels import progress_words, spoken, state_words, tone
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.style.tokens import RADIUS
from funneldesk.desktop.local.texts import _

ACTS: tuple[tuple[Act, str, str], ...] = (
    ("open", "list-checks", _("What became of each")),
    ("show", "folder-open", _("Show in its folder")),
    ("retry", "rotate-ccw", _("Try what failed again")),
    ("pause", "pause", _("Pause")),
    ("resume", "play", _("Go on")),
    ("cancel", "circle-stop", _("Stop")),
)
MOST_ITEMS = 8
"""More in flight at once than these are told as a number."""


class ItemLine(QWidget):
    """A thing in flight: its name, how far it is, a bar."""

    def __init__(self) -> None:
        super().__init__()
        self.name = ElidedLabel("", size="small", tone="muted")
        self.said = Label("", size="small", tone="muted")
        self.bar = ThinBar()
        whole = column(spacing=3)
        line = row(self.name, self.said, spacing=8)
        line.setStretch(0, 1)
        whole.addLayout(line)
        whole.addWidget(self.bar)
        self.setLayout(whole)

    def show_item(self, item: JobItem) -> None:
        """Show another, or how far it is now."""
        if self.name.text() != item.name:
            self.name.setText(item.name)
        self.said.setText(item.words)
        self.bar.set_share(item.share)


class JobCard(QWidget):
    """Draws a job when told to. Space pauses it or lets it go on, Enter opens its report, Delete
    puts it away once it has ended, Right and Left unfold what is in flight.

    ``grown`` tells that its height may have changed; ``acted`` that something was asked of the
    job that takes the tray away.
    """

    grown = Signal()
    acted = Signal()

    def __init__(self, job: Job, put_away: Callable[[Job], object]) -> None:
        super().__init__()
        self.job = job
        self.unfolded = False
        self.names_brand = False
        self._put_away = put_away
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._build()
        self.draw()

    def _build(self) -> None:
        self.sign = Label()
        self.title = ElidedLabel("", size="strong")
        self.brand = ElidedLabel("", size="small", tone="muted")
        self.bar = ThinBar()
        self.progress = Label("", size="small", tone="muted", wrap=True)
        self.state = Label("", size="small", wrap=True)
        self.fold = Button(
            kind="icon",
            icon_name="chevron-right",
            tip=_("Show what is on its way"),
            on_click=self.turn,
        )
        self.buttons: dict[str, Button] = {}
        head = row(self.sign, 4, spacing=4)
        head.addLayout(column(self.title, self.brand, spacing=0), 1)
        for act, icon_name, tip in ACTS:
            button = Button(
                kind="icon", icon_name=icon_name, tip=tip, on_click=partial(self._do, act)
            )
            self.buttons[act] = button
        self.away = Button(kind="icon", icon_name="x", tip=_("Clear"), on_click=self._away)
        for button in (*self.buttons.values(), self.away, self.fold):
            button.setFixedSize(26, 26)
            head.addWidget(button)
        self.flight = QWidget()
        self._lines: list[ItemLine] = []
        self._rest = Label("", size="small", tone="muted")
        self.flight.setLayout(column(self._rest, spacing=6, margins=(0, 4, 0, 0)))
        self.flight.hide()
        whole = column(spacing=6, margins=(14, 10, 10, 12))
        whole.addLayout(head)
        for widget in (self.bar, self.progress, self.state, self.flight):
            whole.addWidget(widget)
        self.setLayout(whole)
        theme.changed.connect(self.draw)

    def draw(self) -> None:
        """Show how the job stands. ``names_brand``: there are jobs of several brands."""
        job = self.job
        before = self.sizeHint().height()
        sign, colour = _sign(job)
        self.sign.setPixmap(pixmap(sign, colour))
        if self.title.text() != job.title:
            self.title.setText(job.title)
        self.brand.setText(job.brand)
        self.brand.setVisible(bool(job.brand and self.names_brand))
        ended = job.state == "ended"
        self.bar.setVisible(not ended)
        self.bar.set_share(job.share, waiting=job.state in ("away", "paused"))
        self.progress.setText(progress_words(job))
        said = state_words(job)
        self.state.setText(said)
        self.state.setVisible(bool(said))
        self.state.set_tone(tone(job) or "muted")
        for act, button in self.buttons.items():
            button.setVisible(act in job.acts)
        self.away.setVisible(ended)
        self._draw_flight()
        name = spoken(job)
        if self.accessibleName() != name:
            self.setAccessibleName(name)
        if self.sizeHint().height() != before:
            self.grown.emit()

    def height_needed(self, width: int) -> int:
        """Pixels that its words take at a width."""
        return self.heightForWidth(width) if self.hasHeightForWidth() else self.sizeHint().height()

    def turn(self) -> None:
        """Unfold what is in flight, or fold it."""
        self.unfolded = not self.unfolded
        self.draw()

    def _draw_flight(self) -> None:
        items = self.job.under_way() if self.job.state != "ended" else ()
        self.fold.setVisible(bool(items) or (self.unfolded and self.job.state != "ended"))
        self.fold.set_icon("chevron-down" if self.unfolded else "chevron-right")
        shown = items[:MOST_ITEMS] if self.unfolded else ()
        self.flight.setVisible(self.unfolded and self.job.state != "ended")
        layout = self.flight.layout()
        while layout is not None and len(self._lines) < len(shown):
            line = ItemLine()
            self._lines.append(line)
            layout.addWidget(line)
        for place, line in enumerate(self._lines):
            line.setVisible(place < len(shown))
            if place < len(shown):
                line.show_item(shown[place])
        beyond = len(items) - len(shown)
        self._rest.setText(
            _("And {beyond:,} more on their way").format(beyond=beyond)
            if beyond
            else _("On its way now")
        )

    def _do(self, act: Act) -> None:
        run = self.job.acts.get(act)
        if run is None:
            return
        if act in ("open", "show"):
            self.acted.emit()
        run()

    def _away(self) -> None:
        if self.job.state == "ended":
            self._put_away(self.job)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        key = event.key()
        if key == keys.Key_Space:
            self._do("pause" if "pause" in self.job.acts else "resume")
        elif key in (keys.Key_Return, keys.Key_Enter):
            self._do("open" if "open" in self.job.acts else "show")
        elif key == keys.Key_Delete:
            self._away()
        elif key in (keys.Key_Right, keys.Key_Left):
            if self.unfolded != (key == keys.Key_Right) and not self.fold.isHidden():
                self.turn()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.colour("line"))
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRoundedRect(self.rect().adjusted(3, 3, -3, -3), RADIUS, RADIUS)
        painter.end()


def _sign(job: Job) -> tuple[str, str]:
    """(icon, tone): how it came out once it has ended, else what it is."""
    if job.state != "ended":
        return job.icon, "muted"
    if job.trouble:
        return "triangle-alert", "warning"
    return ("circle-dashed", "muted") if job.stopped else ("circle-check", "success")
