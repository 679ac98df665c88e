"""A record of a source in a narrow pane: title, value, status, and what can be done to it."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.flow_layout import FlowLayout
from funneldesk.desktop.kit.controls.labels import Chip, ElidedLabel, Label, set_tip
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.deeds.deed import Deed
from funneldesk.desktop.people.sources.source import Body, Line


class LineView(QWidget):
    """``opened``: its section is wanted. ``asked`` carries the deed. ``refusal`` says of a deed why
    the key may not do it; ``leads`` whether there is a section to go to."""

    opened = Signal()
    asked = Signal(object)

    def __init__(
        self, line: Line, body: Body, deeds: tuple[Deed, ...], refusal: Callable[[Deed], str]
    ) -> None:
        super().__init__()
        self.line, self.body = line, body
        self.title = _label(line.title, whole=line.whole, size="strong")
        self.text = _label(line.text, whole=line.whole, size="small", tone="muted")
        self.value = Label(line.value)
        self.chip = Chip(line.chip, line.tone)
        self.chip.setVisible(bool(line.chip))
        self.buttons: dict[str, Button] = {}
        self._refusal = refusal
        for deed in deeds:
            if deed.applies(body):
                name = _("{deed}: {record}").format(deed=deed.title, record=line.title)
                button = Button(deed.short, kind="chip", name=name)
                button.clicked.connect(lambda _=False, deed=deed: self.asked.emit(deed))
                self.buttons[deed.name] = button
        self._deeds = {deed.name: deed for deed in deeds}
        self._build()
        self.show_rights()

    def _build(self) -> None:
        first = row(self.title, self.value, spacing=8)
        first.setStretch(0, 1)
        second = row(self.text, self.chip, spacing=8)
        second.setStretch(0, 1)
        whole = column(spacing=2, margins=(12, 8, 10, 8))
        whole.addLayout(first)
        whole.addLayout(second)
        if self.buttons:
            flow = FlowLayout(4)
            for button in self.buttons.values():
                flow.addWidget(button)
            whole.addSpacing(2)
            whole.addLayout(flow)
        self.setLayout(whole)

    def lead_on(self) -> None:
        """There is a section that shows it: offer the way."""
        words = _("Open {title}").format(title=self.line.title)
        go = Button(kind="icon", icon_name="chevron-right", tip=_("Open"), name=words)
        go.setFixedSize(22, 22)
        go.clicked.connect(self.opened)
        layout = self.layout()
        first = layout.itemAt(0) if layout is not None else None
        inner = first.layout() if first is not None else None
        if inner is not None:
            inner.addWidget(go)

    def show_rights(self) -> None:
        """What the key may do can be something else now."""
        for name, button in self.buttons.items():
            reason = self._refusal(self._deeds[name])
            button.setEnabled(not reason)
            set_tip(button, reason or self._deeds[name].title)


def _label(text: str, *, whole: bool, size: str, tone: str = "") -> Label:
    """Words in as many lines as they need, or cut in one."""
    if whole:
        return Label(text, size=size, tone=tone, wrap=True)
    return ElidedLabel(text, size=size, tone=tone)
