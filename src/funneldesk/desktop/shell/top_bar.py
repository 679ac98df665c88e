"""The top bar: where I am, the buttons of the section, the palette, jobs and notices."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.shortcuts import keymap
from funneldesk.desktop.kit.style.mirroring import painter_of
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.style.tokens import TOP_BAR_HEIGHT
from funneldesk.desktop.local.texts import _, apart
from funneldesk.desktop.shell.jobs.job_button import JobButton

WHOLE_WORDS = _("Search or do anything")
WHOLE_WORDS_FROM = 250
PALETTE_LEAST, PALETTE_MOST = 180, 340
LEAST_NAME = 64
PALETTE_GROWS_FROM, PALETTE_SHARE = 800, 0.4
"""From that width of the bar on, the palette takes its share of what is more."""


class PaletteButton(Button):
    """Looks like a search field; opens the palette."""

    def __init__(self) -> None:
        super().__init__(
            WHOLE_WORDS,
            kind="search",
            icon_name="search",
        )
        keys = self._keys = Label("", size="key")
        keys.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        inner = QHBoxLayout(self)
        inner.setContentsMargins(0, 0, 7, 0)
        inner.addStretch(1)
        inner.addWidget(keys, 0, Qt.AlignmentFlag.AlignVCenter)
        keys.setFixedHeight(20)
        keymap.changed.connect(self._show_keys)
        self._show_keys()

    def _show_keys(self) -> None:
        keys = keymap.of("Ctrl+K")
        self._keys.setText(keys.replace("+", " "))
        self._keys.setVisible(bool(keys))
        self.setAccessibleName(f"{WHOLE_WORDS}, {keys}" if keys else WHOLE_WORDS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setText(WHOLE_WORDS if self.width() >= WHOLE_WORDS_FROM else _("Search"))


class NoticeButton(Button):
    """The bell, with a dot while something was not read."""

    def __init__(self) -> None:
        super().__init__(kind="icon", icon_name="bell", tip=_("Notices"), name=_("Notices"))
        self.unread = False

    def set_unread(self, unread: bool) -> None:
        """Show or hide the dot."""
        self.unread = unread
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.unread:
            painter = painter_of(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent"))
            painter.drawEllipse(self.width() - 11, 5, 7, 7)


class RecordName(ElidedLabel):
    """Gone where there is no room for a word of it: the list marks the open record anyway."""

    def _elide(self) -> None:
        super()._elide()
        if self.width() < LEAST_NAME:
            Label.setText(self, "")


class TopBar(QWidget):
    """Where I am and what can be done there; at the right, in its place, what is everywhere."""

    def __init__(self) -> None:
        super().__init__()
        surface("top", self)
        self.setFixedHeight(TOP_BAR_HEIGHT)
        self.section = Label("", size="title")
        self.record = RecordName("", size="title", tone="muted")
        self.record.setStyleSheet("font-weight: 400;")
        self.palette_button = PaletteButton()
        self.jobs = JobButton()
        self.notices = NoticeButton()
        self.section_actions = QStackedWidget()
        self.no_actions = QWidget()
        self.section_actions.addWidget(self.no_actions)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(8)
        row.addWidget(self.section)
        row.addWidget(self.record, 1)
        row.addWidget(self.section_actions)
        row.addWidget(self.palette_button)
        row.addWidget(self.jobs)
        row.addWidget(self.notices)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        spare = max(0, self.width() - PALETTE_GROWS_FROM) * PALETTE_SHARE
        self.palette_button.setFixedWidth(min(PALETTE_MOST, PALETTE_LEAST + round(spare)))

    def show_crumbs(self, section: str, record: str) -> None:
        """Where I am."""
        self.section.setText(section)
        self.record.setText(f"/ {apart(record)}" if record else "")

    def show_actions(self, widget: QWidget | None, owner: QWidget | None = None) -> None:
        """The buttons of the shown section; they go when their ``owner`` does."""
        shown = widget if widget is not None else self.no_actions
        if self.section_actions.indexOf(shown) < 0:
            self.section_actions.addWidget(shown)
            for button in shown.findChildren(QAbstractButton):
                # A click leaves the cursor in the editor; Tab still comes here.
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            if owner is not None:
                owner.destroyed.connect(shown.deleteLater)
        self.section_actions.setCurrentWidget(shown)
        self.section_actions.setFixedWidth(shown.sizeHint().width() if widget is not None else 0)
