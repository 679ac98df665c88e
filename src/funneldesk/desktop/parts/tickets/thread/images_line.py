"""The line above a thread that says what became of its remote images."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, surface
from funneldesk.desktop.kit.controls.flow_layout import FlowLayout
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.local.texts import _, ngettext

WHAT_IT_TELLS = _(
    "Loading tells the sender that you opened the message, when, and from which network."
)


class ImagesLine(QWidget):
    """Hidden while there is nothing to say."""

    asked_once = Signal()
    asked_for_sender = Signal()
    asked_for_all = Signal()
    asked_to_block = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.said = Label("", size="small")
        self.tells = Label(WHAT_IT_TELLS, size="small", tone="muted", wrap=True)
        self.once = Button(_("Show once"), kind="link", on_click=self.asked_once.emit)
        self.for_sender = Button(
            _("Always for this sender"), kind="link", on_click=self.asked_for_sender.emit
        )
        self.all = Button(_("Always"), kind="link", on_click=self.asked_for_all.emit)
        self.block = Button(_("Block again"), kind="link", on_click=self.asked_to_block.emit)
        surface("app", self)
        self._choices = (self.once, self.for_sender, self.all)
        self._build()
        self.hide()

    def _build(self) -> None:
        """One row that breaks where there is little room."""
        self.said.setMinimumHeight(self.once.sizeHint().height())
        flow = FlowLayout()
        for widget in (self.said, *self._choices, self.block):
            flow.addWidget(widget)
        whole = column(spacing=2, margins=(16, 6, 12, 6))
        whole.addLayout(flow)
        whole.addWidget(self.tells)
        self.setLayout(whole)

    def show_blocked(self, count: int, sender: str) -> None:
        """So many images were left out; 0 when there are none."""
        said = ngettext("{count:,} remote image blocked", "{count:,} remote images blocked", count)
        self._show(said.format(count=count) if count else "", asks=True)
        self.for_sender.setVisible(bool(sender) and bool(count))
        set_tip(self.for_sender, sender)

    def show_loading(self, count: int) -> None:
        """So many are on their way."""
        said = ngettext(
            "Loading {count:,} remote image…", "Loading {count:,} remote images…", count
        )
        self._show(said.format(count=count))

    def show_loaded(self, missing: int) -> None:
        """They are shown, but for so many that did not come."""
        said = ngettext(
            "Remote images are shown; {count:,} of them could not be loaded.",
            "Remote images are shown; {count:,} of them could not be loaded.",
            missing,
        )
        self._show(said.format(count=missing) if missing else _("Remote images are shown."))
        self.block.show()

    def _show(self, said: str, *, asks: bool = False) -> None:
        self.said.setText(said)
        for button in self._choices:
            button.setVisible(asks)
        self.tells.setVisible(asks)
        self.block.hide()
        self.setVisible(bool(said))
