"""Answers of the resolvers, a line for each, and when they are asked again."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import Chip, Label
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.domains.setup.lookups import Seen
from funneldesk.desktop.parts.domains.setup.reasons import SHORT, TONES, line
from funneldesk.desktop.parts.domains.setup.watch import Watched


class AnswersView(QWidget):
    """Shows what each resolver says of the record."""

    def __init__(self, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self._formats = formats
        self._seen: Sequence[Seen] = ()
        self.again_button = Button(_("Look again"), icon_name="refresh-cw")
        self.servers_button = Button(_("Name servers…"), kind="plain")
        self.when = Label(size="small", tone="muted", wrap=True)
        self.server_says = Label(size="small", wrap=True)
        self.server_says.hide()
        self.lines = QGridLayout()
        self.lines.setHorizontalSpacing(12)
        self.lines.setVerticalSpacing(6)
        self.lines.setColumnStretch(2, 1)
        card = surface("card")
        inner = column(spacing=10, margins=(12, 12, 12, 12))
        inner.addLayout(self.lines)
        inner.addWidget(self.server_says)
        inner.addWidget(self.when)
        inner.addLayout(row(self.again_button, self.servers_button, None))
        card.setLayout(inner)
        self.setLayout(column(card, spacing=0))

    def show_answers(self, watched: Watched) -> None:
        """Show the answers of the last look."""
        self.again_button.setEnabled(not watched.looks)
        self.when.setText(self._when(watched))
        said = _("The server says: {message}").format(message=watched.message)
        self.server_says.setText(said if watched.message else "")
        self.server_says.setVisible(bool(watched.message))
        if watched.seen != self._seen:
            self._seen = watched.seen
            self._fill()

    def _fill(self) -> None:
        while (item := self.lines.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for at, each in enumerate(self._seen):
            text = Label(line(each, self._formats()), wrap=True)
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            chip = Chip(SHORT[each.kind], TONES[each.kind])
            name = Label(each.resolver.words, size="small")
            for column_at, widget in enumerate((name, chip, text)):
                self.lines.addWidget(widget, at, column_at)

    def _when(self, watched: Watched) -> str:
        formats = self._formats()
        if watched.looks:
            return _("Looking…")
        if watched.looked_at is None:
            return ""
        looked = formats.clock(watched.looked_at, exact=True)
        if watched.next_at is None:
            return _("Looked at {time}.").format(time=looked)
        again = formats.clock(watched.next_at, exact=True)
        said = _("Looked at {time}. Looks again by itself at {again}.")
        return said.format(time=looked, again=again)
