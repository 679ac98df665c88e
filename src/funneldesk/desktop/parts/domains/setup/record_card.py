"""Card of the record that a domain's owner has to set, each value to copy."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.domains.setup.lookups import Wanted

Selectable = Qt.TextInteractionFlag.TextSelectableByMouse


class RecordCard(QWidget):
    """Type, host, value and lifetime of a CNAME. ``wanted`` is what it shows."""

    def __init__(self) -> None:
        super().__init__()
        self.wanted = Wanted("", "")
        self.host, self.value = _value(), _value()
        self.kind, self.ttl = Label("CNAME"), Label()
        self.advice = Label(size="small", tone="muted", wrap=True)
        self.copied = Label(size="small", tone="success")
        self.copy_host = Button(_("Copy host"), icon_name="copy")
        self.copy_value = Button(_("Copy value"), icon_name="copy")
        self.copy_host.clicked.connect(lambda: self._copy(self.wanted.host, _("Host copied")))
        self.copy_value.clicked.connect(lambda: self._copy(self.wanted.value, _("Value copied")))
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        fields = (
            (_("Type"), self.kind),
            (_("Host"), self.host),
            (_("Value"), self.value),
            (_("Lifetime"), self.ttl),
        )
        for at, (title, field) in enumerate(fields):
            grid.addWidget(Label(title, size="small", tone="muted"), at, 0)
            grid.addWidget(field, at, 1)
        card = surface("card")
        inner = column(spacing=12, margins=(12, 12, 12, 12))
        inner.addLayout(grid)
        inner.addLayout(row(self.copy_value, self.copy_host, self.copied, None))
        inner.addWidget(self.advice)
        card.setLayout(inner)
        self.setLayout(column(card, spacing=0))

    def show_record(
        self, wanted: Wanted, ttl: int | str | None, advice: tuple[str, ...] = ()
    ) -> None:
        """Show a record and the server's own sentences about it."""
        self.wanted = wanted
        self.host.setText(wanted.host)
        self.value.setText(wanted.value)
        self.ttl.setText(_("{seconds} seconds").format(seconds=ttl) if ttl else _("Automatic"))
        self.advice.setText("\n".join(advice))
        self.advice.setVisible(bool(advice))

    def _copy(self, text: str, said: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.copied.setText(said)


def _value() -> Label:
    made = Label(wrap=True)
    made.setTextInteractionFlags(Selectable)
    return made
